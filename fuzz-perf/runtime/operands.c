/* SPDX-License-Identifier: MIT
 * Notes both sides of comparisons while the fuzzer asks for them. No libc. */
#include "fuzz-perf/runtime/runtime.h"

#define SLOTS	   4096 /* a power of two */
#define PROBES	   4
#define SITES	   1024 /* a power of two */
#define A_SITE_MAX 24	/* a loop must not drive out everything else */

uint32_t __retread_logs;

static struct {
	struct perf_operand *operand; /* where they go */
	uint32_t *count;
	uint64_t seen[SLOTS]; /* hashes */
	uint8_t at_site[SITES];
} operand_log;

void retread_operands_start(struct perf_operand *operand, uint32_t *count)
{
	operand_log.operand = operand;
	operand_log.count = count;
	for (uint32_t i = 0; i < SLOTS; i++)
		operand_log.seen[i] = 0;
	for (uint32_t i = 0; i < SITES; i++)
		operand_log.at_site[i] = 0;
	__retread_logs = 1;
}

static uint64_t operands_mix(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * 0x9e3779b97f4a7c15ull;
	return hash ^ hash >> 29;
}

/* Each pair of values once, and not too many of one site. */
static bool operands_is_news(uint64_t hash, uintptr_t site)
{
	uint32_t at = (uint32_t)(operands_mix(1, site) >> 20) & (SITES - 1);

	if (operand_log.at_site[at] == A_SITE_MAX)
		return false;
	for (uint32_t i = 0; i < PROBES; i++) {
		uint64_t *slot = &operand_log.seen[(hash + i) & (SLOTS - 1)];
		if (*slot == hash)
			return false;
		if (*slot)
			continue;
		*slot = hash;
		operand_log.at_site[at]++;
		return true;
	}
	return false;
}

static struct perf_operand *next_operand(void)
{
	if (*operand_log.count == PERF_OPERANDS)
		return NULL;
	return &operand_log.operand[(*operand_log.count)++];
}

static void runtime_operands_put_number(uint8_t *to, uint64_t value)
{
	for (unsigned i = 0; i < 8; i++)
		to[i] = (uint8_t)(value >> 8 * i);
}

static void log_numbers(uint64_t left, uint64_t right, uint32_t bytes,
	uint32_t relation, uintptr_t site)
{
	if (!__retread_logs ||
		(left == right && relation == PERF_NUMBERS_EQUAL) ||
		!operands_is_news(
			operands_mix(operands_mix(site, left), right) | 1,
			site))
		return;
	struct perf_operand *operand = next_operand();
	if (!operand)
		return;
	operand->relation = (uint16_t)relation;
	operand->left_bytes = operand->right_bytes = (uint8_t)bytes;
	runtime_operands_put_number(operand->left, left);
	runtime_operands_put_number(operand->right, right);
}

void __retread_log_numbers(
	uint64_t left, uint64_t right, uint32_t bytes, uint32_t relation)
{
	log_numbers(left, right, bytes, relation,
		(uintptr_t)__builtin_return_address(0));
}

void __retread_log_switch(
	uint64_t value, const uint64_t *way, uint32_t count, uint32_t bytes)
{
	uintptr_t site = (uintptr_t)__builtin_return_address(0);

	for (uint32_t i = 0; i < count; i++)
		log_numbers(value, way[i], bytes, PERF_NUMBERS_EQUAL, site + i);
}

static uint8_t copy_bytes(uint8_t *to, const char *from, uint64_t length,
	bool is_string, uint64_t *hash)
{
	uint64_t i = 0;

	for (; i < length && i < PERF_OPERAND_BYTES; i++) {
		to[i] = (uint8_t)from[i];
		*hash = operands_mix(*hash, to[i]);
		if (is_string && !from[i])
			break;
	}
	return (uint8_t)i;
}

void __retread_log_bytes(const char *left, const char *right, uint64_t length,
	uint32_t is_string)
{
	uintptr_t site = (uintptr_t)__builtin_return_address(0);
	struct perf_operand found = {.relation = PERF_BYTES_EQUAL};
	uint64_t hash = site;

	if (!__retread_logs)
		return;
	found.left_bytes =
		copy_bytes(found.left, left, length, is_string, &hash);
	found.right_bytes =
		copy_bytes(found.right, right, length, is_string, &hash);
	if (!operands_is_news(hash | 1, site))
		return;
	struct perf_operand *operand = next_operand();
	if (operand)
		*operand = found;
}
