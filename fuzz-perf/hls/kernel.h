/* SPDX-License-Identifier: MIT
 * The file that says what a kernel is, how it is called and with what:
 * retread-hls(1) has its form. */
#ifndef RETREAD_FUZZ_PERF_HLS_KERNEL_H
#define RETREAD_FUZZ_PERF_HLS_KERNEL_H

#include <stddef.h>
#include <stdint.h>

#include "lib/arguments.h"

#define KERNEL_INPUTS 16

struct error;

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
	char *directory; /* that it is in; paths count from there */
	struct arguments sources, flags;
	char *declare, *call;
	struct kernel_input input[KERNEL_INPUTS];
	size_t inputs;
	char result_type[16];
	unsigned result_bytes;
	int64_t results;
	int64_t calls;
	int64_t ticks;
};

/* Returns 0, or -1 with ERR filled: "FILE:LINE: what is wrong". */
int kernel_read(
	struct kernel_file *kernel, const char *path, struct error *err);
void kernel_release(struct kernel_file *kernel);
/* The bytes that the longest test has. */
uint64_t kernel_test_bytes(const struct kernel_file *kernel);

/*--- build.c ---*/

/* Compiles the kernel into DIRECTORY/target. Returns 0; -1 with ERR filled if a
 * part is missing; 1 if the compiler refuses, which has said why. */
int kernel_build(const struct kernel_file *kernel, const char *directory,
	struct error *err);

#endif
