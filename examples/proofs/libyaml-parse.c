/* SPDX-License-Identifier: MIT
 * Fuzz target for libyaml: parses a document to its end. */
#include <stddef.h>
#include <stdint.h>

#include "yaml.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	yaml_parser_t parser;
	yaml_event_t event;
	int is_over = 0;

	if (!yaml_parser_initialize(&parser))
		return 0;
	yaml_parser_set_input_string(&parser, data, size);
	while (!is_over && yaml_parser_parse(&parser, &event)) {
		is_over = event.type == YAML_STREAM_END_EVENT;
		yaml_event_delete(&event);
	}
	yaml_parser_delete(&parser);
	return 0;
}
