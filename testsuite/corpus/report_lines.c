/* SPDX-License-Identifier: MIT
 * A report that grows by strcat and sprintf at its end. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void write_report(char *report, const int *value, int count)
{
	for (int i = 0; i < count; i++) {
		sprintf(report + strlen(report), "%d", value[i]);
		strcat(report, ";");
	}
}

int main(void)
{
	int value[16];
	char *report = calloc(1, 256);

	for (int i = 0; i < 16; i++)
		value[i] = 100 + i;
	write_report(report, value, 16);
	assert(strlen(report) == 64);
	free(report);
	return 0;
}
