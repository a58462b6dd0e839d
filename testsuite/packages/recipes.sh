# SPDX-License-Identifier: MIT
# How each Debian source package is built, and how its own tests are started.
#
# For a package P (with _ for other characters):
#   build_P SOURCE     builds in the current directory, with $flags
#   tests_P SOURCE     prints test programs, a row each: NAME, a tab, DIRECTORY
#                      in the build directory, a tab, COMMAND of words
#   suite_P SOURCE     prints the COMMAND of the package's own whole test run
# shellcheck shell=bash disable=SC2034

packages=(json-c jansson popt uriparser cjson libyaml libcsv)
flags='-g -O2'

cmake_build()
{
	cmake "$1" -DCMAKE_BUILD_TYPE= -DCMAKE_C_FLAGS="$flags" \
		-DCMAKE_CXX_FLAGS="$flags" -DBUILD_TESTING=ON "${@:2}" &&
		make -j2
}

# Static libraries where libtool would otherwise start each test through a
# script that runs some twenty programs.
configure_build()
{
	CFLAGS=$flags "$1/configure" --disable-shared "${@:2}" && make -j2
}

# Prints a row, to be run in directory $1, for each executable of $2...
rows_of_programs()
{
	local program
	for program in "${@:2}"; do
		[ -f "$program" ] && [ -x "$program" ] &&
			printf '%s\t%s\t./%s\n' "${program##*/}" "$1" \
				"$(realpath --relative-to="$1" "$program")"
	done
	return 0
}

build_json_c()
{
	cmake_build "$1"
}
# Its scripts compare output and would start valgrind themselves.
tests_json_c()
{
	rows_of_programs . tests/test1 tests/test2 tests/test4 \
		tests/testReplaceExisting tests/test_[a-t]* tests/test_[v-z]*
}
suite_json_c()
{
	echo 'env USE_VALGRIND=0 ctest'
}

build_jansson()
{
	cmake_build "$1" -DJANSSON_BUILD_DOCS=OFF
}
tests_jansson()
{
	rows_of_programs . bin/test_*
}
suite_jansson()
{
	echo 'ctest -E __'
}

build_popt()
{
	configure_build "$1" --disable-nls &&
		make -C tests check TESTS=
}
# The rows of its tests/testit.sh that reach most of the library.
tests_popt()
{
	local test='test1-%s\ttests\tenv HOME=. ./test1 %s\n' input
	# shellcheck disable=SC2059
	{
		printf "$test" two '--arg1 --arg2 something'
		printf "$test" alias '--simple another --two'
		printf "$test" rest '--echo-args -e 1 2 3 4'
		printf "$test" help --help
		printf "$test" usage --usage
	}
	for input in "$1"/tests/test3-data/*.input; do
		printf 'test3-%s\ttests\t./test3 %s\n' \
			"$(basename "$input" .input)" "$input"
	done
}
suite_popt()
{
	echo 'make -C tests check'
}

build_uriparser()
{
	cmake_build "$1" -DURIPARSER_BUILD_DOCS=OFF
}
tests_uriparser()
{
	rows_of_programs . testrunner
}
suite_uriparser()
{
	echo 'ctest'
}

build_cjson()
{
	cmake_build "$1" -DENABLE_CJSON_TEST=ON -DENABLE_CJSON_UTILS=ON
}
tests_cjson()
{
	rows_of_programs . cJSON_test
	rows_of_programs tests tests/*
}
suite_cjson()
{
	echo 'ctest'
}

build_libyaml()
{
	cmake_build "$1"
}
tests_libyaml()
{
	local program input
	rows_of_programs . test-version test-reader
	for program in run-scanner run-parser run-loader run-dumper; do
		for input in anchors mapping numbers; do
			printf '%s-%s\t.\t./%s %s\n' "$program" "$input" \
				"$program" "$1/examples/$input.yaml"
		done
	done
}
suite_libyaml()
{
	echo 'ctest'
}

build_libcsv()
{
	configure_build "$1" && make check TESTS=
}
tests_libcsv()
{
	rows_of_programs . check_csv
}
suite_libcsv()
{
	echo 'make check'
}

# Its sources have no configure script; making one writes into them.
autoreconf_build()
{
	cp -a "$1/." . && autoreconf -fi && configure_build . "${@:2}"
}

build_expat()
{
	autoreconf_build "$1/expat" --without-docbook --without-examples &&
		make -C tests check TESTS=
}
tests_expat()
{
	rows_of_programs tests tests/runtests
}
suite_expat()
{
	echo 'make -C tests check'
}

build_libidn2()
{
	configure_build "$1" --disable-doc --disable-gtk-doc --disable-nls \
		--with-included-libunistring &&
		make -C tests check TESTS=
}
# All but test-lookup, ten thousand names: a second plainly, minutes recorded.
tests_libidn2()
{
	rows_of_programs tests tests/test-[a-k]* tests/test-locale \
		tests/test-[m-z]*
}
suite_libidn2()
{
	echo 'make -C tests check'
}

# Of its tests the ones whose input is small, interpreted and not.
build_pcre2()
{
	configure_build "$1"
}
tests_pcre2()
{
	local number
	rows_of_programs . pcre2posix_test
	for number in 3 8 9 11 18 19 20 21; do
		printf 'pcre2test-%s\t.\t./pcre2test -q -8 %s %s\n' "$number" \
			"$1/testdata/testinput$number" /dev/null
	done
}
suite_pcre2()
{
	echo "env srcdir=$1 sh $1/RunTest"
}

build_jq()
{
	autoreconf_build "$1" --disable-docs --disable-maintainer-mode \
		--with-oniguruma=no
}
tests_jq()
{
	local test
	for test in base64 optional; do
		printf '%s\t.\t./jq -L %s --run-tests %s\n' "$test" \
			"$1/tests/modules" "$1/tests/$test.test"
	done
}
suite_jq()
{
	echo "./jq -L $1/tests/modules --run-tests $1/tests/jq.test"
}

build_protobuf_c()
{
	configure_build "$1" && make check TESTS=
}
tests_protobuf_c()
{
	rows_of_programs . t/generated-code*/test-* t/issue*/issue[0-9]* \
		t/version/version
}
suite_protobuf_c()
{
	echo 'make check'
}

# The packages from here on were drawn by chance (bench/verdicts.md, "The draw").

# A tenth of its several hundred awk programs; those with input of their own
# read it from a file.
build_gawk()
{
	CFLAGS=$flags "$1/configure" --disable-nls --disable-extensions &&
		make -j2 SUBDIRS='support .'
}
tests_gawk()
{
	local program input number=0
	for program in "$1"/test/[a-q]*.awk; do
		number=$((number + 1))
		[ $((number % 10)) -eq 0 ] || continue
		input=${program%.awk}.in
		[ -e "$input" ] || input=/dev/null
		printf '%s\t.\t./gawk -f %s %s\n' "$(basename "$program" .awk)" \
			"$program" "$input"
	done
}
suite_gawk()
{
	echo 'make check'
}

build_libconfig()
{
	cp -a "$1/." . && configure_build . --disable-doc &&
		make -C tests check TESTS=
}
tests_libconfig()
{
	rows_of_programs tests tests/libconfig_tests
}
suite_libconfig()
{
	echo 'make -C tests check'
}

# Of each kind of function one; the others have the same driver.
build_mpclib3()
{
	configure_build "$1" && make -C tests check TESTS=
}
tests_mpclib3()
{
	local test
	for test in tadd tdiv texp tsqrt tstrtoc tget_version; do
		printf '%s\ttests\tenv srcdir=%s/tests ./%s\n' $test "$1" $test
	done
}
suite_mpclib3()
{
	echo 'make -C tests check'
}

build_libpng1_6()
{
	configure_build "$1" && make check TESTS=
}
tests_libpng1_6()
{
	printf 'pngtest\t.\t./pngtest %s\n' "$1/pngtest.png"
	printf 'pngunknown\t.\t./pngunknown --strict default=discard %s\n' \
		"$1/pngtest.png"
	printf 'pngimage\t.\t./pngimage --list-combos --log %s\n' \
		"$1/contrib/testpngs/gray-1.png"
}
suite_libpng1_6()
{
	echo 'make check'
}

build_libsodium()
{
	autoreconf_build "$1" && make check TESTS=
}
# No ciphers: encodings, comparisons, padding, memory.
tests_libsodium()
{
	rows_of_programs test/default test/default/{codecs,sodium_utils,sodium_utils2,sodium_core,sodium_version,verify1,misuse}
}
suite_libsodium()
{
	echo 'make check'
}

build_msgpack_c()
{
	cmake_build "$1" -DMSGPACK_BUILD_TESTS=ON
}
tests_msgpack_c()
{
	rows_of_programs . ./*_c test/*_c
}
suite_msgpack_c()
{
	echo 'ctest'
}

build_yajl()
{
	cmake_build "$1"
}
tests_yajl()
{
	local input
	for input in "$1"/test/parsing/cases/*.json; do
		printf '%s\t.\t./test/parsing/yajl_test %s\n' \
			"$(basename "$input" .json)" "$input"
	done
}
suite_yajl()
{
	echo 'ctest'
}

build_libexif()
{
	autoreconf_build "$1" --disable-nls --disable-docs &&
		make -C test check TESTS=
}
tests_libexif()
{
	local input
	rows_of_programs test test/test-{gps,integers,mem,null,sorted,tagtable,value}
	for input in "$1"/test/testdata/*.jpg; do
		printf 'parse-%s\ttest\t./test-parse %s\n' \
			"$(basename "$input" .jpg)" "$input"
	done
}
suite_libexif()
{
	echo 'make -C test check'
}

build_gperf()
{
	configure_build "$1"
}
tests_gperf()
{
	local name
	for name in ada c modula2 pascal languages permut2; do
		printf '%s\t.\t./src/gperf %s\n' "$name" \
			"$1/tests/$name.gperf"
	done
}
suite_gperf()
{
	echo 'make check'
}

build_lzo2()
{
	configure_build "$1"
}
tests_lzo2()
{
	rows_of_programs . lzotest/lzotest examples/simple lzotest/align \
		lzotest/chksum lzotest/promote lzotest/sizes
}
suite_lzo2()
{
	echo 'make check'
}
