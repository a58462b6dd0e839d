/* SPDX-License-Identifier: MIT
 * Prints tokens. The texts of punctuation are one object each, however often it
 * comes, and two bytes long; each name comes once. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct output {
	char text[128];
	size_t size;
};

void output_put(struct output *output, const char *text)
{
	size_t length = strlen(text);

	for (size_t i = 0; i < length; i++)
		output->text[output->size + i] = text[i];
	output->size += length;
	output->text[output->size] = '\0';
}

void output_put_all(struct output *output, char *const *token, int count)
{
	for (int i = 0; i < count; i++)
		output_put(output, token[i]);
}

int main(void)
{
	static const char *const word[] = {
		"(", ")", ",", "f", "gh", "ijk", "l", "mn", "o"};
	static const int order[] = {
		3, 0, 4, 0, 5, 1, 2, 0, 0, 6, 1, 1, 2, 7, 0, 8, 1, 1};
	enum { COUNT = sizeof order / sizeof order[0] };
	char *text[9], *token[COUNT];
	struct output output = {"", 0};

	for (int i = 0; i < 9; i++)
		text[i] = strdup(word[i]);
	for (int i = 0; i < COUNT; i++)
		token[i] = text[order[i]];
	output_put_all(&output, token, COUNT);
	assert(strcmp(output.text, "f(gh(ijk),((l)),mn(o))") == 0);
	for (int i = 0; i < 9; i++)
		free(text[i]);
	return 0;
}
