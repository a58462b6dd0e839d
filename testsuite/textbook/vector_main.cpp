/* SPDX-License-Identifier: MIT
 * Walks a std::vector of four, once and again. */
#include "containers.h"

int main()
{
	std::vector<int> vector = make_vector(4);
	std::vector<int> wanted = make_vector(3);
	bool right = vector_total(vector) == 10 && vector_has(vector, 3) &&
		     vector_has_all(vector, wanted);
	return right ? 0 : 1;
}
