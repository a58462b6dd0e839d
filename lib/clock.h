/* SPDX-License-Identifier: MIT
 * The time since some moment, which nobody sets. */
#ifndef RETREAD_LIB_CLOCK_H
#define RETREAD_LIB_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline double clock_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static inline uint64_t clock_ms(void)
{
	return (uint64_t)(clock_seconds() * 1e3);
}

#endif
