/* SPDX-License-Identifier: MIT
 * One walk, and many walks, of a std::vector. */
#include "containers.h"

int vector_total(const std::vector<int> &vector)
{
	int total = 0;
	for (int number : vector) /* vector_total:1 */
		total += number;  /* vector_total:2 */
	return total;
}

bool vector_has(const std::vector<int> &vector, int number)
{
	for (int member : vector)     /* vector_has:1 */
		if (member == number) /* vector_has:2 */
			return true;
	return false;
}

bool vector_has_all(
	const std::vector<int> &vector, const std::vector<int> &wanted)
{
	for (int number : wanted)		 /* vector_has_all:1 */
		if (!vector_has(vector, number)) /* vector_has_all:2 */
			return false;
	return true;
}
