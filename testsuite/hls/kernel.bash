# SPDX-License-Identifier: MIT
# Kernels with what a campaign is to say of them.
retread=$top_builddir/retread

# kernel NAME EXPECTED INPUT [LINE]...: the kernel of standard input, int f(int *x, int n),
# with x as INPUT says and further LINES of its file. EXPECTED is `clean`, `low` (at most a
# lost value of low severity), or the class and the line of the only cause.
kernel() {
	local name=$1 expected=$2 input=$3 got
	shift 3
	cat >"$name.cpp"
	printf '%s\n' "source=$name.cpp" 'declare=int f(int *x, int n)' \
		'call=result[0] = f(x, x_count)' "input.x=$input" "$@" >"$name.hls"
	got=$("$retread" hls fuzz -o "$name.out" --execs 1000 "$name.hls" 2>&1 | sed -n '
		s/^  class: //p; s/^  severity: //p; /^retread hls/p
		s/^  \(cause\|needs\): [^:]*:\([0-9]*\):.*/:\2/p' | tr '\n' ' ')
	case $expected in
	clean) tap_is "$got" "" "$name: nothing" ;;
	low)
		case $got in
		"" | "lost value low :"*) got=low ;;
		esac
		tap_is "$got" "low" "$name: nothing above low"
		;;
	*) tap_is "$got" "$expected " "$name: $expected" ;;
	esac
}
