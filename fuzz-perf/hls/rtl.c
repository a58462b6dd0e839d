/* SPDX-License-Identifier: MIT
 * Calls of the kernel that its Verilog answers, in a simulator beside this
 * process: lib/hls/hls_target.h has what the two write. */
#define _GNU_SOURCE
#include "fuzz-perf/hls/run.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/hls/hls_target.h"

#define GREETING  "retread-rtl 1"
#define FILLED	  "retread-rtl 1 filled\n" /* one that knows no x */
#define ANSWER_MS 30000

static struct {
	const char *program; /* NULL: there is none */
	pid_t process;	     /* 0: not running */
	FILE *to;
	int from;
	char *text; /* what is asked, then the answer to that */
	size_t length, capacity;
	char *answer;
	size_t answered, answer_capacity;
	unsigned long asked;
	FILE *recorded;	       /* calls go here instead */
	FILE *calls, *answers; /* or come from there */
	unsigned long left;    /* of these */
	bool is_filled, is_unknown;
} rtl;

bool rtl_simulates;

bool rtl_is_there(void)
{
	rtl.program = getenv("RETREAD_HLS_SIMULATOR");
	return rtl.program && access(rtl.program, X_OK) == 0;
}

bool rtl_is_c_simulation(void)
{
	return getenv("RETREAD_HLS_C_SIMULATION") && rtl_is_there();
}

bool rtl_may_be_unknown(void)
{
	return rtl.is_unknown || rtl.is_filled;
}

/*--- the process ---*/

static void rtl_stop(void)
{
	if (rtl.process == 0)
		return;
	kill(rtl.process, SIGKILL);
	waitpid(rtl.process, NULL, 0);
	fclose(rtl.to);
	close(rtl.from);
	rtl.process = 0;
}

/* One line of the simulator in rtl.answer. False: there is none in time. */
static bool rtl_read_line(void)
{
	rtl.answered = 0;
	for (;;) {
		struct pollfd ready = {.fd = rtl.from, .events = POLLIN};
		ssize_t got;
		if (rtl.answer_capacity < rtl.answered + 4096) {
			rtl.answer_capacity = 2 * rtl.answer_capacity + 4096;
			rtl.answer = realloc(rtl.answer, rtl.answer_capacity);
			if (!rtl.answer)
				abort();
		}
		if (poll(&ready, 1, ANSWER_MS) != 1)
			return false;
		got = read(rtl.from, rtl.answer + rtl.answered,
			rtl.answer_capacity - rtl.answered - 1);
		if (got <= 0)
			return false;
		rtl.answered += (size_t)got;
		if (rtl.answer[rtl.answered - 1] == '\n')
			break;
	}
	rtl.answer[rtl.answered] = '\0';
	return true;
}

static bool rtl_start(void)
{
	int to[2], from[2];

	if (rtl.process != 0)
		return true;
	if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0)
		return false;
	rtl.process = fork();
	signal(SIGPIPE, SIG_IGN); /* one that died is noticed by its answer */
	if (rtl.process == 0) {
		dup2(to[0], STDIN_FILENO);
		dup2(from[1], STDOUT_FILENO);
		execl(rtl.program, rtl.program, (char *)NULL);
		_exit(127);
	}
	close(to[0]);
	close(from[1]);
	rtl.to = fdopen(to[1], "w");
	rtl.from = from[0];
	if (rtl.process > 0 && rtl_read_line() &&
		strncmp(rtl.answer, GREETING, strlen(GREETING)) == 0) {
		rtl.is_filled = strcmp(rtl.answer, FILLED) == 0;
		return true;
	}
	rtl_stop();
	return false;
}

/* rtl.text's answer. A simulator that died is started again, once. */
static bool rtl_ask(void)
{
	for (int tries = 0; tries < 2; tries++) {
		if (rtl_start() &&
			fwrite(rtl.text, 1, rtl.length, rtl.to) == rtl.length &&
			fflush(rtl.to) == 0 && rtl_read_line())
			return true;
		rtl_stop();
	}
	return false;
}

/*--- texts ---*/

static void rtl_put(const char *format, unsigned long long number)
{
	int length;

	if (rtl.capacity < rtl.length + 32) {
		rtl.capacity = 2 * rtl.capacity + 4096;
		rtl.text = realloc(rtl.text, rtl.capacity);
		if (!rtl.text)
			abort();
	}
	length = snprintf(rtl.text + rtl.length, 32, format, number);
	rtl.length += (size_t)length;
}

static void put_numbers(const void *from, size_t count, unsigned bytes)
{
	for (size_t i = 0; i < count; i++) {
		unsigned long long number = 0;
		memcpy(&number, (const char *)from + i * bytes, bytes);
		rtl_put(" %llx", number);
	}
}

/*--- calls and answers in files ---*/

/* A line of FILE, which is *TEXT from now on. False: the file has ended. */
static bool rtl_next_line(FILE *file, char **text, size_t *capacity)
{
	do
		if (getline(text, capacity, file) < 0)
			return false;
	while (strncmp(*text, GREETING, strlen(GREETING)) == 0);
	return true;
}

/* The answer that was given to rtl.text. False: nobody asked that. */
static bool hls_rtl_replay(void)
{
	static char *call;
	static size_t capacity;

	if (rtl.left == 0)
		return false;
	rtl.left--;
	return rtl_next_line(rtl.calls, &call, &capacity) &&
	       rtl_next_line(rtl.answers, &rtl.answer, &rtl.answer_capacity) &&
	       strlen(call) == rtl.length &&
	       memcmp(call, rtl.text, rtl.length) == 0;
}

static void run_hardware(const struct hls_test *test, struct outcome *outcome)
{
	sim_switch_all(true);
	rtl_simulates = true;
	sim_run(test, 0, outcome);
	rtl_simulates = false;
}

unsigned long rtl_record(const struct hls_test *test, FILE *calls)
{
	unsigned long before = rtl.asked;
	struct outcome outcome;

	rtl.recorded = calls;
	run_hardware(test, &outcome);
	rtl.recorded = NULL;
	outcome_release(&outcome);
	return rtl.asked - before;
}

void rtl_replay(const struct hls_test *test, FILE *calls, FILE *answers,
	unsigned long count, struct outcome *outcome)
{
	rtl.calls = calls;
	rtl.answers = answers;
	rtl.left = count;
	run_hardware(test, outcome);
	while (rtl.left > 0)
		hls_rtl_replay();
	rtl.answers = NULL;
}

/*--- numbers ---*/

/* The next number of the answer; false: there is none. */
static bool take_number(char **text, unsigned long long *number)
{
	*text += strspn(*text, " ");
	*number = 0;
	if (**text == '\0' || **text == '\n')
		return false;
	for (; **text != '\0' && **text != ' ' && **text != '\n'; ++*text) {
		const char *digits = "0123456789abcdef";
		const char *digit = strchr(digits, **text);
		rtl.is_unknown |= digit == NULL;
		*number = *number << 4 |
			  (unsigned long long)(digit ? digit - digits
						     : sim_filler() & 15);
	}
	return true;
}

static bool take_numbers(char **text, void *to, size_t count, unsigned bytes)
{
	for (size_t i = 0; i < count; i++) {
		unsigned long long number;
		if (!take_number(text, &number))
			return false;
		memcpy((char *)to + i * bytes, &number, bytes);
	}
	return true;
}

/*--- a call ---*/

static void write_call(const struct retread_hls_port *port, uint32_t ports,
	void *const *argument, bool resets, int fill)
{
	rtl.length = 0;
	rtl_put("%llu", resets);
	rtl_put(" %llu", (unsigned)fill);
	for (uint32_t i = 0; i < ports; i++) {
		size_t count = 1;
		if (port[i].is_array) {
			count = sim_capacity(argument[i]) / port[i].bytes;
			rtl_put(" %llu", count);
		}
		put_numbers(argument[i], count, port[i].bytes);
	}
	rtl_put("\n", 0);
}

int retread_hls_simulate(const struct retread_hls_port *port, uint32_t ports,
	void *const *argument, uint32_t returned_bytes, void *returned)
{
	bool is_first, resets;
	int fill;
	char *text;
	bool fits = true;

	if (!rtl_simulates) {
		for (uint32_t i = 0; i < ports; i++)
			sensitive_note(argument[i],
				port[i].is_array ? sim_capacity(argument[i])
						 : port[i].bytes);
		return 0;
	}
	fill = sim_called(&is_first, &resets);
	if (is_first)
		rtl.is_unknown = false;
	write_call(port, ports, argument, resets, fill);
	rtl.asked++;
	if (rtl.recorded) {
		fwrite(rtl.text, 1, rtl.length, rtl.recorded);
		return 0;
	}
	if (rtl.answers ? !hls_rtl_replay() : !rtl_ask())
		sim_end(RUN_LOST);
	text = rtl.answer;
	if (strncmp(text, "hang ", 5) == 0)
		sim_end(RUN_HANG);
	if (strncmp(text, "x ", 2) == 0)
		sim_end(RUN_UNKNOWN);
	if (strncmp(text, "done ", 5) != 0)
		sim_end(RUN_LOST);
	text += 5;
	text += strcspn(text, " \n"); /* clocks */
	if (returned_bytes > 0)
		fits = take_numbers(&text, returned, 1, returned_bytes);
	for (uint32_t i = 0; i < ports; i++)
		if (port[i].is_array && !port[i].is_const)
			fits = fits && take_numbers(&text, argument[i],
					       sim_capacity(argument[i]) /
						       port[i].bytes,
					       port[i].bytes);
	if (!fits)
		sim_end(RUN_LOST);
	return 1;
}
