/* SPDX-License-Identifier: MIT
 * The part of `prove` that works on points: options in, exit code out. */
#ifndef RETREAD_FUZZ_PERF_PROVE_POINTS_COMMAND_H
#define RETREAD_FUZZ_PERF_PROVE_POINTS_COMMAND_H

int command_points(int argc, char **argv);

#endif
