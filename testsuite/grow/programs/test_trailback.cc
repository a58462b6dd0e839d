/* SPDX-License-Identifier: MIT
 * Folders in folders. */
#include "trailback.cc"
#include <cassert>

int main()
{
	Folder root("srv");
	Folder *deepest = &root;
	for (int depth = 0; depth < 15; depth++)
		deepest = deepest->make("d" + std::to_string(depth));
	assert(deepest->path().substr(0, 10) == "/srv/d0/d1");
	assert(root.path() == "/srv");
	return 0;
}
