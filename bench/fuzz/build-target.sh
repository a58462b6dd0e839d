#!/bin/sh
# SPDX-License-Identifier: MIT
# build-target.sh NAME CC CFLAGS OUTDIR [DRIVER]
#
# Builds one target with the given compiler (or fuzzer wrapper) and flags, and its
# library, a Debian source package, by the package's own build system.
#   NAME    isort wf zlib png image icc jpeg xml jansson yaml
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

# What a configuration compiles to look around must link and run, so it gets no flags.
cat >"$obj/cc" <<END
#!/bin/sh
case "\$PWD \$*" in
*conftest* | *ztest* | *CMakeScratch* | *CMakeTmp* | *CompilerIdC*) exec cc "\$@" ;;
esac
exec $cc $cflags -w "\$@"
END
chmod +x "$obj/cc"
export CC="$obj/cc" CFLAGS=-DNDEBUG

unpacked() { # package -> a copy of its sources, to build in
    [ -e "$obj/$1" ] || cp -rH "$(source_of "$1")" "$obj/$1"
    echo "$obj/$1"
}

configured() { # dir, make's arguments, options of configure
    ( cd "$1" && shift && goals=$1 && shift &&
        { [ -x configure ] || autoreconf -fi; } &&
        ./configure "$@" && make -j2 $goals ) >"$obj/log" 2>&1 || { tail "$obj/log" >&2; exit 1; }
}

cmaked() { # dir, target, options of cmake
    ( cd "$1" && shift && goal=$1 && shift &&
        cmake -S . -B made -DCMAKE_BUILD_TYPE= "$@" &&
        make -j2 -C made "$goal" ) >"$obj/log" 2>&1 || { tail "$obj/log" >&2; exit 1; }
}

libs="" inc=""
case $name in
isort|wf) ;;
zlib|png|image)
    z=$(unpacked zlib); inc="-I$z"
    configured "$z" libz.a --static
    libs=$z/libz.a
    if [ "$name" != zlib ]; then
        p=$(unpacked libpng1.6); inc="$inc -I$p"
        configured "$p" libpng16.la --disable-shared --disable-hardware-optimizations \
            CPPFLAGS="-I$z" ac_cv_lib_z_zlibVersion=yes
        libs="$p/.libs/libpng16.a $libs -lm"
    fi ;;
icc)
    d=$(unpacked lcms2); inc="-I$d/include -I$d/src"
    configured "$d" "-C src" --disable-shared --without-jpeg --without-tiff
    libs="$d/src/.libs/liblcms2.a -lm" ;;
jpeg)
    d=$(unpacked libjpeg-turbo); inc="-I$d/made -I$d"
    cmaked "$d" jpeg-static -DWITH_SIMD=OFF -DENABLE_SHARED=OFF
    libs=$d/made/libjpeg.a ;;
xml)
    d=$(unpacked expat); [ ! -d "$d/expat" ] || d=$d/expat
    inc=-I$d/lib # its configure is made by libtoolize
    configured "$d" "-C lib" --disable-shared --without-docbook --without-tests \
        --without-examples
    libs=$d/lib/.libs/libexpat.a ;;
jansson)
    d=$(unpacked jansson); inc="-I$d/made/include"
    cmaked "$d" jansson -DJANSSON_BUILD_DOCS=OFF -DJANSSON_WITHOUT_TESTS=ON \
        -DJANSSON_EXAMPLES=OFF
    libs=$d/made/lib/libjansson.a ;;
yaml)
    d=$(unpacked libyaml); inc=-I$d/include
    cmaked "$d" yaml -DBUILD_SHARED_LIBS=OFF
    libs=$d/made/libyaml.a ;;
*)  echo "unknown target $name" >&2; exit 2 ;;
esac
source=$here/targets/$name.c
[ -e "$source" ] || source=$here/libraries/$name.c

$cc $cflags -w $inc -I"$here/targets" -c "$source" -o "$obj/target_$name.o"
case $driver in
none) ;;
*.c)  ${DRIVER_CC:-$cc} ${DRIVER_CFLAGS-$cflags} -w -I"$here/targets" -c "$driver" -o "$obj/driver.o" ;;
*)    cp "$driver" "$obj/driver.o" ;;
esac
$cc $cflags "$obj"/*.o -o "$out/$name" $libs ${LDEXTRA:-}
rm -rf "$obj"
