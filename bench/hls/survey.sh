#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# How many kernels are compiled with our headers, prepared, watched and run under
# `retread spectra`, with their own testbench passing: those below each DIR that have
# an hls_config.cfg, the file that Vitis HLS builds a kernel by.
#
#	survey.sh BUILD DIR... [only=PATTERN] [sites=yes]
#
# sites=yes: compiled with sites and listed by `retread hls check` instead, and run once
# by `retread hls run` with their own testbench as the host: the last thing that worked
# (nothing, listed, run), sites, the class, and what went wrong or the first cause.
#
# One line each: suite, kernel, the last thing that worked (nothing, compiled,
# passed natively, prepared, watched, run, passed), entities that are watched,
# what is not, and what went wrong. Then a line of figures for each suite.
set -u
build=$(cd "$1" && pwd) || exit 2
shift
suites=() only=. sites=no
for argument; do
	case $argument in
	only=*) only=${argument#*=} ;;
	sites=*) sites=${argument#*=} ;;
	*) suites+=("$(cd "$argument" && pwd)") || exit 2 ;;
	esac
done
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
retread=$build/retread
headers=$build/include/retread/hls
seconds=${SURVEY_SECONDS:-120}
ulimit -v 8000000 # kilobytes: a compiler must not take the machine

# step NAME COMMAND...: its output is in $scratch/NAME.log
step() {
	local log=$scratch/$1.log
	shift
	"$@" >"$log" 2>&1 </dev/null
}

# Compiles and links SOURCE... in this folder as program; FLAGS.
compile() {
	local source objects=() compiler
	rm -f "$scratch"/*.o "$scratch/program"
	for source; do
		compiler=g++
		case $source in *.c) compiler=gcc ;; esac
		objects+=("$scratch/$((${#objects[@]})).o")
		"$compiler" -O0 -g -w -isystem "$headers" "${flags[@]}" -c \
			-o "${objects[-1]}" "$source" || return 1
	done
	g++ -o "$scratch/program" "${objects[@]}" -lm -lpthread
}

# survey_sites SUITE NAME: as survey does, with sites.
survey_sites() {
	local reached=nothing why class='' file=kernel.hls
	{
		echo "source=${kernel[*]} ${bench[*]}"
		echo "cflags=-Dmain=testbench -isystem . ${flags[*]}"
		if cat "${bench[@]}" | tr -d '\r\n' | grep -q 'main *( *int'; then
			printf '%s\n' 'declare=int testbench(int, char **)' \
				"call=static char *words[20] = {(char *)\"testbench\"$(printf ', (char *)"%s"' \
					"${arguments[@]}")}; \\" \
				"    result[0] = testbench(1 + ${#arguments[@]}, words)"
		else
			printf '%s\n' 'declare=int testbench()' 'call=result[0] = testbench()'
		fi
		printf '%s\n' input.unused=int32 ticks=100000000
	} >"$file"
	echo 'unused: 0' >"$scratch/input"
	if step check timeout "$seconds" "$retread" hls check "$file"; then
		reached=listed
		step run timeout "$seconds" "$retread" hls run "$file" "$scratch/input"
		class=$(sed -n 's/^class: //p' "$scratch/run.log")
		[ -z "$class" ] || reached=run
		why=$(sed -n 's/^\(cause\|needs\): //p' "$scratch/run.log" | head -1)
	else
		why=$(grep -E 'error|rror:|undefined' "$scratch/check.log" | head -1)
	fi
	printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$1" "$2" "$reached" \
		"$(sed -n 's/ sites$//p' "$scratch/check.log")" "$class" "${why:0:160}" |
		tee -a "$scratch/lines"
}

# survey SUITE NAME TOP: of $kernel (sources), $bench (sources), $flags,
# $directives (files) and $arguments of the testbench, in this folder.
survey() {
	if [ "$sites" = yes ]; then
		survey_sites "$1" "$2"
		return
	fi
	local reached=nothing why=compile entities=0 unwatched=0 extra=() file
	for file in "${directives[@]}"; do
		extra+=(--tcl "$file")
	done
	if step compile compile "${kernel[@]}" "${bench[@]}"; then
		reached=compiled why=native
		if step native timeout "$seconds" "$scratch/program" "${arguments[@]}"; then
			reached='passed natively'
		fi
		why=prepare
		if step prepare "$retread" spectra prepare --top "$3" \
			-o "$scratch/sites" "${extra[@]}" "${kernel[@]}" -- \
			-w "${flags[@]}"; then
			reached=prepared why=watch
			step watch "$retread" spectra watch --sites "$scratch/sites" \
				-o "$scratch/watch" "$scratch/program" &&
				reached=watched why=run
		fi
		entities=$(grep -cE '^(scalar|array|pointer|stream) ' "$scratch/watch" 2>/dev/null)
		unwatched=$(grep -c '^warning ' "$scratch/watch" 2>/dev/null)
		if [ "$reached" = watched ]; then
			step run "$retread" spectra run --timeout "$seconds" \
				-w "$scratch/watch" -t "$scratch/table" -- \
				"$scratch/program" "${arguments[@]}" &&
				reached=passed why=
			if [ "$reached" = watched ] &&
				"$retread" spectra report "$scratch/table" >/dev/null 2>&1; then
				reached=run
			fi
		fi
	fi
	if [ -n "$why" ]; then
		why=$(grep -E 'error|rror:|retread|undefined|fail|FAIL' "$scratch/$why.log" | head -1)
	fi
	printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$1" "$2" "$reached" "${entities:-0}" \
		"${unwatched:-0}" "${why:0:160}" | tee -a "$scratch/lines"
	rm -f "$scratch/sites" "$scratch/watch" "$scratch/table"
}

# of KEY: what the hls_config.cfg in this folder has for it.
of() {
	sed -nE "s/^$1 *= *//p" hls_config.cfg | tr -d '\r' | sed 's/ *$//'
}

# survey_suite DIR
survey_suite() {
	local folder file suite=${1##*/}
	rm -rf "$scratch/copy"
	cp -r "$1" "$scratch/copy" # testbenches write files
	while read -r file; do
		folder=${file%/hls_config.cfg}
		[[ ${folder#"$1"/} =~ $only ]] || continue
		cd "$scratch/copy/${folder#"$1"/}" || continue
		kernel=() bench=() flags=(-I.) directives=() arguments=()
		while read -r file; do
			case $file in *.c | *.cpp | *.cc) kernel+=("$file") ;; esac
		done < <(of 'syn\.file')
		while read -r file; do
			case $file in
			*.c | *.cpp | *.cc)
				[[ " ${kernel[*]} " == *" $file "* ]] ||
					bench+=("$file")
				;;
			*.dat | *.txt | *.h) # the vendor runs it where these are
				[ -e "${file##*/}" ] || cp "$file" . ;;
			esac
		done < <(of 'tb\.file')
		while read -r file; do # what a block of Verilog is in C
			bench+=("$(sed -nE 's/.*"c_file" *: *"([^"]*)".*/\1/p' "$file")")
		done < <(of 'syn\.blackbox\.file')
		while read -r file; do
			read -ra more <<<"$file"
			flags+=("${more[@]}")
		done < <(of '(syn|tb)\.cflags')
		directives=(hls_config.cfg)
		survey "$suite" "${folder#"$1"/}" "$(of 'syn\.top')"
	done < <(find "$1" -name hls_config.cfg | LC_ALL=C sort)
}

for suite in "${suites[@]}"; do
	survey_suite "$suite"
done
if [ "$sites" = yes ]; then
	cut -f 1,3,5 "$scratch/lines" | LC_ALL=C sort | uniq -c
	exit
fi
awk -F'\t' '{ all[$1]++; if ($3 != "nothing") compiled[$1]++
	if ($3 == "passed" || $3 == "run") run[$1]++; if ($3 == "passed") passed[$1]++
	watched[$1] += $4; not_watched[$1] += $5 }
	END { for (suite in all)
		printf "%s: %d kernels, %d compile, %d run, %d with their testbench passing; %d variables watched, %d warnings\n",
			suite, all[suite], compiled[suite], run[suite], passed[suite],
			watched[suite], not_watched[suite] }' "$scratch/lines" | LC_ALL=C sort
