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
	uint32_t result_bytes; /* of all */
	uint32_t result_size;  /* of each */
	uint32_t result_is_signed;
	/* One after the other, without a reset. */
	uint32_t calls_min, calls_max;
	uint64_t ticks; /* a run that takes more hangs */
	/* The CPU begins each call with static variables as at the start. */
	uint32_t is_fresh;
};

extern const struct retread_hls_kernel retread_hls_kernel;
/* Calls it: COUNT[i] elements at ARRAY[i] for each input. */
void retread_hls_call(void *const *array, const int *count, void *result);

/* The kernel returned NUMBER, which the host's results need not show. */
void retread_hls_returned(uint64_t number);

/*--- hardware in a simulator ---*/

/* A parameter of the kernel: a number of BYTES, or elements of them. */
struct retread_hls_port {
	uint32_t bytes, is_array, is_const;
};

/* Calls the kernel there with PORTS arguments; what it RETURNED has so many bytes.
 * Returns 0 if calls do not go there, and the kernel itself is to be called.
 *
 * The simulator is a program. It writes the line `retread-rtl 1`, then reads a line for
 * each call: 1 if the kernel is to be reset before, else 0; the fill; for each parameter
 * a number in hexadecimal digits, of an array the number of its elements in decimal
 * before them. It answers by a line: `done`, `hang`, or `x` if that is not known; the
 * number of clocks, what is returned, and each array that is not const; digits may be
 * x or z.
 *
 * One that does not know x begins with `retread-rtl 1 filled`; what nobody wrote is in
 * it as the fill says at a reset: 0 zeros, 1 ones, others random. */
int retread_hls_simulate(const struct retread_hls_port *port, uint32_t ports,
	void *const *argument, uint32_t returned_bytes, void *returned);

#ifdef __cplusplus
}
#endif

#endif
