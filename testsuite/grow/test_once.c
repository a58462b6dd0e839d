/* SPDX-License-Identifier: MIT
 * A test that does no work for a size that it had before: no two equal runs are equal. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static volatile int once_sum;

static void once_work(int size)
{
	char name[32];
	int file;

	snprintf(name, sizeof name, "size.%d", size);
	file = open(name, O_CREAT | O_EXCL | O_WRONLY, 0666);
	for (int i = 0; file >= 0 && i < size; i++)
		for (int j = 0; j < i; j++)
			once_sum += j;
	if (file >= 0)
		close(file);
}

static void test_once(void)
{
	int size = 0;

	for (int i = 0; i < 4; i++)
		size++;
	once_work(size);
}

int main(void)
{
	test_once();
	return 0;
}
