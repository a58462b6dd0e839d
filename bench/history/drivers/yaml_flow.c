/* SPDX-License-Identifier: MIT
 * argv[1] (12) nested flow sequences; argv[2] "map": nested flow mappings with keys. */
#include <yaml.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 12, i, tokens = 0, type;
	char *s = malloc(32 + 8 * (size_t)n), *p = s;
	for (i = 0; i < n; i++) p += sprintf(p, argc > 2 ? "{k: " : "[");
	p += sprintf(p, "v");
	for (i = 0; i < n; i++) *p++ = argc > 2 ? '}' : ']';
	yaml_parser_t q;
	yaml_token_t t;
	yaml_parser_initialize(&q);
	yaml_parser_set_input_string(&q, (unsigned char *)s, (size_t)(p - s));
	do {
		if (!yaml_parser_scan(&q, &t)) { printf("error %s\n", q.problem); return 1; }
		type = t.type;
		yaml_token_delete(&t);
		tokens++;
	} while (type != YAML_STREAM_END_TOKEN);
	yaml_parser_delete(&q);
	free(s);
	printf("%d\n", tokens);
	return 0;
}
