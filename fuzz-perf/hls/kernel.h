/* SPDX-License-Identifier: MIT
 * The file that says what a kernel is, how it is called and with what:
 * retread-hls(1) has its form. */
#ifndef RETREAD_FUZZ_PERF_HLS_KERNEL_H
#define RETREAD_FUZZ_PERF_HLS_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "lib/arguments.h"
#include "lib/kernel/interface.h"

#define KERNEL_INPUTS 16

struct error;
struct source_request;

/* TYPE COUNT..COUNT MIN..MAX */
struct kernel_input {
	char *name;
	char type[16];
	unsigned bytes;
	int is_signed;
	int64_t count_min, count_max;
	int64_t min, max;
};

struct kernel_file {
	const char *path; /* as kernel_read was given it */
	char *directory;  /* that it is in; paths count from there */
	unsigned declare_line, call_line;
	struct arguments sources, flags, includes;
	char *declare; /* NULL: a header has it */
	char *call;
	struct kernel_input input[KERNEL_INPUTS];
	size_t inputs;
	char result_type[16];
	unsigned result_bytes;
	int64_t results;
	int64_t calls_min, calls_max;
	/* The CPU begins each call with static variables as at the start. */
	bool is_fresh;
	int64_t ticks;
	struct arguments rtl;	/* Verilog; none: there is no simulator */
	char *headers;		/* a directory of the vendor's; NULL: none */
	bool has_found_headers; /* the environment names them, not the file */
	int64_t cycles;		/* a simulated call that takes more hangs */
	char *confirm;		/* a command that answers calls; NULL: none */
	/* Of the declaration; empty: it has parameters that RTL is not given. */
	struct kernel_interface interface;
};

/* Returns 0, or -1 with ERR filled: "FILE:LINE: what is wrong". */
int kernel_read(
	struct kernel_file *kernel, const char *path, struct error *err);
void kernel_release(struct kernel_file *kernel);
/* The bytes that the longest test has. */
uint64_t kernel_test_bytes(const struct kernel_file *kernel);

/*--- ports.c ---*/

/* Reads the interface of the declaration, with the headers that it needs. Returns 0,
 * or -1 with ERR filled and nothing read. */
int ports_read(struct kernel_file *kernel, struct error *err);
/* The ports of the Verilog module that has the kernel's name, each a word: what
 * Vitis HLS makes of ap_ctrl_hs and ap_memory. Returns 0, or -1 with ERR filled if
 * a port belongs to no parameter, or one that is needed is missing. */
int ports_find(const struct kernel_file *kernel, struct arguments *found,
	struct error *err);

/*--- pragmas.c ---*/

/* Puts the pragmas that sites need into the environment, where the plug-in reads
 * them: those in force in what REQUEST compiles. OTHERS gets those of which sites know
 * nothing. Returns 0, or -1 with ERR filled. */
int pragmas_export(
	const struct source_request *request, FILE *others, struct error *err);

/*--- build.c ---*/

/* WORD, a path from the file's directory. Free it. */
char *kernel_path_dup(const struct kernel_file *kernel, const char *word);

/* The directory of headers that kernels include. NULL: it is not there. Free it. */
char *kernel_headers_dup(void);

/* Whether all sources are C. */
bool kernel_is_all_c(const struct kernel_file *kernel);

/* C++ that includes what the kernel's caller needs, and declares it. */
void kernel_print_declaration(const struct kernel_file *kernel, FILE *out);

/* Returns the exit code of WORDS, or -1 with ERR filled. */
int build_run(char **words, struct error *err);

/* Compiles the kernel into DIRECTORY/target, and lists pragmas of which sites know
 * nothing, and regions of dataflow that run as on the CPU, in DIRECTORY/unmodelled. Returns 0; -1 with ERR filled if a
 * part is missing; 1 if the kernel is refused: ERR says why, or is empty if the
 * compiler has said so. */
int kernel_build(const struct kernel_file *kernel, const char *directory,
	struct error *err);

#endif
