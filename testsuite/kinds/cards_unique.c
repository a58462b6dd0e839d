/* SPDX-License-Identifier: MIT
 * A test asks before each card whether the deck, a list, has one like it: that is no check of the
 * deck, in spite of its name, but a search. */
#include <stdlib.h>

struct card {
	struct card *next;
	int suit, rank;
};

__attribute__((noinline)) int check_duplicate(
	const struct card *first, int suit, int rank)
{
	for (const struct card *card = first; card; card = card->next)
		if (card->suit == suit && card->rank == rank)
			return 1;
	return 0;
}

__attribute__((noinline)) struct card *deck_put(
	struct card *first, int suit, int rank)
{
	struct card *card = calloc(1, sizeof *card);

	card->suit = suit;
	card->rank = rank;
	card->next = first;
	return card;
}

__attribute__((noinline)) void test_deck_unique(int cards)
{
	struct card *deck = NULL;

	for (int i = 0; i < cards; i++) {
		if (check_duplicate(deck, i % 4, i / 4))
			abort();
		deck = deck_put(deck, i % 4, i / 4);
	}
	while (deck) {
		struct card *next = deck->next;
		free(deck);
		deck = next;
	}
}

int main(int argc, char **argv)
{
	test_deck_unique(argc > 1 ? atoi(argv[1]) : 20);
	return 0;
}
