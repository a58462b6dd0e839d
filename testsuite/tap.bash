# SPDX-License-Identifier: MIT
# For *.tap scripts to source: prints TAP. Names of tests are sentences.
#
#   . "$top_srcdir/testsuite/tap.bash"
#   tap_ok "an empty report is valid" retread report "$empty"
#   tap_is "$(echo hi)" hi "echo says what it was given"
#   tap_done
#
# $tap_scratch is a directory of the test's own, removed at the end.

set -u
: "${top_srcdir:?run this by make check}" "${top_builddir:?}"

tap_count=0
tap_scratch=$(mktemp -d "${TMPDIR:-/tmp}/retread-test.XXXXXX") || exit 99
trap 'rm -rf "$tap_scratch"' EXIT

# tap_cd: into an empty folder; `grow` links all that is in the current one for each test.
tap_cd() {
	mkdir "$tap_scratch/empty-folder" && cd "$tap_scratch/empty-folder" || exit 99
}

# tap_result STATUS SENTENCE: ok if STATUS is 0. Returns it.
tap_result() {
	tap_count=$((tap_count + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $tap_count - $2"
	else
		echo "not ok $tap_count - $2"
	fi
	return "$1"
}

# Lines from standard input as comments.
tap_comment() {
	sed 's/^/# /'
}

# tap_ok SENTENCE COMMAND...: COMMAND succeeds. Shows what it printed if not.
tap_ok() {
	local sentence=$1 output status
	shift
	output=$("$@" 2>&1)
	status=$?
	tap_result "$status" "$sentence" && return 0
	printf '%s\n' "command: $*" "exit code: $status" "$output" | tap_comment
	return 1
}

# tap_is GOT EXPECTED SENTENCE: the two texts are equal.
tap_is() {
	if [ "$1" = "$2" ]; then
		tap_result 0 "$3"
		return 0
	fi
	tap_result 1 "$3"
	diff -u --label expected --label got <(printf '%s\n' "$2") \
		<(printf '%s\n' "$1") | tap_comment
	return 1
}

# tap_contains TEXT PART SENTENCE: PART occurs in TEXT.
tap_contains() {
	case $1 in
	*"$2"*)
		tap_result 0 "$3"
		;;
	*)
		tap_result 1 "$3"
		printf '%s\n' "looked for: $2" "in:" "$1" | tap_comment
		return 1
		;;
	esac
}

# tap_wait PID COMMAND...: until COMMAND succeeds, as often as it takes: on a busy
# machine everything comes late. Gives up when the process has ended before, and
# after minutes.
tap_wait() {
	local pid=$1 end=$((SECONDS + 180)) is_there=yes
	shift
	until "$@" >/dev/null 2>&1; do
		[ "$is_there" = yes ] && [ "$SECONDS" -lt "$end" ] || return 1
		sleep 0.1
		kill -0 "$pid" 2>/dev/null || is_there=no
	done
}

# tap_within MS SENTENCE COMMAND...: COMMAND takes no longer than that, at one of
# three tries. Time in which programs waited for a processor does not count, up to
# half of it: a busy machine is late with everything. The time counts from the
# start, or from where COMMAND calls tap_clock. Its exit code is in $tap_status.
tap_within() {
	local limit_ms=$1 sentence=$2 took_ms waited_ms
	shift 2
	for _ in 1 2 3; do
		tap_clock
		"$@"
		tap_status=$?
		took_ms=$((($(date +%s%N) - tap_started_ns) / 1000000))
		waited_ms=$((($(tap_waited_us) - tap_waited_before_us) / 1000))
		[ "$waited_ms" -le $((took_ms / 2)) ] ||
			waited_ms=$((took_ms / 2))
		[ $((took_ms - waited_ms)) -le "$limit_ms" ] && break
	done
	tap_ok "$sentence" test $((took_ms - waited_ms)) -le "$limit_ms"
}
tap_clock() {
	tap_started_ns=$(date +%s%N)
	tap_waited_before_us=$(tap_waited_us)
}
# For how long there was work without a processor, as far as the kernel says.
tap_waited_us() {
	sed -n 's/^some .*total=//p' /proc/pressure/cpu 2>/dev/null | grep . || echo 0
}

# tap_skip SENTENCE REASON: one test that cannot run here.
tap_skip() {
	tap_count=$((tap_count + 1))
	echo "ok $tap_count - $1 # SKIP $2"
}

# tap_skip_all REASON: nothing of this script can run here.
tap_skip_all() {
	echo "1..0 # SKIP $1"
	exit 0
}

# The plan; the last line of a script. Succeeds in any case: the driver would
# count a script that fails as one failure more.
tap_done() {
	echo "1..$tap_count"
	exit 0
}
