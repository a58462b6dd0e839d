/* SPDX-License-Identifier: MIT
 * Lengths in any of ten units, whose factors a converter is made with. */
#include <assert.h>
#include <stdlib.h>

enum { UNITS = 10 };

struct converter {
	int rounding;
	struct {
		int unit;
		long factor;
	} known[UNITS];
};

struct length {
	int unit;
	long count;
};

long lengths_total(const struct converter *converter,
	const struct length *length, int count)
{
	long total = 0;

	for (int i = 0; i < count; i++)
		for (int k = 0; k < UNITS; k++)
			if (converter->known[k].unit == length[i].unit) {
				total += length[i].count *
					 converter->known[k].factor;
				break;
			}
	return total + converter->rounding;
}

int main(void)
{
	struct converter *converter = calloc(1, sizeof *converter);
	struct length length[30];

	for (int i = 0; i < UNITS; i++) {
		converter->known[i].unit = 'a' + i;
		converter->known[i].factor = i + 1;
	}
	for (int i = 0; i < 30; i++)
		length[i] = (struct length){'a' + 9 - i % 4, 1};
	assert(lengths_total(converter, length, 30) == 257);
	free(converter);
	return 0;
}
