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
