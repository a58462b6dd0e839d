/* SPDX-License-Identifier: MIT
 * Branches that only inputs pass which hold what they are compared with: a word computed
 * at run time, then a checksum. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static uint32_t checksum(const uint8_t *data, size_t size)
{
	uint32_t sum = 2166136261u;

	for (size_t i = 0; i < size; i++)
		sum = (sum ^ data[i]) * 16777619u;
	return sum;
}

static uint32_t big_endian(const uint8_t *data)
{
	return (uint32_t)data[0] << 24 | (uint32_t)data[1] << 16 |
	       (uint32_t)data[2] << 8 | data[3];
}

static volatile uint8_t secret[6] = {
	'r' ^ 1, 'e' ^ 1, 't' ^ 1, 'r' ^ 1, 'e' ^ 1, 'd' ^ 1};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char word[6];

	if (size < 16)
		return 0;
	for (int i = 0; i < 6; i++)
		word[i] = (char)(secret[i] ^ 1);
	if (memcmp(data, word, sizeof word))
		return 0;
	if (big_endian(data + 6) != checksum(data + 10, size - 10))
		return 0;
	abort();
}
