/* SPDX-License-Identifier: MIT
 * A report is printed into itself with each line.
 * label: grows report_add n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *report;

static void report_add(const char *line)
{
	char *longer = malloc((report ? strlen(report) : 0) + strlen(line) + 2);
	sprintf(longer, "%s%s\n", report ? report : "", line);
	free(report);
	report = longer;
}
