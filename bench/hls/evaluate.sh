#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The evaluation set of examples/hls: is each seeded divergence found, by which cause,
# and is there nothing in the clean twins?
#
#	evaluate.sh BUILD [EXECS [SEEDS [KERNEL]...]]
#
# The kernels of bench/hls/rare, whose paths do not tell how near a divergence is, are
# run if they are named: they need some 100,000 inputs.
# A line for each kernel: seeds in which a divergence was found, and in which one
# names the seeded line; the median number of the input that showed the first;
# divergences, and those whose causes have the line; divergences of the clean twin
# in all seeds; CPU seconds without compiling; inputs that the Verilog was run on;
# inputs that were kept, seed by seed, and of each those that diverge by the sites.
# The clean twin gets TWIN inputs (EXECS) in place of EXECS.
# To compare with: DOMAIN=coverage (without spectra), RETREAD_HLS_ODDS=uniform or paper,
# RETREAD_HLS_SELECT=always or paper in the environment.
set -u
build=$(cd "$1" && pwd) || exit 2
here=$(cd "$(dirname "$0")" && pwd) || exit 2
execs=${2:-1000}
seeds=${3:-10}
shift $(($# < 3 ? $# : 3))
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

# Kernel, and what its seeded causes match.
set_of() {
	cat <<-'ROWS'
		accumulate accumulate.cpp:(33|23|25|32)
		unroll unroll.cpp:12
		feedback tasks|static
		pipe pipe.cpp:32
		fir static
		merge_sort merge_sort.c:
		histogram simulator
		l2norm l2norm.cpp:16
		saturate saturate.cpp:17
		highest highest.c:8
		gemm gemm.c:
		crc8 crc8.cpp:16
		fragments fragments.c:
		radix radix.c:17
		search simulator
		bfs bfs.c:
		bubble_sort bubble_sort.cpp:
		crc static
		denoise denoise.cpp:17
		knn knn.cpp:22
		ring_queue none
		match match.cpp:16
		leak leak.cpp:17
		bins bins.cpp:18
		balance balance.cpp:1[56]
	ROWS
}

# campaign FILE OUT SEED EXECS: CPU seconds; the target of OUT is compiled if it is not
# there.
campaign() {
	local out=$2 own=$2/seed$3
	[ -e "$out/target" ] || "$build/retread" hls fuzz -o "$out" --execs 1 \
		"$1" >/dev/null 2>&1
	mkdir -p "$own/symptoms"
	[ -x "$out/simulate" ] && export RETREAD_HLS_SIMULATOR=$out/simulate
	export RETREAD_HLS_SYMPTOMS=$own/symptoms
	"$build/retread" fuzz --quiet --input "$out/seeds" \
		--out "$own/campaign" --domain "${DOMAIN:-coverage,spectra,near}" --limit 0 \
		--seed "$3" --execs "$4" -- "$out/target" >"$own/log" 2>&1
	unset RETREAD_HLS_SIMULATOR RETREAD_HLS_SYMPTOMS
	sed -n 's/^cpu_seconds *: //p' "$own/campaign/default/fuzzer_stats"
}

# kept TARGET CAMPAIGN: inputs of its queue, and those that file a symptom, as N:N.
kept() {
	local input all=0 diverge=0
	for input in "$2"/default/queue/id:*; do
		rm -rf "$scratch/kept" && mkdir "$scratch/kept"
		RETREAD_HLS_SYMPTOMS=$scratch/kept "$1" "$input" >/dev/null 2>&1
		((all++, diverge += $(find "$scratch/kept" -name symptom | wc -l) > 0))
	done
	echo "$all:$diverge"
}

median() {
	sort -n | awk '{ v[NR] = $1 } END { print NR ? v[int((NR + 1) / 2)] : "-" }'
}

wanted=" $* "
set_of | while read -r name pattern; do
	hls=$here/../../examples/hls
	[ -e "$hls/$name.hls" ] || hls=$here/rare
	if [ "$wanted" = "  " ]; then
		[ "$hls" != "$here/rare" ] || continue
	else
		[[ $wanted == *" $name "* ]] || continue
	fi
	sed "s|^source=|source=$hls/|; /^rtl=/d" "$hls/$name.hls" \
		>"$scratch/$name.clean.hls"
	echo "cflags=-DCLEAN" >>"$scratch/$name.clean.hls"
	found=0 named=0 all=0 right=0 clean=0 cpu=0 calls=0 shares=
	: >"$scratch/first"
	for ((seed = 1; seed <= seeds; seed++)); do
		spent=$(campaign "$hls/$name.hls" "$scratch/$name" "$seed" "$execs")
		cpu=$(echo "$cpu $spent" | awk '{ print $1 + $2 }')
		own=$scratch/$name/seed$seed/symptoms
		count=$(find "$own" -name symptom | wc -l)
		hit=$(grep -lE "^(cause|needs): .*($pattern)" "$own"/*/symptom \
			2>/dev/null | wc -l)
		((found += count > 0, named += hit > 0, all += count, right += hit))
		cat "$own"/*/symptom 2>/dev/null | sed -n 's/^test: //p' |
			sort -n | head -n 1 >>"$scratch/first"
		((calls += $(stat -c %s "$scratch/$name/seed$seed/simulated" \
			2>/dev/null || echo 0)))
		shares+=" $(kept "$scratch/$name/target" "$scratch/$name/seed$seed/campaign")"
		campaign "$scratch/$name.clean.hls" "$scratch/$name.clean" \
			"$seed" "${TWIN:-$execs}" >/dev/null
		count=$(find "$scratch/$name.clean/seed$seed/symptoms" \
			-name symptom | wc -l)
		((clean += count))
	done
	printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$name" "$found" "$named" \
		"$(median <"$scratch/first")" "$all" "$right" "$clean" "$cpu" "$calls" \
		"${shares# }"
done
