# SPDX-License-Identifier: MIT
# Sourced by textbook-COMPILER.tap with the names of a C and a C++ compiler:
# builds every program of this folder at -O0 and -O2, records it, and compares
# what is reported with expected.txt.
#
# The programs are built here and not by make because their debug information
# is the subject: it must come from this compiler with these options.

. "${top_srcdir:?}/testsuite/tap.bash"
source_directory=$top_srcdir/testsuite/textbook
checker=$top_builddir/testsuite/textbook/check_findings
retread=$top_builddir/retread
work=$tap_scratch
compiler=$1
cxx=$2
levels=(-O0 -O2)

c_programs=(contains containsAll containsAll_unity sum len addPair third alt)
cpp_programs=(list vector map)

# The sources of program $1.
sources_of()
{
	case $1 in
	list | vector | map) echo "$1.cpp" "$1_main.cpp" build.cpp ;;
	containsAll) echo containsAll.c contains.c containsAll_main.c ;;
	containsAll_unity) echo containsAll_unity.c containsAll_main.c ;;
	*) echo "$1.c" "$1_main.c" ;;
	esac
	case " ${c_programs[*]} " in *" $1 "*) echo list.c array.c ;; esac
}

# Builds program $1 at $2 as $work/$1$2. Each source is a unit of its own.
build()
{
	local files
	mapfile -t files < <(sources_of "$1" | tr ' ' '\n')
	case ${files[0]} in
	*.cpp) set -- "$1" "$2" "$cxx" ;;
	*) set -- "$1" "$2" "$compiler" -std=gnu11 ;;
	esac
	(cd "$source_directory" &&
		"${@:3}" -g "$2" -o "$work/$1$2" "${files[@]}")
}

# Records program $1 at $2; leaves the report in $work/report.json.
record()
{
	local out=$work/out-$1$2
	"$retread" record --all-rules -o "$out" -- "$work/$1$2" &&
		"$retread" report --json "$out" >"$work/report.json"
}

# One test: program $1 at $2 finds exactly what is expected.
check()
{
	(build "$1" "$2" && record "$1" "$2") >"$work/log" 2>&1 &&
		"$checker" "$source_directory" "$1" "$work/report.json" \
			>"$work/log" 2>&1
	tap_result $? "$1 built by $compiler $2 gives exactly what is expected" ||
		tap_comment <"$work/log"
}

command -v "$compiler" >/dev/null || tap_skip_all "$compiler is not installed"
command -v "$cxx" >/dev/null || tap_skip_all "$cxx is not installed"

for level in "${levels[@]}"; do
	for program in "${c_programs[@]}" "${cpp_programs[@]}"; do
		check "$program" "$level"
	done
done
tap_done
