#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What `retread hls fuzz` finds in each kernel of examples/hls, and in its clean
# twin (-DCLEAN), which hardware must run as the CPU does.
#
#	divergences.sh BUILD [EXECS [SEED]...]
#
# A line each: kernel, seed, divergences, classes, CPU seconds; divergences and CPU
# seconds of the twin.
set -u
build=$(cd "$1" && pwd) || exit 2
hls=$(cd "$(dirname "$0")/../../examples/hls" && pwd) || exit 2
execs=${2:-1000}
shift
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- 1
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

# twin KERNEL.hls: the same, declared so that nothing diverges.
twin() {
	sed "s|^source=|source=$hls/|; /^rtl=/d" "$1"
	echo "cflags=-DCLEAN"
}

# fuzz FILE OUT: divergences and CPU seconds.
fuzz() {
	local TIMEFORMAT='%U'
	{ time "$build/retread" hls fuzz -o "$2" --execs "$execs" --seed "$seed" \
		"$1" >/dev/null 2>&1; } 2>"$scratch/time"
	printf '%s\t%s' "$("$build/retread" hls report "$2" | tail -n 1 |
		cut -d' ' -f1)" "$(cat "$scratch/time")"
}

for file in "$hls"/*.hls; do
	name=$(basename "$file" .hls)
	twin "$file" >"$scratch/$name.hls"
	for seed; do
		found=$(fuzz "$file" "$scratch/$name.$seed")
		classes=$("$build/retread" hls report "$scratch/$name.$seed" |
			sed -n 's/^  class: //p' | LC_ALL=C sort -u | paste -sd,)
		clean=$(fuzz "$scratch/$name.hls" "$scratch/$name.$seed.clean")
		printf '%s\t%s\t%s\t%s\t%s\n' "$name" "$seed" "$found" "$classes" \
			"$clean"
	done
done
