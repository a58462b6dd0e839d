/* SPDX-License-Identifier: MIT
 * Figure 3.2: a function that redundantly traverses a list. */
#include "textbook.h"

bool containsAll(const struct node *list, const int *arr, int length)
{
	for (int i = 0; i < length; i++) {
		int item = arr[i];		     /* containsAll:4 */
		if (contains(list, item) == false) { /* containsAll:5 */
			return false;
		}
	}
	return true;
}
