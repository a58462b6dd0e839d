#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the program simulate in a directory of wrapper.v, worker.cpp and the Verilog:
#
#	retread-verilate DIRECTORY HEADERS CACHE VERILOG...
#
# CACHE keeps programs by what they are made of, and the simulator's own objects,
# which take most of the time. Exits with 127 if a tool is missing.
set -u
directory=$1 headers=$2 cache=$3
shift 3
tools=$(verilator --version && "${CXX:-c++}" --version) || exit 127

compile() {
	"${CXX:-c++}" -O2 -w -DVM_COVERAGE=0 -DVM_SC=0 -DVM_TRACE=0 \
		-I"$include" -I"$include/vltstd" -I"$headers" "$@"
}

key() {
	sha256sum | cut -c 1-40
}

program=$cache/$({
	echo "$tools"
	cat "$directory/wrapper.v" "$directory/worker.cpp" \
		"$headers/hls_calls.h" "$headers/hls_worker.h" "$0" "$@"
} | key)
runtime=$cache/$(echo "$tools" | key).o
if [ ! -x "$program" ]; then
	include=$(verilator --getenv VERILATOR_ROOT)/include
	rm -f "$directory"/Vretread_kernel*
	verilator --cc --prefix Vretread_kernel --top-module retread_kernel \
		--x-assign unique --x-initial unique --unroll-count 65536 \
		--unroll-stmts 1000000 --default-language 1364-2005 \
		-Wno-fatal -Wno-lint -Wno-style --Mdir "$directory" \
		"$directory/wrapper.v" "$@" >&2 || exit
	if [ ! -e "$runtime" ]; then
		compile -c -o "$runtime.$$" -x c++ - <<-'EOF' || exit
			#include "verilated.cpp"
			#include "verilated_threads.cpp"
		EOF
		mv "$runtime.$$" "$runtime"
	fi
	for each in "$directory"/Vretread_kernel*.cpp; do
		echo "#include \"${each##*/}\""
	done >"$directory/models.h"
	compile -I"$directory" -o "$program.$$" "$directory/worker.cpp" \
		"$runtime" -pthread || exit
	mv "$program.$$" "$program"
fi
cp "$program" "$directory/simulate"
