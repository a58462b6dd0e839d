/* SPDX-License-Identifier: MIT
 * One input for the functions that it calls. */
#include <stddef.h>
#include <stdint.h>
#include <yaml.h>
int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n)
{
	yaml_parser_t q;
	yaml_token_t t;
	int type;
	yaml_parser_initialize(&q);
	yaml_parser_set_input_string(&q, d, n);
	do {
		if (!yaml_parser_scan(&q, &t)) break;
		type = t.type;
		yaml_token_delete(&t);
	} while (type != YAML_STREAM_END_TOKEN);
	yaml_parser_delete(&q);
	return 0;
}
