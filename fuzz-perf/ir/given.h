/* SPDX-License-Identifier: MIT
 * Inputs that a user gives: functions as text, or in a file of the compiler's own, and
 * inputs of earlier searches. */
#ifndef RETREAD_FUZZ_PERF_IR_GIVEN_H
#define RETREAD_FUZZ_PERF_IR_GIVEN_H

#include "fuzz-perf/ir/request.h"

/* Parts of the program, as options_run() calls them. */
int given_encode(void *chosen, const struct operands *operands);
int given_import(void *chosen, const struct operands *operands);

/* Gives the campaign of REQUEST what is in PATH, a file, or a folder of files and folders: inputs, and
 * files (*.ll) of the compiler's own. Returns 0, or -1 with REQUEST's error filled: it
 * cannot be read, or nothing in it can be used. */
int given_read(struct ir_request *request, const char *path);

#endif
