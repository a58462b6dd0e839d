# SPDX-License-Identifier: MIT
# Sourced by kinds-COMPILER.tap with the names of a C and a C++ compiler and the levels of
# optimisation: builds the programs of expected.txt as one process, whose main() calls
# those of all, records it at the size of a unit test and at n = 150, and compares what is
# reported of each with its label.
. "${top_srcdir:?}/testsuite/tap.bash"
here=$top_srcdir/testsuite/kinds
work=$tap_scratch
compiler=$1
cxx=$2
levels=("${@:3}")

command -v valgrind >/dev/null || tap_skip_all "valgrind is not in PATH"
for command in "$compiler" "$cxx" python3; do
	command -v "$command" >/dev/null ||
		tap_skip_all "$command is not installed"
done

# Lines KIND PROGRAM LABEL FUNCTION
kinds_rows() {
	grep -v -e '^#' -e '^$' "$here/expected.txt"
}

# build_all LEVEL
build_all() {
	local program source command declared="" called=""
	for program in $(kinds_rows | awk '{ print $2 }'); do
		source=$(echo "$here/$program".c*)
		command=("$compiler" -std=gnu11)
		declared+="extern \"C\" int main_$program(int, char **);"$'\n'
		if [ "${source##*.}" = cpp ]; then
			command=("$cxx" -std=c++17)
			declared=${declared/"extern \"C\" int main_$program("/"int main_$program("}
		fi
		"${command[@]}" "$1" -g -fPIC -fsemantic-interposition \
			-Dmain="main_$program" -c -o "$work/$1-$program.o" "$source" ||
			return 1
		called+="	failed += main_$program(argc, argv);"$'\n'
	done
	printf '%sint main(int argc, char **argv)\n{\n\tint failed = 0;\n%s\treturn failed;\n}\n' \
		"$declared" "$called" >"$work/main.cc"
	"$cxx" "$1" -g -o "$work/kinds$1" "$work/main.cc" "$work/$1"-*.o
}

# record_all LEVEL SIZE, which is empty for that of a unit test. All of these together send more than
# the first 32 MB, after which it is a matter of time what a live analyzer leaves out: their trace
# is analysed when it is there.
record_all() {
	if [ -n "$2" ]; then
		"$top_builddir/retread" record -q -o "$work/out$1$2" -- \
			"$work/kinds$1" "$2" &&
			"$top_builddir/retread" report --json "$work/out$1$2" \
				>"$work/report$1$2.json"
		return
	fi
	"$top_builddir/retread" record -q --follow-all --keep-trace \
		-o "$work/out$1" -- "$work/kinds$1" &&
		"$top_builddir/libexec/retread/retread-analyze" -q \
			-o "$work/analysed$1" "$work/out$1"/record/*/*/trace* &&
		mv "$work/analysed$1/findings.json" "$work/report$1.json"
}

# Lines STATUS KIND PROGRAM LABEL WHAT: 0 if the report $1, at level $2, is as it should be.
judge_all() {
	python3 - "$1" <(kinds_rows) "$2" <<-'END'
		import json, os, sys
		rank = ["info", "low", "medium", "high"]
		found = {}
		for finding in json.load(open(sys.argv[1]))["findings"]:
		    name = os.path.basename(finding.get("file") or "").rpartition(".")[0]
		    found.setdefault(name, []).append(finding)
		for row in open(sys.argv[2]):
		    kind, program, label, function, *levels = row.split()
		    if levels and sys.argv[3] not in levels:
		        continue
		    severe, best, count = [], "info", 0
		    for finding in found.get(program, []):
		        severity, name = finding["severity"], finding["function"].split("[")[0]
		        text = f'{finding["rule"]} {severity} in {name}'
		        if severity == "low" and "lowered_by" in finding:
		            text += f' ({finding["lowered_by"]})'
		        if name == function or name.endswith("::" + function):
		            best = max(best, severity, key=rank.index)
		            count += severity in ("medium", "high")
		        if severity != "info":
		            severe.append((rank.index(severity), text))
		    worst = max(severe, default=(0, ""))[0]
		    right = {"none": worst < 2, "found": rank.index(best) >= 2,
		             "high": best == "high", "one": count == 1,
		             "two": count == 2}[label]
		    print(0 if right else 1, kind, program, label,
		          "; ".join(text for _, text in sorted(severe, reverse=True)))
	END
}

# Prints low findings of the report $1 that do not say why, and the id of one that does.
list_unexplained() {
	python3 - "$1" <<-'END'
		import json, sys
		for finding in json.load(open(sys.argv[1]))["findings"]:
		    if finding["severity"] == "low" and "lowered_by" not in finding:
		        print(finding["id"])
	END
}

# The types of what is walked in price_rows.c, by the report $1.
list_types() {
	python3 -c 'import json, sys
for finding in json.load(open(sys.argv[1]))["findings"]:
    if (finding.get("file") or "").endswith("/price_rows.c") and finding["severity"] == "high":
        print(finding["structure"]["type"])' "$1"
}

# explains LEVEL: each clause of a low finding, with its limit
explains() {
	local id
	id=$(python3 -c 'import json, sys
for finding in json.load(open(sys.argv[1]))["findings"]:
    if finding["rule"] == "rewalk" and finding.get("lowered_by") == "capacity":
        print(finding["id"])' "$work/report$1.json" | sed -n 1p)
	"$top_builddir/retread" report --why "$id" "$work/out$1" |
		grep 'capacity .*limit 64.00, lowers' &&
		"$top_builddir/retread" show "$id" "$work/out$1" |
		grep 'low  *its type gives it a constant bound (capacity)'
}

for level in "${levels[@]}"; do
	tap_ok "the programs build by $compiler $level" build_all "$level"
	for size in "" 150; do
		tap_ok "and are recorded at ${size:-the size of a unit test}" \
			record_all "$level" "$size"
		tap_is "$(list_unexplained "$work/report$level$size.json")" "" \
			"each finding of low severity says why"
		tap_is "$(list_types "$work/report$level$size.json")" double \
			"the type of what is walked is known where its load lost it"
		while read -r status kind program label what; do
			tap_result "$status" \
				"$kind: $program is $label by $compiler $level${size:+ at $size}" ||
				tap_comment <<<"reported is: ${what:-nothing}"
		done < <(judge_all "$work/report$level$size.json" "$level")
	done
	tap_ok "what the clauses say is printed" explains "$level"
done
tap_done
