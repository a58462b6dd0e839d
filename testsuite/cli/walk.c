/* SPDX-License-Identifier: MIT
 * A test: looks for each of ARGV[1] numbers in a list of as many. Waits for the file
 * that HOLD names. */
#include <stdlib.h>
#include <unistd.h>

struct node {
	struct node *next;
	int value;
};

static int contains(const struct node *list, int value)
{
	while (list && list->value != value)
		list = list->next;
	return list != NULL;
}

static int count(const struct node *list, int last)
{
	int found = 0;

	for (int i = 0; i < last; i++)
		found += contains(list, i);
	return found;
}

#ifdef ANOTHER /* build */
int another;
#endif

int main(int argc, char **argv)
{
	int length = argc > 1 ? atoi(argv[1]) : 0;
	const char *hold = getenv("HOLD");
	struct node *list = NULL;

	for (int i = 0; i < length; i++) {
		struct node *node = malloc(sizeof *node);
		*node = (struct node){list, i};
		list = node;
	}
	while (hold && access(hold, F_OK) != 0)
		usleep(10000);
	return count(list, length) != length;
}
