// SPDX-License-Identifier: MIT
// Breadth first on a grid without walls; the queue holds what is yet to be seen.
#ifdef CLEAN
#define QUEUE 1024
#else
#define QUEUE 20
#endif

static int queue[QUEUE];
int spare[1024]; /* behind the queue, so that the CPU survives */

int bfs(int width, int height)
{
	unsigned char seen[1024];
	int head = 0, tail = 0, i;

	for (i = 0; i < width * height; i++)
		seen[i] = 0;
	queue[tail++] = 0;
	seen[0] = 1;
VISIT:
	while (head < tail) {
#pragma HLS loop_tripcount max=1024
		int cell = queue[head++];
		if (cell % width + 1 < width && !seen[cell + 1]) {
			seen[cell + 1] = 1;
			queue[tail++] = cell + 1;
		}
		if (cell / width + 1 < height && !seen[cell + width]) {
			seen[cell + width] = 1;
			queue[tail++] = cell + width;
		}
	}
	return tail;
}
