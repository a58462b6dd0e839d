// SPDX-License-Identifier: MIT
// TinyXML-2: parse the input.
#include "tinyxml2.h"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	tinyxml2::XMLDocument document;
	document.Parse(reinterpret_cast<const char *>(data), size);
	return 0;
}
