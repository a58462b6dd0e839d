/* SPDX-License-Identifier: MIT
 * A parser as bison writes them, of sums in brackets: a stack of states, and tables
 * of what to do in each and where to go from it. */
#include <assert.h>
#include <stdlib.h>

enum token { END, NUMBER, PLUS, OPEN, CLOSE, TOKENS };

/* By state: what it reduces by, else 0. */
static const unsigned char reduces[] = {0, 0, 2, 3, 0, 0, 0, 1, 4};
static const unsigned char shifts[][TOKENS] = {
	{0, 3, 0, 4, 0},
	{0, 0, 5, 0, 0},
	{0},
	{0},
	{0, 3, 0, 4, 0},
	{0, 3, 0, 4, 0},
	{0, 0, 5, 0, 8},
};
static const unsigned char sum_to[] = {1, 0, 0, 0, 6};
static const unsigned char term_to[] = {2, 0, 0, 0, 2, 7};
/* By rule. */
static const unsigned char pops[] = {0, 3, 1, 1, 3};

/* Returns how many rules were applied. */
int parse(const unsigned char *token)
{
	unsigned char state[64] = {0};
	int depth = 0, rules = 0;

	while (depth < 63) {
		int rule = reduces[state[depth]], to;
		if (rule == 0) {
			to = shifts[state[depth]][*token];
			if (to == 0)
				return rules;
			token++;
		} else {
			depth -= pops[rule];
			to = rule <= 2 ? sum_to[state[depth]]
				       : term_to[state[depth]];
			rules++;
		}
		state[++depth] = (unsigned char)to;
	}
	return -1;
}

int main(void)
{
	static const unsigned char sum[] = {
		OPEN, NUMBER, PLUS, NUMBER, CLOSE, PLUS};
	unsigned char *token = calloc(62, 1);

	for (int i = 0; i < 59; i++)
		token[i] = sum[i % 6];
	assert(parse(token) == 60);
	free(token);
	return 0;
}
