/* SPDX-License-Identifier: MIT
 * Counts words by a hash table of a library without debug information. */
#include <assert.h>
#include <stdlib.h>

struct counter;
struct counter *counter_new(void);
int counter_add(struct counter *counter, const char *word);
void counter_free(struct counter *counter);

int most_frequent(struct counter *counter, const char *const *word, int count)
{
	int most = 0;

	for (int i = 0; i < count; i++) {
		int times = counter_add(counter, word[i]);
		if (times > most)
			most = times;
	}
	return most;
}

int main(void)
{
	static const char *const word[] = {"so", "it", "goes", "and", "so",
		"on", "it", "was", "not", "so", "bad", "an", "idea", "as", "it",
		"was"};
	struct counter *counter = counter_new();

	assert(most_frequent(counter, word, 16) == 3);
	counter_free(counter);
	return 0;
}
