/* SPDX-License-Identifier: MIT
 * Tells the recorder what a test program is doing while it runs under `retread
 * record`. All of it does nothing, and costs nothing to speak of, when the
 * program runs on its own, and compiles to nothing where <valgrind/valgrind.h>
 * is missing or RETREAD_NO_REQUESTS is defined. */
#ifndef RETREAD_H
#define RETREAD_H

#if !defined(RETREAD_NO_REQUESTS) && !defined(VALGRIND_DO_CLIENT_REQUEST_STMT)
#ifdef __has_include
#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#elif __has_include("valgrind.h")
#include "valgrind.h"
#endif
#endif
#endif

/* Requests begin with the letters RT, as Valgrind wants it. */
enum retread_request {
	RETREAD_REQUEST_TEST_BEGIN = ('R' << 24) + ('T' << 16),
	RETREAD_REQUEST_TEST_END,
	RETREAD_REQUEST_RECORD_OFF,
	RETREAD_REQUEST_RECORD_ON,
	RETREAD_REQUEST_DEPTH
};

#ifdef VALGRIND_DO_CLIENT_REQUEST_STMT
#define RETREAD_REQUEST(request, argument)                                     \
	VALGRIND_DO_CLIENT_REQUEST_STMT(request, argument, 0, 0, 0, 0)
#else
#define RETREAD_REQUEST(request, argument) ((void)(argument))
#endif

/* A test called NAME begins: findings will say which test showed them. It
 * ends at RETREAD_TEST_END, or where the next begins. */
#define RETREAD_TEST_BEGIN(name)                                               \
	RETREAD_REQUEST(RETREAD_REQUEST_TEST_BEGIN, name)
#define RETREAD_TEST_END() RETREAD_REQUEST(RETREAD_REQUEST_TEST_END, 0)

/* Reads between OFF and ON are not recorded. */
#define RETREAD_RECORD_OFF() RETREAD_REQUEST(RETREAD_REQUEST_RECORD_OFF, 0)
#define RETREAD_RECORD_ON()  RETREAD_REQUEST(RETREAD_REQUEST_RECORD_ON, 0)

/* How many activations the recorder sees on the stack that runs now, to check it
 * by: the same number at one place of a program, however it came there. 0 when
 * nothing is recorded. */
#ifdef VALGRIND_DO_CLIENT_REQUEST_EXPR
#define RETREAD_DEPTH()                                                        \
	((unsigned)VALGRIND_DO_CLIENT_REQUEST_EXPR(                            \
		0, RETREAD_REQUEST_DEPTH, 0, 0, 0, 0, 0))
#else
#define RETREAD_DEPTH() 0u
#endif

/* The number N, a constant, that says how much data a test makes: `retread grow` and
 * `retread prove` put larger ones in its place. In a program that runs on its own it
 * is N, in a register. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(RETREAD_NO_REQUESTS)
#define RETREAD_SIZE(n)                                                        \
	(__extension__({                                                       \
		unsigned retread_size_;                                        \
		/* A long nop that says RTSZ, then the constant. */            \
		__asm__(".byte 0x0f,0x1f,0x80,0x52,0x54,0x53,0x5a\n\t"         \
			"{movl %1, %k0|mov %k0, %1}"                           \
			: "=r"(retread_size_)                                  \
			: "i"(n));                                             \
		(__typeof__(n))retread_size_;                                  \
	}))
#else
#define RETREAD_SIZE(n) (n)
#endif

#endif
