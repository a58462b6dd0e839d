// SPDX-License-Identifier: MIT
// Checks the headers for kernels by what hardware compilers document; WRAP says
// whether values wrap.
#include <cstdio>

#include "ap_fixed.h"
#include "ap_int.h"
#include "hls_stream.h"

static int number;

static void check(bool holds, const char *sentence)
{
	std::printf("%sok %d - %s\n", holds ? "" : "not ", ++number, sentence);
}

int main()
{
	ap_uint<8> byte = 255;
	ap_int<4> nibble = 7;
	ap_uint<24> word = 0x123456;
	ap_fixed<8, 4> cut = 1.28;
	ap_fixed<8, 4, AP_RND> near = 1.28125;
	ap_fixed<8, 4, AP_TRN_ZERO> zero = -1.28;
	ap_fixed<8, 4, AP_RND_CONV> even = 0.09375;
	hls::stream<int> stream;
	int got = 0;

	byte += 1;
	nibble++;
#ifdef HLS_WRAP
	check(byte == 0, "an unsigned integer wraps at its width");
	check(nibble == -8, "a signed one, too");
#else
	check(byte == 256, "an unsigned integer keeps its true value");
	check(nibble == 8, "a signed one, too");
#endif
	byte = nibble = 3;
	check(byte + nibble * 2 == 9, "arithmetic mixes widths");
	check(word.range(15, 8) == 0x34 && word(23, 20) == 1,
		"ranges of bits are read");
	word.range(7, 0) = 0xff;
	word[20] = 0;
	check(word == 0x0234ff, "and written");
	check(word.test(0) && word.length() == 24, "bits are tested");
	byte = word.range(15, 8);
	byte <<= 1;
	check(byte == 0x68, "shifts shift");
	byte = 7;
	byte -= 2;
	byte *= 3;
	byte /= 2;
	byte %= 4;
	byte |= 8;
	byte ^= 1;
	check(byte == 10 && --byte == 9 && byte-- == 9 && byte == 8,
		"assignments combine with operators");
	check(cut == 1.25, "what is right of the point is cut off");
	check(near == 1.3125, "or rounded up in the middle");
	check(zero == -1.25, "or cut towards zero");
	check(even == 0.125, "or rounded to even");
	cut = -0.01;
	check(cut == -0.0625, "cutting is downwards below zero");
	near = cut * 2.0;
	check(near.to_double() == -0.125 && near.to_int() == 0,
		"fixed point mixes with real numbers");
	check(!stream.read_nb(got) && stream.empty(),
		"an empty stream has nothing");
	stream << 4;
	stream.write(5);
	check(stream.size() == 2 && stream.read() == 4 && stream.read_nb(got) &&
			got == 5 && stream.empty(),
		"a stream gives what came first");
	check(stream.read() == 0, "a blocking read of nothing is zero");
	std::printf("1..%d\n", number);
	return 0;
}
