/* SPDX-License-Identifier: MIT
 * Settings are kept as one text that is read and written for each change.
 * label: grows options_set n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *options;

static void options_set(const char *name, const char *value)
{
	size_t length = options ? strlen(options) : 0;
	char *changed = malloc(length + strlen(name) + strlen(value) + 3),
	     *to = changed;
	for (const char *at = options; at && *at;) {
		const char *end = strchr(at, ';') + 1;
		if (strncmp(at, name, strlen(name)) ||
			at[strlen(name)] != '=') {
			memcpy(to, at, (size_t)(end - at));
			to += end - at;
		}
		at = end;
	}
	sprintf(to, "%s=%s;", name, value);
	free(options);
	options = changed;
}
