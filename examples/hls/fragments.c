// SPDX-License-Identifier: MIT
// Fragments of a triangle, in an array of a size that seemed enough, as the 3D
// rendering of Rosetta has them.
#ifdef CLEAN
#define FRAGMENTS 1024
#else
#define FRAGMENTS 50
#endif

int fragments(int width, int height)
{
	int fragment[FRAGMENTS];
	int count = 0, sum = 0, x, y, i;

	for (y = 0; y < height; y++)
		for (x = 0; x * height < (height - y) * width; x++)
			fragment[count++] = x + y;
	for (i = 0; i < count; i++)
		sum += fragment[i];
	return sum;
}
