/* SPDX-License-Identifier: MIT
 * Two loops over one list in each round of a third: the price of an article, and how many
 * are cheaper. */
#include <stdlib.h>

struct article {
	struct article *next;
	int number, price;
};

int articles_check(const struct article *list, int count)
{
	int sum = 0;

	for (int i = 0; i < count; i++) {
		for (const struct article *a = list; a; a = a->next)
			if (a->number == i) {
				sum += a->price;
				break;
			}
		for (const struct article *a = list; a; a = a->next)
			sum += a->price < i;
	}
	return sum;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24;
	struct article *list = NULL;

	for (int i = 0; i < n; i++) {
		struct article *article = malloc(sizeof *article);
		*article = (struct article){list, i, i * 7 % 31};
		list = article;
	}
	return articles_check(list, n) < 0;
}
