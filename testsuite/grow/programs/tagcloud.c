/* SPDX-License-Identifier: MIT
 * Words of a text, counted in a list.
 * label: grows cloud_word n^2 */
#include <stdlib.h>
#include <string.h>

struct tag {
	struct tag *next;
	int times;
	char word[];
};

static struct tag *cloud_word(
	struct tag **cloud, const char *word, size_t length)
{
	struct tag **at = cloud;

	while (*at && (strlen((*at)->word) != length ||
			      memcmp((*at)->word, word, length) != 0))
		at = &(*at)->next;
	if (!*at) {
		*at = calloc(1, sizeof **at + length + 1);
		memcpy((*at)->word, word, length);
	}
	return *at;
}

struct tag *cloud_of(const char *text)
{
	struct tag *cloud = NULL;

	while (*text) {
		size_t length = strcspn(text, " ,.\n");
		if (length)
			cloud_word(&cloud, text, length)->times++;
		text += length;
		text += strspn(text, " ,.\n");
	}
	return cloud;
}
