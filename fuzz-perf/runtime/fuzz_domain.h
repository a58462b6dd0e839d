/* SPDX-License-Identifier: MIT
 * For code under `retread fuzz`: domains of your own, validity, where to start.
 *
 * Compile with retread-cc, which links what is declared here. A domain maps
 * keys 0..KEYS-1 to values that a run sets. After the run each touched key's
 * value is folded into the campaign's aggregate by the domain's reducer; an
 * input that changes an aggregate is kept and mutated further. */
#ifndef RETREAD_FUZZ_DOMAIN_H
#define RETREAD_FUZZ_DOMAIN_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the new aggregate of A and VALUE. It must not matter how often or in
 * which order values come:
 *
 *	reduce(reduce(a, v), v) == reduce(a, v)
 *	reduce(reduce(a, v), w) == reduce(reduce(a, w), v)
 */
typedef uint64_t retread_reducer(uint64_t a, uint64_t value);

/* Larger values are progress. */
uint64_t retread_reduce_maximum(uint64_t a, uint64_t value);
/* A new bit is progress. */
uint64_t retread_reduce_union(uint64_t a, uint64_t value);
/* A new order of magnitude is progress. */
uint64_t retread_reduce_magnitude(uint64_t a, uint64_t value);

struct retread_domain;

/* Call while the program starts: from LLVMFuzzerInitialize, a constructor, or
 * before retread_start(). The reducer is tried on sampled values first; one
 * that breaks a rule above ends the campaign with the values that show it.
 * NAME is kept. The domain lives as long as the process. */
struct retread_domain *retread_domain_new(const char *name, uint32_t keys,
	retread_reducer *reduce, uint64_t initial);

/* What its values count, for tables: "bytes". UNIT is kept. */
void retread_domain_unit(struct retread_domain *domain, const char *unit);

/* Values are 0 when a run starts. KEY is taken modulo KEYS. */
uint64_t retread_domain_get(const struct retread_domain *domain, uint32_t key);
void retread_domain_set(
	struct retread_domain *domain, uint32_t key, uint64_t value);
void retread_domain_increment(
	struct retread_domain *domain, uint32_t key, uint64_t value);
void retread_domain_union(
	struct retread_domain *domain, uint32_t key, uint64_t value);
void retread_domain_maximize(
	struct retread_domain *domain, uint32_t key, uint64_t value);

/* Says that an input is only valid if CONDITION holds (`--domain valid`).
 * Returns CONDITION, so that a harness can stop:
 *
 *	if (!retread_assume(header_is_good(data)))
 *		return 0;
 */
bool retread_assume(bool condition);

/* In a program with main: everything before this call is done once, each input
 * starts here. Without it an input starts before main. */
void retread_start(void);

#ifdef __cplusplus
}
#endif

#endif
