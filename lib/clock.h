/* SPDX-License-Identifier: MIT
 * The time since some moment, which nobody sets, and CPU time. */
#ifndef RETREAD_LIB_CLOCK_H
#define RETREAD_LIB_CLOCK_H

#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static inline double clock_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* CPU time of all that this process started and waited for. */
static inline double clock_spent(void)
{
	struct rusage usage;

	getrusage(RUSAGE_CHILDREN, &usage);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

/* Seconds that may pass for one of CPU time, as many others as there are now. */
static inline double clock_patience(void)
{
	double load = 0;
	long processors = sysconf(_SC_NPROCESSORS_ONLN);

	if (getloadavg(&load, 1) != 1 || processors < 1)
		processors = 1;
	return 4 * (1 + load / (double)processors);
}

static inline uint64_t clock_ms(void)
{
	return (uint64_t)(clock_seconds() * 1e3);
}

#endif
