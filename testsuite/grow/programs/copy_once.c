/* SPDX-License-Identifier: MIT
 * A text is copied once.
 * label: linear */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *text_copy(const char *text)
{
	char *copy = malloc(strlen(text) + 1);
	return strcpy(copy, text);
}
