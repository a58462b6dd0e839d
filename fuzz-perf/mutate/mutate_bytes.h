/* SPDX-License-Identifier: MIT
 * Changes of bytes that several mutators make. */
#ifndef RETREAD_FUZZ_PERF_MUTATE_MUTATE_BYTES_H
#define RETREAD_FUZZ_PERF_MUTATE_MUTATE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mutation;
struct random;

/* Puts BYTES (not of the input itself) in place of OLD_LENGTH bytes at AT, as
 * far as the limit allows; what follows moves. */
void mutate_replace(struct mutation *mutation, size_t at, size_t old_length,
	const uint8_t *bytes, size_t length);

/* One byte up, the next one down by a multiple, or the other way round: keeps
 * what checksums and polynomial hashes of the input are. */
void mutate_balance(struct random *random, uint8_t bytes[2]);

/* Numbers of 1 to 8 bytes. */
void mutate_put_number(
	uint8_t *at, uint64_t value, unsigned bytes, bool is_big);
uint64_t mutate_get_number(const uint8_t *at, unsigned bytes, bool is_big);

#endif
