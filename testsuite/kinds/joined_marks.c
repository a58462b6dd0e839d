/* SPDX-License-Identifier: MIT
 * Makes a text of marks, each of which is appended to a copy of what there is, made letter by
 * letter. */
#include <stdlib.h>

struct text {
	int length;
	char *at;
};

static struct text text_append(const struct text *to, const char *piece)
{
	struct text sum = {to->length + 4, malloc(to->length + 5)};
	int i;

	for (i = 0; i < to->length; i++)
		sum.at[i] = to->at[i];
	for (int k = 0; k < 4; k++)
		sum.at[i + k] = piece[k];
	sum.at[sum.length] = 0;
	return sum;
}

struct text marks_write(const int *marks, int count)
{
	static const char names[4][5] = {"dot ", "dash", "line", "gap "};
	struct text text = {0, calloc(1, 1)};

	for (int i = 0; i < count; i++) {
		struct text next = text_append(&text, names[marks[i] & 3]);
		free(text.at);
		text = next;
	}
	return text;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24,
	    *marks = malloc(n * sizeof *marks);
	struct text text;

	for (int i = 0; i < n; i++)
		marks[i] = i * 5 % 7;
	text = marks_write(marks, n);
	free(marks);
	free(text.at);
	return 0;
}
