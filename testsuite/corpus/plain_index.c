/* SPDX-License-Identifier: MIT
 * Goes through a list by index; the list's library has no debug information. */
#include <assert.h>

struct chain;
struct chain *chain_new(int count);
int chain_get(const struct chain *chain, int index);
int chain_count(const struct chain *chain);
void chain_free(struct chain *chain);

int chain_sum(const struct chain *chain)
{
	int sum = 0, count = chain_count(chain);

	for (int i = 0; i < count; i++)
		sum += chain_get(chain, i);
	return sum;
}

int main(void)
{
	struct chain *chain = chain_new(14);

	assert(chain_sum(chain) == 91);
	chain_free(chain);
	return 0;
}
