/* SPDX-License-Identifier: MIT
 * The nth field of a line is looked for from its start.
 * label: grows line_field n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *line_field(const char *line, int number)
{
	while (number-- > 0 && line)
		line = (line = strchr(line, ',')) ? line + 1 : NULL;
	return line;
}

static int line_sum(const char *line)
{
	int sum = 0;
	const char *field;
	for (int i = 0; (field = line_field(line, i)); i++)
		sum += atoi(field);
	return sum;
}
