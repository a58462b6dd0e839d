// SPDX-License-Identifier: MIT
// Recursion: hardware needs a stack of a size that is known before.
static void sort(int *data, int low, int high)
{
	int pivot, i, j;

	if (low >= high)
		return;
#ifdef CLEAN
	i = (low + high) / 2;
	pivot = data[i];
	data[i] = data[high];
	data[high] = pivot;
#endif
	pivot = data[high];
	i = low;
PARTITION:
	for (j = low; j < high; j++) {
		if (data[j] < pivot) {
			int moved = data[i];
			data[i] = data[j];
			data[j] = moved;
			i++;
		}
	}
	data[high] = data[i];
	data[i] = pivot;
	sort(data, low, i - 1);
	sort(data, i + 1, high);
}

void quick_sort(int *data, int count)
{
	sort(data, 0, count - 1);
}
