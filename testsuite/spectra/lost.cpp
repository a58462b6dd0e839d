// SPDX-License-Identifier: MIT
// A kernel whose variables are hard to watch. Each is, or is named: lost.tap.
#include <stddef.h>

#include "ap_int.h"

struct below {
	ap_uint<6> inherited;
};

template <typename T> struct layer {
	T in;
	int beside;
};
typedef layer<layer<layer<layer<layer<int>>>>> deep;

struct mixed : below {
	ap_uint<5> own;
	unsigned flag : 3;
	union {
		int whole;
		char part;
	};
	deep nested;
};

struct pair {
	int first, second;
};

int elsewhere(int value); // of a source that nobody names

static thread_local int own_of_thread;

static int use(void *anything, int (*call)(int), int size)
{
	int sized[size];

	sized[0] = call(size);
	return sized[0] + (anything != NULL);
}

int lost(const int *data, int count)
{
	mixed all;
	pair pairs[3];
	int mixed::*member = NULL;
	__int128 wide = count;
	long double precise = count;
	auto [left, right] = pairs[0];

	all.inherited = count;
	all.own = count;
	all.flag = 1;
	all.whole = count;
	all.nested.in.in.in.in.in = count;
	pairs[1].first = count;
	own_of_thread += count;
	{
		int idle;
	}
	return use(&all, elsewhere, count) + all.flag + all.whole + (int)wide +
	       (int)precise + pairs[1].first + own_of_thread + left + right +
	       (member == NULL);
}
