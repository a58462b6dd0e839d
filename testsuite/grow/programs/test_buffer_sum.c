/* SPDX-License-Identifier: MIT
 * Its test. */
#include "buffer_sum.c"

static void test_sum(void)
{
	struct buffer buffer = {0};
	for (unsigned char i = 0; i < 20; i++)
		buffer_put(&buffer, i);
	assert(buffer.count == 20 && buffer.sum);
	free(buffer.byte);
}

int main(void)
{
	test_sum();
	return 0;
}
