/* SPDX-License-Identifier: MIT
 * An option parser that searches the few options of a program for each argument. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct option {
	struct option *next;
	char letter;
	int given;
};

struct option *option_new(char letter, struct option *next)
{
	struct option *option = malloc(sizeof *option);

	*option = (struct option){next, letter, 0};
	return option;
}

static struct option *find_option(struct option *all, char letter)
{
	while (all != NULL && all->letter != letter)
		all = all->next;
	return all;
}

int parse_arguments(struct option *all, char *const *argument, int count)
{
	int given = 0;

	for (int i = 0; i < count; i++) {
		struct option *option = find_option(all, argument[i][1]);
		if (option == NULL)
			return -1;
		option->given += 1;
		given++;
	}
	return given;
}

static struct option *make_options(void)
{
	struct option *all = NULL;

	for (const char *letter = "vqolhf"; *letter != '\0'; letter++)
		all = option_new(*letter, all);
	return all;
}

static void free_options(struct option *all)
{
	while (all != NULL) {
		struct option *next = all->next;
		free(all);
		all = next;
	}
}

static void test_arguments(int count)
{
	static const char *const argument[] = {"-v", "-o", "-l", "-q", "-f",
		"-v", "-v", "-h", "-l", "-o", "-q", "-v", "-f", "-l", "-v",
		"-o", "-q", "-v", "-h", "-v", "-f", "-l", "-o", "-v", "-q",
		"-l", "-v", "-h", "-o", "-v", "-q", "-f", "-l", "-v"};
	struct option *all = make_options();
	char **given = malloc((size_t)count * sizeof *given);

	for (int i = 0; i < count; i++)
		given[i] = strdup(argument[i]);
	assert(parse_arguments(all, given, count) == count);
	for (int i = 0; i < count; i++)
		free(given[i]);
	free(given);
	free_options(all);
}

int main(void)
{
	test_arguments(6);
	test_arguments(14);
	test_arguments(34);
	return 0;
}
