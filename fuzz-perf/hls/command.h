/* SPDX-License-Identifier: MIT
 * The verb hls and its parts. */
#ifndef RETREAD_FUZZ_PERF_HLS_COMMAND_H
#define RETREAD_FUZZ_PERF_HLS_COMMAND_H

/* Runs the part ARGV[1]. Returns the exit code. */
int hls_command_run(int argc, char **argv);
/* The part synth. */
int synth_run(int argc, char **argv);

#endif
