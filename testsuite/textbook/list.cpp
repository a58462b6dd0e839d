/* SPDX-License-Identifier: MIT
 * One walk, and many walks, of a std::list. */
#include "containers.h"

int list_total(const std::list<int> &list)
{
	int total = 0;
	for (int number : list)	 /* list_total:1 */
		total += number; /* list_total:2 */
	return total;
}

bool list_has(const std::list<int> &list, int number)
{
	for (int member : list)	      /* list_has:1 */
		if (member == number) /* list_has:2 */
			return true;
	return false;
}

bool list_has_all(const std::list<int> &list, const std::vector<int> &wanted)
{
	for (int number : wanted)	     /* list_has_all:1 */
		if (!list_has(list, number)) /* list_has_all:2 */
			return false;
	return true;
}
