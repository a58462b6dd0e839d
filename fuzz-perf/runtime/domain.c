/* SPDX-License-Identifier: MIT
 * Domains that a target registers itself (fuzz_domain.h). */
#include "fuzz-perf/runtime/fuzz_domain.h"

#include <stdio.h>
#include <stdlib.h>

#include "fuzz-perf/runtime/runtime.h"

uint64_t retread_reduce_maximum(uint64_t a, uint64_t value)
{
	return a > value ? a : value;
}

uint64_t retread_reduce_union(uint64_t a, uint64_t value)
{
	return a | value;
}

uint64_t retread_reduce_magnitude(uint64_t a, uint64_t value)
{
	return value ? a | 1ull << (63 - __builtin_clzll(value)) : a;
}

/* NUMBER: a, v, w and what the two sides of RULE are of them. */
static void domain_refuse(
	const char *name, const char *rule, const unsigned long long number[5])
{
	char *text = retread_counters.refusal;

	if (!text[0])
		snprintf(text, sizeof retread_counters.refusal,
			"domain \"%s\": its reducer is not %s: with a = %llu, "
			"v = %llu, w = %llu it gives %llu and %llu",
			name, rule, number[0], number[1], number[2], number[3],
			number[4]);
}

static const uint64_t samples[] = {0, 1, 2, 3, 4, 7, 8, 15, 16, 100, 127, 128,
	255, 256, 1000, 65535, 65536, 1u << 31, 0xffffffff, 1ull << 32,
	123456789012345, INT64_MAX, 1ull << 63, UINT64_MAX};
#define SAMPLES (sizeof samples / sizeof samples[0])

/* Tries both rules on aggregates that a campaign can have: the initial one and
 * what two values make of it. */
static void check_reducer(
	const char *name, retread_reducer *reduce, uint64_t initial)
{
	for (size_t i = 0; i <= SAMPLES; i++)
		for (size_t j = 0; j < SAMPLES; j++) {
			uint64_t a = i < SAMPLES ? reduce(initial, samples[i])
						 : initial;
			uint64_t v = samples[j];
			uint64_t once = reduce(a, v);
			uint64_t twice = reduce(once, v);
			if (once != twice)
				domain_refuse(name, "idempotent (a.v.v == a.v)",
					(const unsigned long long[]){
						a, v, v, once, twice});
			for (size_t k = 0; k < j; k++) {
				uint64_t w = samples[k];
				uint64_t vw = reduce(once, w);
				uint64_t wv = reduce(reduce(a, w), v);
				if (vw != wv)
					domain_refuse(name,
						"order-insensitive "
						"(a.v.w == a.w.v)",
						(const unsigned long long[]){
							a, v, w, vw, wv});
			}
		}
}

struct retread_domain *retread_domain_new(const char *name, uint32_t keys,
	retread_reducer *reduce, uint64_t initial)
{
	struct retread_counters *all = &retread_counters;

	if (all->domain_count == RETREAD_DOMAINS || !keys || all->is_closed) {
		fprintf(stderr, "retread: domain \"%s\" refused: %s\n", name,
			!keys		 ? "it has no keys"
			: all->is_closed ? "it comes after the first input"
					 : "there are too many domains");
		exit(1);
	}
	check_reducer(name, reduce, initial);
	struct retread_domain *domain = &all->domain[all->domain_count++];
	domain->name = name;
	domain->keys = keys;
	domain->reduce = reduce;
	domain->initial = initial;
	domain->value = calloc(keys, sizeof *domain->value);
	domain->touched = calloc(keys, sizeof *domain->touched);
	domain->is_touched = calloc(keys, 1);
	if (!domain->value || !domain->touched || !domain->is_touched) {
		fprintf(stderr, "retread: domain \"%s\": out of memory\n",
			name);
		exit(1);
	}
	return domain;
}

void retread_domain_unit(struct retread_domain *domain, const char *unit)
{
	domain->unit = unit;
}

static uint64_t *domain_value_of(struct retread_domain *domain, uint32_t key)
{
	key %= domain->keys;
	if (!domain->is_touched[key]) {
		domain->is_touched[key] = 1;
		domain->touched[domain->touched_count++] = key;
	}
	return &domain->value[key];
}

uint64_t retread_domain_get(const struct retread_domain *domain, uint32_t key)
{
	return domain->value[key % domain->keys];
}

void retread_domain_set(
	struct retread_domain *domain, uint32_t key, uint64_t value)
{
	*domain_value_of(domain, key) = value;
}

void retread_domain_increment(
	struct retread_domain *domain, uint32_t key, uint64_t value)
{
	*domain_value_of(domain, key) += value;
}

void retread_domain_union(
	struct retread_domain *domain, uint32_t key, uint64_t value)
{
	*domain_value_of(domain, key) |= value;
}

void retread_domain_maximize(
	struct retread_domain *domain, uint32_t key, uint64_t value)
{
	uint64_t *old = domain_value_of(domain, key);

	if (value > *old)
		*old = value;
}

void retread_domains_clear(void)
{
	struct retread_counters *all = &retread_counters;

	for (uint32_t i = 0; i < all->domain_count; i++) {
		struct retread_domain *domain = &all->domain[i];
		for (uint32_t j = 0; j < domain->touched_count; j++) {
			domain->value[domain->touched[j]] = 0;
			domain->is_touched[domain->touched[j]] = 0;
		}
		domain->touched_count = 0;
	}
}

bool retread_assume(bool condition)
{
	if (!condition)
		retread_counters.is_invalid = true;
	return condition;
}
