// SPDX-License-Identifier: MIT
// A kernel that crashes, never ends, or fails, by its first number.
int *volatile nowhere;

int crash(int how)
{
	int before = how + 41;
	if (how == 1)
		*nowhere = before;
	while (how == 2)
		before ^= 1;
	return before;
}
