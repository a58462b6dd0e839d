/* SPDX-License-Identifier: MIT
 * Breaks a text into lines, and measures all that is left of it for each. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int wrap_text(const char *text, size_t width, char *out)
{
	int lines = 0;

	while (strlen(text) > width) {
		size_t cut = width;
		while (cut > 1 && text[cut] != ' ')
			cut--;
		memcpy(out, text, cut);
		out += cut;
		*out++ = '\n';
		text += cut + 1;
		lines++;
	}
	strcpy(out, text);
	return lines + 1;
}

int main(void)
{
	char *help = strdup("Writes what was found to a file of this name, "
			    "instead of writing it to the standard output, and "
			    "overwrites the file if there is one already.");
	char *out = malloc(2 * strlen(help));

	assert(wrap_text(help, 20, out) == 8);
	assert(strncmp(out, "Writes what was\n", 16) == 0);
	free(out);
	free(help);
	return 0;
}
