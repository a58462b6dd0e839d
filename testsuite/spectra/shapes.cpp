// SPDX-License-Identifier: MIT
// A kernel with what kernels of others have: templates, lambdas, ports of a
// declared size, elements that are classes, a register variable, memcpy.
#include <string.h>

#include "shapes.h"

template <int N> static int add(const int *from)
{
	int sum = 0;
	for (int i = 0; i < N; i++)
		sum += from[i];
	return sum;
}

struct totals {
	int total;
	template <typename T> void put(T amount)
	{
		T twice = amount * 2;
		total += (int)twice;
	}
};

int shapes(int in[4], six out[4], ap_uint<8> *bytes)
{
	register int first = in[0];
	ap_uint<4> nibble = 0;
	ap_uint<6> local[4];
	ap_uint<100> large = 1;
	int copied[8], filled[8] = {0};
	auto next = [](int k) {
		int above = k + 1;
		return above;
	};
	totals both;

	memcpy(copied, in, sizeof(copied) / 2);
	memset(filled, 1, sizeof(filled));
	for (int i = 0; i < 5; i++) {
		nibble += 5;
		out[i] = in[i & 3] * 10;
		bytes[i] = nibble;
		local[i & 3] = in[i & 3];
	}
	both.total = 0;
	both.put(3);
	both.put(4.5f);
	large <<= 80;
	return add<4>(in) + next(first) + part(copied) + filled[2] +
	       both.total + local[0] + (large >> 80).to_int();
}
