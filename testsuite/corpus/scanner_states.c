/* SPDX-License-Identifier: MIT
 * A scanner as flex writes them: states, and tables packed one into the other. */
#include <assert.h>
#include <string.h>

static const short accept_of[] = {0, 0, 1, 2, 3, 0};
static const unsigned char class_of[128] = {
	[' '] = 1,
	['0'] = 2,
	['1'] = 2,
	['2'] = 2,
	['3'] = 2,
	['4'] = 2,
	['a'] = 3,
	['b'] = 3,
	['c'] = 3,
	['d'] = 3,
	['e'] = 3,
	['f'] = 3,
};
static const short base[] = {0, 0, 4, 8, 12, 16};
static const short next[] = {
	5, 2, 3, 4, 0, 2, 0, 0, 0, 0, 3, 0, 0, 0, 4, 4, 0, 0, 0, 0};
static const short check[] = {
	1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5};

/* Returns what the token at *TEXT is, and goes behind it. */
static int scan(const char **text)
{
	const char *at = *text;
	int state = 1, accepted = 0;

	while (*at != '\0') {
		int to = base[state] + class_of[(unsigned char)*at];
		if (check[to] != state || next[to] == 0)
			break;
		state = next[to];
		at++;
		if (accept_of[state] != 0)
			accepted = accept_of[state];
	}
	*text = at > *text ? at : at + 1;
	return accepted;
}

int count_names(const char *text)
{
	int names = 0;

	while (*text != '\0')
		names += scan(&text) == 3;
	return names;
}

int main(void)
{
	assert(count_names("abc 12 fed 34 a1 b 2 cafe 001 bad 4 face 2 dead") ==
		8);
	return 0;
}
