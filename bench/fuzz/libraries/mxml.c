/* SPDX-License-Identifier: MIT
 * Mini-XML: load the input. */
#include <mxml.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char text[1 << 12];

	if (size >= sizeof text)
		return 0;
	memcpy(text, data, size);
	text[size] = '\0';
	mxmlDelete(mxmlLoadString(NULL, text, MXML_OPAQUE_CALLBACK));
	return 0;
}
