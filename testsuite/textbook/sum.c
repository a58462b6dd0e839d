/* SPDX-License-Identifier: MIT
 * Figure 3.3: a function that traverses an array. */
#include "textbook.h"

int sum(struct record *const *arr, int length)
{
	int result = 0;
	for (int i = 0; i < length; i++) {
		const struct record *record = arr[i]; /* sum:5 */
		result += record->val;		      /* sum:6 */
	}
	return result;
}
