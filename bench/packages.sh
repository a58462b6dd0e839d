# SPDX-License-Identifier: MIT
# Debian source packages, built by their own build systems with -g -O2, and what a
# report says of their tests. Sourced by bench/runners and bench/hunt.
# shellcheck shell=bash

flags='-g -O2'
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES DESTDIR TESTS

# build_RUNNER SOURCE BUILD OPTION...: also its tests.
build_Automake()
{
	[ -x "$1/configure" ] || (cd "$1" && autoreconf -fi) || return 1
	cd "$2" && "$1/configure" CFLAGS="$flags" CXXFLAGS="$flags" "${@:3}" &&
		make -j2 && make -j2 check TESTS=
}
build_CTest()
{
	cmake -S "$1" -B "$2" -DCMAKE_BUILD_TYPE= -DCMAKE_C_FLAGS="$flags" \
		-DCMAKE_CXX_FLAGS="$flags" "${@:3}" && make -j2 -C "$2"
}
build_Meson()
{
	CFLAGS=$flags CXXFLAGS=$flags meson setup --buildtype=plain "$1" "$2" \
		"${@:3}" && ninja -j2 -C "$2"
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
