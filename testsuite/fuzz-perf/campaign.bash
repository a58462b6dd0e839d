# SPDX-License-Identifier: MIT
# For *.tap scripts that run campaigns, after tap.bash.

export targets=$top_builddir/testsuite/fuzz-perf/targets
cd "$tap_scratch" || exit 99

# fuzz ARGUMENT...: a campaign in ./out, quietly; its text in ./log.
fuzz() {
	timeout -s KILL 300 "$top_builddir/retread" fuzz -q -o out "$@" >log 2>&1
}

# seeds TEXT...: a folder of one file per text.
seeds() {
	local text number=0
	rm -rf seeds out
	mkdir seeds
	for text; do
		number=$((number + 1))
		printf '%b' "$text" >seeds/$number
	done
}

# statistic KEY [INSTANCE]: from fuzzer_stats.
statistic() {
	awk -F' *: ' -v key="$1" '$1 == key { print $2 }' \
		"out/${2:-default}/fuzzer_stats"
}

# count FOLDER: how many files there are in it.
count() {
	find "$1" -type f -name 'id*' | wc -l
}
