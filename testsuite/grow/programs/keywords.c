/* SPDX-License-Identifier: MIT
 * Words are looked for in a table of keywords.
 * label: linear */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const keyword[] = {
	"if", "else", "while", "for", "do", "switch", "case", "return"};

static int is_keyword(const char *word)
{
	for (int i = 0; i < 8; i++)
		if (!strcmp(word, keyword[i]))
			return 1;
	return 0;
}
