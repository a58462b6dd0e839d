# SPDX-License-Identifier: MIT
# Sourced by run: how to build a driver with the sources of each project, all of it
# by gcc -g -O1 and without the project's own build system where that is short.
# shellcheck shell=bash disable=SC2086,SC2046

CFLAGS='-g -O1 -w'

# What is needed of project $1's repository; nothing: all.
paths_of()
{
	case $1 in
	libexpat) echo expat/lib ;;
	libxml2) echo '*.c' '*.h' '*.inc' include ;;
	dtc) echo libfdt ;;
	glib) echo glib/gstring.c glib/gstring.h 'glib/*private.h' ;;
	esac
}

# Expands what CMake would: $1 is the template; the options are sed's.
expand()
{
	local template=$1
	shift
	sed -E -e 's/^#cmakedefine01 (\w+)/#define \1 1/' \
		-e 's/^#cmakedefine (\w+)( .*)?$/#define \1/' "$@" "$template"
}

# Each: build_PROJECT SOURCE DRIVER PROGRAM. DRIVER is empty for a project's own
# program; a program's scratch folder is PROGRAM.d.
build_libexpat()
{
	local lib=$1/expat/lib
	touch "$3.d/expat_config.h"
	gcc $CFLAGS -I"$3.d" -I"$lib" -DHAVE_EXPAT_CONFIG_H -DHAVE_MEMMOVE -DXML_NS \
		-DXML_GE=1 -DXML_DTD -DXML_CONTEXT_BYTES=1024 -DXML_POOR_ENTROPY \
		-DBYTEORDER=1234 -DPACKAGE='"expat"' -o "$3" "$2" \
		"$lib"/xml{parse,role,tok}.c
}

build_cmark()
{
	local src=$1/src
	cat >"$3.d/cmark_export.h" <<-END
		#define CMARK_EXPORT
		#define CMARK_NO_EXPORT
	END
	cp "$3.d/cmark_export.h" "$3.d/cmark-gfm_export.h"
	expand "$src/cmark_version.h.in" -e 's/@\w+@/0/g' >"$3.d/cmark_version.h"
	[ ! -e "$src/config.h.in" ] ||
		expand "$src/config.h.in" >"$3.d/config.h"
	gcc $CFLAGS -DCMARK_STATIC_DEFINE -DCMARK_THREADING=0 -I"$3.d" -I"$src" \
		-o "$3" "$src"/*.c
}

build_cmark_gfm()
{
	cmake -S "$1" -B "$3.d" -DCMARK_TESTS=OFF -DCMARK_SHARED=OFF \
		-DCMAKE_C_FLAGS="$CFLAGS" && make -C "$3.d" cmark-gfm &&
		cp "$3.d/src/cmark-gfm" "$3"
}

build_md4c()
{
	local sources
	sources=$(cd "$1" && ls {src,md4c,md2html}/*.c 2>/dev/null)
	(cd "$1" && gcc $CFLAGS -Isrc -Imd4c -Imd2html -DMD_VERSION_MAJOR=0 \
		-DMD_VERSION_MINOR=0 -DMD_VERSION_RELEASE=0 -o "$3" $sources)
}

build_c_ares()
{
	cmake -S "$1" -B "$3.d" -DCARES_STATIC=ON -DCARES_SHARED=OFF \
		-DCARES_BUILD_TOOLS=OFF -DCARES_BUILD_TESTS=OFF \
		-DCMAKE_C_FLAGS="$CFLAGS" && make -C "$3.d" c-ares &&
		gcc $CFLAGS -DCARES_STATICLIB -I"$3.d" -I"$1/include" -o "$3" \
			"$2" "$3.d/lib/libcares.a"
}

build_dtc()
{
	gcc $CFLAGS -I"$1/libfdt" -o "$3" "$2" "$1"/libfdt/*.c
}

build_cJSON()
{
	local utils=
	[ ! -e "$1/cJSON_Utils.c" ] || utils=$1/cJSON_Utils.c
	gcc $CFLAGS -I"$1" -o "$3" "$2" "$1/cJSON.c" $utils -lm
}

build_tinyxml2()
{
	g++ $CFLAGS -I"$1" -o "$3" "$2" "$1/tinyxml2.cpp"
}

build_parson()
{
	gcc $CFLAGS -include stdint.h -I"$1" -o "$3" "$2" "$1/parson.c" -lm
}

build_tomlc99()
{
	gcc $CFLAGS -I"$1" -o "$3" "$2" "$1/toml.c"
}

build_frozen()
{
	gcc $CFLAGS -I"$1" -o "$3" "$2" "$1/frozen.c" -lm
}

build_libyaml()
{
	gcc $CFLAGS -I"$1/include" -I"$1/src" -DYAML_VERSION_MAJOR=0 \
		-DYAML_VERSION_MINOR=2 -DYAML_VERSION_PATCH=5 \
		-DYAML_VERSION_STRING='"0.2.5"' -o "$3" "$2" "$1"/src/*.c
}

build_libtasn1()
{
	local source
	source=$(realpath "$1")
	(cd "$3.d" && "$source/configure" -q --disable-shared --disable-doc \
		CFLAGS="$CFLAGS" && make -C lib) &&
		gcc $CFLAGS -I"$3.d/lib/includes" -I"$1/lib/includes" -o "$3" "$2" \
			"$3.d/lib/.libs/libtasn1.a"
}

# The string functions alone, before those of the installed library.
build_glib()
{
	local newer=(-DGLIB_AVAILABLE_IN_2_{76,78,80,82,84,86}=)
	local include
	include=$(pkg-config --variable=includedir glib-2.0)/glib-2.0/glib
	pkg-config --exists glib-2.0 || return 1
	touch "$3.d/config.h" "$3.d/glibintl.h"
	gcc $CFLAGS -DGLIB_COMPILATION -DG_LOG_DOMAIN='"GLib"' -D'_(s)=s' \
		"${newer[@]}" \
		-I"$3.d" -I"$include" $(pkg-config --cflags glib-2.0) -o "$3" \
		"$2" "$1/glib/gstring.c" $(pkg-config --libs glib-2.0) \
		-Wl,--unresolved-symbols=ignore-in-object-files
}

# What configure would find out, and a library without what the drivers do not need.
build_libxml2()
{
	local name without sources=()
	without='TRIO|ICU|LZMA|ZLIB|ICONV|ISO8859X|MODULES|THREAD_ALLOC|THREADS|HTTP|FTP'
	without="$without|MEM_DEBUG|RUN_DEBUG|DEBUG|LEGACY|TLS|MODULE_EXTENSION|DOCB"
	without="$without|XPTR_LOCS|CATALOG|SCHEMAS|SCHEMATRON|RELAXNG"
	mkdir -p "$3.d/libxml"
	sed -E -e "s/@WITH_($without)@/0/" -e 's/@WITH_\w+@/1/' \
		-e 's/@LIBXML_VERSION_NUMBER@/21200/; s/@VERSION@/2.12.0/; s/@\w+@//g' \
		"$1/include/libxml/xmlversion.h.in" >"$3.d/libxml/xmlversion.h"
	for name in STDARG STDINT STDLIB STRING SYS_TYPES SYS_STAT SYS_TIME TIME \
		UNISTD FCNTL ERRNO LIMITS FLOAT MATH CTYPE; do
		echo "#define HAVE_${name}_H 1"
	done >"$3.d/config.h"
	cat >>"$3.d/config.h" <<-END
		#define HAVE_SNPRINTF 1
		#define HAVE_VSNPRINTF 1
		#define HAVE_STAT 1
		#define HAVE_VA_COPY 1
		#define HAVE_GETTIMEOFDAY 1
		#define HAVE_FUNC_ATTRIBUTE_DESTRUCTOR 1
		#define VA_LIST_IS_ARRAY 1
		#define XML_SYSCONFDIR "/etc"
		#define SEND_ARG2_CAST
		#define GETHOSTBYNAME_ARG_CAST
		#define _GNU_SOURCE 1
	END
	for name in HTMLparser HTMLtree SAX SAX2 buf c14n catalog chvalid debugXML \
		dict encoding entities error globals hash list parser \
		parserInternals pattern tree uri valid xinclude xlink xmlIO \
		xmlmemory xmlreader xmlregexp xmlsave xmlstring xmlunicode \
		xmlwriter xpath xpointer threads nanohttp nanoftp xmlmodule \
		relaxng xmlschemas xmlschemastypes schematron; do
		[ ! -e "$1/$name.c" ] || sources+=("$1/$name.c")
	done
	gcc $CFLAGS -DHAVE_CONFIG_H -D_REENTRANT -DIN_LIBXML -DSYSCONFDIR='"/etc"' \
		-I"$3.d" -I"$1/include" -I"$1" -o "$3" "$2" "${sources[@]}" -lm -ldl
}
