/* SPDX-License-Identifier: MIT
 * Counts the tokens of the file argv[1]. */
#include <yaml.h>
#include <stdio.h>
int main(int argc, char **argv)
{
	FILE *in = argc > 1 ? fopen(argv[1], "r") : NULL;
	yaml_parser_t parser;
	yaml_token_t token;
	int type, tokens = 0;
	if (!in || !yaml_parser_initialize(&parser))
		return 1;
	yaml_parser_set_input_file(&parser, in);
	do {
		if (!yaml_parser_scan(&parser, &token))
			return 1;
		type = token.type;
		yaml_token_delete(&token);
		tokens++;
	} while (type != YAML_STREAM_END_TOKEN);
	yaml_parser_delete(&parser);
	printf("%d\n", tokens);
	return 0;
}
