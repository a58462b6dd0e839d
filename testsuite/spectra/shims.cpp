// SPDX-License-Identifier: MIT
// Checks the headers for kernels by what hardware compilers document.
#include <cstdio>
#include <sstream>

#include "ap_axi_sdata.h"
#include "ap_fixed.h"
#include "ap_int.h"
#include "hls_burst_maxi.h"
#include "hls_directio.h"
#include "hls_math.h"
#include "hls_np_channel.h"
#include "hls_stream.h"
#include "hls_streamofblocks.h"
#include "hls_task.h"
#include "hls_vector.h"
#include "hls_video.h"

static int number;

static void check(bool holds, const char *sentence)
{
	std::printf("%sok %d - %s\n", holds ? "" : "not ", ++number, sentence);
}

static void check_integers()
{
	ap_uint<8> byte = 255, high = 0xab, low = 0xcd, zero = 0;
	ap_int<4> nibble = 7;
	ap_uint<24> word = 0x123456;
	ap_uint<64> long_one = ~0ull;
	ap_uint<10> none = -1;
	ap_uint<200> wide = 1;
	ap_int<8> minus = -5;
	ap_uint<16> both;

	byte += 1;
	nibble++;
	check(byte == 0 && byte.wide == 256,
		"an unsigned integer wraps, and what it was is known");
	check(nibble == -8 && nibble.wide == 8, "a signed one, too");
	byte += 255;
	byte += 2;
	check(byte == 1 && byte.wide == 513, "that number is handed on");
	byte = nibble = 3;
	check(byte + nibble * 2 == 9, "arithmetic mixes widths");
	check((zero - 1) == -1 && (high * low) == 0xab * 0xcd &&
			(low + high) == 0x178,
		"results are as wide as they can get");
	check(word.range(15, 8) == 0x34 && word(23, 20) == 1,
		"ranges of bits are read");
	word.range(7, 0) = 0xff;
	word[20] = 0;
	check(word == 0x0234ff, "and written");
	check(word.test(0) && word.length() == 24, "bits are tested");
	both = (high, low);
	check(both == 0xabcd, "a comma joins bits");
	(high, low) = ap_uint<16>(0x1234);
	check(high == 0x12 && low == 0x34, "and takes them apart");
	high = 0xab;
	both = ~high;
	check((high << 4) == 0xb0 && both == 0x54,
		"shifts and complements keep the width of their operand");
	check(long_one > 1 && long_one / 2 == 0x7fffffffffffffffull,
		"64 bits without a sign have none");
	check(none == 1023 && none.wide == 1023,
		"-1 as the first value of an unsigned one means all ones");
	wide <<= 150;
	wide += 5;
	check((wide >> 150) == 1 && wide.range(3, 0) == 5 &&
			(wide / 5) * 5 + wide % 5 == wide,
		"200 bits are as good as 8");
	check(minus / 2 == -2 && minus % 3 == -2 && (minus >> 1) == -3 &&
			-minus == 5,
		"signs are kept by division, and by shifts to the right");
	check(ap_uint<12>("0x7f", 16) == 127 && ap_int<8>("-12", 10) == -12,
		"strings are numbers");
	high = 1;
	check(high.reverse() == 0x80 && high.or_reduce() &&
			!high.and_reduce() && high.xor_reduce(),
		"bits are reversed and reduced");
	std::ostringstream out;
	out << minus << ' ' << wide.range(3, 0);
	check(out.str() == "-5 5", "they are printed");
}

static void check_fixed()
{
	ap_fixed<8, 4> cut = 1.28;
	ap_fixed<8, 4, AP_RND> near = 1.28125;
	ap_fixed<8, 4, AP_TRN_ZERO> zero = -1.28;
	ap_fixed<8, 4, AP_RND_CONV> even = 0.09375;
	ap_fixed<8, 4, AP_RND, AP_SAT> full = 100;
	ap_fixed<16, 6> x = 3.5, y = -2.25;
	ap_fixed<16, 6> overflown = 100;
	ap_ufixed<8, 0> half = 0.5;

	check(cut == 1.25, "what is right of the point is cut off");
	check(near == 1.3125, "or rounded up in the middle");
	check(zero == -1.25, "or cut towards zero");
	check(even == 0.125, "or rounded to even");
	cut = -0.01;
	check(cut == -0.0625, "cutting is downwards below zero");
	near = cut * 2.0;
	check(near.to_double() == -0.125 && near.to_int() == 0,
		"fixed point mixes with real numbers");
	check(full == 7.9375 && full.wide == 127, "AP_SAT saturates");
	full = -100;
	check(full == -8, "at both ends");
	check(overflown == -28 && overflown.wide == 100 * 1024,
		"AP_WRAP wraps, and what it was is known");
	check(x * y == -7.875 && x + y == 1.25 && x - 1 == 2.5 && x > y,
		"results of operators are exact");
	check((x / y).to_double() > -1.5557 && (x / y).to_double() < -1.5546,
		"but for quotients");
	check(half == 0.5 && half.range(7, 7) == 1, "bits are where they are");
	ap_uint<32> packed = 0;
	packed.range(31, 16) = x.range(15, 0);
	check(packed == 0x0e000000, "and are packed into an integer");
	check(hls::sqrt(ap_fixed<16, 6>(2.25)) == 1.5, "roots are taken");
	std::ostringstream out;
	out << std::fixed << x;
	check(out.str() == "3.5", "they are printed with the digits they have");
}

static void twice(hls::stream<int> &in, hls::stream<int> &out)
{
	out.write(2 * in.read());
}

static void check_channels()
{
	hls::stream<int> stream;
	hls::split::round_robin<int, 2> split;
	hls::merge::round_robin<int, 2> merge;
	hls::stream_of_blocks<int[4]> blocks;
	static hls::stream<int> in, out;
	static hls::task doubler(twice, in, out);
	hls::ap_hs<int> port;
	ap_axiu<32, 1, 1, 1> word;
	int got = 0, memory[8] = {0};
	hls::burst_maxi<int> burst(memory);

	check(!stream.read_nb(got) && stream.empty(),
		"an empty stream has nothing");
	stream << 4;
	stream.write(5);
	check(stream.size() == 2 && stream.read() == 4 && stream.read_nb(got) &&
			got == 5 && stream.empty(),
		"a stream gives what came first");
	check(stream.read() == 0, "a blocking read of nothing is zero");
	for (int i = 0; i < 4; i++)
		split.in.write(i);
	check(split.out[1].read() == 1 && split.out[0].read() == 0 &&
			split.out[1].read() == 3,
		"a split serves its outputs in turn");
	merge.in[1].write(7);
	check(merge.out.empty(), "a merge waits for its turn");
	merge.in[0].write(6);
	check(merge.out.read() == 6 && merge.out.read() == 7,
		"and takes its inputs in turn");
	in.write(21);
	in.write(4);
	check(out.read() == 42 && out.read() == 8,
		"a task runs when somebody waits for it");
	{
		hls::write_lock<int[4]> block(blocks);
		block[2] = 9;
	}
	{
		hls::read_lock<int[4]> block(blocks);
		got = block[2];
	}
	check(got == 9 && blocks.empty(), "a block goes through a stream");
	port.write(3);
	check(port.valid() && port.read() == 3, "a port has a handshake");
	word.data = 5;
	word.keep_all();
	check(word.get_data() == 5 && word.keep == 15,
		"an AXI word has side channels");
	burst.write_request(2, 2);
	burst.write(8);
	burst.write(9);
	burst.write_response();
	burst.read_request(3, 1);
	check(memory[2] == 8 && burst.read() == 9, "bursts move words");
}

static void check_vectors()
{
	hls::vector<int, 4> a = {1, 2, 3, 4}, b = 2;

	a = a * b + b;
	check(a[0] == 4 && a[3] == 10 && a.reduce_add() == 28,
		"vectors compute element by element");
}

static void check_images()
{
	hls::Window<2, 3, int> window = {};
	hls::LineBuffer<2, 4, int> lines = {};

	window.insert_pixel(5, 1, 2);
	window.shift_pixels_left();
	check(window.getval(1, 1) == 5, "a window moves");
	lines.insert_bottom_row(7, 3);
	lines.shift_pixels_up(3);
	check(lines.getval(0, 3) == 7, "lines move up");
}

int main()
{
	check_integers();
	check_fixed();
	check_channels();
	check_vectors();
	check_images();
	std::printf("1..%d\n", number);
	return 0;
}
