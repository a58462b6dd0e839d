/* SPDX-License-Identifier: MIT
 * Tells the Valgrind tool `spectra` about a kernel's test program: where tests
 * begin and end, kernel arguments, heap arrays, the fullness of streams; and the
 * loop that runs one input after another in one process.
 *
 * Nothing here needs Valgrind at run time: outside of it, requests do nothing.
 * HLS_NO_VALGRIND, or no <valgrind/valgrind.h>, compiles them away. */
#ifndef RETREAD_HLS_SPECTRA_H
#define RETREAD_HLS_SPECTRA_H

#if !defined(HLS_NO_VALGRIND) && !defined(VALGRIND_DO_CLIENT_REQUEST_EXPR)
#ifdef __has_include
#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#endif
#endif
#endif

/* Requests begin with the letters SX. */
enum spectra_request {
	SPECTRA_REQUEST_TEST_BEGIN = ('S' << 24) + ('X' << 16),
	SPECTRA_REQUEST_TEST_END, /* status */
	SPECTRA_REQUEST_ARGUMENT, /* name, address, element, count, signed */
	SPECTRA_REQUEST_REGION,	  /* name, address, element, count, signed */
	SPECTRA_REQUEST_STREAM,	  /* object, name, fullness, event */
	SPECTRA_REQUEST_INPUT,	  /* returns where the loop's input is */
};

enum spectra_stream_event {
	SPECTRA_STREAM_WRITE,
	SPECTRA_STREAM_READ,
	SPECTRA_STREAM_READ_EMPTY /* a read that found nothing */
};

#if defined(VALGRIND_DO_CLIENT_REQUEST_EXPR) && !defined(HLS_NO_VALGRIND)
#define SPECTRA_ASK(request, a, b, c, d, e)                                    \
	VALGRIND_DO_CLIENT_REQUEST_EXPR(0, (request), (a), (b), (c), (d), (e))
#else
#define SPECTRA_ASK(request, a, b, c, d, e)                                    \
	((void)(a), (void)(b), (void)(c), (void)(d), (void)(e), 0)
#endif

/* Spectra are kept per test, and of all tests together. Without these the whole
 * run is one test. STATUS other than 0: the test failed. */
#define SPECTRA_TEST_BEGIN()                                                   \
	((void)SPECTRA_ASK(SPECTRA_REQUEST_TEST_BEGIN, 0, 0, 0, 0, 0))
#define SPECTRA_TEST_END(status)                                               \
	((void)SPECTRA_ASK(SPECTRA_REQUEST_TEST_END, (status), 0, 0, 0, 0))

/* The kernel is about to be called with COUNT integers of ELEMENT bytes each at
 * ADDRESS as its argument NAME. */
#define SPECTRA_ARGUMENT(name, address, element, count, is_signed)             \
	((void)SPECTRA_ASK(SPECTRA_REQUEST_ARGUMENT, (name), (address),        \
		(element), (count), (is_signed)))

/* COUNT integers of ELEMENT bytes each at ADDRESS, say from malloc, are an array
 * that shall be watched as NAME. COUNT 0: not any more. */
#define SPECTRA_REGION(name, address, element, count, is_signed)               \
	((void)SPECTRA_ASK(SPECTRA_REQUEST_REGION, (name), (address),          \
		(element), (count), (is_signed)))

/* For stream classes. OBJECT is a variable that is watched, or NAME not NULL. */
#define SPECTRA_STREAM(object, name, fullness, event)                          \
	((void)SPECTRA_ASK(SPECTRA_REQUEST_STREAM, (object), (name),           \
		(fullness), (event), 0))

#ifdef SPECTRA_LOOP
/* The loop: a fuzzer writes an input into the table's input area and a struct
 * spectra_order to file descriptor SPECTRA_ORDERS; the program runs it and
 * answers with a struct spectra_answer on SPECTRA_ANSWERS. Orders may ask for a
 * process of its own, for inputs that crash or never end.
 *
 *	#define SPECTRA_LOOP
 *	#include "spectra.h"
 *	static int test(const unsigned char *input, unsigned length) { ... }
 *	int main(int argc, char **argv)
 *	{
 *		if (spectra_loop(test) == 0)
 *			return 0;
 *		... not under a fuzzer: take the input from ARGV ...
 *	} */
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

#define SPECTRA_ORDERS	198
#define SPECTRA_ANSWERS 199

struct spectra_order {
	unsigned length;     /* of the input */
	unsigned is_forked;  /* 1: in a process of its own */
	unsigned timeout_s;  /* of that process; 0: none */
	unsigned repetition; /* run it so often, 0 as 1: to measure */
};

struct spectra_answer {
	int status; /* what the test returned; -1: it did not return */
	int signal; /* that ended its process; 0: none */
};

static int spectra_run_test(
	int (*test)(const unsigned char *input, unsigned length),
	const unsigned char *input, const struct spectra_order *order)
{
	unsigned repetition = order->repetition;
	int status;

	do {
		SPECTRA_TEST_BEGIN();
		status = test(input, order->length);
		SPECTRA_TEST_END(status);
	} while (repetition-- > 1);
	return status;
}

static void spectra_run_forked(
	int (*test)(const unsigned char *input, unsigned length),
	const unsigned char *input, const struct spectra_order *order,
	struct spectra_answer *answer)
{
	int status = 0;
	pid_t child = fork();

	if (child == 0) {
		if (order->timeout_s != 0)
			alarm(order->timeout_s);
		_exit(spectra_run_test(test, input, order) & 0x7f);
	}
	if (child < 0 || waitpid(child, &status, 0) != child)
		answer->status = -1;
	else if (WIFSIGNALED(status)) {
		answer->status = -1;
		answer->signal = WTERMSIG(status);
	} else
		answer->status = WEXITSTATUS(status);
}

/* Runs inputs until the fuzzer goes away. Returns 0, or -1 at once if there is
 * no fuzzer or no tool. */
static int spectra_loop(
	int (*test)(const unsigned char *input, unsigned length))
{
	const unsigned char *input = (const unsigned char *)SPECTRA_ASK(
		SPECTRA_REQUEST_INPUT, 0, 0, 0, 0, 0);
	struct spectra_order order;

	if (input == NULL || fcntl(SPECTRA_ORDERS, F_GETFD) < 0)
		return -1;
	while (read(SPECTRA_ORDERS, &order, sizeof(order)) ==
		(ssize_t)sizeof(order)) {
		struct spectra_answer answer = {0, 0};

		if (order.is_forked)
			spectra_run_forked(test, input, &order, &answer);
		else
			answer.status = spectra_run_test(test, input, &order);
		if (write(SPECTRA_ANSWERS, &answer, sizeof(answer)) !=
			(ssize_t)sizeof(answer))
			break;
	}
	return 0;
}
#endif

#endif
