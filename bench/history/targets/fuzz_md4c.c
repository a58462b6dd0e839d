/* SPDX-License-Identifier: MIT
 * One input for the functions that it calls. */
#include "md4c.h"
#include "md4c-html.h"
#include <stddef.h>
#include <stdint.h>
static void out(const MD_CHAR *t, MD_SIZE n, void *u) { (void)t; *(size_t *)u += n; }
int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n)
{
	size_t total = 0;
	md_html((const MD_CHAR *)d, (MD_SIZE)n, out, &total, MD_FLAG_SPOILERS, 0);
	return 0;
}
