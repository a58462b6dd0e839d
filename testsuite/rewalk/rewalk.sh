# SPDX-License-Identifier: MIT
# Sourced by rewalk-COMPILER.tap with the name of a C compiler: builds the shapes
# at four levels of optimisation, records them with a few elements, and compares
# what rule rewalk says with expected.txt.
#
# The shapes are built here and not by make because the code that this compiler
# makes of them is the subject.

. "${top_srcdir:?}/testsuite/tap.bash"
source_directory=$top_srcdir/testsuite/rewalk
checker=$top_builddir/testsuite/rewalk/check_verdicts
retread=$top_builddir/retread
work=$tap_scratch
compiler=$1
levels=(-O0 -O1 -O2 -O3)
sizes=(4 5 8)

build()
{
	(cd "$source_directory" &&
		"$compiler" -std=gnu11 -g "$1" -fno-builtin -o "$work/shapes$1" \
			main.c lists.c arrays.c strings.c system.c containers.c -lpthread)
}

# Records the shapes built at $1 with $2 elements, and checks them.
check()
{
	local out=$work/out$1-$2
	"$retread" record -o "$out" -- "$work/shapes$1" "$2" \
		>"$work/log" 2>&1 &&
		"$retread" report --json "$out" \
			>"$work/report.json" 2>"$work/log" &&
		"$checker" "$source_directory/expected.txt" \
			"$work/report.json" >"$work/log" 2>&1
	tap_result $? "shapes of $2 built by $compiler $1 get the verdicts of the notes" ||
		tap_comment <"$work/log"
}

command -v "$compiler" >/dev/null || tap_skip_all "$compiler is not installed"

for level in "${levels[@]}"; do
	build "$level" || exit 99
	for size in "${sizes[@]}"; do
		check "$level" "$size"
	done
done
tap_done
