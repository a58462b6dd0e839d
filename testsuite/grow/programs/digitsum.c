/* SPDX-License-Identifier: MIT
 * Two numbers are added digit by digit.
 * label: linear */
#include <stdlib.h>
#include <string.h>

char *add_decimal(const char *a, const char *b)
{
	size_t la = strlen(a), lb = strlen(b);
	size_t length = (la > lb ? la : lb) + 1;
	char *sum = malloc(length + 1), *at = sum + length;
	int carry = 0;

	*at = 0;
	while (at > sum) {
		int digit = carry;
		if (la)
			digit += a[--la] - '0';
		if (lb)
			digit += b[--lb] - '0';
		*--at = (char)('0' + digit % 10);
		carry = digit / 10;
	}
	if (*sum == '0' && length > 1)
		memmove(sum, sum + 1, length);
	return sum;
}
