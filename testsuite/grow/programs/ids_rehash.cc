/* SPDX-License-Identifier: MIT
 * A table of ids is asked for more buckets for each id, and gets them seldom.
 * label: linear ids_add */
#include <cassert>
#include <cstdlib>
#include <unordered_set>

static void __attribute__((noinline))
ids_add(std::unordered_set<int> &ids, int id)
{
	ids.insert(id);
	ids.rehash(ids.size() * 2 + 1);
}
