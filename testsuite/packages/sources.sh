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

# Makes apt's own directory $1 and prints its configuration file.
sources_prepare_apt()
{
	local apt=$1 release mirror
	if [ ! -e "$apt/ready" ]; then
		. /etc/os-release
		release=${VERSION_CODENAME:-bookworm}
		mirror=$(sources_mirror)
		mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
		echo "deb-src $mirror $release main" >"$apt/sources.list"
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
