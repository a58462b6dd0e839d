/* SPDX-License-Identifier: MIT
 * Tests of checksum: the same buffer repeatedly, from each beginning and of
 * each length, on purpose. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

uint32_t checksum(const uint8_t *data, size_t size);

static uint8_t *make_buffer(void)
{
	uint8_t *buffer = malloc(24);

	for (int i = 0; i < 24; i++)
		buffer[i] = (uint8_t)(i * 37);
	return buffer;
}

static void test_checksum_is_stable(void)
{
	uint8_t *buffer = make_buffer();
	uint32_t first = checksum(buffer, 24);

	for (int i = 0; i < 10; i++)
		assert(checksum(buffer, 24) == first);
	free(buffer);
}

static void test_checksum_sees_every_length(void)
{
	uint8_t *buffer = make_buffer();
	uint32_t before = 0;

	for (size_t size = 1; size <= 24; size++) {
		uint32_t sum = checksum(buffer, size);
		assert(sum != before);
		before = sum;
	}
	free(buffer);
}

int main(void)
{
	test_checksum_is_stable();
	test_checksum_sees_every_length();
	return 0;
}
