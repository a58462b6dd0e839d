/* SPDX-License-Identifier: MIT
 * The verb hls and its parts. */
#ifndef RETREAD_FUZZ_PERF_HLS_COMMAND_H
#define RETREAD_FUZZ_PERF_HLS_COMMAND_H

#include <stdbool.h>

/* Runs the part ARGV[1]. Returns the exit code. */
int hls_command_run(int argc, char **argv);
/* The parts synth and seeds. */
int synth_run(int argc, char **argv);
int seeds_run(int argc, char **argv);

struct error;
struct kernel_file;

/* Prints what is wrong with PART. Returns STATUS. */
int hls_fail(int status, const char *part, const struct error *err);
/* Compiles the kernel of FILE, and the SIMULATOR that an option chose, into DIRECTORY.
 * Returns an exit code. */
int hls_build(const char *part, const char *file, int simulator,
	const char *directory, struct kernel_file *kernel);
/* Returns its exit code, or -1 with ERR filled. QUIET: what it prints to stdout
 * is not for the user. */
int hls_run_program(char **words, bool quiet, struct error *err);

#endif
