#!/bin/sh
# SPDX-License-Identifier: MIT
# build-target.sh NAME CC CFLAGS OUTDIR [DRIVER]
#
# Builds one target, library included, with the given compiler (or fuzzer
# wrapper) and flags.
#   NAME    isort wf zlib png image icc jpeg xml jansson
#   CC      compiler or wrapper; may hold spaces ("taskset -c 1 clang-14")
#   CFLAGS  used to compile and to link
#   OUTDIR  receives OUTDIR/NAME
#   DRIVER  C file or object giving main (default targets/main_file.c);
#           "none" when CFLAGS/LDEXTRA bring one (libFuzzer, AFL++ driver)
# Environment: SRCDIR  where library sources lie or are fetched to with
#                      apt-get source (default OUTDIR/../src)
#              DRIVER_CC, DRIVER_CFLAGS  if the driver is to be compiled
#                      otherwise (the meter must not be instrumented)
#              LDEXTRA extra words at the end of the link line
set -eu
[ $# -ge 4 ] || { sed -n '3,20p' "$0"; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
name=$1 cc=$2 cflags=$3
mkdir -p "$4"; out=$(cd "$4" && pwd)
driver=${5:-$here/targets/main_file.c}
case $driver in none|/*) ;; *) driver=$(pwd)/$driver ;; esac
src=${SRCDIR:-$out/../src}; mkdir -p "$src"; src=$(cd "$src" && pwd)
obj=$out/obj-$name; rm -rf "$obj"; mkdir -p "$obj"

# shellcheck source=../../testsuite/packages/sources.sh
. "$here/../../testsuite/packages/sources.sh"

source_of() { # package -> directory, fetched on first use
    d=$(ls -d "$src/$1"-[0-9]*/ 2>/dev/null | head -1) || true
    if [ -z "$d" ]; then
        conf=$(sources_prepare_apt "$src/apt")
        ( cd "$src" && APT_CONFIG=$conf apt-get source -q "$1" >/dev/null 2>&1 )
        d=$(ls -d "$src/$1"-[0-9]*/ | head -1)
    fi
    echo "${d%/}"
}

compile() { # dir, flags, files...
    dir=$1 flags=$2; shift 2
    for f in "$@"; do
        o=$obj/$(echo "$f" | tr '/' '_' | sed 's/\.c$/.o/')
        ( cd "$dir" && $cc $cflags -w $flags -c "$f" -o "$o" )
    done
}

gen=$src/gen; mkdir -p "$gen"
libs="" inc=""
case $name in
isort|wf) ;;
zlib|png|image)
    d=$(source_of zlib); inc="-I$d"
    compile "$d" "-I. -DHAVE_UNISTD_H" adler32.c crc32.c inffast.c inflate.c inftrees.c zutil.c
    if [ "$name" != zlib ]; then
        p=$(source_of libpng1.6); g=$gen/png; mkdir -p "$g"
        cp "$p/scripts/pnglibconf.h.prebuilt" "$g/pnglibconf.h"
        compile "$d" "-I." deflate.c trees.c compress.c uncompr.c
        compile "$p" "-I. -I$g -I$d -DPNG_INTEL_SSE_OPT=0 -DPNG_ARM_NEON_OPT=0" png.c pngerror.c pngget.c pngmem.c pngpread.c pngread.c pngrio.c pngrtran.c pngrutil.c pngset.c pngtrans.c pngwio.c pngwrite.c pngwtran.c pngwutil.c
        inc="-I$d -I$p -I$g"; libs="-lm"
    fi ;;
icc)
    d=$(source_of lcms2); inc="-I$d/include -I$d/src"; libs="-lm"
    compile "$d/src" "-I../include" $(cd "$d/src" && ls *.c) ;;
jpeg)
    d=$(source_of libjpeg-turbo); g=$gen/jpeg; mkdir -p "$g"; inc="-I$g -I$d"
    sed -e 's/@JPEG_LIB_VERSION@/62/' -e 's/@LIBJPEG_TURBO_VERSION_NUMBER@/2001000/' \
        -e 's/@VERSION@/2/' -e 's/@BITS_IN_JSAMPLE@/8/' -e '/HAVE_INTRIN_H/d' \
        -e 's/^#cmakedefine WITH_SIMD.*//' -e 's/^#cmakedefine \([A-Z_]*\).*/#define \1 1/' \
        "$d/jconfig.h.in" >"$g/jconfig.h"
    sed -e 's/@INLINE@/inline/' -e 's/@THREAD_LOCAL@/__thread/' -e 's/@SIZE_T@/8/' \
        -e 's/@[A-Z_]*@//' -e '/^#cmakedefine HAVE_INTRIN_H/d' \
        -e 's/^#cmakedefine/#define/' "$d/jconfigint.h.in" >"$g/jconfigint.h"
    : >"$g/jversion.h"; sed 's/@COPYRIGHT_YEAR@//' "$d/jversion.h.in" >"$g/jversion.h"
    compile "$d" "-I$g -I." jaricom.c jcomapi.c jdapimin.c jdapistd.c jdarith.c jdatasrc.c \
        jdcoefct.c jdcolor.c jddctmgr.c jdhuff.c jdicc.c jdinput.c jdmainct.c jdmarker.c \
        jdmaster.c jdmerge.c jdphuff.c jdpostct.c jdsample.c jdtrans.c jerror.c jidctflt.c \
        jidctfst.c jidctint.c jidctred.c jmemmgr.c jmemnobs.c jquant1.c jquant2.c \
        jsimd_none.c jutils.c ;;
xml)
    d=$(source_of expat); [ ! -d "$d/expat" ] || d=$d/expat
    d=$d/lib; g=$gen/expat; mkdir -p "$g"; inc="-I$d"
    printf '#define %s 1\n' HAVE_MEMMOVE HAVE_GETRANDOM XML_NS XML_DTD XML_GE >"$g/expat_config.h"
    printf '#define %s\n' 'XML_CONTEXT_BYTES 1024' 'BYTEORDER 1234' >>"$g/expat_config.h"
    compile "$d" "-I$g -I. -DXML_BUILDING_EXPAT" xmlparse.c xmlrole.c xmltok.c ;;
jansson)
    d=$(source_of jansson); g=$gen/jansson; mkdir -p "$g"; inc="-I$g -I$d/src"
    sed -e 's/@json_have_long_long@\|@json_have_localeconv@/1/' -e 's/@json_inline@/inline/' \
        -e 's/@json_have_atomic_builtins@\|@json_have_sync_builtins@/1/' \
        "$d/src/jansson_config.h.in" >"$g/jansson_config.h"
    printf '#define %s 1\n' HAVE_STDINT_H HAVE_UNISTD_H HAVE_SYS_TIME_H \
        >"$g/jansson_private_config.h"
    compile "$d/src" "-I$g -I. -DHAVE_CONFIG_H -include stdint.h" \
        $(cd "$d/src" && ls *.c) ;;
*)  echo "unknown target $name" >&2; exit 2 ;;
esac

$cc $cflags -w $inc -I"$here/targets" -c "$here/targets/$name.c" -o "$obj/target_$name.o"
case $driver in
none) ;;
*.c)  ${DRIVER_CC:-$cc} ${DRIVER_CFLAGS-$cflags} -w -I"$here/targets" -c "$driver" -o "$obj/driver.o" ;;
*)    cp "$driver" "$obj/driver.o" ;;
esac
$cc $cflags "$obj"/*.o -o "$out/$name" $libs ${LDEXTRA:-}
rm -rf "$obj"
