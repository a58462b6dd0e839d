/* SPDX-License-Identifier: MIT
 * Words are counted in one pass.
 * label: linear */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int count_words(const char *text)
{
	int count = 0;
	while (*(text += strspn(text, " \n"))) {
		text += strcspn(text, " \n");
		count++;
	}
	return count;
}
