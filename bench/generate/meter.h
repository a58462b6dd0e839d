/* SPDX-License-Identifier: MIT
 * What a campaign of any fuzzer tells: valid runs, and seeded bugs that they met. */
#ifndef RETREAD_BENCH_METER_H
#define RETREAD_BENCH_METER_H

#include <stdbool.h>
#include <stddef.h>

/* At the end of each run. */
void meter_run(bool is_valid, const char *text, size_t length);

/* Planted in the library: bug NUMBER, from 1 on, is met. It counts if the run turns out
 * to be of a valid input. */
void meter_bug(unsigned number);

#endif
