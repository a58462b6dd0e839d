/* SPDX-License-Identifier: MIT
 * Values of functions of LLVM IR by the Language Reference, as the interpreter has
 * it. Compiled for each LLVM found; testsuite/ir/interpret.tap runs it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <llvm-c/IRReader.h>

#include "fuzz-perf/ir/llvm/interpret.h"
#include "lib/memory.h"

/* How a case ends, if not with a number. */
enum ending {
	GIVES,
	POISON,
	UNDEF,
	UNKNOWN,
	SOME, /* a number, which one is not known */
	UB,
	FUEL,
	REFUSED,
};

/* Functions are @f, of up to two integers of up to 64 bits, and return integers. */
struct sentence {
	const char *says;
	const char *text;
	uint64_t argument[2];
	enum ending ending;
	uint64_t result; /* of the first lane */
};

#define F1(type, body)                                                         \
	"define " type " @f(" type " %a) {\n" body "\n  ret " type " %r\n}\n"
#define F2(type, body)                                                         \
	"define " type " @f(" type " %a, " type " %b) {\n" body                \
	"\n  ret " type " %r\n}\n"

/* Of numbers with a point, whose bits are given. */
#define FLOATS(body)                                                           \
	"define i32 @f(i32 %a, i32 %b) {\n  %x = bitcast i32 %a to float\n  "  \
	"%y = "                                                                \
	"bitcast i32 %b to float\n" body                                       \
	"\n  %i = bitcast float %r to i32\n  ret i32 %i\n}\n"

#define HALVES(body)                                                           \
	"define i16 @f(i16 %a, i16 %b) {\n  %x = bitcast i16 %a to half\n  "   \
	"%y = "                                                                \
	"bitcast i16 %b to half\n" body                                        \
	"\n  %i = bitcast half %r to i16\n  ret i16 %i\n}\n"
/* Of a function of two numbers with a point. */
#define CALLS(name)                                                            \
	"declare float @llvm." name ".f32(float, float)\n" FLOATS(             \
		"  %r = call float @llvm." name ".f32(float %x, float %y)")
#define ROUNDS(name)                                                           \
	"declare float @llvm." name ".f32(float)\n" FLOATS(                    \
		"  %r = call float @llvm." name ".f32(float %x)")

static const struct sentence sentences[] = {
	{"an addition wraps", F2("i8", "  %r = add i8 %a, %b"), {200, 100},
		GIVES, 44},
	{"numbers with a point are added", FLOATS("  %r = fadd float %x, %y"),
		{0x3f000000, 0x3f000000}, GIVES, 0x3f800000},
	{"of nothing by nothing some NaN is made",
		FLOATS("  %r = fdiv float %x, %y"), {0, 0}, UNDEF, 0},
	{"which is a NaN",
		F2("i32", "  %x = bitcast i32 %a to float\n"
			  "  %y = fdiv float %x, %x\n"
			  "  %t = fcmp uno float %y, 0.0\n"
			  "  %r = zext i1 %t to i32"),
		{0, 0}, GIVES, 1},
	{"and is one in memory",
		F2("i32", "  %x = bitcast i32 %a to float\n"
			  "  %m = alloca float\n"
			  "  %y = fdiv float %x, %x\n"
			  "  store float %y, float* %m\n"
			  "  %z = load float, float* %m\n"
			  "  %t = fcmp uno float %z, 0.0\n"
			  "  %r = zext i1 %t to i32"),
		{0, 0}, GIVES, 1},
	{"the sign of a NaN that is given turns",
		FLOATS("  %r = fneg float %x"), {0x7fc00001, 0}, GIVES,
		0xffc00001},
	{"constants have all of their bits",
		FLOATS("  %r = fmul float %x, 0xBFF0000000000000"),
		{0x3f800000, 0}, GIVES, 0xbf800000},
	{"a NaN that is promised not to be is poison",
		FLOATS("  %r = fadd nnan float %x, %y"), {0x7fc00000, 0},
		POISON, 0},
	{"and so is one that is made", FLOATS("  %r = fdiv nnan float %x, %y"),
		{0, 0}, POISON, 0},
	{"other numbers are not", FLOATS("  %r = fadd nnan ninf float %x, %y"),
		{0x3f000000, 0x3f000000}, GIVES, 0x3f800000},
	{"nor is what the other promise is about",
		FLOATS("  %r = fneg nnan float %x"), {0x7f800000, 0}, GIVES,
		0xff800000},
	{"infinity that is promised not to be is poison",
		FLOATS("  %r = fmul ninf float %x, %y"),
		{0x7f800000, 0x3f800000}, POISON, 0},
	{"and so is one that is made of numbers",
		FLOATS("  %r = fmul ninf float %x, %y"),
		{0x7f000000, 0x7f000000}, POISON, 0},
	{"the number that gives a sign is promised as well",
		"declare float @llvm.copysign.f32(float, float)\n" FLOATS(
			"  %r = call ninf float "
			"@llvm.copysign.f32(float %x, float %y)"),
		{0x3f800000, 0xff800000}, POISON, 0},
	{"a comparison promises its operands",
		F2("i32", "  %x = bitcast i32 %a to float\n"
			  "  %t = fcmp nnan une float %x, 0.0\n"
			  "  %r = zext i1 %t to i32"),
		{0x7fc00000, 0}, POISON, 0},
	{"and no others",
		F2("i32", "  %x = bitcast i32 %a to float\n"
			  "  %t = fcmp nnan nsz une float %x, 0.0\n"
			  "  %r = zext i1 %t to i32"),
		{0xff800000, 0}, GIVES, 1},
	{"what is chosen is promised",
		FLOATS("  %t = icmp eq i32 %a, 0\n"
		       "  %r = select ninf i1 %t, float %x, float %y"),
		{1, 0x7f800000}, POISON, 0},
	{"by some number a promise may be broken",
		F2("i32", "  %f = freeze i32 undef\n"
			  "  %x = bitcast i32 %f to float\n"
			  "  %t = fcmp nnan une float %x, 0.0\n"
			  "  %r = zext i1 %t to i32"),
		{0, 0}, UNKNOWN, 0},
	{"a phi promises as well",
		"define i32 @f(i32 %a, i32 %b) {\n"
		"  %x = bitcast i32 %a to float\n"
		"  %t = icmp eq i32 %b, 0\n  br i1 %t, label %l, label %m\n"
		"l:\n  br label %m\nm:\n"
		"  %r = phi nnan float [ 1.0, %0 ], [ %x, %l ]\n"
		"  %i = bitcast float %r to i32\n  ret i32 %i\n}\n",
		{0x7fc00000, 0}, POISON, 0},
	{"what no edge brings is not promised",
		"define i32 @f(i32 %a, i32 %b) {\n"
		"  %x = bitcast i32 %a to float\n"
		"  %t = icmp eq i32 %b, 0\n  br i1 %t, label %l, label %m\n"
		"l:\n  br label %m\nm:\n"
		"  %r = phi nnan float [ 1.0, %0 ], [ %x, %l ]\n"
		"  %i = bitcast float %r to i32\n  ret i32 %i\n}\n",
		{0x7fc00000, 1}, GIVES, 0x3f800000},
	{"a zero without sign may have one",
		FLOATS("  %r = fadd nsz float %x, %y"),
		{0x3f800000, 0xbf800000}, SOME, 0},
	{"and other numbers have theirs",
		FLOATS("  %r = fsub nsz float %x, %y"),
		{0x3f800000, 0xbf800000}, GIVES, 0x40000000},
	{"by which the quotient has any",
		FLOATS("  %r = fdiv nsz float %x, %y"), {0x3f800000, 0}, SOME,
		0},
	{"but poison is no zero",
		FLOATS("  %p = add nsw i32 %a, 1\n"
		       "  %q = bitcast i32 %p to float\n"
		       "  %r = fdiv nnan float %q, %y"),
		{0x7fffffff, 0}, POISON, 0},
	{"a zero that is chosen may have one, too",
		FLOATS("  %t = icmp eq i32 %a, 0\n"
		       "  %r = select nsz i1 %t, float %x, float %y"),
		{0, 0x3f800000}, SOME, 0},
	{"what is rounded in another order is some number",
		FLOATS("  %r = fmul reassoc float %x, %y"),
		{0x3f800000, 0x3f800000}, SOME, 0},
	{"or poison, if it promises", FLOATS("  %r = fmul fast float %x, %y"),
		{0x3f800000, 0x3f800000}, UNKNOWN, 0},
	{"what is not rounded is known",
		FLOATS("  %r = fneg contract float %x"), {0x3f800000, 0}, GIVES,
		0xbf800000},
	{"a rest has the sign of what is divided",
		FLOATS("  %r = frem float %x, %y"), {0xc0b00000, 0x40000000},
		GIVES, 0xbfc00000},
	{"the lesser of a number and a NaN is the number", CALLS("minnum"),
		{0x7fc00000, 0x3f800000}, GIVES, 0x3f800000},
	{"unless that signals", CALLS("maxnum"), {0x3f800000, 0x7f800001}, SOME,
		0},
	{"of two zeros it is either", CALLS("maxnum"), {0, 0x80000000}, SOME,
		0},
	{"the greater one is greater", CALLS("maxnum"),
		{0xbf800000, 0x3f800000}, GIVES, 0x3f800000},
	{"a minimum knows zeros apart", CALLS("minimum"), {0, 0x80000000},
		GIVES, 0x80000000},
	{"a maximum as well", CALLS("maximum"), {0x80000000, 0}, GIVES, 0},
	{"and that of a NaN is one", CALLS("maximum"), {0x3f800000, 0x7fc00000},
		UNDEF, 0},
	{"a half is rounded to the even number", ROUNDS("rint"),
		{0x40200000, 0}, GIVES, 0x40000000},
	{"or away from zero", ROUNDS("round"), {0x40200000, 0}, GIVES,
		0x40400000},
	{"or down", ROUNDS("floor"), {0xbf000000, 0}, GIVES, 0xbf800000},
	{"or up, and has its sign", ROUNDS("ceil"), {0xbf000000, 0}, GIVES,
		0x80000000},
	{"or to zero", ROUNDS("trunc"), {0xbfc00000, 0}, GIVES, 0xbf800000},
	{"a root is rounded", ROUNDS("sqrt"), {0x40000000, 0}, GIVES,
		0x3fb504f3},
	{"that of a negative number is a NaN", ROUNDS("sqrt"), {0xbf800000, 0},
		UNDEF, 0},
	{"a product is added before it is rounded",
		"declare float @llvm.fma.f32(float, float, float)\n" FLOATS(
			"  %r = call float @llvm.fma.f32(float %x, float %x, "
			"float %y)"),
		{0x3f800001, 0xbf800002}, GIVES, 0x28800000},
	{"or after it",
		"declare float @llvm.fmuladd.f32(float, float, float)\n" FLOATS(
			"  %r = call float @llvm.fmuladd.f32(float %x, float "
			"%x, float %y)"),
		{0x3f800001, 0xbf800002}, SOME, 0},
	{"of 16 bits numbers are added", HALVES("  %r = fadd half %x, %y"),
		{0x3c00, 0x1000}, GIVES, 0x3c00},
	{"and rounded to the even one", HALVES("  %r = fadd half %x, %y"),
		{0x3c01, 0x1000}, GIVES, 0x3c02},
	{"up to infinity", HALVES("  %r = fadd half %x, %y"), {0x7bff, 0x4c00},
		GIVES, 0x7c00},
	{"and down to the least one", HALVES("  %r = fmul half %x, %y"),
		{0x0400, 0x1400}, GIVES, 0x0001},
	{"constants are of 16 bits", HALVES("  %r = fmul half %x, 0xHC000"),
		{0x3c00, 0}, GIVES, 0xc000},
	{"integers become such numbers",
		"define i16 @f(i16 %a, i16 %b) {\n"
		"  %x = uitofp i16 %a to half\n"
		"  %r = bitcast half %x to i16\n  ret i16 %r\n}\n",
		{2049, 0}, GIVES, 0x6800},
	{"and they others of more",
		"define i32 @f(i16 %a, i16 %b) {\n"
		"  %x = bitcast i16 %a to half\n"
		"  %y = fpext half %x to float\n"
		"  %r = bitcast float %y to i32\n  ret i32 %r\n}\n",
		{0x8001, 0}, GIVES, 0xb3800000},
#if LLVM_VERSION_MAJOR < 15
	{"what only later releases know is refused",
		"declare i1 @llvm.is.fpclass.f32(float, i32)\n" F2("i32",
			"  %x = bitcast i32 %a to float\n"
			"  %t = call i1 @llvm.is.fpclass.f32(float %x, i32 "
			"528)\n"
			"  %r = zext i1 %t to i32"),
		{0, 0}, REFUSED, 0},
#endif
#if LLVM_VERSION_MAJOR >= 16
	{"a number is of a class",
		"declare i1 @llvm.is.fpclass.f32(float, i32)\n" F2("i32",
			"  %x = bitcast i32 %a to float\n"
			"  %t = call i1 @llvm.is.fpclass.f32(float %x, i32 "
			"528)\n"
			"  %r = zext i1 %t to i32"),
		{0x80000001, 0}, GIVES, 1},
	{"and of no other one",
		"declare i1 @llvm.is.fpclass.f32(float, i32)\n" F2("i32",
			"  %x = bitcast i32 %a to float\n"
			"  %t = call i1 @llvm.is.fpclass.f32(float %x, i32 "
			"528)\n"
			"  %r = zext i1 %t to i32"),
		{0x00000001, 0}, GIVES, 0},
#endif
#if LLVM_VERSION_MAJOR >= 19
	{"a negative number that is promised not to be is poison",
		F2("i32", "  %x = uitofp nneg i32 %a to float\n"
			  "  %r = bitcast float %x to i32"),
		{0x80000000, 0}, POISON, 0},
#endif
	{"what does not fit is poison",
		F2("i32", "  %x = bitcast i32 %a to float\n"
			  "  %r = fptosi float %x to i32"),
		{0x4f000000, 0}, POISON, 0},
	{"integers become numbers with a point",
		F2("i32", "  %x = sitofp i32 %a to float\n"
			  "  %r = bitcast float %x to i32"),
		{0xffffffff, 0}, GIVES, 0xbf800000},
#if LLVM_VERSION_MAJOR >= 19
	{"a parameter may have a range",
		"define i8 @f(i8 range(i8 -2, 3) %a, i8 %b) {\n"
		"  ret i8 %a\n}\n",
		{3, 0}, POISON, 0},
	{"and be in it",
		"define i8 @f(i8 range(i8 -2, 3) %a, i8 %b) {\n"
		"  ret i8 %a\n}\n",
		{254, 0}, GIVES, 254},
	{"a function that is called has ranges, too",
		"define i8 @g(i8 range(i8 0, 1) %x) {\n  ret i8 %x\n}\n"
		"define i8 @f(i8 %a, i8 %b) {\n  %r = call i8 @g(i8 %a)\n"
		"  ret i8 %r\n}\n",
		{1, 0}, POISON, 0},
#endif
	{"nuw is a promise", F2("i8", "  %r = add nuw i8 %a, %b"), {200, 100},
		POISON, 0},
	{"and may be kept", F2("i8", "  %r = add nuw i8 %a, %b"), {200, 55},
		GIVES, 255},
	{"nsw is another", F2("i8", "  %r = add nsw i8 %a, %b"), {100, 100},
		POISON, 0},
	{"which unsigned numbers keep", F2("i8", "  %r = add nsw i8 %a, %b"),
		{200, 100}, GIVES, 44},
	{"a difference has both", F2("i8", "  %r = sub nuw nsw i8 %a, %b"),
		{1, 2}, POISON, 0},
	{"1 times 1 has no sign in one bit: #59301",
		F2("i1", "  %r = mul nuw nsw i1 %a, %b"), {1, 1}, POISON, 0},
	{"but it has a product", F2("i1", "  %r = mul nuw i1 %a, %b"), {1, 1},
		GIVES, 1},
	{"a product of 64 bits is promised to fit",
		F2("i64", "  %r = mul nuw i64 %a, %b"),
		{UINT64_C(1) << 32, UINT64_C(1) << 32}, POISON, 0},
	{"nothing is divided by 0", F2("i8", "  %r = udiv i8 %a, %b"), {1, 0},
		UB, 0},
	{"nor the lowest number by -1", F2("i8", "  %r = sdiv i8 %a, %b"),
		{128, 255}, UB, 0},
	{"which 1 is in one bit", F2("i1", "  %r = sdiv i1 %a, %b"), {1, 1}, UB,
		0},
	{"a division rounds to 0", F2("i8", "  %r = sdiv i8 %a, %b"), {249, 2},
		GIVES, 253},
	{"a rest has the sign of the dividend",
		F2("i8", "  %r = srem i8 %a, %b"), {249, 2}, GIVES, 255},
	{"exact leaves no rest", F2("i8", "  %r = udiv exact i8 %a, %b"),
		{7, 2}, POISON, 0},
	{"a shift by the width is poison", F2("i8", "  %r = shl i8 %a, %b"),
		{1, 8}, POISON, 0},
	{"a shift to the right may be exact",
		F2("i8", "  %r = lshr exact i8 %a, %b"), {5, 1}, POISON, 0},
	{"a shift to the right keeps the sign",
		F2("i8", "  %r = ashr i8 %a, %b"), {128, 7}, GIVES, 255},
	{"nsw of a shift is about the sign",
		F2("i8", "  %r = shl nsw i8 %a, %b"), {64, 1}, POISON, 0},
	{"wide numbers divide",
		"define i64 @f(i64 %a, i64 %b) {\n  %x = zext i64 %a to i200\n"
		"  %y = shl i200 %x, 130\n  %z = zext i64 %b to i200\n"
		"  %q = udiv i200 %y, %z\n  %s = lshr i200 %q, 128\n"
		"  %r = trunc i200 %s to i64\n  ret i64 %r\n}\n",
		{21, 3}, GIVES, 28},
	{"wide constants are read",
		"define i64 @f(i64 %a) {\n  %x = zext i64 %a to i128\n"
		"  %y = add i128 %x, -170141183460469231731687303715884105728\n"
		"  %s = lshr i128 %y, 64\n  %r = trunc i128 %s to i64\n"
		"  ret i64 %r\n}\n",
		{1, 0}, GIVES, UINT64_C(1) << 63},
	{"poison passes through sums",
		F2("i8", "  %p = shl i8 %a, 9\n  %r = add i8 %p, %b"), {1, 1},
		POISON, 0},
	{"but not through what is not chosen",
		F2("i8", "  %p = shl i8 %a, 9\n  %c = icmp ult i8 %a, 5\n"
			 "  %r = select i1 %c, i8 %b, i8 %p"),
		{1, 7}, GIVES, 7},
	{"nobody branches on poison",
		"define i8 @f(i8 %a) {\n  %p = shl i8 %a, 9\n"
		"  %c = icmp eq i8 %p, 0\n  br i1 %c, label %x, label %x\n"
		"x:\n  ret i8 1\n}\n",
		{1, 0}, UB, 0},
	{"frozen poison may be anything",
		F1("i8", "  %p = shl i8 %a, 9\n  %r = freeze i8 %p"), {1, 0},
		UNDEF, 0},
	{"and what is made of it is not known",
		F1("i8", "  %p = shl i8 %a, 9\n  %q = freeze i8 %p\n"
			 "  %r = sub i8 %q, %q"),
		{1, 0}, SOME, 0},
	{"undef is not known", F1("i8", "  %r = add i8 %a, undef"), {1, 0},
		SOME, 0},
	{"and may be poison if it promises something",
		F1("i8", "  %r = add nsw i8 %a, undef"), {1, 0}, UNKNOWN, 0},
	{"or if it is an amount", F1("i8", "  %r = shl i8 %a, undef"), {1, 0},
		UNKNOWN, 0},
	{"a choice between numbers is one",
		F1("i8", "  %r = select i1 undef, i8 %a, i8 3"), {1, 0}, SOME,
		0},
	{"but not one between a number and poison",
		F1("i8", "  %r = select i1 undef, i8 %a, i8 poison"), {1, 0},
		UNKNOWN, 0},
	{"what is frozen is a number",
		F1("i8", "  %p = add nsw i8 %a, undef\n  %r = freeze i8 %p"),
		{1, 0}, SOME, 0},
	{"and so is what an intrinsic function computes",
		"declare i8 @llvm.abs.i8(i8, i1)\n" F1("i8",
			"  %r = call i8 @llvm.abs.i8(i8 undef, i1 false)"),
		{1, 0}, SOME, 0},
	{"unless it refuses a number",
		"declare i8 @llvm.abs.i8(i8, i1)\n" F1(
			"i8", "  %r = call i8 @llvm.abs.i8(i8 undef, i1 true)"),
		{1, 0}, UNKNOWN, 0},
	{"an element at no known place may be poison",
		F1("i8", "  %v = insertelement <2 x i8> zeroinitializer, i8 "
			 "%a, i8 0\n"
			 "  %r = extractelement <2 x i8> %v, i8 undef"),
		{1, 0}, UNKNOWN, 0},
	{"whatever it chooses between equal numbers is known",
		F1("i8", "  %r = select i1 undef, i8 %a, i8 %a"), {1, 0}, GIVES,
		1},
	{"but not what a choice makes that may be poison",
		F1("i8", "  %c = select i1 undef, i1 true, i1 poison\n"
			 "  %r = select i1 %c, i8 %a, i8 %a"),
		{1, 0}, UNKNOWN, 0},
	{"dividing by it is not, either", F1("i8", "  %r = udiv i8 %a, undef"),
		{1, 0}, UNKNOWN, 0},
	{"a lane of poison stays one",
		"define i8 @f(i8 %a) {\n"
		"  %v = insertelement <2 x i8> <i8 1, i8 2>, i8 %a, i32 1\n"
		"  %s = shl <2 x i8> <i8 3, i8 3>, %v\n"
		"  %r = extractelement <2 x i8> %s, i32 0\n  ret i8 %r\n}\n",
		{9, 0}, GIVES, 6},
	{"the other lane is poison",
		"define i8 @f(i8 %a) {\n"
		"  %v = insertelement <2 x i8> <i8 1, i8 2>, i8 %a, i32 1\n"
		"  %s = shl <2 x i8> <i8 3, i8 3>, %v\n"
		"  %r = extractelement <2 x i8> %s, i32 1\n  ret i8 %r\n}\n",
		{9, 0}, POISON, 0},
	{"an element beyond the end is poison",
		"define i8 @f(i32 %a) {\n"
		"  %r = extractelement <2 x i8> <i8 1, i8 2>, i32 %a\n"
		"  ret i8 %r\n}\n",
		{2, 0}, POISON, 0},
	{"lanes are shuffled",
		"define i8 @f(i8 %a, i8 %b) {\n"
		"  %v = insertelement <2 x i8> zeroinitializer, i8 %a, i32 0\n"
		"  %w = insertelement <2 x i8> %v, i8 %b, i32 1\n"
		"  %s = shufflevector <2 x i8> %w, <2 x i8> <i8 7, i8 8>, "
		"<2 x i32> <i32 1, i32 2>\n"
		"  %t = bitcast <2 x i8> %s to i16\n  %u = lshr i16 %t, 8\n"
		"  %x = trunc i16 %t to i8\n  %y = trunc i16 %u to i8\n"
		"  %r = add i8 %x, %y\n  ret i8 %r\n}\n",
		{1, 2}, GIVES, 9},
	{"bits of poison make a number poison",
		"define i8 @f(i8 %a) {\n"
		"  %c = shl i8 %a, 9\n  %d = trunc i8 %c to i1\n"
		"  %v = insertelement <8 x i1> zeroinitializer, i1 %d, i32 3\n"
		"  %r = bitcast <8 x i1> %v to i8\n  ret i8 %r\n}\n",
		{1, 0}, POISON, 0},
	{"memory keeps what is poison bit by bit",
		"define i1 @f(i8 %a) {\n  %m = alloca <8 x i1>\n"
		"  %c = shl i8 %a, 9\n  %d = trunc i8 %c to i1\n"
		"  %v = insertelement <8 x i1> zeroinitializer, i1 %d, i32 3\n"
		"  store <8 x i1> %v, <8 x i1>* %m\n"
		"  %w = load <8 x i1>, <8 x i1>* %m\n"
		"  %r = extractelement <8 x i1> %w, i32 2\n  ret i1 %r\n}\n",
		{1, 0}, GIVES, 0},
	{"poison that is stored and loaded is poison",
		"define i8 @f(i8 %a) {\n  %m = alloca i8\n  %c = shl i8 %a, 9\n"
		"  store i8 %c, i8* %m\n  %r = load i8, i8* %m\n  ret i8 "
		"%r\n}\n",
		{1, 0}, POISON, 0},
	{"memory that was not written is undef",
		"define i8 @f(i8 %a) {\n  %m = alloca i8\n"
		"  %r = load i8, i8* %m\n  ret i8 %r\n}\n",
		{1, 0}, UNDEF, 0},
	{"memory ends",
		"define i8 @f(i64 %a) {\n  %m = alloca [4 x i8]\n"
		"  %p = getelementptr [4 x i8], [4 x i8]* %m, i64 0, i64 %a\n"
		"  store i8 5, i8* %p\n  %r = load i8, i8* %p\n  ret i8 "
		"%r\n}\n",
		{4, 0}, UB, 0},
	{"and holds what is stored",
		"define i8 @f(i64 %a) {\n  %m = alloca [4 x i8]\n"
		"  %p = getelementptr [4 x i8], [4 x i8]* %m, i64 0, i64 %a\n"
		"  store i8 5, i8* %p\n  %r = load i8, i8* %p\n  ret i8 "
		"%r\n}\n",
		{3, 0}, GIVES, 5},
	{"an address out of bounds is poison if it was promised",
		"define i8 @f(i64 %a) {\n  %m = alloca [4 x i8]\n"
		"  %p = getelementptr inbounds [4 x i8], [4 x i8]* %m, i64 0, "
		"i64 %a\n"
		"  %q = getelementptr i8, i8* %p, i64 -4\n"
		"  store i8 5, i8* %q\n  ret i8 5\n}\n",
		{5, 0}, UB, 0},
	{"else it may come back",
		"define i8 @f(i64 %a) {\n  %m = alloca [4 x i8]\n"
		"  %p = getelementptr [4 x i8], [4 x i8]* %m, i64 0, i64 %a\n"
		"  %q = getelementptr i8, i8* %p, i64 -4\n"
		"  store i8 5, i8* %q\n  ret i8 5\n}\n",
		{5, 0}, GIVES, 5},
	{"an access is as aligned as it says",
		"define i32 @f(i64 %a) {\n  %m = alloca [2 x i32]\n"
		"  store [2 x i32] [i32 1, i32 1], [2 x i32]* %m\n"
		"  %n = bitcast [2 x i32]* %m to i8*\n"
		"  %p = getelementptr i8, i8* %n, i64 %a\n"
		"  %q = bitcast i8* %p to i32*\n"
		"  %r = load i32, i32* %q, align 4\n  ret i32 %r\n}\n",
		{2, 0}, UB, 0},
#if LLVM_VERSION_MAJOR == 14
	/* Its operands may be larger than it: a memory checker sees whether they are read. */
	{"an expression of constant vectors is not known",
		"define i64 @f(i64 %a) {\n"
		"  %r = xor i64 extractelement (<2 x i64> bitcast (<16 x i8> "
		"<i8 undef, i8 0, i8 undef, i8 undef, i8 undef, i8 undef, "
		"i8 undef, i8 undef, i8 undef, i8 undef, i8 undef, i8 undef, "
		"i8 undef, i8 undef, i8 undef, i8 undef> to <2 x i64>), "
		"i64 0), %a\n  ret i64 %r\n}\n",
		{1, 0}, REFUSED, 0},
#endif
	{"constants have memory",
		"@t = private constant [3 x i8] c\"\\01\\02\\04\"\n"
		"define i8 @f(i64 %a) {\n"
		"  %p = getelementptr [3 x i8], [3 x i8]* @t, i64 0, i64 %a\n"
		"  %r = load i8, i8* %p\n  ret i8 %r\n}\n",
		{2, 0}, GIVES, 4},
	{"which nobody writes",
		"@t = private constant [3 x i8] c\"\\01\\02\\04\"\n"
		"define i8 @f(i64 %a) {\n"
		"  %p = getelementptr [3 x i8], [3 x i8]* @t, i64 0, i64 %a\n"
		"  store i8 1, i8* %p\n  ret i8 1\n}\n",
		{2, 0}, UB, 0},
	{"fshl shifts modulo the width",
		"declare i7 @llvm.fshl.i7(i7, i7, i7)\n" F2("i7",
			"  %r = call i7 @llvm.fshl.i7(i7 %a, i7 %b, i7 9)"),
		{0x41, 0x20}, GIVES, 0x05},
	{"an amount has no sign: #55296",
		"declare i36 @llvm.fshr.i36(i36, i36, i36)\n"
		"define i36 @f(i36 %x, i8 %c) {\n  %z = sext i8 %c to i36\n"
		"  %r = call i36 @llvm.fshr.i36(i36 %x, i36 0, i36 %z)\n"
		"  ret i36 %r\n}\n",
		{1, 0xff}, GIVES, 1 << 9},
	{"the lowest number has no size if that was promised",
		"declare i8 @llvm.abs.i8(i8, i1)\n" F1(
			"i8", "  %r = call i8 @llvm.abs.i8(i8 %a, i1 true)"),
		{128, 0}, POISON, 0},
	{"else it is itself",
		"declare i8 @llvm.abs.i8(i8, i1)\n" F1(
			"i8", "  %r = call i8 @llvm.abs.i8(i8 %a, i1 false)"),
		{128, 0}, GIVES, 128},
	{"0 has as many leading zeros as bits",
		"declare i9 @llvm.ctlz.i9(i9, i1)\n" F1(
			"i9", "  %r = call i9 @llvm.ctlz.i9(i9 %a, i1 false)"),
		{0, 0}, GIVES, 9},
	{"unless that was excluded",
		"declare i9 @llvm.cttz.i9(i9, i1)\n" F1(
			"i9", "  %r = call i9 @llvm.cttz.i9(i9 %a, i1 true)"),
		{0, 0}, POISON, 0},
	{"bytes are swapped",
		"declare i16 @llvm.bswap.i16(i16)\n" F1(
			"i16", "  %r = call i16 @llvm.bswap.i16(i16 %a)"),
		{0x1234, 0}, GIVES, 0x3412},
	{"bits are reversed",
		"declare i5 @llvm.bitreverse.i5(i5)\n" F1(
			"i5", "  %r = call i5 @llvm.bitreverse.i5(i5 %a)"),
		{3, 0}, GIVES, 24},
	{"a saturating sum stays at the bound",
		"declare i8 @llvm.sadd.sat.i8(i8, i8)\n" F2(
			"i8", "  %r = call i8 @llvm.sadd.sat.i8(i8 %a, i8 %b)"),
		{156, 156}, GIVES, 128},
	{"a saturating difference stays at 0",
		"declare i8 @llvm.usub.sat.i8(i8, i8)\n" F2(
			"i8", "  %r = call i8 @llvm.usub.sat.i8(i8 %a, i8 %b)"),
		{3, 4}, GIVES, 0},
	{"a saturating shift stays at the bound",
		"declare i8 @llvm.sshl.sat.i8(i8, i8)\n" F2(
			"i8", "  %r = call i8 @llvm.sshl.sat.i8(i8 %a, i8 %b)"),
		{64, 1}, GIVES, 127},
	{"a product says that it does not fit",
		"declare {i8, i1} @llvm.smul.with.overflow.i8(i8, i8)\n"
		"define i1 @f(i8 %a, i8 %b) {\n  %p = call {i8, i1} "
		"@llvm.smul.with.overflow.i8(i8 %a, i8 %b)\n"
		"  %r = extractvalue {i8, i1} %p, 1\n  ret i1 %r\n}\n",
		{64, 2}, GIVES, 1},
	{"lanes are added up",
		"declare i8 @llvm.vector.reduce.add.v4i8(<4 x i8>)\n"
		"define i8 @f(i8 %a) {\n"
		"  %v = insertelement <4 x i8> <i8 1, i8 2, i8 3, i8 4>, "
		"i8 %a, i32 2\n"
		"  %r = call i8 @llvm.vector.reduce.add.v4i8(<4 x i8> %v)\n"
		"  ret i8 %r\n}\n",
		{10, 0}, GIVES, 17},
	{"what is assumed must hold",
		"declare void @llvm.assume(i1)\ndefine i8 @f(i8 %a) {\n"
		"  %c = icmp eq i8 %a, 1\n  call void @llvm.assume(i1 %c)\n"
		"  ret i8 %a\n}\n",
		{2, 0}, UB, 0},
	{"what is loaded from a range is of it",
		"define i8 @f(i8 %a) {\n  %m = alloca i8\n"
		"  store i8 %a, i8* %m\n  %b = load i8, i8* %m, !range !0\n"
		"  ret i8 %b\n}\n!0 = !{i8 1, i8 3, i8 -2, i8 0}\n",
		{255, 0}, GIVES, 255},
	{"or it is poison",
		"define i8 @f(i8 %a) {\n  %m = alloca i8\n"
		"  store i8 %a, i8* %m\n  %b = load i8, i8* %m, !range !0\n"
		"  ret i8 %b\n}\n!0 = !{i8 1, i8 3, i8 -2, i8 0}\n",
		{3, 0}, POISON, 0},
	{"a function is given what is defined",
		"define i8 @g(i8 noundef %a) {\n  ret i8 0\n}\n"
		"define i8 @f(i8 %a) {\n  %b = add nuw i8 %a, 1\n"
		"  %c = call i8 @g(i8 %b)\n  ret i8 %c\n}\n",
		{255, 0}, UB, 0},
	{"or gives it",
		"define i8 @g(i8 %a) {\n  %b = add nuw i8 %a, 1\n"
		"  ret i8 %b\n}\ndefine i8 @f(i8 %a) {\n"
		"  %c = call noundef i8 @g(i8 %a)\n  ret i8 %a\n}\n",
		{255, 0}, UB, 0},
	{"a loop goes round, and phis change places at once",
		"define i8 @f(i8 %a, i8 %b) {\nentry:\n  br label "
		"%loop\nloop:\n"
		"  %i = phi i8 [0, %entry], [%j, %loop]\n"
		"  %x = phi i8 [%a, %entry], [%y, %loop]\n"
		"  %y = phi i8 [%b, %entry], [%x, %loop]\n"
		"  %j = add i8 %i, 1\n  %c = icmp ult i8 %j, 4\n"
		"  br i1 %c, label %loop, label %out\nout:\n  ret i8 %x\n}\n",
		{5, 6}, GIVES, 6},
	{"a loop that does not end is stopped",
		"define i8 @f(i8 %a) {\nentry:\n  br label %loop\nloop:\n"
		"  br label %loop\n}\n",
		{0, 0}, FUEL, 0},
	{"a switch finds its case",
		"define i8 @f(i8 %a) {\n  switch i8 %a, label %d [\n"
		"    i8 3, label %x\n    i8 4, label %y\n  ]\n"
		"x:\n  ret i8 30\ny:\n  ret i8 40\nd:\n  ret i8 50\n}\n",
		{4, 0}, GIVES, 40},
	{"functions call each other",
		"define i8 @g(i8 %a) {\n  %c = icmp eq i8 %a, 0\n"
		"  br i1 %c, label %x, label %y\nx:\n  ret i8 0\ny:\n"
		"  %b = sub i8 %a, 1\n  %d = call i8 @g(i8 %b)\n"
		"  %e = add i8 %d, %a\n  ret i8 %e\n}\n" F1(
			"i8", "  %r = call i8 @g(i8 %a)"),
		{10, 0}, GIVES, 55},
	{"nobody comes to unreachable code",
		"define i8 @f(i8 %a) {\n  unreachable\n}\n", {0, 0}, UB, 0},
#if LLVM_VERSION_MAJOR >= 19
	{"structs of vectors of any length are refused",
		"define i8 @f(i8 %a) {\n"
		"  %s = insertvalue {i8, <vscale x 2 x i8>} undef, i8 %a, 0\n"
		"  ret i8 %a\n}\n",
		{0, 0}, REFUSED, 0},
#endif
	{"structs are taken apart",
		"define i8 @f(i8 %a, i8 %b) {\n"
		"  %s = insertvalue {i8, [2 x i8], i100} undef, i8 %b, 1, 1\n"
		"  %t = insertvalue {i8, [2 x i8], i100} %s, i8 %a, 0\n"
		"  %u = extractvalue {i8, [2 x i8], i100} %t, 1\n"
		"  %r = extractvalue [2 x i8] %u, 1\n  ret i8 %r\n}\n",
		{5, 6}, GIVES, 6},
};

/* The end of SENTENCE; its number in *RESULT. */
static enum ending end_of(const struct sentence *sentence,
	LLVMValueRef function, uint64_t *result)
{
	struct error err = {{0}};
	struct llvm_program *program = program_new(function, &err);
	struct llvm_run run;
	enum verdict verdict;
	enum state state = STATE_DEFINED;
	const uint64_t *word;

	if (!program)
		return REFUSED;
	run_begin(&run, program, 10000);
	for (unsigned i = 0; i < LLVMCountParams(function); i++)
		run_argument(&run, i, 0, &sentence->argument[i], STATE_DEFINED);
	verdict = run_function(&run);
	if (!verdict) {
		state = run_result(&run, 0, &word);
		*result = *word;
	}
	run_end(&run);
	program_free(program);
	switch (verdict) {
	case RUN_UB:
		return UB;
	case RUN_FUEL:
		return FUEL;
	case RUN_UNKNOWN:
		return UNKNOWN;
	default:
		return state == STATE_POISON	? POISON
		       : state == STATE_UNDEF	? UNDEF
		       : state == STATE_NAN	? UNDEF
		       : state == STATE_UNKNOWN ? UNKNOWN
		       : state == STATE_SOME	? SOME
						: GIVES;
	}
}

/* What instructions promise is read as it is printed. */
static void check_flags(LLVMValueRef function)
{
	uint8_t read[64] = {0}, printed[64] = {0};
	struct error err;
	size_t count = 0;

	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
		block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
			at = LLVMGetNextInstruction(at))
			count++;
	assert_true(count <= sizeof read);
	assert_int_equal(flags_read(function, read, count, &err), 0);
	assert_int_equal(flags_read_text(function, printed, count, &err), 0);
	assert_memory_equal(read, printed, count);
}

static void check(void **state)
{
	const struct sentence *sentence = *state;
	LLVMContextRef context = LLVMContextCreate();
	LLVMModuleRef module;
	char *why = NULL;
	enum ending ending;
	uint64_t result = 0;

	if (LLVMParseIRInContext(context,
		    LLVMCreateMemoryBufferWithMemoryRangeCopy(
			    sentence->text, strlen(sentence->text), "sentence"),
		    &module, &why))
		fail_msg("%s", why);
	ending = end_of(sentence, LLVMGetNamedFunction(module, "f"), &result);
	assert_int_equal(ending, sentence->ending);
	if (ending == GIVES)
		assert_int_equal(result, sentence->result);
	for (LLVMValueRef at = LLVMGetFirstFunction(module); at;
		at = LLVMGetNextFunction(at))
		if (!LLVMIsDeclaration(at))
			check_flags(at);
	LLVMDisposeModule(module);
	LLVMContextDispose(context);
}

int main(void)
{
	size_t count = sizeof sentences / sizeof *sentences;
	struct CMUnitTest *tests =
		memory_alloc_zero(count, sizeof(struct CMUnitTest));

	for (size_t i = 0; i < count; i++)
		tests[i] = (struct CMUnitTest){.name = sentences[i].says,
			.test_func = check,
			.initial_state = (void *)&sentences[i]};
	return _cmocka_run_group_tests("interpreter", tests, count, NULL, NULL);
}
