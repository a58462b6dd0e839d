#!/bin/bash
# SPDX-License-Identifier: MIT
# growth.sh RETREAD [PROGRAM...]: recall and precision of `retread grow` on the labelled
# programs of testsuite/grow/programs, at -O0 and -O2, or where the label says so. A line for
# each that is wrong, then the sums.
set -u
retread=$1
shift
programs=$(cd "$(dirname "$0")/../testsuite/grow/programs" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if [ $# -eq 0 ]; then
	for file in "$programs"/test_*.c*; do
		file=${file##*/test_}
		set -- "$@" "${file%.c*}"
	done
fi
right=0 missed=0 wrong=0 silent=0
for name; do
	file=$programs/test_$name.c compiler=${CC:-cc}
	if [ ! -e "$file" ]; then
		file=${file}c compiler=${CXX:-c++}
	fi
	read -r kind function law only <<<"$(sed -n 's/.*label: \(.*\) \*\//\1/p' "${file/test_/}")"
	argument=$(sed -n 's/.*atoi(argv\[1\]) : \([0-9]*\).*/\1/p' "$file")
	if [ -e "$programs/$name.txt" ]; then
		argument=$programs/$name.txt
	fi
	for level in ${only:--O0 -O2}; do
		$compiler -g -w $level -o "$scratch/$name" "$file"
		"$retread" grow -q -o "$scratch/out" -- "$scratch/$name" ${argument:+"$argument"} \
			>"$scratch/said" 2>&1
		# Functions above LOW, with what they call or are called by left to the reader.
		high=$(grep ' in [a-z]*  ' "$scratch/said" |
			grep -v 'in the test itself\|as its output does' |
			sed 's/.* in [a-z]*  \([^ ]*\) .*/\1/' | sort -u | tr '\n' ' ')
		case $kind in
		grows)
			if [[ " $high" == *" $function "* ]]; then
				right=$((right + 1))
			else
				missed=$((missed + 1))
				echo "missed $name $level: $function $law; said: $high"
			fi
			;;
		*)
			if [ -z "$high" ]; then
				silent=$((silent + 1))
			else
				wrong=$((wrong + 1))
				echo "wrong $name $level: $high"
			fi
			;;
		esac
	done
done
echo "positives $((right + missed)): $right found; negatives $((wrong + silent)): $wrong reported"
