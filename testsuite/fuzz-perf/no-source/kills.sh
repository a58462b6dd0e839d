#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# kills.sh RETREAD KILLS SEEDS OUT [OPTION]... -- TARGET [ARGUMENT]...: kills a campaign
# as often by SIGKILL, each time a little later after its start, and resumes it. Prints how many
# inputs of the queue were lost or changed, and of those that perf_max names how many
# are missing.
set -u
retread=$1 kills=$2 seeds=$3 out=$4
shift 4
queue=$out/default/queue

inputs() {
	(cd "$queue" 2>/dev/null && find . -name 'id*' -exec cksum {} +) | sort
}

lost=0 missing=0
for ((i = 0; i < kills; i++)); do
	before=$(inputs)
	rm -f "$out/default/cmdline" # until the queue was run again
	"$retread" fuzz --no-source -q --seed "$i" -i "$seeds" -o "$out" \
		"$@" >/dev/null 2>&1 &
	child=$!
	until [ -s "$out/default/cmdline" ] || ! kill -0 "$child" 2>/dev/null; do
		sleep 0.01
	done
	sleep "0.$(printf %03d $((i * 37 % 300)))"
	kill -9 "$child"
	wait "$child" 2>/dev/null
	after=$(inputs)
	lost=$((lost + $(comm -23 <(echo "$before") <(echo "$after") | grep -c id)))
	while read -r id; do
		compgen -G "$queue/id[:_]$(printf %06d "$id"),*" >/dev/null ||
			missing=$((missing + 1))
	done < <(awk 'NF == 3 && $1 ~ /^[0-9]+$/ { print $3 }' \
		"$out/default/perf_max" 2>/dev/null | sort -u)
done
echo "$(inputs | wc -l) kept, $lost lost, $missing missing"
