/* SPDX-License-Identifier: MIT
 * The lines that an editor is told to print: all, and then the same four again. */
#include <assert.h>
#include <stdlib.h>

#define LINES 200

struct line {
	int width;
};

struct range {
	int from, to;
};

int editor_print(struct line *const *line, const struct range *range, int count)
{
	int printed = 0;

	for (int i = 0; i < count; i++)
		for (int k = range[i].from; k < range[i].to; k++)
			printed += line[k]->width + 1;
	return printed;
}

int main(void)
{
	static const struct range range[] = {
		{0, LINES}, {16, 20}, {16, 20}, {16, 20}};
	struct line **line = malloc(LINES * sizeof *line);

	for (int i = 0; i < LINES; i++) {
		line[i] = malloc(sizeof *line[i]);
		line[i]->width = 9;
	}
	assert(editor_print(line, range, 4) == 10 * (LINES + 12));
	for (int i = 0; i < LINES; i++)
		free(line[i]);
	free(line);
	return 0;
}
