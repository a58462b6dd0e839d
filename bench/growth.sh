#!/bin/bash
# SPDX-License-Identifier: MIT
# growth.sh RETREAD [PROGRAM...]: recall and precision of `retread grow` on the labelled
# programs of testsuite/grow/programs, at -O0 and -O2, or where the label says so. A line for
# each that is wrong, then the sums.
#
# growth.sh RETREAD -c CASES: the same of programs that are built already, as public reports
# before and after their repair. A line of CASES is
#
#	NAME grows|fixed FUNCTION[|FUNCTION]... LAW COMMAND...
#
# and that of the output what place the first of the functions has, by which law.
#
# growth.sh RETREAD -l LABELS LEVEL: what of the labelled walks beside LABELS, as in
# testsuite/corpus/expected.txt, is shown by growth alone when they are built at LEVEL, and whether
# the function of the label is named for it, calls what is ("caller"), or another is.
set -u
retread=$1
shift

# The functions that `grow` has printed to FILE, without arguments of templates, each with its law,
# except low ones.
reported() {
	awk -F '  ' '{ while (gsub(/<[^<>]*>/, "")) ; gsub(/\[abi:[^]]*\]/, "") } /^[^ ].* in [a-z ]*  / && !/  in the test itself|  as its output does|  as the product of |  in the loop of / {
		sub(/,? (exact, )?in [a-z ]*$/, "", $1); print $2 "\t" $1 }' "$1"
}

if [ "${1-}" = -c ]; then
	said=$(mktemp) out=$(mktemp -d)
	trap 'rm -rf "$said" "$out"' EXIT
	while read -r name kind functions law words; do
		# shellcheck disable=SC2086 # The command is words.
		"$retread" grow -q -o "$out" -- $words >"$said" 2>&1 </dev/null
		reported "$said" | awk -F '\t' -v name="$name" -v kind="$kind" -v law="$law" \
			-v functions="$functions" '
			{ n++ }
			!place && $1 ~ "(^|::)(" functions ")$" {
				place = n; of = $1; as = $2 }
			END { printf "%-10s %-5s %s of %d%s\n", name, kind,
				place ? place : "-", n,
				place ? " " of " " as (as == law ? "" : ", not " law) : "" }'
	done <"$2" | tee "$out/table"
	awk '$2 == "grows" { all++; found += $3 ~ /^[123]$/ && !/, not / }
		$2 == "fixed" { fixed++; still += $3 != "-" }
		END { printf "grow: %d of %d found in the first three places by the right law; " \
			"repaired: %d of %d still reported\n", found, all, still, fixed }' "$out/table"
	exit
fi
# Functions above LOW of the results in FOLDER, without arguments of templates, and those that call
# them with ">" before.
named() {
	{ "$retread" report --json "$1" 2>/dev/null || echo '{"findings": []}'; } | python3 -c '
import json, sys
for finding in json.load(sys.stdin)["findings"]:
    if finding["severity"] == "high":
        print(finding["function"])
        for caller in finding.get("callers") or []:
            print(">" + caller["function"])
' | sed -E ':again; s/<[^<>]*>//g; tagain; s/\[abi:[^]]*\]//g; s/^(>?).*::/\1/'
}

if [ "${1-}" = -l ]; then
	labels=$(readlink -f "$2") level=$3 out=$(mktemp -d)
	retread=$(readlink -f "$retread")
	trap 'rm -rf "$out"' EXIT
	cd "$out" || exit
	while read -r name kind function _; do
		set -- "${labels%/*}/$name".c* "${labels%/*}/${name}_test.c"
		case $1 in *.c) compiler=${CC:-cc} ;; *) compiler=${CXX:-c++} ;; esac
		[ -e "${!#}" ] || set -- "$1"
		$compiler -g -w "$level" -o "$name" "$@" -lm 2>/dev/null || continue
		timeout 100 "$retread" grow -q -o out -- "./$name" >/dev/null 2>&1
		high=$(named out | sort -u | tr '\n' ' ')
		case " $high" in
		"  " | " ") as=none ;;
		*" ${function##*::} "*) as=label ;;
		*" >${function##*::} "*) as=caller ;;
		*) as=other ;;
		esac
		case $kind in redundant | rewalk | shift) kind=walked ;; *) kind=rest ;; esac
		echo "$name $kind $as: $high"
		rm -rf out
	done < <(grep '^[^#]' "$labels") | tee table
	awk '{ n[$2 " " $3]++ } END { for (i in n) print i, n[i] }' table | sort
	exit
fi
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
		high=$(reported "$scratch/said" | cut -f 1 | sort -u | tr '\n' ' ')
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
