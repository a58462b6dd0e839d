/* SPDX-License-Identifier: MIT
 * To memory. */
#include "chessboard.c"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *text;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	board_write(out, 8);
	fclose(out);
	assert(length == 72 && strncmp(text, " # # # #\n", 9) == 0);
	free(text);
	return 0;
}
