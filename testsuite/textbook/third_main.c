/* SPDX-License-Identifier: MIT
 * Takes the third number of a list of five. */
#include "textbook.h"

int main(void)
{
	struct node *list = list_new(5);
	int data = third(list);
	list_free(list);
	return data == 3 ? 0 : 1;
}
