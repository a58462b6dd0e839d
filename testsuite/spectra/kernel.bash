# SPDX-License-Identifier: MIT
# For tests of spectra to source, after tap.bash: builds kernels of examples/hls,
# runs them, and prints what of a report does not depend on the compiler.

hls=$top_srcdir/examples/hls
retread=$top_builddir/retread
headers=$top_builddir/include/retread/hls

# need_parser: skips the script without libclang.
need_parser() {
	grep -q '^#define HAVE_LIBCLANG 1' "$top_builddir/config.h" ||
		tap_skip_all "retread was built without libclang"
}

# kernel_field NAME FIELD: of the list of kernels; 2: declaration, 3: call.
kernel_field() {
	grep -E "^$1\.(c|cpp)\|" "$hls/kernels" | cut -d'|' -f"$2"
}

# build_kernel NAME CC CXX [FLAG...]: $tap_scratch/NAME, its sites and its list.
build_kernel() {
	local name=$1 cc=$2 cxx=$3 source flags=(-O0 -g "-I$headers" -w)
	shift 3
	source=$hls/$(kernel_field "$name" 1)
	case $source in
	*.c) "$cc" "${flags[@]}" "$@" -c -o "$tap_scratch/kernel.o" "$source" &&
		flags+=(-DIN_C) ;;
	*) "$cxx" "${flags[@]}" "$@" -c -o "$tap_scratch/kernel.o" "$source" ;;
	esac &&
		"$cxx" "${flags[@]}" "-DDECLARE=$(kernel_field "$name" 2)" \
			"-DCALL=$(kernel_field "$name" 3)" \
			-o "$tap_scratch/$name" "$hls/host.cpp" \
			"$tap_scratch/kernel.o" &&
		"$retread" spectra prepare --top "$name" \
			-o "$tap_scratch/$name.sites" "$source" -- "$@" &&
		"$retread" spectra watch --sites "$tap_scratch/$name.sites" \
			-o "$tap_scratch/$name.watch" "$tap_scratch/$name"
}

# run_kernel NAME NUMBER...: leaves $tap_scratch/NAME.table
run_kernel() {
	local name=$1
	shift
	"$retread" spectra run -w "$tap_scratch/$name.watch" \
		-t "$tap_scratch/$name.table" -- "$tap_scratch/$name" "$@" \
		>/dev/null 2>&1
}

# spectra_of NAME: rows and boundaries, without what compilers differ in.
spectra_of() {
	"$retread" spectra report "$tap_scratch/$1.table" |
		sed -E -e '/^enough for/,$d' -e 's/ \(first at pc 0x[0-9a-f]+\)//' \
			-e 's/  stack [0-9]+ bytes//' -e 's/ [0-9]+ host edges/ host edges/' \
			-e 's/ +/ /g' -e 's/ $//' | grep -v '^$' | LC_ALL=C sort
}
