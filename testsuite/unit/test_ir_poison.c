/* SPDX-License-Identifier: MIT
 * Poison and undefined values of the portable IR, as the reference has them.
 * testsuite/ir/mutants.tap runs these sentences with a reference that is wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "fuzz-perf/ir/ir.h"

/* Functions of up to two parameters, and one buffer of two numbers. */
struct poison_sentence {
	const char *says, *text;
	uint64_t param[2];
	enum irf_status status;
	uint64_t result, any; /* of the first word */
};

#define TWO(type) "%0 = param " type "\n%1 = param " type "\n"

#define RANGE(value, from, to)                                                 \
	TWO("i8")                                                              \
	"%2 = const i8 " from "\n%3 = const i8 " to "\n%4 = range i8 " value   \
	", %2, %3\nresult %4"
#define SWITCH(number)                                                         \
	"%2 = switch i8 " number " {\n result %1\n} case 0xff {\n"             \
	" %3 = const i8 0x1\n result %3\n} case 0x3 {\n %3 = const i8 0x2\n"   \
	" result %3\n}\nresult %2"

/* Doubles what it begins with, 6 times at most. */
#define UNTIL(first, end)                                                      \
	"%3 = loop i8 " first " serial trips 6 factor 0 {\n %4 = index i8\n"   \
	" %5 = carry i8\n %6 = add i8 %5, %5\n result %6\n} until {\n"         \
	" %9 = index i8\n %10 = carry i8\n " end "\n result %11\n}\nresult %3"

/* The difference of two arguments, the third is dead. */
#define DIFFERENCE                                                             \
	TWO("i8")                                                              \
	"%2 = poison i8\n%3 = function i8 {\n %4 = param i8\n"                 \
	" %5 = param i8\n %6 = param i8\n %7 = sub i8 %4, %5\n result %7\n}\n"

/* A function that stores its argument at place 1 is called twice. */
#define STORES(loop)                                                           \
	"buffer @0 4 x i8 local\n%0 = param i8\n%1 = function i8 {\n"          \
	" %2 = param i8\n %3 = const i8 0x1\n"                                 \
	" %4 = store {} @0 %3, %2\n result %2\n}\n"                            \
	"%5 = loop i8 %0 " loop " trips 2 factor 0 {\n %6 = index i8\n"        \
	" %7 = carry i8\n %8 = call i8 %1, %7\n result %8\n}\n"

static const struct poison_sentence sentences[] = {
	{"a function computes with what it is given",
		DIFFERENCE "%8 = call i8 %3, %1, %0, %2\nresult %8", {3, 10},
		IRF_OK, 7, 0},
	{"poison is given to it",
		DIFFERENCE "%8 = call i8 %3, %2, %0, %1\nresult %8", {3, 10},
		IRF_OK, 0, 0xff},
	{"each call has values of its own",
		DIFFERENCE "%8 = call i8 %3, %1, %0, %0\n"
			   "%9 = call i8 %3, %2, %8, %8\n"
			   "%10 = call i8 %3, %8, %0, %9\nresult %10",
		{3, 10}, IRF_OK, 4, 0},
	{"poison decides nothing in a function",
		TWO("i8") "%2 = function i8 {\n %3 = param i1\n"
			  " %4 = const i8 0x1\n %5 = if i8 %3 {\n result %4\n"
			  " } else {\n result %4\n }\n result %5\n}\n"
			  "%6 = poison i1\n%7 = call i8 %2, %6\nresult %7",
		{3, 10}, IRF_UB, 0, 0},
	{"what a function stores is there after its call",
		STORES("serial") "%9 = const i8 0x1\n%10 = load i8 @0 %9\n"
				 "result %10",
		{7, 0}, IRF_OK, 7, 0},
	{"it sees the part of memory that its call does",
		STORES("parallel") "%9 = const i8 0x3\n%10 = load i8 @0 %9\n"
				   "result %10",
		{7, 0}, IRF_OK, 7, 0},
	{"a sum that fits is kept",
		TWO("i8") "%2 = add nuw i8 %0, %1\nresult %2", {200, 55},
		IRF_OK, 255, 0},
	{"one that does not is poison",
		TWO("i8") "%2 = add nuw i8 %0, %1\nresult %2", {200, 56},
		IRF_OK, 0, 0xff},
	{"a sum may fit as a signed number",
		TWO("i8") "%2 = add nsw i8 %0, %1\nresult %2", {200, 56},
		IRF_OK, 0, 0},
	{"or not", TWO("i8") "%2 = add nsw i8 %0, %1\nresult %2", {100, 28},
		IRF_OK, 0, 0xff},
	{"a difference must not be negative",
		TWO("i8") "%2 = sub nuw i8 %0, %1\nresult %2", {1, 2}, IRF_OK,
		0, 0xff},
	{"or must be as a signed number",
		TWO("i8") "%2 = sub nsw i8 %0, %1\nresult %2", {0x80, 1},
		IRF_OK, 0, 0xff},
	{"a product fits", TWO("i8") "%2 = mul nuw i8 %0, %1\nresult %2",
		{15, 17}, IRF_OK, 255, 0},
	{"a product does not", TWO("i8") "%2 = mul nuw i8 %0, %1\nresult %2",
		{16, 16}, IRF_OK, 0, 0xff},
	{"the least number by -1 does not",
		TWO("i8") "%2 = mul nsw i8 %0, %1\nresult %2", {0xff, 0x80},
		IRF_OK, 0, 0xff},
	{"-1 by -1 does not in one bit",
		TWO("i1") "%2 = mul nsw i1 %0, %1\nresult %2", {1, 1}, IRF_OK,
		0, 1},
	{"a shift loses a bit", TWO("i8") "%2 = shl nuw i8 %0, %1\nresult %2",
		{0x81, 1}, IRF_OK, 0, 0xff},
	{"or the sign", TWO("i8") "%2 = shl nsw i8 %0, %1\nresult %2",
		{0x40, 1}, IRF_OK, 0, 0xff},
	{"by the width all but 0 is lost",
		TWO("i8") "%2 = shl nuw i8 %0, %1\nresult %2", {1, 8}, IRF_OK,
		0, 0xff},
	{"0 is not", TWO("i8") "%2 = shl nuw i8 %0, %1\nresult %2", {0, 8},
		IRF_OK, 0, 0},
	{"an exact shift loses nothing",
		TWO("i8") "%2 = lshr exact i8 %0, %1\nresult %2", {6, 1},
		IRF_OK, 3, 0},
	{"or is poison", TWO("i8") "%2 = ashr exact i8 %0, %1\nresult %2",
		{7, 1}, IRF_OK, 0, 0xff},
	{"an exact division has no rest",
		TWO("i8") "%2 = sdiv exact i8 %0, %1\nresult %2", {0xf9, 2},
		IRF_OK, 0, 0xff},
	{"which has a sign", TWO("i8") "%2 = sdiv exact i8 %0, %1\nresult %2",
		{0xfa, 3}, IRF_OK, 0xfe, 0},
	{"a division by 0 has none",
		TWO("i8") "%2 = udiv exact i8 %0, %1\nresult %2", {7, 0},
		IRF_OK, 0xff, 0},
	{"a shift in range", TWO("i8") "%2 = shl inrange i8 %0, %1\nresult %2",
		{1, 7}, IRF_OK, 0x80, 0},
	{"a shift by the width is not in range",
		TWO("i8") "%2 = ashr inrange i8 %0, %1\nresult %2", {0, 8},
		IRF_OK, 0, 0xff},
	{"a division by 0 is not",
		TWO("i8") "%2 = urem inrange i8 %0, %1\nresult %2", {1, 0},
		IRF_UB, 0, 0},
	{"nor the least number's by -1",
		TWO("i8") "%2 = srem inrange i8 %0, %1\nresult %2",
		{0x80, 0xff}, IRF_UB, 0, 0},
	{"which an unsigned one is",
		TWO("i8") "%2 = udiv inrange i8 %0, %1\nresult %2",
		{0x80, 0xff}, IRF_OK, 0, 0},
	{"the least number has no size in range",
		TWO("i8") "%2 = abs inrange i8 %0\nresult %2", {0x80, 0},
		IRF_OK, 0, 0xff},
	{"nor has 0 a highest bit",
		TWO("i8") "%2 = ctlz inrange i8 %0\nresult %2", {0, 0}, IRF_OK,
		0, 0xff},
	{"poison spreads",
		TWO("i8") "%2 = poison i8\n%3 = and i8 %2, %0\n"
			  "result %3",
		{0, 0}, IRF_OK, 0, 0xff},
	{"unless it is not chosen",
		TWO("i1") "%2 = poison i1\n%3 = select i1 %0, %1, %2\nresult "
			  "%3",
		{1, 1}, IRF_OK, 1, 0},
	{"what poison chooses is poison",
		TWO("i8") "%2 = poison i1\n%3 = select i8 %2, %0, %1\nresult "
			  "%3",
		{5, 5}, IRF_OK, 0, 0xff},
	{"a vector chooses element by element",
		TWO("<2 x i1>") "%2 = const <2 x i1> {0x1, 0x0}\n"
				"%3 = const <2 x i1> {0x0, 0x1}\n"
				"%4 = select <2 x i1> %2, %2, %3\n"
				"%5 = const i8 0x1\n%6 = get i1 %4, %5\n"
				"result %6",
		{0, 0}, IRF_OK, 1, 0},
	{"poison chooses one element only",
		TWO("i8") "%2 = poison i1\n%3 = const i1 0x1\n"
			  "%4 = make <2 x i1> %2, %3\n"
			  "%5 = make <2 x i8> %0, %1\n"
			  "%6 = select <2 x i8> %4, %5, %5\n"
			  "%7 = const i8 0x1\n%8 = get i8 %6, %7\nresult %8",
		{5, 6}, IRF_OK, 6, 0},
	{"but that is poison",
		TWO("i8") "%2 = poison i1\n%3 = const i1 0x1\n"
			  "%4 = make <2 x i1> %3, %2\n"
			  "%5 = make <2 x i8> %0, %1\n"
			  "%6 = select <2 x i8> %4, %5, %5\n"
			  "%7 = const i8 0x1\n%8 = get i8 %6, %7\nresult %8",
		{5, 6}, IRF_OK, 0, 0xff},
	{"poison does not decide what is run",
		TWO("i8") "%2 = poison i1\n%3 = if i8 %2 {\n result %0\n} else "
			  "{\n"
			  " result %1\n}\nresult %3",
		{5, 5}, IRF_UB, 0, 0},
	{"nor how often",
		TWO("i8") "%2 = poison i8\n%3 = loop i8 %0, %2 serial trips 3 "
			  "factor 0 {\n %4 = index i8\n %5 = carry i8\n"
			  " result %5\n}\nresult %3",
		{5, 5}, IRF_UB, 0, 0},
	{"bits of both operands are not disjoint",
		TWO("i8") "%2 = or disjoint i8 %0, %1\nresult %2", {5, 6},
		IRF_OK, 0, 0xff},
	{"others are", TWO("i8") "%2 = or disjoint i8 %0, %1\nresult %2",
		{5, 0xfa}, IRF_OK, 0xff, 0},
	{"numbers of different signs are not compared",
		TWO("i8") "%2 = ult samesign i1 %0, %1\nresult %2", {5, 0x80},
		IRF_OK, 0, 1},
	{"of one sign they are",
		TWO("i8") "%2 = ult samesign i1 %0, %1\nresult %2",
		{0x80, 0x81}, IRF_OK, 1, 0},
	{"what zeros extend is cut",
		TWO("i8") "%2 = slice nuw i4 0 %0\nresult %2", {0x0f, 0},
		IRF_OK, 0x0f, 0},
	{"other bits are lost", TWO("i8") "%2 = slice nuw i4 0 %0\nresult %2",
		{0xff, 0}, IRF_OK, 0, 0x0f},
	{"what its sign extends is cut",
		TWO("i8") "%2 = slice nsw i4 0 %0\nresult %2", {0xf8, 0},
		IRF_OK, 8, 0},
	{"another sign is lost", TWO("i8") "%2 = slice nsw i4 0 %0\nresult %2",
		{0x08, 0}, IRF_OK, 0, 0x0f},
	{"bits below are left out",
		TWO("i8") "%2 = slice nuw i2 4 %0\nresult %2", {0x3f, 0},
		IRF_OK, 3, 0},
	{"bits above are not", TWO("i8") "%2 = slice nuw i2 4 %0\nresult %2",
		{0x40, 0}, IRF_OK, 0, 3},
	{"a negative number is not extended",
		TWO("i8") "%2 = zext nneg i16 %0\nresult %2", {0x80, 0}, IRF_OK,
		0, 0xffff},
	{"others are extended", TWO("i8") "%2 = zext nneg i16 %0\nresult %2",
		{0x7f, 0}, IRF_OK, 0x7f, 0},
	{"what is assumed holds", TWO("i8") "%2 = assume i8 %0\nresult %2",
		{4, 0}, IRF_OK, 4, 0},
	{"or the function is undefined",
		TWO("i8") "%2 = assume i8 %0\nresult %1", {0, 5}, IRF_UB, 0, 0},
	{"also by poison",
		TWO("i8") "%2 = poison i8\n%3 = assume i8 %2\nresult %1",
		{0, 5}, IRF_UB, 0, 0},
	{"a number of a range is itself", RANGE("%0", "0xf0", "0x10"),
		{0xf5, 0}, IRF_OK, 0xf5, 0},
	{"its end is not one", RANGE("%0", "0xf0", "0x10"), {0x10, 0}, IRF_OK,
		0, 0xff},
	{"its beginning is", RANGE("%0", "0x10", "0xf0"), {0x10, 0}, IRF_OK,
		0x10, 0},
	{"another number is poison", RANGE("%0", "0x10", "0xf0"), {0xf, 0},
		IRF_OK, 0, 0xff},
	{"a range of equal bounds has all", RANGE("%0", "0x10", "0x10"),
		{0xf, 0}, IRF_OK, 0xf, 0},
	{"what is defined is itself", TWO("i8") "%2 = defined i8 %0\nresult %2",
		{0, 0}, IRF_OK, 0, 0},
	{"poison is not",
		TWO("i8") "%2 = poison i8\n%3 = defined i8 %2\nresult %1",
		{0, 5}, IRF_UB, 0, 0},
	{"an undefined number may be",
		TWO("i8") "%2 = undef i8\n%3 = defined i8 %2\nresult %1",
		{0, 5}, IRF_UNSUPPORTED, 0, 0},
	{"a switch runs the case of its number", TWO("i8") SWITCH("%0"),
		{0xff, 9}, IRF_OK, 1, 0},
	{"or another one", TWO("i8") SWITCH("%0"), {3, 9}, IRF_OK, 2, 0},
	{"or none", TWO("i8") SWITCH("%0"), {4, 9}, IRF_OK, 9, 0},
	{"poison does not decide which",
		TWO("i8") "%9 = poison i8\n" SWITCH("%9"), {4, 9}, IRF_UB, 0,
		0},
	{"a loop ends where its end is met",
		TWO("i8") UNTIL("%0", "%11 = ule i1 %1, %10"), {1, 4}, IRF_OK,
		4, 0},
	{"or where it has to", TWO("i8") UNTIL("%0", "%11 = ult i1 %10, %10"),
		{1, 4}, IRF_OK, 64, 0},
	{"after an iteration at least",
		TWO("i8") UNTIL("%0", "%11 = eq i1 %10, %10"), {1, 4}, IRF_OK,
		2, 0},
	{"poison does not end it", TWO("i8") UNTIL("%0", "%11 = poison i1"),
		{1, 4}, IRF_UB, 0, 0},
	{"halves are added", TWO("i32") "%2 = fadd i32 %0, %1\nresult %2",
		{0x3f000000, 0x3f000000}, IRF_OK, 0x3f800000, 0},
	{"sums are rounded once", TWO("i32") "%2 = fadd i32 %0, %1\nresult %2",
		{0x4b800000, 0x3f800000}, IRF_OK, 0x4b800000, 0},
	{"a double has 53 digits", TWO("i64") "%2 = fadd i64 %0, %1\nresult %2",
		{0x4340000000000000, 0x3ff0000000000000}, IRF_OK,
		0x4340000000000000, 0},
	{"a difference has its sign",
		TWO("i32") "%2 = fsub i32 %0, %1\nresult %2",
		{0x3f800000, 0x40000000}, IRF_OK, 0xbf800000, 0},
	{"which 0 keeps", TWO("i32") "%2 = fmul i32 %0, %1\nresult %2",
		{0x80000000, 0x3f800000}, IRF_OK, 0x80000000, 0},
	{"a quotient by 0 is infinite",
		TWO("i32") "%2 = fdiv i32 %0, %1\nresult %2", {0x3f800000, 0},
		IRF_OK, 0x7f800000, 0},
	{"or no number, but which is not said",
		TWO("i32") "%2 = fdiv i32 %0, %1\nresult %2", {0, 0}, IRF_OK, 0,
		UINT64_MAX},
	{"which is not less, equal or greater",
		TWO("i32") "%2 = fdiv i32 %0, %1\n%3 = fcmp i1 7 %2, %1\n"
			   "result %3",
		{0, 0}, IRF_OK, 0, 0},
	{"but none of them",
		TWO("i32") "%2 = fdiv i32 %0, %1\n"
			   "%3 = fcmp i1 8 %2, %1\nresult %3",
		{0, 0}, IRF_OK, 1, 0},
	{"its bits decide nothing that can be judged",
		TWO("i32") "%2 = fdiv i32 %0, %1\n%3 = add i32 %2, %1\n"
			   "result %3",
		{0, 0}, IRF_OK, 0, 0xff},
	{"as an integer neither",
		TWO("i32") "%2 = fdiv i32 %0, %1\n%3 = sitofp i32 %2\n"
			   "result %3",
		{0, 0}, IRF_OK, 0, 0xff},
	{"a negative one is one",
		TWO("i32") "%2 = fdiv i32 %0, %1\n"
			   "%3 = fneg i32 %2\n"
			   "%4 = fcmp i1 8 %3, %1\nresult %4",
		{0, 0}, IRF_OK, 1, 0},
	{"that was given has its sign turned",
		TWO("i32") "%2 = fneg i32 %0\nresult %2", {0x7fc00001, 0},
		IRF_OK, 0xffc00001, 0},
	{"or is without", TWO("i32") "%2 = fabs i32 %0\nresult %2",
		{0xffc00001, 0}, IRF_OK, 0x7fc00001, 0},
	{"poison spreads to numbers with a point",
		TWO("i32") "%2 = poison i32\n%3 = fadd i32 %0, %2\nresult %3",
		{0, 0}, IRF_OK, 0, UINT64_MAX},
	{"-1 is less than 0", TWO("i32") "%2 = fcmp i1 4 %0, %1\nresult %2",
		{0xbf800000, 0}, IRF_OK, 1, 0},
	{"-0 is 0", TWO("i32") "%2 = fcmp i1 1 %0, %1\nresult %2",
		{0x80000000, 0}, IRF_OK, 1, 0},
	{"integers have signs", TWO("i8") "%2 = sitofp i32 %0\nresult %2",
		{0xff, 0}, IRF_OK, 0xbf800000, 0},
	{"or not", TWO("i8") "%2 = uitofp i32 %0\nresult %2", {0xff, 0}, IRF_OK,
		0x437f0000, 0},
	{"and are rounded once", TWO("i64") "%2 = uitofp i32 %0\nresult %2",
		{0x8000008000000001, 0}, IRF_OK, 0x5f000001, 0},
	{"back they are cut", TWO("i32") "%2 = fptosi i8 %0\nresult %2",
		{0xbfc00000, 0}, IRF_OK, 0xff, 0},
	{"to what fits", TWO("i32") "%2 = fptosi i8 %0\nresult %2",
		{0x43000000, 0}, IRF_OK, 0, 0xff},
	{"which the least number does",
		TWO("i32") "%2 = fptosi i8 %0\nresult %2", {0xc3000000, 0},
		IRF_OK, 0x80, 0},
	{"without signs more does", TWO("i32") "%2 = fptoui i8 %0\nresult %2",
		{0x43000000, 0}, IRF_OK, 0x80, 0},
	{"but nothing below 0", TWO("i32") "%2 = fptoui i8 %0\nresult %2",
		{0xbf800000, 0}, IRF_OK, 0, 0xff},
	{"except what is cut to it", TWO("i32") "%2 = fptoui i8 %0\nresult %2",
		{0xbf000000, 0}, IRF_OK, 0, 0},
	{"a float is a double", TWO("i32") "%2 = fpext i64 %0\nresult %2",
		{0x3f800000, 0}, IRF_OK, 0x3ff0000000000000, 0},
	{"which may be too large for a float",
		TWO("i64") "%2 = fptrunc i32 %0\nresult %2",
		{0x7fe0000000000000, 0}, IRF_OK, 0x7f800000, 0},
	{"nothing is divided by it",
		TWO("i8") "%2 = poison i8\n%3 = urem i8 %0, %2\nresult %3",
		{5, 5}, IRF_UB, 0, 0},
	{"but it may be divided",
		TWO("i8") "%2 = poison i8\n%3 = urem i8 %2, %0\nresult %3",
		{5, 5}, IRF_OK, 0, 0xff},
	{"except by sdiv",
		TWO("i8") "%2 = poison i8\n%3 = sdiv i8 %2, %0\nresult %3",
		{5, 5}, IRF_UB, 0, 0},
	{"nor by 0 where that is out of range",
		TWO("i8") "%2 = poison i8\n%3 = urem inrange i8 %2, %0\nresult "
			  "%3",
		{0, 5}, IRF_UB, 0, 0},
	{"in range it may be by srem",
		TWO("i8") "%2 = poison i8\n%3 = srem inrange i8 %2, %0\nresult "
			  "%3",
		{5, 5}, IRF_OK, 0, 0xff},
	{"except by -1",
		TWO("i8") "%2 = poison i8\n%3 = sdiv inrange i8 %2, %0\nresult "
			  "%3",
		{0xff, 5}, IRF_UB, 0, 0},
	{"which without signs is a number as others are",
		TWO("i8") "%2 = poison i8\n%3 = udiv inrange i8 %2, %0\nresult "
			  "%3",
		{0xff, 5}, IRF_OK, 0, 0xff},
	{"it is no place in a buffer",
		"buffer @0 2 x i8\n" TWO(
			"i8") "%2 = poison i8\n%3 = load i8 @0 %2\nresult %3",
		{5, 5}, IRF_UB, 0, 0},
	{"but is kept there",
		"buffer @0 2 x i8 local\n" TWO(
			"i8") "%2 = poison i8\n%3 = store {} @0 %0, %2\n"
			      "%4 = load i8 @0 %1\nresult %4",
		{1, 1}, IRF_OK, 0, 0xff},
	{"in its place",
		"buffer @0 2 x i8 local\n" TWO(
			"i8") "%2 = poison i8\n%3 = store {} @0 %0, %2\n"
			      "%4 = load i8 @0 %1\nresult %4",
		{1, 0}, IRF_OK, 0, 0},
	{"until something is stored there",
		"buffer @0 2 x i8 local\n" TWO(
			"i8") "%2 = poison i8\n%3 = store {} @0 %0, %2\n"
			      "%4 = store {} @0 %0, %1\n%5 = load i8 @0 %0\n"
			      "result %5",
		{1, 7}, IRF_OK, 7, 0},
	{"an array has no place that is poison",
		TWO("i8") "%2 = poison i8\n%3 = make [2 x i8] %0, %1\n"
			  "%4 = get i8 %3, %2\nresult %4",
		{5, 5}, IRF_UB, 0, 0},
	{"a vector's is poison",
		TWO("i8") "%2 = poison i8\n%3 = make <2 x i8> %0, %1\n"
			  "%4 = get i8 %3, %2\nresult %4",
		{5, 5}, IRF_OK, 0, 0xff},
	{"one element is, the other is not",
		TWO("i8") "%2 = poison i8\n%3 = make <2 x i8> %2, %1\n"
			  "%4 = add <2 x i8> %3, %3\n%5 = const i8 0x1\n"
			  "%6 = get i8 %4, %5\nresult %6",
		{5, 6}, IRF_OK, 12, 0},
	{"a loop carries it",
		TWO("i8") "%2 = poison i8\n%3 = loop i8 %2, %0 serial trips 3 "
			  "factor 0 {\n %4 = index i8\n %5 = carry i8\n"
			  " result %5\n}\nresult %3",
		{1, 1}, IRF_OK, 0, 0xff},
	{"or gets rid of it",
		TWO("i8") "%2 = poison i8\n%3 = loop i8 %2, %0 serial trips 3 "
			  "factor 0 {\n %4 = index i8\n %5 = carry i8\n"
			  " result %1\n}\nresult %3",
		{1, 9}, IRF_OK, 9, 0},
	{"frozen poison is some number",
		TWO("i8") "%2 = poison i8\n%3 = freeze i8 %2\nresult %3",
		{5, 5}, IRF_OK, 0, 0xff},
	{"of which nothing more is known",
		TWO("i8") "%2 = poison i8\n%3 = freeze i8 %2\n"
			  "%4 = xor i8 %3, %3\nresult %4",
		{5, 5}, IRF_OK, 0, 0xff},
	{"what is not poison stays",
		TWO("i8") "%2 = add nuw i8 %0, %1\n%3 = freeze i8 %2\nresult "
			  "%3",
		{5, 6}, IRF_OK, 11, 0},
	{"an undefined number is any", TWO("i8") "%2 = undef i8\nresult %2",
		{5, 5}, IRF_OK, 0, 0xff},
	{"and no reason to run something",
		TWO("i8") "%2 = undef i1\n%3 = if i8 %2 {\n result %0\n} else "
			  "{\n"
			  " result %1\n}\nresult %3",
		{5, 5}, IRF_UNSUPPORTED, 0, 0},
};

static void check_poison(void **state)
{
	const struct poison_sentence *sentence = *state;
	const uint64_t *param[] = {sentence->param, sentence->param + 1};
	uint64_t zeros[2] = {0}, memory[2] = {0}, memory_any[2] = {0};
	uint64_t result[4] = {0}, any[4] = {0}, *buffer[] = {memory},
		 *buffer_any[] = {memory_any};
	const uint64_t *given[] = {zeros};
	char why[200] = "";
	struct irf_fn *fn = irf_parse(sentence->text, why, sizeof why);

	if (!fn)
		fail_msg("%s", why);
	enum irf_status status = irf_eval(fn,
		&(struct irf_args){
			.param = param, .buffer = given, .fuel = 100},
		&(struct irf_vals){.result = result,
			.result_any = any,
			.buffer = buffer,
			.buffer_any = buffer_any},
		NULL);
	assert_int_equal(status, sentence->status);
	if (status == IRF_OK) {
		assert_int_equal(!any[0], !sentence->any);
		if (!any[0])
			assert_int_equal(result[0], sentence->result);
	}
	irf_free(fn);
}

int main(void)
{
	enum { COUNT = sizeof sentences / sizeof *sentences };
	struct CMUnitTest tests[COUNT];

	for (size_t i = 0; i < COUNT; i++)
		tests[i] = (struct CMUnitTest){.name = sentences[i].says,
			.test_func = check_poison,
			.initial_state = (void *)&sentences[i]};
	return _cmocka_run_group_tests("poison", tests, COUNT, NULL, NULL);
}
