/* SPDX-License-Identifier: MIT
 * For each beginning of a comment its end is searched for by strstr. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int count_comments(const char *text)
{
	int comments = 0;

	while ((text = strstr(text, "<!--")) != NULL) {
		comments += strstr(text + 4, "-->") != NULL;
		text += 4;
	}
	return comments;
}

int main(void)
{
	char *text = calloc(1, 200);

	for (int i = 0; i < 14; i++)
		strcat(text, "<!-- words ");
	assert(count_comments(text) == 0);
	free(text);
	return 0;
}
