/* SPDX-License-Identifier: MIT
 * yajl: load the input as a tree. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <yajl/yajl_tree.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char text[1 << 12], error[256];

	if (size >= sizeof text)
		return 0;
	memcpy(text, data, size);
	text[size] = '\0';
	yajl_tree_free(yajl_tree_parse(text, error, sizeof error));
	return 0;
}
