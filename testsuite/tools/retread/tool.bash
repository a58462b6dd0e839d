# SPDX-License-Identifier: MIT
# Sourced by the tests of the recorder: runs programs under the tool itself,
# without the front end, and looks at their traces.

. "${top_srcdir:?}/testsuite/tap.bash"
subjects=$top_srcdir/testsuite/tools/retread
retread=$top_builddir/retread
work=$tap_scratch
trace=$work/trace

# build NAME COMPILER OPTION...: makes $work/NAME of NAME.c or NAME.cc.
build() {
	local name=$1 source
	shift
	source=$(echo "$subjects/$name".c*)
	"$@" -w -g -I"$top_srcdir/vg-tools/retread/include" \
		-o "$work/$name" "$source" -lpthread 2>&1
}

# tool OPTION... PROGRAM ARGUMENT...: its exit code is the program's.
tool() {
	LD_BIND_NOW=1 VALGRIND_LIB=$top_builddir/libexec/retread/valgrind \
		"$VALGRIND" -q --tool=retread "$@"
}

# record PROGRAM ARGUMENT...: leaves $trace.
record() {
	rm -f "$trace"
	tool --trace-file="$trace" "$@"
}

# dump NAMES [TRACE]: records of these names.
dump() {
	"$retread" dump -r "$1" "${2:-$trace}" | sed '/^#/d'
}

# Depth of the call stack at each test that the client names: NAME DEPTH.
test_depths() {
	dump call,return,thread,test | awk '
		{ split("", value)
		  for (i = 3; i <= NF; i++) {
			equal = index($i, "=")
			value[substr($i, 1, equal - 1)] = substr($i, equal + 1)
		  } }
		$2 == "thread" { thread = value["number"] }
		$2 == "call" { depth[thread]++ }
		$2 == "return" { depth[thread] -= value["count"] }
		$2 == "test" { print value["name"], depth[thread] }'
}

command -v valgrind >/dev/null || tap_skip_all "valgrind is not in PATH"

# Rows of compiler and optimisation for tests of generated code.
compilers=("$CC -O0" "$CC -O2" "$CC -O3")
if command -v clang >/dev/null; then
	compilers+=("clang -O0" "clang -O2" "clang -O3")
fi
