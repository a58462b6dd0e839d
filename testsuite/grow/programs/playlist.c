/* SPDX-License-Identifier: MIT
 * Songs in a list, found by their place.
 * label: grows playlist_at n^2 */
#include <stdlib.h>

struct song {
	int seconds;
	struct song *next;
};

struct playlist {
	struct song *first, *last;
	int count;
};

void playlist_add(struct playlist *list, int seconds)
{
	struct song *song = calloc(1, sizeof *song);

	song->seconds = seconds;
	if (list->last)
		list->last->next = song;
	else
		list->first = song;
	list->last = song;
	list->count++;
}

int playlist_at(const struct playlist *list, int place)
{
	const struct song *song = list->first;

	while (place-- > 0)
		song = song->next;
	return song->seconds;
}

int playlist_seconds(const struct playlist *list)
{
	int sum = 0;

	for (int i = 0; i < list->count; i++)
		sum += playlist_at(list, i);
	return sum;
}
