/* SPDX-License-Identifier: MIT
 * Whole numbers of any width. */
#include "config.h"

#include "fuzz-perf/ir/llvm/limbs.h"

#include <string.h>

void limbs_trim(uint64_t *r, unsigned bits)
{
	if (bits % 64)
		r[bits / 64] &= ~UINT64_C(0) >> (64 - bits % 64);
}

void limbs_set(uint64_t *r, uint64_t value, unsigned bits)
{
	r[0] = value;
	for (unsigned i = 1; i < limbs_of(bits); i++)
		r[i] = 0;
	limbs_trim(r, bits);
}

void limbs_ones(uint64_t *r, unsigned bits)
{
	memset(r, 0xff, limbs_of(bits) * sizeof *r);
	limbs_trim(r, bits);
}

void limbs_copy(uint64_t *r, const uint64_t *a, unsigned bits)
{
	memmove(r, a, limbs_of(bits) * sizeof *r);
}

bool limbs_is_zero(const uint64_t *a, unsigned bits)
{
	for (unsigned i = 0; i < limbs_of(bits); i++)
		if (a[i])
			return false;
	return true;
}

bool limbs_is_ones(const uint64_t *a, unsigned bits)
{
	for (unsigned i = 0; i < bits / 64; i++)
		if (~a[i])
			return false;
	return !(bits % 64) || a[bits / 64] == ~UINT64_C(0) >> (64 - bits % 64);
}

bool limbs_is_lowest(const uint64_t *a, unsigned bits)
{
	for (unsigned i = 0; i + 1 < limbs_of(bits); i++)
		if (a[i])
			return false;
	return a[(bits - 1) / 64] == UINT64_C(1) << (bits - 1) % 64;
}

bool limbs_bit(const uint64_t *a, unsigned bit)
{
	return a[bit / 64] >> bit % 64 & 1;
}

/*--- sums and products ---*/

static void add_with(uint64_t *r, const uint64_t *a, const uint64_t *b,
	uint64_t flip, unsigned bits)
{
	unsigned __int128 carry = flip & 1;

	for (unsigned i = 0; i < limbs_of(bits); i++) {
		carry += (unsigned __int128)a[i] + (b[i] ^ flip);
		r[i] = (uint64_t)carry;
		carry >>= 64;
	}
	limbs_trim(r, bits);
}

void limbs_add(uint64_t *r, const uint64_t *a, const uint64_t *b, unsigned bits)
{
	add_with(r, a, b, 0, bits);
}

void limbs_subtract(
	uint64_t *r, const uint64_t *a, const uint64_t *b, unsigned bits)
{
	add_with(r, a, b, ~UINT64_C(0), bits);
}

void limbs_negate(uint64_t *r, const uint64_t *a, unsigned bits)
{
	uint64_t zero[LIMBS_MAX];

	limbs_set(zero, 0, bits);
	limbs_subtract(r, zero, a, bits);
}

void limbs_multiply(
	uint64_t *r, const uint64_t *a, const uint64_t *b, unsigned bits)
{
	unsigned limbs = limbs_of(bits);

	memset(r, 0, limbs * sizeof *r);
	for (unsigned i = 0; i < limbs; i++) {
		unsigned __int128 carry = 0;

		for (unsigned k = 0; a[i] && i + k < limbs; k++) {
			carry += (unsigned __int128)a[i] * b[k] + r[i + k];
			r[i + k] = (uint64_t)carry;
			carry >>= 64;
		}
	}
	limbs_trim(r, bits);
}

void limbs_divide(uint64_t *quotient, uint64_t *rest, const uint64_t *a,
	const uint64_t *b, unsigned bits)
{
	if (bits <= 64) {
		*quotient = *a / *b;
		*rest = *a % *b;
		return;
	}
	limbs_set(quotient, 0, bits);
	limbs_set(rest, 0, bits);
	for (unsigned bit = bits; bit-- > 0;) {
		/* The bit that is shifted out still belongs to the rest. */
		bool out = limbs_bit(rest, bits - 1);

		limbs_shift_left(rest, rest, 1, bits);
		rest[0] |= limbs_bit(a, bit);
		if (out || limbs_compare(rest, b, bits) >= 0) {
			limbs_subtract(rest, rest, b, bits);
			quotient[bit / 64] |= UINT64_C(1) << bit % 64;
		}
	}
}

/*--- shifts ---*/

void limbs_shift_left(
	uint64_t *r, const uint64_t *a, unsigned amount, unsigned bits)
{
	unsigned words = amount / 64, rest = amount % 64;

	for (unsigned i = limbs_of(bits); i-- > 0;) {
		uint64_t high = i >= words ? a[i - words] : 0;
		uint64_t low = i > words ? a[i - words - 1] : 0;

		r[i] = rest ? high << rest | low >> (64 - rest) : high;
	}
	limbs_trim(r, bits);
}

void limbs_shift_right(
	uint64_t *r, const uint64_t *a, unsigned amount, unsigned bits)
{
	unsigned words = amount / 64, rest = amount % 64;
	unsigned limbs = limbs_of(bits);

	for (unsigned i = 0; i < limbs; i++) {
		uint64_t low = i + words < limbs ? a[i + words] : 0;
		uint64_t high = i + words + 1 < limbs ? a[i + words + 1] : 0;

		r[i] = rest ? low >> rest | high << (64 - rest) : low;
	}
}

void limbs_shift_signed(
	uint64_t *r, const uint64_t *a, unsigned amount, unsigned bits)
{
	bool negative = limbs_bit(a, bits - 1);

	limbs_shift_right(r, a, amount, bits);
	if (negative)
		limbs_extend_signed(r, r, bits - amount, bits);
}

/*--- comparisons ---*/

int limbs_compare(const uint64_t *a, const uint64_t *b, unsigned bits)
{
	for (unsigned i = limbs_of(bits); i-- > 0;)
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
	return 0;
}

int limbs_compare_signed(const uint64_t *a, const uint64_t *b, unsigned bits)
{
	bool negative = limbs_bit(a, bits - 1);

	if (negative != limbs_bit(b, bits - 1))
		return negative ? -1 : 1;
	return limbs_compare(a, b, bits);
}

/*--- widths ---*/

void limbs_extend(uint64_t *r, const uint64_t *a, unsigned from, unsigned to)
{
	unsigned have = limbs_of(from < to ? from : to);

	memmove(r, a, have * sizeof *r);
	for (unsigned i = have; i < limbs_of(to); i++)
		r[i] = 0;
	limbs_trim(r, to);
}

void limbs_extend_signed(
	uint64_t *r, const uint64_t *a, unsigned from, unsigned to)
{
	bool negative = limbs_bit(a, from - 1);

	limbs_extend(r, a, from, to);
	if (!negative || to <= from)
		return;
	if (from % 64)
		r[from / 64] |= ~UINT64_C(0) << from % 64;
	for (unsigned i = limbs_of(from); i < limbs_of(to); i++)
		r[i] = ~UINT64_C(0);
	limbs_trim(r, to);
}

/*--- strings of bits ---*/

void limbs_get(uint64_t *r, const uint8_t *from, uint64_t at, unsigned count)
{
	for (unsigned i = 0; i < count; i += 64)
		r[i / 64] = limbs_get_word(
			from, at + i, count - i < 64 ? count - i : 64);
}

void limbs_put(uint8_t *to, uint64_t at, const uint64_t *a, unsigned count)
{
	for (unsigned i = 0; i < count; i += 64)
		limbs_put_word(
			to, at + i, a[i / 64], count - i < 64 ? count - i : 64);
}
