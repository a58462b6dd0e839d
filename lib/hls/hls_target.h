/* SPDX-License-Identifier: MIT
 * A kernel as its target has it: what goes in, how it is called. The file that
 * `retread hls` writes defines the two names at the end. */
#ifndef RETREAD_HLS_HLS_TARGET_H
#define RETREAD_HLS_HLS_TARGET_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whole numbers of BYTES each, so many of them, so large. */
struct retread_hls_input {
	const char *name;
	uint32_t bytes;
	uint32_t is_signed;
	uint64_t count_min, count_max;
	int64_t min, max;
};

struct retread_hls_kernel {
	const struct retread_hls_input *input;
	uint32_t inputs;
	uint32_t result_bytes;
	uint32_t calls; /* one after the other, without a reset */
	uint64_t ticks; /* a run that takes more hangs */
};

extern const struct retread_hls_kernel retread_hls_kernel;
/* Calls it: COUNT[i] elements at ARRAY[i] for each input. */
void retread_hls_call(void *const *array, const int *count, void *result);

#ifdef __cplusplus
}
#endif

#endif
