/* SPDX-License-Identifier: MIT
 * A board of as many squares as are asked for is written.
 * label: output board_write */
#include <stdio.h>

void board_write(FILE *out, int side)
{
	for (int i = 0; i < side; i++) {
		for (int j = 0; j < side; j++)
			putc((i + j) % 2 ? '#' : ' ', out);
		putc('\n', out);
	}
}
