/* SPDX-License-Identifier: MIT
 * Sums numbers of a line, each of which is found from its beginning.
 * label: grows csv_field n^2 */
#include <stdlib.h>

const char *csv_field(const char *line, int which)
{
	while (which > 0 && *line) {
		if (*line == ',')
			which--;
		line++;
	}
	return which ? NULL : line;
}

long csv_sum(const char *line)
{
	long sum = 0;
	const char *field;
	for (int i = 0; (field = csv_field(line, i)) != NULL; i++)
		sum += strtol(field, NULL, 10);
	return sum;
}
