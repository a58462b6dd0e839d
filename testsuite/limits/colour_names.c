/* SPDX-License-Identifier: MIT
 * How many letters name a known colour: all colours are looked through for each, six at
 * a time. */
#include <assert.h>
#include <stdlib.h>

struct colour {
	long letter, red, green, blue;
};

/* A macro is one position, as what a compiler unrolls. */
#define IS_ONE_OF_SIX(c, wanted)                                               \
	((c)[0].letter == (wanted) || (c)[1].letter == (wanted) ||             \
		(c)[2].letter == (wanted) || (c)[3].letter == (wanted) ||      \
		(c)[4].letter == (wanted) || (c)[5].letter == (wanted))

static int is_known(const struct colour *colour, int count, long letter)
{
	for (; count >= 6; count -= 6, colour += 6)
		if (IS_ONE_OF_SIX(colour, letter))
			return 1;
	for (; count > 0; count--, colour++)
		if (colour->letter == letter)
			return 1;
	return 0;
}

int colours_count_known(
	const struct colour *colour, int count, const char *letters)
{
	int known = 0;

	for (; *letters != '\0'; letters++)
		known += is_known(colour, count, *letters);
	return known;
}

int main(void)
{
	struct colour *colour = calloc(7, sizeof *colour);

	for (int i = 0; i < 7; i++)
		colour[i].letter = "rgbcmyk"[i];
	assert(colours_count_known(colour, 7, "grey_by_magic") == 8);
	free(colour);
	return 0;
}
