/* SPDX-License-Identifier: MIT
 * The least that guard callbacks have to do: one 64-bit counter each. */
#include <stdint.h>

#define GUARDS (1 << 20)

static uint64_t count[GUARDS];
static uint32_t guards;

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop);
void __sanitizer_cov_trace_pc_guard(uint32_t *guard);
void __sanitizer_cov_8bit_counters_init(char *start, char *stop);

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop)
{
	if (start < stop && !*start)
		for (; start < stop && guards < GUARDS - 1; start++)
			*start = ++guards;
}

void __sanitizer_cov_trace_pc_guard(uint32_t *guard)
{
	count[*guard]++;
}

void __sanitizer_cov_8bit_counters_init(char *start, char *stop)
{
	(void)start;
	(void)stop;
}
