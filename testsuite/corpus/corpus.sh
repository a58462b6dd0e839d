# SPDX-License-Identifier: MIT
# Sourced by corpus-COMPILER.tap with the names of a C and a C++ compiler and the
# levels of optimisation: builds the programs of the corpus, records them, and
# judges how many of their labels are met.
#
# Each program is a library and its test: PROGRAM.c or .cpp, with PROGRAM_test.c where
# the test is a file of its own. They are built as shared libraries are, so that
# public functions are not inlined into the test. PROGRAM_plain.c has no debug
# information.

. "${top_srcdir:?}/testsuite/tap.bash"
source_directory=$top_srcdir/testsuite/corpus
checker=$top_builddir/testsuite/corpus/check_corpus
retread=$top_builddir/retread
compiler=$1
cxx=$2
levels=("${@:3}")

# Builds program $1 at $2 as $work/$1.
build()
{
	local command sources=("$1".c*)
	[ ! -e "$1_test.c" ] || sources+=("$1_test.c")
	case ${sources[0]} in
	*.cpp) command=("$cxx" -std=c++17) ;;
	*) command=("$compiler" -std=gnu11) ;;
	esac
	command+=("$2" -fPIC -fsemantic-interposition)
	if [ -e "$1_plain.c" ]; then
		"${command[@]}" -c -o "$work/$1_plain.o" "$1_plain.c" || return 1
		sources+=("$work/$1_plain.o")
	fi
	"${command[@]}" -g -o "$work/$1" "${sources[@]}"
}

# Records program $1; leaves its report in $work/$1.json.
record()
{
	"$retread" record -q -o "$work/out-$1" -- "$work/$1" &&
		"$retread" report --json "$work/out-$1" >"$work/$1.json"
}

# Builds and records all at $1; says which program did not work.
prepare()
{
	local program
	cd "$source_directory" || return 1
	for program in $(sed -n 's/^\([a-z][a-z_]*\) .*/\1/p' expected.txt fresh.txt); do
		if ! build "$program" "$1" || ! record "$program"; then
			echo "$program cannot be built or recorded"
			return 1
		fi
	done
}

# Of the programs in $1 at least $2 % are found, if they deserve it, else at most $3 %.
judge()
{
	"$checker" "$source_directory/$1" "$work" "$2" "$3" >"$work/log" 2>&1
	tap_result $? "built by $compiler $level, of $1 $2 % of what deserves it is found and at most $3 % of the rest is reported"
	tap_comment <"$work/log"
}

command -v "$compiler" >/dev/null || tap_skip_all "$compiler is not installed"
command -v "$cxx" >/dev/null || tap_skip_all "$cxx is not installed"
case $retread in /*) ;; *) retread=$PWD/$retread ;; esac

for level in "${levels[@]}"; do
	work=$tap_scratch/$level
	mkdir "$work"
	(prepare "$level") >"$work/log" 2>&1
	tap_result $? "the corpus built by $compiler $level is recorded" || {
		tap_comment <"$work/log"
		continue
	}
	judge expected.txt 95 5
	judge fresh.txt 75 5
done
tap_done
