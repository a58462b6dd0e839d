// SPDX-License-Identifier: MIT
// Prints what numbers of hardware do, to be compared between two sets of headers: integers
// of WIDTH_A and WIDTH_B bits, and fixed point of widths that follow from them.
//
// What is wrong in the vendor's is left out: division where one operand has a sign;
// xor_reduce; from 64 bits on the order of two of which one has a sign, nand_reduce and
// to_double.
#include "ap_fixed.h"
#include "ap_int.h"

#include <cstdio>
#include <iostream>

static unsigned long long next_random()
{
	static unsigned long long state = 88172645463325252ull;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

template <typename T> static T random_number()
{
	T number = 0;
	bool is_small = next_random() % 4 == 0;

	for (int low = 0; low < T::width; low += 32) {
		int high = low + 31 < T::width ? low + 31 : T::width - 1;
		number.range(high, low) =
			is_small && low > 0 ? 0u : (unsigned)next_random();
	}
	return number;
}

static void print_name(const char *name, int width)
{
	std::printf("%s %d:", name, width);
}

template <typename T> static void print_bits(const char *name, const T &number)
{
	print_name(name, T::width);
	for (int low = 0; low < T::width; low += 32) {
		int high = low + 31 < T::width ? low + 31 : T::width - 1;
		std::printf(" %x", (unsigned)number.range(high, low));
	}
	std::printf("\n");
}
static void print_bits(const char *name, bool truth)
{
	std::printf("%s: %d\n", name, truth);
}

#define BITS(expression) print_bits(#expression, expression)

/* IS_MIXED: one of them has a sign. */
template <typename T, typename U, bool IS_MIXED> static void compare_pair()
{
	const bool is_wide = T::width >= 64 || U::width >= 64;
	T a = random_number<T>();
	U b = random_number<U>();
	int by = (int)(next_random() % (T::width + 3));

	BITS(a + b);
	BITS(a - b);
	BITS(a * b);
	BITS(a & b);
	BITS(a | b);
	BITS(a ^ b);
	BITS(a == b);
	BITS(a != b);
	if (!IS_MIXED || !is_wide) {
		BITS(a < b);
		BITS(a <= b);
		BITS(b > a);
		BITS(b >= a);
	}
	BITS(-a);
	BITS(~a);
	BITS(a << by);
	BITS(a >> by);
	BITS(a + 1);
	BITS(3 - b);
	BITS(a & 255);
	BITS(ap_uint<int(T::width) + int(U::width)>((a, b)));
	BITS(ap_int<7>(a));
	BITS(T(b));
	BITS(U(a));
	std::printf("to %lld %llu %d\n", (long long)a.to_int64(),
		(unsigned long long)a.to_uint64(), a.to_int());
	std::printf("reduce %d %d %d\n", (int)a.and_reduce(),
		(int)a.or_reduce(), (int)a.nor_reduce());
	if (!is_wide)
		std::printf("narrow %.17g %d\n", a.to_double(),
			(int)a.nand_reduce());
	std::printf("bits %d %d %s\n", (int)a[by % T::width],
		(int)a.countLeadingZeros(), a.to_string(16).c_str());
	std::cout << a << " " << b << std::endl;
	{
		T c = a;
		c += b;
		BITS(c);
		c *= b;
		BITS(c);
		c -= a;
		BITS(c);
		c ^= b;
		BITS(c);
		c <<= 3;
		BITS(c);
		c >>= 2;
		BITS(c);
		c++;
		BITS(c);
		c.range(T::width / 2, 0) = b;
		BITS(c);
		c[T::width / 3] = b[0];
		BITS(c);
		c.reverse();
		BITS(c);
	}
}

template <typename T> static void compare_quotient()
{
	T a = random_number<T>(), b = random_number<T>();

	if (b == 0)
		return;
	BITS(a / b);
	BITS(a % b);
	BITS(T(a / 3));
}

template <int W, int I, ap_q_mode Q, ap_o_mode O> static void compare_fixed()
{
	typedef ap_fixed<W, I, Q, O> number;
	ap_fixed<W + 9, I + 4> wide;
	number a, b;

	wide.range() = random_number<ap_int<W + 9>>();
	a = wide;
	b.range() = random_number<ap_uint<W>>();
	std::printf("fixed %d %d %d\n", W, (int)Q, (int)O);
	BITS(a);
	BITS(a + b);
	BITS(a * b);
	BITS(a - b);
	BITS(-a);
	BITS(a < b);
	BITS(a == b);
	BITS(a >> 2);
	BITS(a << 2);
	a += b;
	BITS(a);
	a *= b;
	BITS(a);
	std::printf(
		"%d %.15g %d\n", a.to_int(), a.to_double(), (int)a.is_neg());
	a = ap_int<9>(next_random() % 512);
	BITS(a);
}

int main()
{
	for (int i = 0; i < 20; i++) {
		compare_pair<ap_int<WIDTH_A>, ap_int<WIDTH_B>, false>();
		compare_pair<ap_uint<WIDTH_A>, ap_uint<WIDTH_B>, false>();
		compare_pair<ap_int<WIDTH_A>, ap_uint<WIDTH_B>, true>();
		compare_pair<ap_uint<WIDTH_B>, ap_int<WIDTH_A>, true>();
		compare_quotient<ap_int<WIDTH_A>>();
		compare_quotient<ap_uint<WIDTH_B>>();
		compare_fixed<WIDTH_A % 40 + 4, WIDTH_A % 7 + 2, AP_TRN,
			AP_WRAP>();
		compare_fixed<WIDTH_A % 40 + 4, WIDTH_A % 9 + 1, AP_RND,
			AP_SAT>();
		compare_fixed<WIDTH_A % 30 + 4, 3, AP_RND_CONV, AP_SAT_SYM>();
		compare_fixed<WIDTH_B % 30 + 4, 2, AP_RND_ZERO, AP_SAT_ZERO>();
		compare_fixed<WIDTH_B % 30 + 4, 1, AP_RND_INF, AP_WRAP>();
		compare_fixed<WIDTH_B % 30 + 4, 4, AP_TRN_ZERO, AP_WRAP>();
	}
	return 0;
}
