/* SPDX-License-Identifier: MIT
 * Large numbers: each digit multiplies all that were read.
 * label: grows bn_mul_small n^2 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct bn {
	uint32_t *limb;
	size_t used, room;
} bn;

static void bn_mul_small(bn *n, uint32_t by, uint32_t plus)
{
	uint64_t carry = plus;
	for (size_t i = 0; i < n->used; i++) {
		carry += (uint64_t)n->limb[i] * by;
		n->limb[i] = (uint32_t)carry;
		carry >>= 32;
	}
	if (carry) {
		if (n->used == n->room) {
			n->room = n->room ? n->room * 2 : 2;
			n->limb = realloc(n->limb, n->room * sizeof *n->limb);
		}
		n->limb[n->used++] = (uint32_t)carry;
	}
}

int bn_from_string(bn *n, const char *digits)
{
	memset(n, 0, sizeof *n);
	if (!*digits)
		return -1;
	for (; *digits; digits++) {
		if (*digits < '0' || *digits > '9') {
			free(n->limb);
			return -1;
		}
		bn_mul_small(n, 10, (uint32_t)(*digits - '0'));
	}
	return 0;
}

int bn_is_even(const bn *n)
{
	return n->used == 0 || n->limb[0] % 2 == 0;
}
