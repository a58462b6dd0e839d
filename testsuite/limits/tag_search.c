/* SPDX-License-Identifier: MIT
 * Tags of an article, searched for each of the wanted ones: two at a time, and first
 * for the same text, then for the same letters. */
#include <assert.h>
#include <stdlib.h>

struct tag {
	int letters, text;
};

int tag_is(const struct tag *tag, int letters, int text)
{
	return tag->letters == letters && (text == 0 || tag->text == text);
}

int tags_find(struct tag *const *tag, int count, int letters, int text)
{
	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i + 1 < count; i += 2) {
			if (tag_is(tag[i], letters, pass == 0 ? text : 0))
				return i;
			if (tag_is(tag[i + 1], letters, pass == 0 ? text : 0))
				return i + 1;
		}
	return -1;
}

int tags_count(
	struct tag *const *tag, int count, const struct tag *wanted, int wants)
{
	int found = 0;

	for (int i = 0; i < wants; i++)
		found += tags_find(tag, count, wanted[i].letters,
				 wanted[i].text) >= 0;
	return found;
}

int main(void)
{
	static const struct tag wanted[] = {
		{90, 90}, {5, 5}, {3, 3}, {7, 7}, {6, 6}, {2, 2}};
	struct tag *tag[8];

	for (int i = 0; i < 8; i++) {
		tag[i] = malloc(sizeof *tag[i]);
		*tag[i] = (struct tag){i, i};
	}
	assert(tags_count(tag, 8, wanted, 6) == 5);
	for (int i = 0; i < 8; i++)
		free(tag[i]);
	return 0;
}
