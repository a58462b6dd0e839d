# SPDX-License-Identifier: MIT
# The programs that are measured: how each is built at an optimisation level,
# and how it is started. Sourced by bench/record and bench/analyze, which set
# $bench, $cache, $size (full, small or long).
# shellcheck shell=bash disable=SC2154,SC2034

# shellcheck source=../testsuite/packages/sources.sh
. "$bench/../testsuite/packages/sources.sh"

own_programs=(list tree hash matmul stl scan sort)
package_programs=(cjson jansson minigzip xmllint sqlite)
CC=${CC:-gcc}
CXX=${CXX:-g++}

program_directory()
{
	echo "$cache/programs$1"
}

# Typed after the program's path at $size: arguments, and < for input.
program_arguments()
{
	local input=$cache/input/$size
	case $1-$size in
	unit-*) echo 240 100 ;; # about 3 ms
	cjson-long | jansson-long) echo "$input.json" 20 ;;
	cjson-* | jansson-*) echo "$input.json" 2 ;;
	minigzip-*) echo "<$input.text" ;;
	xmllint-full) printf '%s' --noout; printf " $input.xml%.0s" {1..8} ;;
	xmllint-long) printf '%s' --noout; printf " $input.xml%.0s" {1..80} ;;
	xmllint-small) echo --noout "$input.xml" ;;
	sqlite-*) echo "<$input.sql" ;;
	list-small) echo 100 20 ;;
	tree-small) echo 2000 5 ;;
	hash-small) echo 1000 2 ;;
	matmul-small) echo 48 2 ;;
	stl-small) echo 1000 2 ;;
	scan-small) echo 500 2 ;;
	sort-small) echo 1000 1 ;;
	list-long) echo 600 3000 ;;
	tree-long) echo 20000 2000 ;;
	hash-long) echo 12000 400 ;;
	matmul-long) echo 256 20 ;;
	stl-long) echo 10000 400 ;;
	scan-long) echo 8000 800 ;;
	sort-long) echo 20000 100 ;;
	esac
}

build_inputs()
{
	local records=(1600 1600 12000 9000) input=$cache/input/$size
	[ -e "$input.sql" ] && return
	[ "$size" != small ] || records=(100 100 500 300)
	[ "$size" != long ] || records=(1600 1600 120000 90000)
	mkdir -p "$cache/input"
	local make=$cache/input/make_input
	$CC -O2 -o "$make" "$bench/workloads/make_input.c" &&
		"$make" json "${records[0]}" >"$input.json" &&
		"$make" xml "${records[1]}" >"$input.xml" &&
		"$make" text "${records[2]}" >"$input.text" &&
		"$make" sql "${records[3]}" >"$input.sql"
}

build_own()
{
	local from=$bench/workloads/$1
	if [ -e "$from.cpp" ]; then
		$CXX -g "$2" -o "$3" "$from.cpp"
	else
		$CC -std=gnu11 -g "$2" -o "$3" "$from.c"
	fi
}

# A unit test: a short list.
build_unit()
{
	build_own list "$1" "$2"
}

# cmake_in SOURCE LEVEL BUILD TARGET OPTION...
cmake_in()
{
	cmake -S "$1" -B "$3" -DCMAKE_BUILD_TYPE= -DCMAKE_C_FLAGS="-g $2" \
		-DBUILD_SHARED_LIBS=OFF "${@:5}" &&
		make -C "$3" -j2 "$4"
}

build_cjson()
{
	local source
	source=$(sources_get "$cache" cjson) &&
		cmake_in "$source" "$1" "$2.build" cjson -DENABLE_CJSON_TEST=OFF \
			-DENABLE_CUSTOM_COMPILER_FLAGS=OFF &&
		$CC -g "$1" -I"$source" -o "$2" "$bench/workloads/cjson.c" \
			"$2.build/libcjson.a" -lm
}

build_jansson()
{
	local source
	source=$(sources_get "$cache" jansson) &&
		cmake_in "$source" "$1" "$2.build" jansson \
			-DJANSSON_BUILD_DOCS=OFF -DJANSSON_WITHOUT_TESTS=ON \
			-DJANSSON_EXAMPLES=OFF &&
		$CC -g "$1" -I"$2.build/include" -o "$2" \
			"$bench/workloads/jansson.c" "$2.build/lib/libjansson.a"
}

# Its configure works among the sources.
build_minigzip()
{
	local source
	source=$(sources_get "$cache" zlib) && rm -rf "$2.build" &&
		cp -r "$source" "$2.build" &&
		(cd "$2.build" && CFLAGS="-g $1" ./configure --static &&
			make minigzip) && cp "$2.build/minigzip" "$2"
}

build_xmllint()
{
	local source
	source=$(sources_get "$cache" libxml2) &&
		cmake_in "$source" "$1" "$2.build" xmllint \
			-DLIBXML2_WITH_PYTHON=OFF -DLIBXML2_WITH_LZMA=OFF \
			-DLIBXML2_WITH_ZLIB=OFF -DLIBXML2_WITH_ICU=OFF &&
		cp "$2.build/xmllint" "$2"
}

build_sqlite()
{
	local source
	source=$(sources_get "$cache" sqlite3) && rm -rf "$2.build" &&
		mkdir "$2.build" &&
		(cd "$2.build" && "$source/configure" --disable-tcl --disable-shared \
			--disable-readline --disable-threadsafe \
			--disable-load-extension CFLAGS="-g $1" &&
			make sqlite3) && cp "$2.build/sqlite3" "$2"
}

# Builds program $1 at level $2, once. A program that cannot be built is left
# out, and said so.
build_program()
{
	local to
	to=$(program_directory "$2")/$1
	[ -e "$to" ] && return
	mkdir -p "${to%/*}"
	if [ -e "$bench/workloads/$1.c" ] && [[ $1 != @(cjson|jansson) ]] ||
		[ -e "$bench/workloads/$1.cpp" ]; then
		build_own "$1" "$2" "$to"
	else
		"build_$1" "$2" "$to"
	fi >"$to.log" 2>&1 && return
	rm -f "$to"
	echo "bench: $1 at $2 is left out: see $to.log" >&2
	return 1
}

# Runs "$@" and then program $program at $level, with its arguments and input.
# The program's output goes nowhere.
with_program()
{
	local argument arguments=() input=/dev/null
	for argument in $(program_arguments "$program"); do
		case $argument in
		'<'*) input=${argument#<} ;;
		*) arguments+=("$argument") ;;
		esac
	done
	"$@" "$(program_directory "$level")/$program" "${arguments[@]}" \
		<"$input" >/dev/null
}
