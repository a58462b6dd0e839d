/* SPDX-License-Identifier: MIT
 * How sanitizers in a target end it. */
#ifndef RETREAD_FUZZ_PERF_TARGET_SANITIZERS_H
#define RETREAD_FUZZ_PERF_TARGET_SANITIZERS_H

#include <stdbool.h>

/* In the child, before the target is executed: a report ends by abort(), so that its stack
 * is known, and signals are the fuzzer's. What the user's variables say counts more. */
void sanitizers_set(bool symbolizes);

/* Whether a function of that name is a sanitizer's own, as before those of the target in the
 * stack of a report. */
bool sanitizers_own(const char *function);

#endif
