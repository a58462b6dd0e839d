/* SPDX-License-Identifier: MIT
 * retread_start(): a program that calls it gets this file, and does not start
 * before main. */
#include "fuzz-perf/runtime/fuzz_domain.h"

#include "fuzz-perf/runtime/runtime.h"

extern const int retread_has_harness __attribute__((weak));
extern const int retread_is_deferred;
const int retread_is_deferred = 1;

void retread_start(void)
{
	if (!&retread_has_harness)
		retread_serve(NULL);
}
