/* SPDX-License-Identifier: MIT
 * `retread prove` without a fuzz target: from a test at growing sizes, or from
 * the calls that were recorded. */
#ifndef RETREAD_CLI_PROVE_TESTS_H
#define RETREAD_CLI_PROVE_TESTS_H

#include <stdbool.h>

/* Do the words of ARGV ask for that? */
bool prove_tests_are_meant(int argc, char **argv);

/* Returns the exit code of the verb. */
int prove_tests(int argc, char **argv);

#endif
