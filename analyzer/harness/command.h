/* SPDX-License-Identifier: MIT
 * The part of `harness` that reads debug information: options in, exit code
 * out. */
#ifndef RETREAD_ANALYZER_HARNESS_COMMAND_H
#define RETREAD_ANALYZER_HARNESS_COMMAND_H

int command_harness(int argc, char **argv);

#endif
