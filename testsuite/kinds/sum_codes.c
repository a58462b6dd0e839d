/* SPDX-License-Identifier: MIT
 * Differences are decoded from the first one on for each place that is asked for, by a
 * function that is called for each and prints it into a name. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
	const unsigned char *at;
	int value;
	char name[16];
};

void reader_next(struct reader *reader)
{
	reader->value += *reader->at++;
	snprintf(reader->name, sizeof reader->name, "v%d", reader->value);
}

int codes_sum(const unsigned char *codes, int count)
{
	int sum = 0;

	for (int place = 0; place < count; place++) {
		struct reader *reader = calloc(1, sizeof *reader);
		reader->at = codes;
		for (int i = 0; i <= place; i++)
			reader_next(reader);
		sum += reader->name[1] - '0';
		free(reader);
	}
	return sum;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 40, sum;
	unsigned char *codes = malloc(n);

	memset(codes, 1, n);
	sum = codes_sum(codes, n);
	free(codes);
	return sum == 0;
}
