/* SPDX-License-Identifier: MIT
 * Each column of a line is looked for from its beginning.
 * label: grows line_column n^2 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

const char *line_column(const char *line, unsigned column)
{
	while (line && column--) {
		line = strchr(line, ';');
		if (line)
			line++;
	}
	return line;
}

long line_sum(const char *line)
{
	long sum = 0;
	const char *at;

	for (unsigned column = 0; (at = line_column(line, column)); column++)
		sum += strtol(at, NULL, 10);
	return sum;
}
