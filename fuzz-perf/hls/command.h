/* SPDX-License-Identifier: MIT
 * `retread hls` without its first word. */
#ifndef RETREAD_FUZZ_PERF_HLS_COMMAND_H
#define RETREAD_FUZZ_PERF_HLS_COMMAND_H

/* Runs ARGV[0], a part. Returns the exit code. */
int hls_command_run(int argc, char **argv);
/* The part synth. */
int synth_run(int argc, char **argv);

#endif
