/* SPDX-License-Identifier: MIT
 * Whole numbers of any width, as words with the lowest first.
 *
 * A number of BITS bits has limbs_of(BITS) words, and zeros above its width. The
 * reference evaluator has an arithmetic of its own on purpose: what one of the two
 * gets wrong shows as a difference. Results may be one of the operands, unless
 * said otherwise. */
#ifndef RETREAD_FUZZ_PERF_IR_LLVM_LIMBS_H
#define RETREAD_FUZZ_PERF_IR_LLVM_LIMBS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define LIMBS_BITS_MAX 4096
#define LIMBS_MAX      (2 * LIMBS_BITS_MAX / 64) /* of a product */

static inline unsigned limbs_of(unsigned bits)
{
	return (bits + 63) / 64;
}

/* Zeroes what is above BITS. */
void limbs_trim(uint64_t *r, unsigned bits);
void limbs_set(uint64_t *r, uint64_t value, unsigned bits);
void limbs_ones(uint64_t *r, unsigned bits);
void limbs_copy(uint64_t *r, const uint64_t *a, unsigned bits);
bool limbs_is_zero(const uint64_t *a, unsigned bits);
bool limbs_is_ones(const uint64_t *a, unsigned bits);
/* The lowest number there is with a sign: 100...0. */
bool limbs_is_lowest(const uint64_t *a, unsigned bits);
bool limbs_bit(const uint64_t *a, unsigned bit);

void limbs_add(
	uint64_t *r, const uint64_t *a, const uint64_t *b, unsigned bits);
void limbs_subtract(
	uint64_t *r, const uint64_t *a, const uint64_t *b, unsigned bits);
void limbs_negate(uint64_t *r, const uint64_t *a, unsigned bits);
/* R is neither A nor B. */
void limbs_multiply(
	uint64_t *r, const uint64_t *a, const uint64_t *b, unsigned bits);
/* B is not 0. QUOTIENT and REST are neither A nor B. */
void limbs_divide(uint64_t *quotient, uint64_t *rest, const uint64_t *a,
	const uint64_t *b, unsigned bits);

/* AMOUNT < BITS. */
void limbs_shift_left(
	uint64_t *r, const uint64_t *a, unsigned amount, unsigned bits);
void limbs_shift_right(
	uint64_t *r, const uint64_t *a, unsigned amount, unsigned bits);
void limbs_shift_signed(
	uint64_t *r, const uint64_t *a, unsigned amount, unsigned bits);

/* Less than 0, 0, or more. */
int limbs_compare(const uint64_t *a, const uint64_t *b, unsigned bits);
int limbs_compare_signed(const uint64_t *a, const uint64_t *b, unsigned bits);

/* To another width, either way. */
void limbs_extend(uint64_t *r, const uint64_t *a, unsigned from, unsigned to);
void limbs_extend_signed(
	uint64_t *r, const uint64_t *a, unsigned from, unsigned to);

/*--- strings of bits, after which there are 8 bytes more ---*/

#define LIMBS_BEHIND 8

/* COUNT bits, 1 to 64, from bit AT on. */
static inline uint64_t limbs_get_word(
	const uint8_t *from, uint64_t at, unsigned count)
{
	unsigned shift = at % 8;
	uint64_t word;

	memcpy(&word, from + at / 8, 8);
	word >>= shift;
	if (shift + count > 64)
		word |= (uint64_t)from[at / 8 + 8] << (64 - shift);
	return word & ~UINT64_C(0) >> (64 - count);
}

/* The lowest COUNT bits of WORD; those around them stay. */
static inline void limbs_put_word(
	uint8_t *to, uint64_t at, uint64_t word, unsigned count)
{
	uint64_t mask = ~UINT64_C(0) >> (64 - count), old;
	unsigned shift = at % 8;

	word &= mask;
	to += at / 8;
	memcpy(&old, to, 8);
	old = (old & ~(mask << shift)) | word << shift;
	memcpy(to, &old, 8);
	if (shift + count > 64)
		to[8] = (uint8_t)((to[8] & ~(mask >> (64 - shift))) |
				  word >> (64 - shift));
}

/* The same of any number of bits. */
void limbs_get(uint64_t *r, const uint8_t *from, uint64_t at, unsigned count);
void limbs_put(uint8_t *to, uint64_t at, const uint64_t *a, unsigned count);

#endif
