/* SPDX-License-Identifier: MIT
 * Names are matched with one short pattern, which goes back to its last star. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int glob_matches(const char *pattern, const char *name)
{
	const char *star = NULL, *from = NULL;

	while (*name) {
		if (*pattern == '*') {
			star = pattern++;
			from = name;
		} else if (*pattern == '?' || *pattern == *name) {
			pattern++;
			name++;
		} else if (star) {
			pattern = star + 1;
			name = ++from;
		} else {
			return 0;
		}
	}
	while (*pattern == '*')
		pattern++;
	return *pattern == 0;
}

__attribute__((noinline)) int glob_count(
	const char *pattern, char (*name)[16], int count)
{
	int found = 0;

	for (int i = 0; i < count; i++)
		found += glob_matches(pattern, name[i]);
	return found;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 18;
	char(*name)[16] = calloc((size_t)n, sizeof *name);
	char *pattern = strdup("ma*_t?st.c");
	int found;

	for (int i = 0; i < n; i++)
		snprintf(name[i], sizeof name[i], "%s%d_t%cst.%c",
			i % 3 ? "ma" : "m", i * 7 % 13, i % 2 ? 'e' : 'o',
			i % 5 ? 'c' : 'h');
	found = glob_count(pattern, name, n);
	free(pattern);
	free(name);
	return found < 0;
}
