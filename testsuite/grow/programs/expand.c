/* SPDX-License-Identifier: MIT
 * Variables of a template; for each the whole text is made again.
 * label: grows expand_all n^2 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *value_of(const char *name, size_t length)
{
	if (length == 4 && !memcmp(name, "user", 4))
		return "anna";
	if (length == 4 && !memcmp(name, "home", 4))
		return "/data/anna";
	return "";
}

char *expand_all(const char *template)
{
	char *text = strdup(template), *at;
	while ((at = strstr(text, "${")) != NULL) {
		char *end = strchr(at, '}'), *longer;
		const char *value;
		if (!end)
			break;
		value = value_of(at + 2, (size_t)(end - at - 2));
		longer = malloc(strlen(text) + strlen(value) + 1);
		memcpy(longer, text, (size_t)(at - text));
		strcpy(longer + (at - text), value);
		strcat(longer, end + 1);
		free(text);
		text = longer;
	}
	return text;
}
