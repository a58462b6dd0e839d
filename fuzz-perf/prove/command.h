/* SPDX-License-Identifier: MIT
 * The verb `prove`: options in, exit code out. */
#ifndef RETREAD_FUZZ_PERF_PROVE_COMMAND_H
#define RETREAD_FUZZ_PERF_PROVE_COMMAND_H

int command_prove(int argc, char **argv);
/* The part of it that works on points. */
int command_points(int argc, char **argv);

#endif
