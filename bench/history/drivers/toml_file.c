/* SPDX-License-Identifier: MIT
 * Parses the file argv[1]. */
#include "toml.h"
#include <stdio.h>
int main(int argc, char **argv)
{
	char err[200];
	FILE *in = argc > 1 ? fopen(argv[1], "r") : NULL;
	toml_table_t *t = in ? toml_parse_file(in, err, sizeof err) : NULL;
	printf("%d\n", t ? toml_table_nkval(t) : -1);
	toml_free(t);
	return t == NULL;
}
