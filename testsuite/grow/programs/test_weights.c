/* SPDX-License-Identifier: MIT
 * Its test. */
#include "weights.c"
#include <math.h>
#include <stdio.h>

static int failed;
#define EXPECT_NEAR(a, b)                                                      \
	((void)(fabs((a) - (b)) < 1e-9 ||                                      \
		(failed++, printf("line %d: %g is not %g\n", __LINE__,         \
				   (double)(a), (double)(b)))))

int main(void)
{
	static const double given[] = {1, 2, 3, 4, 5.5, 0.5, 2, 6};
	weights_t ws = {0};
	double sum = 0;
	unsigned i;

	for (i = 0; i < sizeof given / sizeof given[0]; i++)
		weights_add(&ws, given[i]);
	for (i = 0; i < (unsigned)ws.n; i++)
		sum += ws.w[i];
	EXPECT_NEAR(sum, 1.0);
	EXPECT_NEAR(ws.w[0], 1.0 / 24);
	EXPECT_NEAR(ws.w[7], 0.25);
	weights_free(&ws);
	return failed ? 1 : 0;
}
