/* SPDX-License-Identifier: MIT
 * Its test. */
#include "csvprint.c"
#include <assert.h>

int main(void)
{
	char buffer[1 << 20];
	FILE *out = fmemopen(buffer, sizeof buffer, "w");
	csv_print(out,
		"name,age,town\nanna,31,Ulm\nbert,28,Bonn\ncleo,44,Trier\n");
	fclose(out);
	assert(strstr(buffer, "anna        31"));
	csv_print(stdout, "x,y\n1,2\n3,4\n");
	return 0;
}
