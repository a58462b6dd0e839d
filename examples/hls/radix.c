// SPDX-License-Identifier: MIT
// Counting sort as in a radix sort: a key that is as large as the table is counted
// behind it.
#ifdef CLEAN
#define BUCKETS 32
#else
#define BUCKETS 16
#endif

int radix(const int *keys, int count)
{
	int bucket[BUCKETS], i, place = 0;

	for (i = 0; i < BUCKETS; i++)
		bucket[i] = 0;
	for (i = 0; i < count; i++)
		bucket[keys[i]]++;
	for (i = 0; i < 16; i++)
		place += bucket[i] * (16 - i);
	return place;
}
