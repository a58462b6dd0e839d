/* SPDX-License-Identifier: MIT
 * Programs that stand for hardware: they run a kernel's Verilog by one of two
 * simulators, or the kernel with the vendor's headers. */
#ifndef RETREAD_FUZZ_PERF_HLS_SIMULATOR_H
#define RETREAD_FUZZ_PERF_HLS_SIMULATOR_H

#include <stdbool.h>
#include <stdio.h>

#include "fuzz-perf/hls/kernel.h"

enum simulator {
	SIMULATOR_ICARUS,    /* compiles at once, knows what is unknown */
	SIMULATOR_VERILATOR, /* runs many times as fast */
	SIMULATOR_HEADERS,   /* the kernel itself, with those of headers= */
	SIMULATOR_NONE
};

/* Makes DIRECTORY/simulate, a program that answers the kernel's calls
 * (lib/hls/hls_target.h has the protocol). Returns 0; -1 with ERR filled if the
 * simulator is not installed; 1 with ERR filled if what it is given is refused. */
int simulator_build(const struct kernel_file *kernel, enum simulator which,
	const char *directory, struct error *err);

/*--- between them ---*/

/* Whether the array NAME has the port PART (_address, _ce, _we, _d, _q) NUMBER. */
bool simulator_has(const struct arguments *found, const char *name,
	const char *part, unsigned number);
/* The instance `kernel`, whose ports are connected to signals of their names. */
void simulator_print_kernel(FILE *out, const struct kernel_file *kernel,
	const struct arguments *found);
/* FILES of the kernel, from its directory, go to WORDS. */
void simulator_add_files(struct arguments *words,
	const struct kernel_file *kernel, const struct arguments *files);
/* WORDS, run by a shell, which finds the program. As simulator_build; NAME is that of
 * the program for users, GIVEN what it may refuse. */
int simulator_run(const char *name, const struct arguments *words,
	const char *given, struct error *err);

/* Like simulator_build, with the ports FOUND. */
int verilator_build(const struct kernel_file *kernel,
	const struct arguments *found, const char *directory,
	struct error *err);

/* Like simulator_build. */
int vendor_build(const struct kernel_file *kernel, const char *directory,
	struct error *err);

#endif
