// SPDX-License-Identifier: MIT
// A kernel made of what led prototypes of the tool astray; traps.tap says which
// is which.
#include <setjmp.h>

#include "ap_int.h"

/* Line numbers of trap_step.inc are those of the loop in trap_lines. */
struct counted {
	int value;
	counted() : value(77)
	{
	}
	counted &operator=(int other)
	{
		value = other;
		return *this;
	}
};

static int total;
static jmp_buf place;

static int callee(int first)
{
	int own = first + 1;
	return own;
}

static int trap_lines(int n)
{
	int sum = 0;
#include "trap_step.inc"
LINES:
	for (int k = 0; k < n; k++) {
		sum += k;
	}
	return sum;
}

static int trap_blocks(int n)
{
	int sum = 0;
	if (n > 0) {
		int early[64];
		early[n] = 5;
		sum += early[n];
	}
	{
		unsigned char late[256];
		late[n] = 200;
		sum += late[n];
	}
	return sum;
}

static void trap_jump(int depth)
{
	int level = depth;
	if (level == 0)
		longjmp(place, 1);
	trap_jump(level - 1);
}

static int trap_constructor()
{
	counted cell[8];
	cell[2] = 5;
	cell[3] = 6;
	return cell[2].value;
}

static int trap_deep(int n)
{
	ap_uint<8> x = n;
	x += 1;
	return n > 0 ? trap_deep(n - 1) + x.to_int() : 0;
}

int traps(int n)
{
	int seen = 0;
	total = callee(n);
	total += trap_lines(n);
	total += trap_blocks(n);
	if (setjmp(place) == 0)
		trap_jump(3);
	else
		seen = 1;
AFTER:
	for (int after = 0; after < n; after++)
		seen++;
	total += trap_constructor();
	total += trap_deep(200);
	return total + seen;
}
