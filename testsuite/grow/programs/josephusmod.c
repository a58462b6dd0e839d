/* SPDX-License-Identifier: MIT
 * Who is left, by what is left of fewer.
 * label: linear */
int josephus(int people, int step)
{
	int left = 0;
	for (int n = 2; n <= people; n++)
		left = (left + step) % n;
	return left + 1;
}
