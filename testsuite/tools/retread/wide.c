/* SPDX-License-Identifier: MIT
 * Very many contexts: random descents through thirty-two functions. */
#include <stdint.h>
#include <stdlib.h>

#define DEPTH 24

typedef void step_function(uint64_t way, int depth);
static step_function *const next_step[32];
static int cell[32][8];
volatile int sink;

static void go_on(uint64_t way, int depth)
{
	if (depth < DEPTH)
		next_step[way & 31](way >> 5 ^ way << 59, depth + 1);
}

#define STEP(n)                                                                \
	static __attribute__((noinline)) void step_##n(                        \
		uint64_t way, int depth)                                       \
	{                                                                      \
		sink += cell[n][way & 7];                                      \
		go_on(way * 0x9e3779b97f4a7c15u, depth);                       \
		sink += cell[n][way >> 3 & 7];                                 \
	}
#define EIGHT(name, a, b, c, d, e, f, g, h)                                    \
	name(a) name(b) name(c) name(d) name(e) name(f) name(g) name(h)
#define ALL(name)                                                              \
	EIGHT(name, 0, 1, 2, 3, 4, 5, 6, 7)                                    \
	EIGHT(name, 8, 9, 10, 11, 12, 13, 14, 15)                              \
	EIGHT(name, 16, 17, 18, 19, 20, 21, 22, 23)                            \
	EIGHT(name, 24, 25, 26, 27, 28, 29, 30, 31)
ALL(STEP)
#define POINTER(n) step_##n,
static step_function *const next_step[32] = {ALL(POINTER)};

int main(int argc, char **argv)
{
	int descents = argc > 1 ? atoi(argv[1]) : 1;
	uint64_t way = 88172645463325252u;

	while (descents-- > 0) {
		way ^= way << 13;
		way ^= way >> 7;
		way ^= way << 17;
		next_step[way & 31](way, 0);
	}
	return 0;
}
