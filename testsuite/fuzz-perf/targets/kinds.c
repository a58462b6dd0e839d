/* SPDX-License-Identifier: MIT
 * A format of which one byte in a hundred says how the rest is coded. */
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static volatile unsigned kinds_work;

static void work_on(unsigned times)
{
	for (unsigned i = 0; i < times; i++)
		kinds_work++;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size != 100)
		return 0;
	switch (data[60]) {
	case 0xc0:
		work_on(1);
		break;
	case 0xc5:
		work_on(20);
		break;
	case 0xc9:
		work_on(300);
		break;
	case 0xce:
		work_on(4000);
		break;
	default:
		break;
	}
	return 0;
}
