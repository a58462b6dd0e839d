# SPDX-License-Identifier: MIT
# Debian source packages, built by their own build systems with -g -O2, and what a
# report says of their tests. Sourced by bench/runners and bench/hunt.
# shellcheck shell=bash

flags='-g -O2' jobs=2
# GNU's configure scripts refuse to be run by root otherwise.
export FORCE_UNSAFE_CONFIGURE=1
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES DESTDIR TESTS

# No documents: what makes them is large, and seldom there.
documents=(MAKEINFO=true TEXI2DVI=true HELP2MAN=true)

# build_RUNNER SOURCE BUILD OPTION...: also its tests.
build_Automake()
{
	[ -x "$1/configure" ] || (cd "$1" && autoreconf -fi) || return 1
	cd "$2" && "$1/configure" CFLAGS="$flags" CXXFLAGS="$flags" "${@:3}" &&
		make -j$jobs "${documents[@]}" && make -j$jobs "${documents[@]}" check TESTS=
}
build_CTest()
{
	local with
	cmake -S "$1" -B "$2" -DCMAKE_BUILD_TYPE= -DCMAKE_C_FLAGS="$flags" \
		-DCMAKE_CXX_FLAGS="$flags" "${@:3}" || return 1
	# Many build no tests unless an option of their own says so.
	with=$(sed -n 's/^\([A-Za-z0-9_]*TEST[A-Za-z]*\):BOOL=\(OFF\|NO\|0\|FALSE\)$/-D\1=ON/p' \
		"$2/CMakeCache.txt")
	if [ -n "$with" ]; then
		# shellcheck disable=SC2086 # words
		cmake -S "$1" -B "$2" $with && make -j$jobs -C "$2" && return
		# shellcheck disable=SC2086 # words
		cmake -S "$1" -B "$2" ${with//=ON/=OFF} || return 1
	fi
	make -j$jobs -C "$2"
}
build_Meson()
{
	CFLAGS=$flags CXXFLAGS=$flags meson setup --buildtype=plain "$1" "$2" \
		"${@:3}" && ninja -j$jobs -C "$2"
}

# A configure that is not Automake's: what its Makefile says. One that is made by hand may know
# no variables.
build_Configure()
{
	[ -x "$1/configure" ] || (cd "$1" && autoreconf -fi) || return 1
	export CFLAGS=$flags CXXFLAGS=$flags
	cd "$2" && { "$1/configure" CFLAGS="$flags" CXXFLAGS="$flags" "${@:3}" || "$1/configure"; } &&
		make -j$jobs "${documents[@]}"
}

# A Makefile by hand, which may need flags of its own.
build_Make()
{
	make -C "$1" -j$jobs CC="${CC:-cc} $flags" CXX="${CXX:-c++} $flags"
}

# As Debian builds it, among the sources: for builds that are made by hand. Debug
# information has whole paths, so that the sources are found.
build_Debian()
{
	local options="nocheck nodoc nostrip parallel=$jobs"
	options+=' reproducible=-fixfilepath,-fixdebugpath'
	cd "$1" && DEB_BUILD_PROFILES='nocheck nodoc' DEB_BUILD_OPTIONS=$options \
		debian/rules build-arch
}

build_package()
{
	(build_"$1" "$2" "$3" "${@:4}") >"$3/log" 2>&1 && touch "$3/built"
}

# of_severity FILE SEVERITY, of_outcome FILE OUTCOMES: how many.
of_severity()
{
	jq "[.findings[] | select(.severity == \"$2\")] | length" "$1"
}
of_outcome()
{
	jq "[.run.tests[] | select(.outcome | IN($2))] | length" "$1"
}
