# SPDX-License-Identifier: MIT
# Gets Debian source packages without touching the system's package lists:
# apt runs with lists and a cache of its own under the cache directory.
# shellcheck shell=bash

# The mirror that the system's own packages come from.
sources_mirror()
{
	apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' |
		grep -v security | head -1
}

# Makes apt's own directory $1, of the release that this is or of those named, and prints
# its configuration file.
sources_prepare_apt()
{
	local apt=$1 release mirror
	shift
	if [ ! -e "$apt/ready" ]; then
		. /etc/os-release
		[ $# -gt 0 ] || set -- "${VERSION_CODENAME:-bookworm}"
		mirror=$(sources_mirror)
		mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
		for release; do
			echo "deb-src $mirror $release main"
		done >"$apt/sources.list"
		cat >"$apt/apt.conf" <<-END
			Dir::Etc::sourcelist "$apt/sources.list";
			Dir::Etc::sourceparts "-";
			Dir::State::lists "$apt/lists";
			Dir::Cache "$apt/cache";
		END
		APT_CONFIG=$apt/apt.conf apt-get update >"$apt/log" 2>&1 ||
			return 1
		touch "$apt/ready"
	fi
	echo "$apt/apt.conf"
}

# Unpacks source package $2 under cache directory $1, once. Prints the directory
# that holds its sources.
sources_get()
{
	local to=$1/source/$2 conf
	if [ ! -e "$to/ready" ]; then
		rm -rf "$to"
		mkdir -p "$to"
		conf=$(sources_prepare_apt "$1/apt") || {
			echo "sources: apt-get update failed; see $1/apt/log" >&2
			return 1
		}
		if ! (cd "$to" && APT_CONFIG=$conf apt-get -q source \
			--only-source --download-only "$2" &&
			dpkg-source --no-check -x ./*.dsc unpacked) \
			>"$to.log" 2>&1; then
			echo "sources: $2 cannot be had; see $to.log" >&2
			return 1
		fi
		touch "$to/ready"
	fi
	echo "$to/unpacked"
}

# Unpacks what is upstream's of source package $2 in this directory, with a debian folder
# that says its version and what it needs to be built, by apt's configuration $1.
sources_unpack_upstream()
{
	local version
	APT_CONFIG=$1 apt-get -q source --only-source --download-only --tar-only "$2" || return
	version=$(APT_CONFIG=$1 apt-cache showsrc --only-source "$2" |
		sed -n 's/^Version: //p' | sort -V | tail -n 1)
	mkdir -p unpacked
	tar -C unpacked --strip-components=1 -xf ./*.orig.tar.* || return
	mkdir -p unpacked/debian
	APT_CONFIG=$1 apt-cache showsrc --only-source "$2" | awk -v version="$version" '
		/^Version: / { is_it = $2 == version }
		is_it && /^Build-Depends[-A-Za-z]*: / { print }
		/^$/ { is_it = 0 }' | {
		printf 'Source: %s\nMaintainer: nobody <nobody@localhost>\n' "$2"
		sort -u
		printf '\nPackage: %s\nArchitecture: any\nDescription: %s\n' "$2" "$2"
	} >unpacked/debian/control
	printf '%s (%s) upstream; urgency=low\n\n  * Not patched.\n\n -- nobody <nobody@localhost>  %s\n' \
		"$2" "${version%-*}" "$(date -R)" >unpacked/debian/changelog
}

# As sources_get. Where the archive does not have all files: upstream's own of that version,
# else the package of a later release.
sources_get_near()
{
	local to=$1/source/$2 later
	sources_get "$1" "$2" 2>/dev/null && return
	rm -rf "$to"
	mkdir -p "$to"
	if (cd "$to" && sources_unpack_upstream "$1/apt/apt.conf" "$2") >>"$to.log" 2>&1; then
		touch "$to/ready"
	else
		later=$1/later
		mkdir -p "$later"
		sources_prepare_apt "$later/apt" stable testing unstable >/dev/null || return
		sources_get "$later" "$2" >/dev/null || return
		rm -rf "$to"
		mv "$later/source/$2" "$to"
	fi
	echo "$to/unpacked"
}
