/* SPDX-License-Identifier: MIT
 * Field i of a record is decoded from the first field on, one by a call. */
#include <stdlib.h>

struct reader {
	const unsigned char *at, *end;
};

unsigned reader_field(struct reader *reader)
{
	unsigned value = 0;

	while (*reader->at & 0x80)
		value = value << 7 | (*reader->at++ & 0x7f);
	return value << 7 | *reader->at++;
}

unsigned record_get(const unsigned char *record, int size, int field)
{
	struct reader reader = {record, record + size};
	unsigned value = 0;

	for (int i = 0; i <= field && reader.at < reader.end; i++)
		value = reader_field(&reader);
	return value;
}

unsigned record_sum(const unsigned char *record, int fields)
{
	unsigned sum = 0;

	for (int i = 0; i < fields; i++)
		sum += record_get(record, 2 * fields, i);
	return sum;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24;
	unsigned char *record = malloc(2 * n);
	unsigned sum;

	for (int i = 0; i < n; i++) {
		record[2 * i] = (unsigned char)(0x80 | i);
		record[2 * i + 1] = 5;
	}
	sum = record_sum(record, n);
	free(record);
	return sum == 0;
}
