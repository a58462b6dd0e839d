/* SPDX-License-Identifier: MIT
 * The interface of a fuzz target to its driver: libFuzzer, or fuzz_driver.c. */
#ifndef RETREAD_TESTSUITE_FUZZ_H
#define RETREAD_TESTSUITE_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Feeds SIZE bytes at DATA to what is tested; crashes if that is wrong. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Made of each seed by the driver. */
extern const int fuzz_changed_inputs;

/* Names of the inputs to begin with; ends in NULL. */
extern const char *const fuzz_seed_names[];

/* Makes seed INDEX. Free it. */
uint8_t *fuzz_make_seed(size_t index, size_t *size);

#endif
