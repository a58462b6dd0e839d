/* SPDX-License-Identifier: MIT
 * A filter of a few taps, which it needs for each sample. */
#include <assert.h>
#include <stdlib.h>

struct filter {
	int taps;
	float *tap;
};

void filter_run(
	const struct filter *filter, const float *in, float *out, int count)
{
	for (int i = 0; i + filter->taps <= count; i++) {
		float sum = 0;
		for (int k = 0; k < filter->taps; k++)
			sum += filter->tap[k] * in[i + k];
		out[i] = sum;
	}
}

static void test_constant(const struct filter *filter, int count)
{
	float *in = calloc(2 * (size_t)count, sizeof *in), *out = in + count;

	for (int i = 0; i < count; i++)
		in[i] = 2;
	filter_run(filter, in, out, count);
	assert(out[0] == 8 && out[count - filter->taps] == 8);
	free(in);
}

int main(void)
{
	struct filter filter = {5, malloc(5 * sizeof(float))};

	for (int i = 0; i < 5; i++)
		filter.tap[i] = (float)(i < 3 ? i : 4 - i);
	test_constant(&filter, 12);
	test_constant(&filter, 40);
	free(filter.tap);
	return 0;
}
