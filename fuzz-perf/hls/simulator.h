/* SPDX-License-Identifier: MIT
 * Programs that run a kernel's Verilog, by one of two simulators. */
#ifndef RETREAD_FUZZ_PERF_HLS_SIMULATOR_H
#define RETREAD_FUZZ_PERF_HLS_SIMULATOR_H

#include <stdbool.h>
#include <stdio.h>

#include "fuzz-perf/hls/kernel.h"

enum simulator {
	SIMULATOR_ICARUS,   /* compiles at once, knows what is unknown */
	SIMULATOR_VERILATOR /* runs many times as fast */
};

/* Makes DIRECTORY/simulate of the kernel's Verilog, a program that runs it
 * (lib/hls/hls_target.h has the protocol). Returns 0; -1 with ERR filled if the
 * simulator is not installed; 1 with ERR filled if the Verilog is refused. */
int simulator_build(const struct kernel_file *kernel, enum simulator which,
	const char *directory, struct error *err);

/*--- between the two ---*/

/* Whether the array NAME has the port PART (_address, _ce, _we, _d, _q) NUMBER. */
bool simulator_has(const struct arguments *found, const char *name,
	const char *part, unsigned number);
/* The instance `kernel`, whose ports are connected to signals of their names. */
void simulator_print_kernel(FILE *out, const struct kernel_file *kernel,
	const struct arguments *found);
/* WORDS and the kernel's Verilog, run by a shell, which finds the program. As
 * simulator_build; NAME is that of the simulator for users. */
int simulator_run(const struct kernel_file *kernel, const char *name,
	struct arguments *words, struct error *err);

/* Like simulator_build, with the ports FOUND. */
int verilator_build(const struct kernel_file *kernel,
	const struct arguments *found, const char *directory,
	struct error *err);

#endif
