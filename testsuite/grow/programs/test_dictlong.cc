/* SPDX-License-Identifier: MIT
 * Keys with one beginning. */
#include "dictlong.cc"
#include <cassert>

int main()
{
	Object object;
	for (int i = 0; i < 16; i++)
		object.set("configuration.section.key" + std::to_string(i), i);
	assert(object.get("configuration.section.key7") == 7);
	assert(object.get("configuration") == -1);
	return 0;
}
