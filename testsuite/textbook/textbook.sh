# SPDX-License-Identifier: MIT
# Sourced by textbook-COMPILER.tap: builds every program of this folder with
# $compiler or $cxx at -O0 and -O2, records it, and compares what is reported
# with expected.txt.
#
# The programs are built here and not by make because their debug information
# is the subject: it must come from this compiler with these options.

source_directory=$top_srcdir/testsuite/textbook
checker=$top_builddir/testsuite/textbook/check_findings
retread=$top_builddir/retread
levels=(-O0 -O2)

c_programs=(contains containsAll containsAll_unity sum len addPair third alt)
cpp_programs=(list vector map)

skip_all()
{
	echo "1..0 # SKIP $1"
	exit 0
}

# The sources of the C program $1.
sources_of()
{
	case $1 in
	containsAll) echo containsAll.c contains.c containsAll_main.c ;;
	containsAll_unity) echo containsAll_unity.c containsAll_main.c ;;
	*) echo "$1.c" "$1_main.c" ;;
	esac
	echo list.c array.c
}

# Builds program $1 at $2 as $work/$1$2. Each source is a unit of its own.
build()
{
	local program=$1 level=$2 source files=()
	if [[ " ${cpp_programs[*]} " == *" $program "* ]]; then
		(cd "$source_directory" &&
			"$cxx" -g "$level" -o "$work/$program$level" \
				"$program.cpp" "${program}_main.cpp" build.cpp)
		return
	fi
	for source in $(sources_of "$program"); do
		files+=("$source")
	done
	(cd "$source_directory" &&
		"$compiler" -std=gnu11 -g "$level" -o "$work/$program$level" \
			"${files[@]}")
}

# Records program $1 at $2; leaves the report in $work/report.json.
record()
{
	local out=$work/out-$1$2
	"$retread" record -o "$out" -- "$work/$1$2" >"$work/log" 2>&1 &&
		"$retread" report --json "$out" >"$work/report.json" 2>>"$work/log"
}

# One test: program $1 at $2 finds exactly what is expected.
check()
{
	number=$((number + 1))
	local name="$1 built by $compiler $2 has exactly the paper's findings"
	if ! build "$1" "$2" >"$work/log" 2>&1 || ! record "$1" "$2"; then
		sed 's/^/# /' "$work/log"
		echo "not ok $number - $name"
	elif "$checker" "$source_directory" "$1" "$work/report.json" \
		>"$work/differences" 2>&1; then
		echo "ok $number - $name"
	else
		sed 's/^#* */# /' "$work/differences"
		echo "not ok $number - $name"
	fi
}

command -v "$compiler" >/dev/null || skip_all "$compiler is not installed"
command -v "$cxx" >/dev/null || skip_all "$cxx is not installed"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
number=0
echo "1..$((${#levels[@]} * (${#c_programs[@]} + ${#cpp_programs[@]})))"
for level in "${levels[@]}"; do
	for program in "${c_programs[@]}" "${cpp_programs[@]}"; do
		check "$program" "$level"
	done
done
