/* SPDX-License-Identifier: MIT
 * Functions that compiled code calls: tables of counters, the list of functions a run
 * entered, the limit. No libc. */
#include "fuzz-perf/runtime/runtime.h"

struct retread_counters retread_counters;
int64_t __retread_fuel = RETREAD_UNLIMITED;
void (*retread_on_limit)(void);

void __retread_register(struct perf_function *start, struct perf_function *stop,
	const struct perf_token *token_start,
	const struct perf_token *token_stop)
{
	struct retread_counters *all = &retread_counters;

	for (uint32_t i = 0; i < all->module_count; i++)
		if (all->module[i].start == start)
			return;
	if (start == stop || all->is_closed ||
		all->module_count == RETREAD_MODULES)
		return;
	for (struct perf_function *each = start; each < stop; each++) {
		each->first_key = all->key_count;
		all->key_count += each->count;
	}
	struct retread_module module = {start, stop, token_start, token_stop};
	all->module[all->module_count++] = module;
}

/* Compiled code expects that this changes no register, so that a function's
 * entry stays cheap. Threads may get here at once. */
void __retread_touch(struct perf_function *function)
{
	struct retread_counters *all = &retread_counters;

	if (__atomic_exchange_n(&function->listed, 1, __ATOMIC_RELAXED))
		return;
	function->next = __atomic_load_n(&all->entered, __ATOMIC_RELAXED);
	while (!__atomic_compare_exchange_n(&all->entered, &function->next,
		function, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
}

void __retread_out_of_fuel(void)
{
	__retread_fuel = RETREAD_UNLIMITED;
	if (retread_on_limit)
		retread_on_limit();
	__builtin_trap();
}

static void zero(struct perf_function *function)
{
	for (uint32_t i = 0; i < function->count; i++)
		function->counter[i] = 0;
}

void retread_counters_clear(void)
{
	struct perf_function *next;

	for (struct perf_function *each = retread_counters.entered; each;
		each = next) {
		next = each->next;
		zero(each);
		each->listed = 0;
	}
	retread_counters.entered = NULL;
	retread_counters.is_invalid = false;
	retread_counters.is_after_diff = false;
}

void retread_counters_restart(void)
{
	for (struct perf_function *each = retread_counters.entered; each;
		each = each->next)
		zero(each);
}

/* Equal bits of two byte strings from the first byte on, plus one. */
void __retread_raise_bytes(uint64_t *counter, const char *left,
	const char *right, uint64_t length, uint32_t is_string)
{
	uint64_t equal = 1;

	for (uint64_t i = 0; i < length && i < 64; i++) {
		equal += 8 - __builtin_popcount((uint8_t)(left[i] ^ right[i]));
		if (is_string && (!left[i] || !right[i]))
			break;
	}
	if (equal > *counter)
		*counter = equal;
}

/* From here on a run counts for `--domain diff`; what it counted before does
 * not. AT_DIFF is NULL when nobody asked. */
void __retread_hit_diff(void)
{
	struct retread_counters *all = &retread_counters;

	if (all->is_after_diff || !all->at_diff)
		return;
	all->is_after_diff = true;
	for (uint32_t i = 0; i < all->key_count; i++)
		all->at_diff[i] = 0;
	for (struct perf_function *each = all->entered; each; each = each->next)
		for (uint32_t i = 0; i < each->count; i++)
			all->at_diff[each->first_key + i] = each->counter[i];
}
