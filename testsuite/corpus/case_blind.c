/* SPDX-License-Identifier: MIT
 * Compares names without regard to case: the C library's table is read for each
 * letter. */
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

int same_name(const char *a, const char *b)
{
	while (*a != '\0' &&
		tolower((unsigned char)*a) == tolower((unsigned char)*b)) {
		a++;
		b++;
	}
	return tolower((unsigned char)*a) == tolower((unsigned char)*b);
}

int count_pairs(char **left, char **right, int count)
{
	int same = 0;

	for (int i = 0; i < count; i++)
		same += same_name(left[i], right[i]);
	return same;
}

int main(void)
{
	static const char *const text[] = {"Content-Type", "content-length",
		"HOST", "Content-Tape", "Accept", "User-Agent"};
	static const char *const other[] = {"content-type", "Content-Length",
		"Host", "content-type", "ACCEPT", "user-agent"};
	char *left[6], *right[6];

	for (int i = 0; i < 6; i++) {
		left[i] = strdup(text[i]);
		right[i] = strdup(other[i]);
	}
	assert(count_pairs(left, right, 6) == 5);
	for (int i = 0; i < 6; i++) {
		free(left[i]);
		free(right[i]);
	}
	return 0;
}
