/* SPDX-License-Identifier: MIT
 * Users in an array of fixed size; more of them end the program.
 * label: grows user_add n^2 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_USERS 100

static char users[MAX_USERS][32];
static int count;

int user_add(const char *name)
{
	for (int i = 0; i < count; i++)
		if (!strcmp(users[i], name))
			return i;
	if (count == MAX_USERS) {
		fprintf(stderr, "too many users\n");
		abort();
	}
	strncpy(users[count], name, 31);
	return count++;
}
