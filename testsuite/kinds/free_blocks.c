/* SPDX-License-Identifier: MIT
 * The first free block, looked for bit by bit from the first one on. */
#include <stdlib.h>

struct disk {
	unsigned char *map;
	unsigned blocks;
};

int disk_take(struct disk *disk)
{
	for (unsigned i = 0; i < disk->blocks; i++)
		if (!(disk->map[i / 8] >> i % 8 & 1)) {
			disk->map[i / 8] |= (unsigned char)(1 << i % 8);
			return (int)i;
		}
	return -1;
}

int disk_fill(struct disk *disk, int count)
{
	int last = -1;

	for (int i = 0; i < count; i++)
		last = disk_take(disk);
	return last;
}

int main(int argc, char **argv)
{
	int n = 3 * (argc > 1 ? atoi(argv[1]) : 24), last;
	struct disk disk = {calloc(n / 8 + 1, 1), (unsigned)n};

	last = disk_fill(&disk, n);
	free(disk.map);
	return last != n - 1;
}
