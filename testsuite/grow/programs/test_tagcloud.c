/* SPDX-License-Identifier: MIT
 * One sentence. */
#include "tagcloud.c"
#include <assert.h>

int main(void)
{
	struct tag *cloud = cloud_of("the cat saw the dog, the dog saw a cat.");

	assert(cloud->times == 3 && strcmp(cloud->word, "the") == 0);
	while (cloud) {
		struct tag *next = cloud->next;
		free(cloud);
		cloud = next;
	}
	return 0;
}
