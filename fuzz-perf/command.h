/* SPDX-License-Identifier: MIT
 * The verbs `fuzz` and `repro`: options in, exit code out. */
#ifndef RETREAD_FUZZ_PERF_COMMAND_H
#define RETREAD_FUZZ_PERF_COMMAND_H

int command_fuzz(int argc, char **argv);
int command_repro(int argc, char **argv);

#endif
