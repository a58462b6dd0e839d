// SPDX-License-Identifier: MIT
// Calls a kernel with the numbers of the command line. DECLARE and CALL are of
// the file `kernels`, which lists all of them.
#include <stdio.h>
#include <stdlib.h>

#define MAX 4096

#ifdef IN_C
extern "C" {
#endif
DECLARE;
#ifdef IN_C
}
#endif

int main(int argc, char **argv)
{
	static int data[MAX], result[MAX];
	int count = 0;

	for (int i = 1; i < argc && count < MAX; i++)
		data[count++] = atoi(argv[i]);
	CALL;
	printf("%d %d\n", data[0], result[0]);
	return 0;
}
