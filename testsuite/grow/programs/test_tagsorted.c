/* SPDX-License-Identifier: MIT
 * One sentence. */
#include "tagsorted.c"
#include <assert.h>

int main(void)
{
	char *text = strdup("the cat saw the dog, the dog saw a cat.");

	assert(count_words(text) == 5);
	free(text);
	return 0;
}
