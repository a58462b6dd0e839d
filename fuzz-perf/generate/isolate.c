/* SPDX-License-Identifier: MIT
 * Runs in a child process, which is forked again when one ended it: a crash
 * costs a fork, other runs two switches. */
#include "config.h"

#include "fuzz-perf/generate/runs.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define FRAMES	   64
#define OWN_FRAMES 3  /* of the stack that tell failures apart */
#define PATIENCE   10 /* timeouts, of one that waits or gets no processor */

/* Shared with the child. The record, whose areas follow it, is the last one. */
struct shared {
	struct gen_statistics statistics;
	struct parameters input; /* pointers are the same in a child of ours */
	uint32_t limit;
	uint8_t *bytes; /* of INPUT */
	struct gen_record record;
};

struct isolate {
	const struct gen_property *property;
	struct shared *shared;
	size_t shared_bytes, input_bytes;
	struct gen_run run;
	pid_t child;	 /* 0: none */
	int line;	 /* to it */
	clockid_t clock; /* processor time of it */
};

/* ---- identity of a crash ---- */

/* Of the child: the record that a signal is noted in. */
static struct gen_record *dying;

static const void *isolate_object_of(const void *address)
{
	Dl_info info;

	return dladdr(address, &info) ? info.dli_fbase : NULL;
}

/* The signal and the innermost frames outside the C library: which check of it
 * stopped the program matters less than who called it. Recursion counts once. */
uint64_t gen_hash_stack(int number)
{
	void *frame[FRAMES], *last = NULL;
	const void *library =
		isolate_object_of((const void *)(uintptr_t)&abort);
	const void *own =
		isolate_object_of((const void *)(uintptr_t)&gen_run_once);
	int count = backtrace(frame, FRAMES);
	uint64_t hash = parameters_hash(0, &number, sizeof number);
	/* Ours and the signal's come first. */
	for (int i = 2, used = 0; i < count && used < OWN_FRAMES; i++) {
		const char *base = isolate_object_of(frame[i]);
		if ((base == library && library != own) || frame[i] == last)
			continue;
		last = frame[i];
		uint64_t offset = (uint64_t)((const char *)frame[i] - base);
		hash = parameters_hash(hash, &offset, sizeof offset);
		used++;
	}
	return hash;
}

static void isolate_on_signal(int number)
{
	dying->verdict = GEN_FAIL;
	dying->identity = gen_hash_stack(number);
	dying->has_ended = 1;
	raise(number); /* its default, once we return */
}

/* ---- the child ---- */

static void isolate_run_here(struct isolate *isolate)
{
	struct shared *shared = isolate->shared;

	isolate->run.record = &shared->record;
	isolate->run.statistics = &shared->statistics;
	isolate->run.limit = shared->limit;
	gen_run_once(&isolate->run, &shared->input, isolate->property->run,
		isolate->property->argument);
}

static void isolate_serve(struct isolate *isolate, int line)
{
	void *frame[2];
	char word;

	dying = &isolate->shared->record;
	backtrace(frame, 2); /* loads what it needs now, not in a crash */
	gen_signals_catch(isolate_on_signal);
	while (read(line, &word, 1) == 1) {
		isolate_run_here(isolate);
		if (write(line, &word, 1) != 1)
			break;
	}
	_exit(0);
}

/* As fork(), with the first end of LINE here and the second one in the child. */
static pid_t fork_child(struct isolate *isolate, int line[2])
{
	fflush(NULL);
	pid_t child = fork();
	if (child == 0) {
		close(line[0]);
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		return child;
	}
	close(line[1]);
	if (child < 0) {
		close(line[0]);
		return child;
	}
	isolate->child = child;
	isolate->line = line[0];
	clock_getcpuclockid(child, &isolate->clock);
	return child;
}

static void isolate_start_child(struct isolate *isolate)
{
	int line[2];

	if (!socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, line) &&
		fork_child(isolate, line) == 0)
		isolate_serve(isolate, line[1]);
}

/* Returns how it ended, as from waitpid. */
static int end_child(struct isolate *isolate, bool kills)
{
	int status = 0;

	if (kills)
		kill(isolate->child, SIGKILL);
	close(isolate->line);
	while (waitpid(isolate->child, &status, 0) < 0 && errno == EINTR)
		;
	isolate->child = 0;
	return status;
}

/* ---- this side ---- */

uint64_t gen_clock_ms(clockid_t clock)
{
	struct timespec now = {0};

	clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

struct isolate *isolate_new(const struct gen_property *property, size_t bytes)
{
	struct isolate *isolate = gen_memory(NULL, sizeof *isolate);
	/* Input and record have room for what may be drawn, in as many streams. */
	size_t shared =
		sizeof(struct shared) + gen_record_size((uint32_t)bytes);

	memset(isolate, 0, sizeof *isolate);
	isolate->property = property;
	isolate->input_bytes = bytes;
	isolate->shared_bytes = shared + bytes;
	isolate->shared = mmap(NULL, isolate->shared_bytes,
		PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (isolate->shared == MAP_FAILED) {
		free(isolate);
		return NULL;
	}
	isolate->shared->bytes = (uint8_t *)isolate->shared + shared;
	isolate->shared->record.byte_capacity = (uint32_t)bytes;
	return isolate;
}

void isolate_free(struct isolate *isolate)
{
	if (isolate->child)
		end_child(isolate, true);
	gen_run_release(&isolate->run);
	for (unsigned i = 0; i < PARAMETERS_STREAMS; i++)
		free(isolate->run.stream[i]);
	munmap(isolate->shared, isolate->shared_bytes);
	free(isolate);
}

struct gen_statistics *isolate_statistics(struct isolate *isolate)
{
	return &isolate->shared->statistics;
}

/* INPUT, with its bytes where the child has them, too. */
static void isolate_place_input(
	struct isolate *isolate, const struct parameters *input)
{
	struct parameters *placed = &isolate->shared->input;
	uint8_t *at = isolate->shared->bytes;
	size_t capacity = isolate->input_bytes;

	*placed = *input;
	for (unsigned i = 0; i < placed->count; i++) {
		struct parameters_stream *stream = &placed->stream[i];
		if (stream->length > capacity)
			stream->length = capacity;
		if (stream->length)
			memcpy(at, stream->bytes, stream->length);
		stream->bytes = at;
		at += stream->length;
		capacity -= stream->length;
	}
}

static void isolate_note_end(
	struct gen_record *record, int status, bool is_hang)
{
	bool is_signal = WIFSIGNALED(status);
	int number = is_signal ? WTERMSIG(status) : WEXITSTATUS(status);

	record->verdict = GEN_FAIL;
	if (is_hang)
		snprintf(record->text, GEN_TEXT, "it does not end");
	else if (is_signal)
		snprintf(record->text, GEN_TEXT,
			"it was ended by signal %d (%s)", number,
			strsignal(number));
	else
		snprintf(record->text, GEN_TEXT,
			"it ended the process, or left it by a longjmp of its "
			"own (exit code %d)",
			number);
	if (!record->has_ended || is_hang || !is_signal)
		record->identity =
			is_hang ? parameters_hash(1, "", 0)
				: parameters_hash(2, &number, sizeof number);
	record->has_ended = 0;
}

/* Waits for something on the line, as long as the child may take. Its processor
 * time is what counts: on a busy machine a run is not a hang. */
static bool has_answered(struct isolate *isolate)
{
	struct pollfd answer = {.fd = isolate->line, .events = POLLIN};
	uint64_t limit_ms = isolate->property->timeout_ms, used_ms = 0;
	uint64_t started_ms = gen_clock_ms(isolate->clock);
	uint64_t end_ms = gen_clock_ms(CLOCK_MONOTONIC) + PATIENCE * limit_ms;

	while (used_ms < limit_ms && gen_clock_ms(CLOCK_MONOTONIC) < end_ms) {
		if (poll(&answer, 1, (int)(limit_ms - used_ms)) > 0)
			return true;
		used_ms = gen_clock_ms(isolate->clock) - started_ms;
	}
	return false;
}

static void tell_here(struct isolate *isolate, const struct parameters *input)
{
	gen_run_and_tell(input, isolate->input_bytes, isolate->property->run,
		isolate->property->argument, NULL, NULL);
}

void isolate_tell(struct isolate *isolate, const struct parameters *input)
{
	int line[2];

	if (isolate->child)
		end_child(isolate, true);
	if (isolate->property->in_process || pipe(line)) {
		tell_here(isolate, input);
		return;
	}
	if (fork_child(isolate, line) == 0) {
		tell_here(isolate, input);
		_exit(0);
	}
	if (!isolate->child)
		return;
	/* One that hangs says what it made when it is aborted. */
	if (!has_answered(isolate)) {
		kill(isolate->child, SIGABRT);
		has_answered(isolate);
	}
	end_child(isolate, true);
}

struct gen_record *isolate_run(
	struct isolate *isolate, const struct parameters *input, uint32_t limit)
{
	struct shared *shared = isolate->shared;
	struct gen_record *record = &shared->record;
	char word = 0;

	isolate_place_input(isolate, input);
	shared->limit = limit < isolate->input_bytes
				? limit
				: (uint32_t)isolate->input_bytes;
	gen_record_clear(record, record->byte_capacity);
	if (!isolate->property->in_process && !isolate->child)
		isolate_start_child(isolate);
	if (!isolate->child) {
		isolate_run_here(isolate);
		return record;
	}
	if (send(isolate->line, &word, 1, MSG_NOSIGNAL) == 1) {
		if (!has_answered(isolate)) {
			isolate_note_end(
				record, end_child(isolate, true), true);
			return record;
		}
		if (read(isolate->line, &word, 1) == 1)
			return record;
	}
	isolate_note_end(record, end_child(isolate, false), false);
	return record;
}
