/* SPDX-License-Identifier: MIT
 * One input for the functions that it calls. */
#include "cmark.h"
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n)
{
	free(cmark_markdown_to_html((const char *)d, n, CMARK_OPT_SMART));
	return 0;
}
