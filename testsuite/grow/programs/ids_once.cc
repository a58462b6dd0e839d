/* SPDX-License-Identifier: MIT
 * Buckets as the table itself makes them.
 * label: linear ids_add */
#include <cassert>
#include <cstdlib>
#include <unordered_set>

static void __attribute__((noinline))
ids_add(std::unordered_set<int> &ids, int id)
{
	ids.insert(id);
}
