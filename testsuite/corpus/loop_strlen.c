/* SPDX-License-Identifier: MIT
 * Asks for the length of a text for each of its characters. */
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void capitalize(char *text)
{
	for (size_t i = 0; i < strlen(text); i++)
		if (i == 0 || text[i - 1] == ' ')
			text[i] = (char)toupper((unsigned char)text[i]);
}

static void test_capitalize(void)
{
	char *text =
		strdup("a title of some words that is to be printed large");

	capitalize(text);
	assert(strcmp(text, "A Title Of Some Words That Is To Be Printed "
			    "Large") == 0);
	free(text);
}

int main(void)
{
	test_capitalize();
	return 0;
}
