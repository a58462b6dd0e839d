/* SPDX-License-Identifier: MIT
 * Functions of LLVM IR as functions of the portable IR: they compute the same. Compiled
 * for each LLVM found; testsuite/ir/interpret.tap runs it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "fuzz-perf/ir/functions.h"
#include "fuzz-perf/ir/llvm/target.h"

/* A function f, with what it returns for these parameters (8 bits, or vectors). */
static const struct {
	const char *text;
	uint64_t param[3], result[4], any; /* of the first word */
	enum irf_status status;
} functions[] = {
	{"define i8 @f(i8 %a, i8 %b) {\n %c = add nuw i8 %a, %b\n ret i8 "
	 "%c\n}",
		{200, 56}, {0}, 0xff},
	{"define i8 @f(i8 %a, i8 %b) {\n %c = lshr exact i8 %a, %b\n ret i8 "
	 "%c\n}",
		{6, 1}, {3}, 0},
#if LLVM_VERSION_MAJOR >= 18
	{"define i8 @f(i8 %a, i8 %b) {\n %c = or disjoint i8 %a, %b\n"
	 " ret i8 %c\n}",
		{6, 3}, {0}, 0xff},
#endif
#if LLVM_VERSION_MAJOR >= 18
	{"define i16 @f(i8 %a) {\n %c = zext nneg i8 %a to i16\n ret i16 "
	 "%c\n}",
		{0x80}, {0}, 0xffff},
#endif
#if LLVM_VERSION_MAJOR >= 19
	{"define i4 @f(i8 %a) {\n %c = trunc nsw i8 %a to i4\n ret i4 %c\n}",
		{8}, {0}, 0xf},
#endif
	{"declare void @llvm.assume(i1)\n"
	 "define i8 @f(i1 %c, i8 %a) {\n br i1 %c, label %x, label %y\n"
	 "x:\n %d = icmp eq i8 %a, 3\n call void @llvm.assume(i1 %d)\n"
	 " br label %y\ny:\n ret i8 %a\n}",
		{0, 9}, {9}, 0},
	{"declare void @llvm.assume(i1)\n"
	 "define i8 @f(i1 %c, i8 %a) {\n br i1 %c, label %x, label %y\n"
	 "x:\n %d = icmp eq i8 %a, 3\n call void @llvm.assume(i1 %d)\n"
	 " br label %y\ny:\n ret i8 %a\n}",
		{1, 9}, {0}, 0, IRF_UB},
	{"define i8 @f(i8 %a) {\n switch i8 %a, label %u [\n  i8 3, label %x\n"
	 "  i8 4, label %y\n ]\nx:\n ret i8 5\ny:\n ret i8 6\n"
	 "u:\n unreachable\n}",
		{4}, {6}},
	{"define i8 @f(i8 %a) {\n switch i8 %a, label %u [\n  i8 3, label %x\n"
	 "  i8 4, label %y\n ]\nx:\n ret i8 5\ny:\n ret i8 6\n"
	 "u:\n unreachable\n}",
		{9}, {0}, 0, IRF_UB},
	{"define i8 @f(i8 %a, i8 %b) {\n %c = shl i8 %a, %b\n ret i8 %c\n}",
		{1, 8}, {0}, 0xff},
	{"define <2 x i8> @f(i8 %a) {\n ret <2 x i8> <i8 poison, i8 3>\n}", {1},
		{0, 3}, 0xff},
	{"declare i8 @llvm.cttz.i8(i8, i1)\n"
	 "define i8 @f(i8 %a) {\n %c = call i8 @llvm.cttz.i8(i8 %a, i1 true)\n"
	 " ret i8 %c\n}",
		{0}, {8}, 0xff},
	{"define i8 @f(i1 %c, i8 %a) {\n br i1 %c, label %x, label %y\n"
	 "x:\n %b = udiv i8 %a, 0\n br label %y\n"
	 "y:\n %d = phi i8 [ %b, %x ], [ 5, %0 ]\n ret i8 %d\n}",
		{0, 9}, {5}, 0},
	{"define i8 @f(i8 %a, i8 %b) {\n %c = sub i8 %a, %b\n ret i8 %c\n}",
		{3, 5}, {0xfe}},
	{"define i1 @f(i8 %a, i8 %b) {\n %c = icmp sgt i8 %a, %b\n ret i1 "
	 "%c\n}",
		{3, 0xff}, {1}},
	{"define i1 @f(i8 %a, i8 %b) {\n %c = icmp uge i8 %a, %b\n ret i1 "
	 "%c\n}",
		{3, 0xff}, {0}},
	{"define i16 @f(i8 %a) {\n %c = sext i8 %a to i16\n ret i16 %c\n}",
		{0x80}, {0xff80}},
	{"define i4 @f(i8 %a) {\n %c = trunc i8 %a to i4\n ret i4 %c\n}",
		{0x9c}, {0xc}},
	{"define i96 @f(i8 %a) {\n %b = zext i8 %a to i96\n %c = sub i96 %b, "
	 "36893488147419103233\n ret i96 %c\n}",
		{2}, {1, 0xfffffffe}},
	{"declare i8 @llvm.ctlz.i8(i8, i1)\n"
	 "define i8 @f(i8 %a) {\n %c = call i8 @llvm.ctlz.i8(i8 %a, i1 false)\n"
	 " ret i8 %c\n}",
		{9}, {4}},
	{"declare i8 @llvm.fshl.i8(i8, i8, i8)\n"
	 "define i8 @f(i8 %a, i8 %b, i8 %c) {\n"
	 " %d = call i8 @llvm.fshl.i8(i8 %a, i8 %b, i8 %c)\n ret i8 %d\n}",
		{0x81, 0x42, 10}, {0x05}},
	{"declare {i8, i1} @llvm.sadd.with.overflow.i8(i8, i8)\n"
	 "define i1 @f(i8 %a, i8 %b) {\n"
	 " %c = call {i8, i1} @llvm.sadd.with.overflow.i8(i8 %a, i8 %b)\n"
	 " %d = extractvalue {i8, i1} %c, 1\n ret i1 %d\n}",
		{100, 28}, {1}},
	{"declare {i8, i1} @llvm.ssub.with.overflow.i8(i8, i8)\n"
	 "define i1 @f(i8 %a, i8 %b) {\n"
	 " %c = call {i8, i1} @llvm.ssub.with.overflow.i8(i8 %a, i8 %b)\n"
	 " %d = extractvalue {i8, i1} %c, 1\n ret i1 %d\n}",
		{0x80, 1}, {1}},
	{"declare {i8, i1} @llvm.ssub.with.overflow.i8(i8, i8)\n"
	 "define i1 @f(i8 %a, i8 %b) {\n"
	 " %c = call {i8, i1} @llvm.ssub.with.overflow.i8(i8 %a, i8 %b)\n"
	 " %d = extractvalue {i8, i1} %c, 1\n ret i1 %d\n}",
		{1, 0x81}, {1}},
	{"declare {i8, i1} @llvm.usub.with.overflow.i8(i8, i8)\n"
	 "define i1 @f(i8 %a, i8 %b) {\n"
	 " %c = call {i8, i1} @llvm.usub.with.overflow.i8(i8 %a, i8 %b)\n"
	 " %d = extractvalue {i8, i1} %c, 1\n ret i1 %d\n}",
		{5, 5}, {0}},
	{"declare {i8, i1} @llvm.smul.with.overflow.i8(i8, i8)\n"
	 "define i1 @f(i8 %a, i8 %b) {\n"
	 " %c = call {i8, i1} @llvm.smul.with.overflow.i8(i8 %a, i8 %b)\n"
	 " %d = extractvalue {i8, i1} %c, 1\n ret i1 %d\n}",
		{0xf0, 8}, {0}},
	{"declare {i8, i1} @llvm.umul.with.overflow.i8(i8, i8)\n"
	 "define i8 @f(i8 %a, i8 %b) {\n"
	 " %c = call {i8, i1} @llvm.umul.with.overflow.i8(i8 %a, i8 %b)\n"
	 " %d = extractvalue {i8, i1} %c, 0\n ret i8 %d\n}",
		{0x11, 0x10}, {0x10}},
	{"define i8 @f(i8 %a, i8 %b) {\n %c = icmp ult i8 %a, %b\n"
	 " br i1 %c, label %yes, label %no\n"
	 "yes:\n %d = add i8 %a, 1\n br label %end\n"
	 "no:\n br label %end\n"
	 "end:\n %e = phi i8 [ %d, %yes ], [ %b, %no ]\n ret i8 %e\n}",
		{7, 9}, {8}},
	{"define i8 @f(i8 %a, i8 %b) {\n %c = icmp ult i8 %a, %b\n"
	 " br i1 %c, label %yes, label %no\n"
	 "yes:\n %d = add i8 %a, 1\n br label %end\n"
	 "no:\n br label %end\n"
	 "end:\n %e = phi i8 [ %d, %yes ], [ %b, %no ]\n ret i8 %e\n}",
		{9, 7}, {7}},
	{"define i8 @f(i8 %a) {\n switch i8 %a, label %d [\n i8 1, label %x\n"
	 " i8 2, label %y\n i8 3, label %x\n ]\n"
	 "x:\n ret i8 10\ny:\n ret i8 20\nd:\n ret i8 30\n}",
		{3}, {10}},
	{"define i8 @f(i8 %a) {\n switch i8 %a, label %d [\n i8 1, label %x\n"
	 " i8 2, label %y\n ]\n"
	 "x:\n ret i8 10\ny:\n ret i8 20\nd:\n ret i8 30\n}",
		{4}, {30}},
	{"declare void @use(i8)\ndefine i8 @f(i8 %a) {\n %b = add i8 %a, 0\n"
	 " call void @use(i8 %b)\n ret i8 %b\n}",
		{7}, {7}},
	{"define i8 @f(i8 %a) {\n %b = add i8 %a, undef\n ret i8 %b\n}", {7},
		{0}, 0xff},
	{"define <2 x i8> @f(i8 %a) {\n"
	 " %v = insertelement <2 x i8> <i8 1, i8 4>, i8 %a, i32 0\n"
	 " %r = shl <2 x i8> %v, <i8 undef, i8 1>\n ret <2 x i8> %r\n}",
		{7}, {0, 8}, 0xff},
	{"define i8 @f(i8* %p) {\n %a = load i8, i8* %p, !range !0\n"
	 " ret i8 %a\n}\n!0 = !{i8 1, i8 5}\n",
		{0}, {0}, 0xff},
	{"define i8 @f(i8* %p) {\n"
	 " %a = load i8, i8* %p, !range !0, !noundef !1\n"
	 " ret i8 %a\n}\n!0 = !{i8 1, i8 5}\n!1 = !{}\n",
		{0}, {0}, 0, IRF_UB},
	{"define i8 @f(i8 %a) {\n %b = add nuw i8 %a, 1\n"
	 " call void @g(i8 noundef %b)\n ret i8 %a\n}\n"
	 "declare void @g(i8)\n",
		{255}, {0}, 0, IRF_UB},
	{"define i8 @f(i1 %c, i8 %a) {\n br i1 %c, label %x, label %y\n"
	 "x:\n %b = add nuw i8 %a, 1\n call void @g(i8 noundef %b)\n"
	 " br label %y\ny:\n ret i8 %a\n}\ndeclare void @g(i8)\n",
		{0, 255}, {255}},
	/* Too many ways: they are selects. */
	{"define i8 @f(i8 %a, i8 %b) {\n switch i8 %a, label %d [\n"
	 " i8 1, label %x\n i8 2, label %x\n i8 3, label %y\n"
	 " i8 4, label %y\n i8 5, label %x\n ]\n"
	 "x:\n %c = udiv i8 %b, %a\n br label %z\n"
	 "y:\n %e = add nuw i8 %b, 1\n call void @g(i8 noundef %e)\n"
	 " br label %z\nd:\n br label %z\nz:\n"
	 " %r = phi i8 [ %c, %x ], [ %e, %y ], [ 9, %d ]\n "
	 "ret i8 %r\n}\ndeclare void @g(i8)\n",
		{0, 255}, {9}},
	/* Ways that meet in two blocks, of which one is there twice. */
	{"define i8 @f(i8 %a, i8 %b) {\n %c = icmp ult i8 %a, 4\n"
	 " br i1 %c, label %x, label %y\nx:\n %d = icmp ult i8 %b, 4\n"
	 " br i1 %d, label %z, label %y\ny:\n"
	 " %e = phi i8 [ 3, %0 ], [ %b, %x ]\n %f = add i8 %e, %a\n"
	 " br label %z\nz:\n %g = phi i8 [ %f, %y ], [ 100, %x ]\n"
	 " %h = phi i8 [ 1, %y ], [ %a, %x ]\n %i = sub i8 %g, %h\n"
	 " ret i8 %i\n}",
		{2, 7}, {8}},
	{"define i8 @f(i8* %p, i8 %a) {\n %c = icmp ult i8 %a, 4\n"
	 " br i1 %c, label %x, label %z\nx:\n store i8 7, i8* %p\n"
	 " br label %z\nz:\n %b = load i8, i8* %p\n ret i8 %b\n}",
		{0, 3}, {7}},
	{"define i64 @f(i8* nonnull %p) {\n %a = ptrtoint i8* %p to i64\n"
	 " ret i64 %a\n}",
		{0}, {0}, 0xff},
#if LLVM_VERSION_MAJOR >= 19
	{"declare i8 @llvm.ctpop.i8(i8)\ndefine i8 @f(i8 %a) {\n"
	 " %b = call range(i8 1, -2) i8 @llvm.ctpop.i8(i8 %a)\n ret i8 %b\n}",
		{0}, {0}, 0xff},
#endif
	{"define i8 @f(i8* %p, i8 %a) {\n store i8 %a, i8* %p\n"
	 " %q = getelementptr i8, i8* %p, i64 3\n store i8 7, i8* %q\n"
	 " %b = load i8, i8* %p\n %c = add i8 %b, 1\n ret i8 %c\n}",
		{0, 5}, {6}},
	{"define i8 @f(i8* %p, i8* %q, i8 %a) {\n store i8 %a, i8* %p\n"
	 " store i8 7, i8* %q\n %b = load i8, i8* %p\n ret i8 %b\n}",
		{0, 0, 5}, {5}},
	{"@g = global [4 x i32] zeroinitializer\n"
	 "define i32 @f(i64 %i, i32 %a) {\n"
	 " %p = getelementptr [4 x i32], [4 x i32]* @g, i64 0, i64 %i\n"
	 " %q = getelementptr [4 x i32], [4 x i32]* @g, i64 0, i64 2\n"
	 " store i32 %a, i32* %p\n %b = load i32, i32* %q\n ret i32 %b\n}",
		{2, 9}, {9}},
	{"define i32 @f(i32 %a) {\n %m = alloca { i32, i32 }\n"
	 " %p = getelementptr { i32, i32 }, { i32, i32 }* %m, i32 0, i32 1\n"
	 " store i32 %a, i32* %p\n"
	 " %q = getelementptr { i32, i32 }, { i32, i32 }* %m, i32 0, i32 0\n"
	 " %b = load i32, i32* %p\n %c = load i32, i32* %q\n"
	 " %d = sub i32 %b, %c\n ret i32 %d\n}",
		{9}, {9}},
	{"define i8 @f(i1 %c, i8 %a) {\n %m = alloca i8\n"
	 " store i8 3, i8* %m\n br i1 %c, label %x, label %y\n"
	 "x:\n store i8 %a, i8* %m\n br label %y\n"
	 "y:\n %b = load i8, i8* %m\n ret i8 %b\n}",
		{0, 9}, {3}},
	{"define i8 @f(i1 %c, i8 %a) {\n %m = alloca i8\n"
	 " store i8 3, i8* %m\n br i1 %c, label %x, label %y\n"
	 "x:\n store i8 %a, i8* %m\n br label %y\n"
	 "y:\n %b = load i8, i8* %m\n ret i8 %b\n}",
		{1, 9}, {9}},
	{"define i1 @f(i8* %p, i8* %q) {\n"
	 " %r = getelementptr i8, i8* %q, i64 4\n"
	 " %c = icmp eq i8* %p, %r\n ret i1 %c\n}",
		{20, 16}, {1}},
	{"define i16 @f(<2 x i8> %a) {\n"
	 " %b = bitcast <2 x i8> %a to i16\n ret i16 %b\n}",
		{0x34, 0x12}, {0x1234}, 0},
	{"define <2 x i8> @f(i16 %a) {\n"
	 " %b = bitcast i16 %a to <2 x i8>\n ret <2 x i8> %b\n}",
		{0x1234}, {0x34, 0x12}},
	{"define float @f(i1 %c, float %a) {\n"
	 " %b = select i1 %c, float %a, float 1.0\n ret float %b\n}",
		{0, 5}, {0x3f800000}},
	{"define float @f(float %a) {\n %b = fadd fast float %a, 1.0\n"
	 " ret float %b\n}",
		{0x3f800000}, {0x40000000}},
	{"define i1 @f(float %a, float %b) {\n %c = fcmp ogt float %a, %b\n"
	 " ret i1 %c\n}",
		{0x40000000, 0x3f800000}, {1}},
	{"declare double @llvm.fabs.f64(double)\ndefine double @f(i8 %a) {\n"
	 " %b = sitofp i8 %a to double\n"
	 " %c = call double @llvm.fabs.f64(double %b)\n ret double %c\n}",
		{0xff}, {0x3ff0000000000000}},
	{"define i8 @f(i32 %a) {\n %p = alloca i32\n"
	 " %q = bitcast i32* %p to i8*\n %r = getelementptr i8, i8* %q, i64 1\n"
	 " store i32 %a, i32* %p\n %b = load i8, i8* %r\n ret i8 %b\n}",
		{0x01020304}, {3}},
	{"define i32 @f(i8 %a, i8 %b) {\n %p = alloca i32\n"
	 " %q = bitcast i32* %p to i8*\n %r = getelementptr i8, i8* %q, i64 3\n"
	 " store i32 -1, i32* %p\n store i8 %b, i8* %r\n"
	 " store i8 %a, i8* %q\n %c = load i32, i32* %p\n ret i32 %c\n}",
		{0x11, 0x22}, {0x22ffff11}},
	{"declare void @llvm.memset.p0i8.i64(i8*, i8, i64, i1)\n"
	 "define i16 @f(i8 %a) {\n %p = alloca [2 x i16]\n"
	 " %q = bitcast [2 x i16]* %p to i8*\n"
	 " call void @llvm.memset.p0i8.i64(i8* %q, i8 %a, i64 4, i1 false)\n"
	 " %r = getelementptr [2 x i16], [2 x i16]* %p, i64 0, i64 1\n"
	 " %c = load i16, i16* %r\n ret i16 %c\n}",
		{0x12}, {0x1212}},
	{"declare void @llvm.memcpy.p0i8.p0i8.i64(i8*, i8*, i64, i1)\n"
	 "define i8 @f(i8 %a) {\n %p = alloca [2 x i8]\n %t = alloca [2 x i8]\n"
	 " %q = getelementptr [2 x i8], [2 x i8]* %p, i64 0, i64 0\n"
	 " %u = getelementptr [2 x i8], [2 x i8]* %t, i64 0, i64 0\n"
	 " %r = getelementptr [2 x i8], [2 x i8]* %p, i64 0, i64 1\n"
	 " %v = getelementptr [2 x i8], [2 x i8]* %t, i64 0, i64 1\n"
	 " store i8 %a, i8* %r\n"
	 " call void @llvm.memcpy.p0i8.p0i8.i64(i8* %u, i8* %q, i64 2, i1 "
	 "false)\n %c = load i8, i8* %v\n ret i8 %c\n}",
		{0x12}, {0x12}},
	{"declare i8 @g(i8)\ndefine i8 @f(i8 %a) {\n"
	 " %b = call i8 @g(i8 %a)\n %c = add i8 %b, %a\n ret i8 %c\n}",
		{7}, {7}},
	{"define i8 @f(i8 %a, i8 %b) {\n %c = call i8 @f.one(i8 %b, i8 %a)\n"
	 " %d = call i8 @f.one(i8 %c, i8 %a)\n ret i8 %d\n}\n"
	 "define internal i8 @f.one(i8 %a, i8 %b) {\n"
	 " %c = call i8 @f.two(i8 %a, i8 1)\n %d = sub i8 %c, %b\n"
	 " ret i8 %d\n}\n"
	 "define internal i8 @f.two(i8 %a, i8 %b) {\n %m = alloca i8\n"
	 " store i8 %b, i8* %m\n %c = icmp ugt i8 %a, 7\n"
	 " br i1 %c, label %x, label %y\nx:\n store i8 %a, i8* %m\n"
	 " br label %y\ny:\n %d = load i8, i8* %m\n ret i8 %d\n}",
		{3, 10}, {0xfe}},
	{"define i8 @f(i8 %a, i8 %b) {\n %c = call i8 @f.p(i8 %a, i8 poison)\n"
	 " ret i8 %c\n}\ndefine internal i8 @f.p(i8 %a, i8 %b) {\n"
	 " ret i8 %b\n}",
		{3}, {0}, 0xff},
	{"define i8 @f(i1 %c, i8 %a) {\n br i1 %c, label %x, label %y\n"
	 "x:\n %b = call i8 @f.d(i8 %a)\n br label %y\n"
	 "y:\n %d = phi i8 [ %b, %x ], [ 5, %0 ]\n ret i8 %d\n}\n"
	 "define i8 @f.d(i8 %a) {\n %b = udiv i8 7, %a\n ret i8 %b\n}",
		{0, 0}, {5}},
	{"define i8 @f(i8 %a) {\n %b = call i8 @f.r(i8 %a)\n"
	 " ret i8 %b\n}\ndefine i8 @f.r(i8 %a) {\n"
	 " %b = call i8 @f.r(i8 %a)\n %c = add i8 %b, 1\n ret i8 %c\n}",
		{3}, {0}},
	{"define <2 x i8> @f(i8 %a, i8 %b) {\n"
	 " %v = insertelement <2 x i8> zeroinitializer, i8 %a, i32 0\n"
	 " %w = insertelement <2 x i8> %v, i8 %b, i32 1\n"
	 " %m = icmp ult <2 x i8> %w, <i8 4, i8 4>\n"
	 " %s = shufflevector <2 x i8> %w, <2 x i8> <i8 50, i8 60>, "
	 "<2 x i32> <i32 1, i32 2>\n"
	 " %r = select <2 x i1> %m, <2 x i8> %w, <2 x i8> %s\n"
	 " ret <2 x i8> %r\n}",
		{9, 3}, {3, 3}},
	{"define i8 @f(i8 %n) {\n br label %l\nl:\n"
	 " %i = phi i8 [ 0, %0 ], [ %j, %l ]\n %j = add i8 %i, 1\n"
	 " %c = icmp eq i8 %j, %n\n br i1 %c, label %e, label %l\ne:\n"
	 " ret i8 %j\n}",
		{5}, {5}},
	/* The sum of i * j for i < n and j < i, and how often i was odd. */
	{"define i8 @f(i8 %n) {\n br label %o\no:\n"
	 " %i = phi i8 [ 0, %0 ], [ %k, %p ]\n"
	 " %s = phi i8 [ 0, %0 ], [ %w, %p ]\n"
	 " %u = phi i8 [ 0, %0 ], [ %v, %p ]\n"
	 " %c = icmp ult i8 %i, %n\n br i1 %c, label %l, label %e\nl:\n"
	 " %j = phi i8 [ 0, %o ], [ %h, %b ]\n"
	 " %t = phi i8 [ %s, %o ], [ %q, %b ]\n"
	 " %d = icmp ult i8 %j, %i\n br i1 %d, label %b, label %x\nb:\n"
	 " %m = mul i8 %i, %j\n %q = add i8 %t, %m\n %h = add i8 %j, 1\n"
	 " br label %l\nx:\n %w = phi i8 [ %t, %l ]\n %a = and i8 %i, 1\n"
	 " %z = icmp eq i8 %a, 0\n br i1 %z, label %p, label %g\ng:\n"
	 " %y = add i8 %u, 1\n br label %p\np:\n"
	 " %v = phi i8 [ %u, %x ], [ %y, %g ]\n %k = add i8 %i, 1\n"
	 " br label %o\ne:\n %r = shl i8 %u, 6\n %f = add i8 %s, %r\n"
	 " ret i8 %f\n}",
		{5}, {163}},
#if LLVM_VERSION_MAJOR >= 19
	{"define i8 @f(i8 %a, i8 range(i8 -2, 3) %b) {\n ret i8 %b\n}", {0, 3},
		{0}, 0xff},
	{"define i8 @f(i8 %a, i8 range(i8 -2, 3) %b) {\n ret i8 %b\n}", {0, 2},
		{2}},
	{"define i8 @f(i8 %a, i8 %b) {\n"
	 " %c = call i8 @f.r(i8 range(i8 0, 9) %b, i8 range(i8 0, 3) %a)\n"
	 " ret i8 %c\n}\n"
	 "define i8 @f.r(i8 %a, i8 %b) {\n ret i8 %b\n}",
		{3, 4}, {0}, 0xff},
#endif
	/* A function that is called promises, too, where it is run. */
	{"define i8 @f.r(i8 noundef %a) {\n ret i8 1\n}\n"
	 "define i8 @f(i8 %a) {\n %b = add nuw i8 %a, 1\n"
	 " %c = call i8 @f.r(i8 %b)\n ret i8 %c\n}",
		{255}, {0}, 0, IRF_UB},
	{"define i8 @f.r(i8 noundef %a) {\n ret i8 1\n}\n"
	 "define i8 @f(i8 %a) {\n %b = add nuw i8 %a, 1\n"
	 " %d = icmp eq i8 %a, 7\n br i1 %d, label %x, label %y\nx:\n"
	 " %c = call i8 @f.r(i8 %b)\n ret i8 %c\ny:\n ret i8 2\n}",
		{255}, {2}},
	{"define i8 @f.r(i8 %a) {\n %d = udiv i8 7, %a\n ret i8 %d\n}\n"
	 "define i8 @f(i8 %a) {\n %c = call i8 @f.r(i8 %a)\n ret i8 %c\n}",
		{0}, {0}, 0, IRF_UB},
	/* One that is called has loops. */
	{"define i8 @f(i8 %a) {\n %b = call i8 @f.r(i8 %a)\n ret i8 %b\n}\n"
	 "define i8 @f.r(i8 %n) {\n br label %l\nl:\n"
	 " %i = phi i8 [ 0, %0 ], [ %j, %l ]\n %j = add i8 %i, 1\n"
	 " %c = icmp eq i8 %j, %n\n br i1 %c, label %e, label %l\ne:\n"
	 " ret i8 %j\n}",
		{6}, {6}},
	/* The first place of a number in memory: it ends in two places, and goes on to one. */
	{"define i8 @f(i8* %p, i8 %n) {\n store i8 %n, i8* %p\n br label "
	 "%l\nl:\n"
	 " %i = phi i8 [ 0, %0 ], [ %j, %m ]\n %c = icmp ult i8 %i, 9\n"
	 " br i1 %c, label %m, label %e\nm:\n %j = add i8 %i, 1\n"
	 " %d = icmp eq i8 %j, %n\n br i1 %d, label %e, label %l\ne:\n"
	 " %r = phi i8 [ %i, %m ], [ -1, %l ]\n ret i8 %r\n}",
		{0, 4}, {3}},
	/* It leads to two places. */
	{"define i8 @f(i8 %n, i8 %x) {\n br label %l\nl:\n"
	 " %i = phi i8 [ 0, %0 ], [ %j, %m ]\n"
	 " %a = phi i8 [ 1, %0 ], [ %b, %m ]\n"
	 " %c = icmp eq i8 %i, %x\n br i1 %c, label %y, label %m\nm:\n"
	 " %b = mul i8 %a, 3\n %j = add i8 %i, 1\n"
	 " %d = icmp ult i8 %j, %n\n br i1 %d, label %l, label %z\ny:\n"
	 " ret i8 %a\nz:\n %r = add i8 %b, 7\n ret i8 %r\n}",
		{5, 3}, {27}},
	{"define i8 @f(i8 %n, i8 %x) {\n br label %l\nl:\n"
	 " %i = phi i8 [ 0, %0 ], [ %j, %m ]\n"
	 " %a = phi i8 [ 1, %0 ], [ %b, %m ]\n"
	 " %c = icmp eq i8 %i, %x\n br i1 %c, label %y, label %m\nm:\n"
	 " %b = mul i8 %a, 3\n %j = add i8 %i, 1\n"
	 " %d = icmp ult i8 %j, %n\n br i1 %d, label %l, label %z\ny:\n"
	 " ret i8 %a\nz:\n %r = add i8 %b, 7\n ret i8 %r\n}",
		{5, 9}, {250}},
};

#define MEMORY 256 /* words of a buffer */

struct import_check {
	size_t at;
	unsigned count;
};

static void check_function(void *arg, const char *name, const struct irf_fn *fn,
	unsigned line, const char *why)
{
	struct import_check *check = arg;
	uint64_t result[4] = {0}, any[4] = {0};
	uint64_t memory[IR_BUFFERS][MEMORY] = {{0}}, *buffer[IR_BUFFERS];
	uint64_t memory_any[IR_BUFFERS][MEMORY] = {{0}},
		 *buffer_any[IR_BUFFERS], nothing[MEMORY] = {0};
	const uint64_t *param[3], *zeros[IR_BUFFERS],
		*expected = functions[check->at].result;

	(void)line;
	if (!strncmp(name, "f.", 2))
		return; /* it is called by f */
	check->count++;
	assert_string_equal(why, "");
	assert_string_equal(name, "f");
	assert_non_null(fn);
	for (int i = 0; i < 3; i++)
		param[i] = &functions[check->at].param[i];
	for (int i = 0; i < IR_BUFFERS; i++) {
		buffer[i] = memory[i];
		buffer_any[i] = memory_any[i];
		zeros[i] = nothing;
	}
	assert_int_equal(
		irf_eval(fn,
			&(struct irf_args){
				.param = param, .buffer = zeros, .fuel = 1000},
			&(struct irf_vals){.result = result,
				.result_any = any,
				.buffer = buffer,
				.buffer_any = buffer_any},
			NULL),
		functions[check->at].status);
	if (functions[check->at].status != IRF_OK)
		return;
	if (strstr(functions[check->at].text, "@use("))
		assert_int_equal(memory[0][0], expected[0]);
	assert_int_equal(!any[0], !functions[check->at].any);
	for (int i = 0; i < 4; i++)
		if (result[i] != expected[i] && (i || !any[0]))
			fail_msg("function %zu: word %d is %#lx, not %#lx",
				check->at, i, (unsigned long)result[i],
				(unsigned long)expected[i]);
}

/* Has EACH look at the functions of TEXT. */
static void import_text(const char *text, irf_import_fn *each, void *arg)
{
	char path[] = "/tmp/retread-import-XXXXXX";
	int file = mkstemp(path);
	void *t = irf_module()->open("");

	assert_true(write(file, text, strlen(text)) == (ssize_t)strlen(text));
	close(file);
	char *failure = irf_module()->import_file(t, path, each, arg);
	unlink(path);
	assert_null(failure);
	irf_module()->close(t);
}

static void what_is_imported_computes_the_same(void **state)
{
	struct import_check check = {0};

	(void)state;
	for (; check.at < sizeof functions / sizeof *functions; check.at++)
		import_text(functions[check.at].text, check_function, &check);
	assert_int_equal(check.count, check.at);
}

/* Each is refused at the line that is given, with these words. */
static const struct {
	const char *text;
	unsigned line;
	const char *why;
} refused[] = {
	{"define half @f(half %a) {\n ret half %a\n}", 1, "the type half"},
	{"define float @f(float %a) {\n %b = frem float %a, %a\n"
	 " ret float %b\n}",
		2, "the instruction has no counterpart"},
	{"define i8 @f(i8* %p) {\n %q = bitcast i8* %p to i17*\n"
	 " %a = load i8, i8* %p\n %b = load i17, i17* %q\n ret i8 %a\n}",
		3, "memory has numbers of 8 and of 17 bits"},
	{"define void @f() {\n ret void\n}", 2, "it has no effect"},
	{"define i8 @f(i8 %n) {\n br label %l\nl:\n"
	 " %i = phi i8 [ 0, %0 ], [ %j, %l ]\n %j = add i8 %i, 1\n"
	 " br label %l\n}",
		1, "a loop never ends"},
	{"define i8 @f(i1 %a, i1 %b) {\n br i1 %a, label %l, label %m\n"
	 "l:\n br label %m\nm:\n br i1 %b, label %l, label %e\ne:\n"
	 " ret i8 1\n}",
		1, "a loop has several entries"},
	{"define i8 @f(i1 %a, i8 %b) {\n br label %l\n"
	 "l:\n br i1 %a, label %m, label %e\n"
	 "m:\n switch i8 %b, label %l [\n i8 1, label %d\n ]\ne:\n"
	 " ret i8 1\nd:\n ret i8 2\n}",
		1, "a loop leads to several blocks"},
	{"declare i8 @llvm.g(i8)\n\n; a comment\ndefine i8 @f(i8 %n) {\n"
	 " switch i8 %n, label %d [\n  i8 1, label %d\n ]\n\nd: ; a label\n"
	 " %a = call i8 @llvm.g(i8 %n)\n ret i8 %a\n}",
		10, "a call of llvm.g"},
	{"define i8 @f(i8 %n) {\n %a = call i8 asm \"\", \"=r\"()\n ret i8 "
	 "%a\n}",
		2, "a call of inline assembly"},
};

static void check_refused(void *arg, const char *name, const struct irf_fn *fn,
	unsigned line, const char *why)
{
	size_t at = *(size_t *)arg;

	(void)name;
	assert_null(fn);
	assert_int_equal(line, refused[at].line);
	assert_non_null(strstr(why, refused[at].why));
}

static void what_cannot_be_said_is_named_with_its_line(void **state)
{
	(void)state;
	for (size_t at = 0; at < sizeof refused / sizeof *refused; at++)
		import_text(refused[at].text, check_refused, &at);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_imported_computes_the_same),
		cmocka_unit_test(what_cannot_be_said_is_named_with_its_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
