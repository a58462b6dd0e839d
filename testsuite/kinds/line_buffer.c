/* SPDX-License-Identifier: MIT
 * Fills one buffer with each line, pads it, and prints it by a system call. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void lines_print(int out, const char *text, int width, int lines)
{
	char *line = malloc(width + 1);
	size_t length = strlen(text);

	for (int i = 0; i < lines; i++) {
		memset(line, '.', width);
		for (size_t at = 0; at < length; at++)
			line[(i + at) % width] = text[at];
		line[width] = '\n';
		if (write(out, line, width + 1) < 0)
			break;
	}
	free(line);
}

int main(int argc, char **argv)
{
	int out = open("/dev/null", O_WRONLY);

	lines_print(out, "rain", 60, argc > 1 ? atoi(argv[1]) : 24);
	close(out);
	return 0;
}
