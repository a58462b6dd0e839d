/* SPDX-License-Identifier: MIT
 * The verb `prove`: options in, exit code out. */
#ifndef RETREAD_FUZZ_PERF_PROVE_COMMAND_H
#define RETREAD_FUZZ_PERF_PROVE_COMMAND_H

int command_prove(int argc, char **argv);

#endif
