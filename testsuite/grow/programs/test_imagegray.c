/* SPDX-License-Identifier: MIT
 * A gradient. */
#include "imagegray.c"
#include <assert.h>

static struct picture *gradient(int width, int height)
{
	struct picture *p = picture_new(width, height, 3);
	for (int i = 0; i < width * height * 3; i++)
		p->byte[i] = i % 251;
	return p;
}

int main(void)
{
	struct picture *p = gradient(16, 9);
	struct picture *grey = picture_grey(p);
	assert(grey->width == 16 && grey->height == 9);
	assert(grey->byte[0] == 0);
	picture_free(grey);
	picture_free(p);
	return 0;
}
