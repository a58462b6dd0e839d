// SPDX-License-Identifier: MIT
// The largest number, in a variable that nobody sets before the first comparison.
int highest(const int *data, int count)
{
#ifdef CLEAN
	int best = 0;
#else
	int best;
#endif
	int i;

	for (i = 0; i < count; i++)
		if (data[i] > best)
			best = data[i];
	return best;
}
