/* SPDX-License-Identifier: MIT
 * Compares each record of a file with those before it, if all lengths and the checksum are
 * right. A record is a type, a length of two bytes, and so many bytes; the last four bytes
 * of the file are the CRC of what is before them. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define FIRST	    4
#define RECORDS_MAX 256

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint32_t crc_of(const uint8_t *bytes, size_t length)
{
	uint32_t crc = UINT32_MAX;

	for (size_t i = 0; i < length; i++) {
		crc ^= bytes[i];
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
	}
	return ~crc;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static volatile unsigned same;
	size_t record[RECORDS_MAX], at = FIRST, count = 0;
	uint32_t crc;

	if (size < FIRST + 4 || memcmp(data, "REC1", FIRST) != 0)
		return 0;
	size -= 4;
	memcpy(&crc, data + size, 4);
	if (crc != crc_of(data, size))
		return 0;
	while (at + 3 <= size && count < RECORDS_MAX) {
		record[count++] = at;
		at += 3u + (data[at + 1] << 8 | data[at + 2]);
	}
	if (at != size)
		return 0;
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < i; j++)
			same += data[record[i]] == data[record[j]];
	return 0;
}
