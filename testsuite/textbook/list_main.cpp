/* SPDX-License-Identifier: MIT
 * Walks a std::list of four, once and again. */
#include "containers.h"

int main()
{
	std::list<int> list = make_list(4);
	std::vector<int> wanted = make_vector(3);
	bool right = list_total(list) == 10 && list_has(list, 3) &&
		     list_has_all(list, wanted);
	return right ? 0 : 1;
}
