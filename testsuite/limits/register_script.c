/* SPDX-License-Identifier: MIT
 * A script of a device's registers to read: the status is polled, the others are
 * read when it says so. */
#include <assert.h>
#include <stdlib.h>

enum { STATUS = 2, CONTROL = 7, DATA = 12 };

struct device {
	int value[16];
};

int device_read_all(
	const struct device *device, const unsigned char *script, int count)
{
	int sum = 0;

	for (int i = 0; i < count; i++)
		sum += device->value[script[i]];
	return sum;
}

int main(void)
{
	static const unsigned char script[] = {
		STATUS, DATA, STATUS, STATUS, CONTROL, DATA};
	struct device *device = calloc(1, sizeof *device);

	device->value[DATA] = 20;
	device->value[STATUS] = 1;
	assert(device_read_all(device, script, 6) == 43);
	free(device);
	return 0;
}
