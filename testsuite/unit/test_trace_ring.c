/* SPDX-License-Identifier: MIT
 * Tests of lib/trace on rings: a child process plays the recorder, as
 * trace_format.h says it, and is killed in the middle. */
#include "config.h"

#include "lib/trace/trace.h"

#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/error.h"
#include "testsuite/unit/trace_builder.h"

#define SEGMENT_BYTES 4096u
#define SEGMENT_COUNT 4u
#define TAG(type)     (TRACE_TAG_BASE | (type))
#define WAIT_MS	      20000

static char ring_path[] = "/tmp/retread-ring.XXXXXX";

/* The recorder's side. */
struct recorder {
	struct ring_header *ring;
	uint8_t *segment;
	size_t used;
	uint64_t clock;
	/* Write the head when a segment begins, not when it is full; and let
	 * the clock skip by so much there. */
	bool head_first;
	uint64_t skip;
};

static void futex(uint32_t *word, int operation, uint32_t value)
{
	syscall(SYS_futex, word, operation, value, NULL, NULL, 0);
}

static void make_ring(struct recorder *recorder)
{
	size_t bytes = RING_HEADER_BYTES + SEGMENT_BYTES * SEGMENT_COUNT;
	int fd = open(ring_path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	struct ring_header *ring;

	if (fd < 0 || ftruncate(fd, (off_t)bytes) < 0)
		_exit(90);
	ring = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (ring == MAP_FAILED)
		_exit(91);
	close(fd);
	memcpy(ring->magic, RING_MAGIC, sizeof(ring->magic));
	ring->segment_bytes = SEGMENT_BYTES;
	ring->segment_count = SEGMENT_COUNT;
	ring->recorder_pid = (uint32_t)getpid();
	trace_builder_header(&ring->process);
	__atomic_store_n(&ring->state, RING_OPEN, __ATOMIC_RELEASE);
	memset(recorder, 0, sizeof(*recorder));
	recorder->ring = ring;
	recorder->clock = 1;
}

/* Waits for the next segment, which must be clean. Ends the recorder when
 * nobody reads. */
static void begin_segment(struct recorder *recorder)
{
	struct ring_header *ring = recorder->ring;
	uint32_t freed;

	while (freed = __atomic_load_n(&ring->freed, __ATOMIC_ACQUIRE),
		ring->filled - freed == SEGMENT_COUNT) {
		if (__atomic_load_n(&ring->reader_gone, __ATOMIC_ACQUIRE))
			_exit(42);
		futex(&ring->freed, FUTEX_WAIT, freed);
	}
	recorder->segment =
		(uint8_t *)ring + RING_HEADER_BYTES +
		(size_t)(ring->filled % SEGMENT_COUNT) * SEGMENT_BYTES;
	for (size_t i = 0; i < SEGMENT_BYTES; i++)
		if (recorder->segment[i] != 0)
			_exit(92);
	recorder->used = sizeof(struct trace_block);
	recorder->clock += recorder->skip;
	if (recorder->head_first) {
		struct trace_block head = {
			.magic = TRACE_BLOCK_MAGIC,
			.sequence = ring->filled,
			.clock = recorder->clock,
		};
		memcpy(recorder->segment, &head, sizeof(head));
	}
}

static void fill_segment(struct recorder *recorder)
{
	struct trace_block head = {
		.magic = TRACE_BLOCK_MAGIC,
		.sequence = recorder->ring->filled,
		.payload_bytes =
			(uint32_t)(recorder->used - sizeof(struct trace_block)),
	};

	head.clock = recorder->clock - head.payload_bytes / 8;
	memcpy(recorder->segment, &head, sizeof(head));
	recorder->segment = NULL;
	__atomic_add_fetch(&recorder->ring->filled, 1, __ATOMIC_RELEASE);
	futex(&recorder->ring->filled, FUTEX_WAKE, INT_MAX);
}

/* Writes a record where the next one goes without keeping it, as the recorder
 * does before it knows whether it wants to. */
static void scribble(struct recorder *recorder, const void *record, size_t size)
{
	if (recorder->segment && recorder->used + size > SEGMENT_BYTES)
		fill_segment(recorder);
	if (!recorder->segment)
		begin_segment(recorder);
	memcpy(recorder->segment + recorder->used, record, size);
}

static void put(struct recorder *recorder, const void *record, size_t size)
{
	scribble(recorder, record, size);
	recorder->used += size;
	recorder->clock += size / 8;
}

static void put_site(struct recorder *recorder, uint32_t id, uint8_t flags)
{
	struct trace_site site = {
		.tag = TAG(TRACE_SITE),
		.record_bytes = offsetof(struct trace_site, step),
		.pc = 0x400100,
		.id = id,
		.size_bytes = 8,
		.flags = flags,
	};

	put(recorder, &site, site.record_bytes);
}

static void put_reads(struct recorder *recorder, uint64_t count)
{
	for (uint64_t i = 0; i < count; i++) {
		struct trace_read read = {1, 4, 0x601000 + i, 0};
		put(recorder, &read, TRACE_READ_BYTES);
	}
}

static void close_ring(struct recorder *recorder, bool with_exit)
{
	struct trace_exit end = {.tag = TAG(TRACE_EXIT)};

	if (with_exit)
		put(recorder, &end, sizeof(end));
	fill_segment(recorder);
	__atomic_store_n(&recorder->ring->state, RING_CLOSED, __ATOMIC_RELEASE);
	_exit(0);
}

/* Starts a child that runs PLAY on a ring. Unless PLAY ends it, it dies like a
 * recorder that is killed. */
static pid_t start_recorder(void (*play)(struct recorder *recorder))
{
	struct recorder recorder;
	pid_t child = fork();

	if (child != 0)
		return child;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	make_ring(&recorder);
	play(&recorder);
	raise(SIGKILL);
	_exit(93);
}

/* Read from the ring. */
struct received {
	uint64_t records;
	uint64_t reads;
	uint64_t last_address;
	uint64_t clock;
	int result;
	bool complete;
	char reason[200];
	int status; /* of the recorder */
	struct error err;
};

static void count_block(struct received *received, struct trace_view *view)
{
	struct trace_cursor cursor;
	const void *record;

	trace_cursor_init(&cursor, view);
	while ((record = trace_cursor_next(&cursor)) != NULL) {
		received->records++;
		received->clock = trace_cursor_clock_after(&cursor);
		if (trace_record_is_read(record)) {
			const struct trace_read *read = record;
			received->reads++;
			received->last_address = read->address;
		}
	}
}

/* Reads the ring of a recorder that runs PLAY to its end. The dead child stays
 * a zombie until the end has been seen. */
static void receive(void (*play)(struct recorder *recorder), int delay_ms,
	struct received *received)
{
	struct timespec delay = {0, delay_ms * 1000000};
	struct trace_reader *reader;
	struct trace_view view;
	pid_t child;

	unlink(ring_path);
	memset(received, 0, sizeof(*received));
	child = start_recorder(play);
	reader = trace_open_ring(ring_path, WAIT_MS, &received->err);
	assert_non_null(reader);
	nanosleep(&delay, NULL);
	assert_int_equal(trace_header(reader)->pid, 4711);
	while ((received->result = trace_next_block(
			reader, &view, &received->err)) > 0)
		count_block(received, &view);
	received->complete = trace_is_complete(reader);
	if (!received->complete)
		strcpy(received->reason, trace_incomplete_reason(reader));
	trace_close(reader);
	assert_int_equal(waitpid(child, &received->status, 0), child);
	unlink(ring_path);
}

static void expect_killed(const struct received *received, uint64_t records)
{
	assert_int_equal(received->result, 0);
	assert_int_equal(received->records, records);
	assert_false(received->complete);
	assert_non_null(strstr(received->reason, "was killed or crashed"));
	assert_true(WIFSIGNALED(received->status));
}

/* A wish counts with the block that the reader has then. */
#define WISHED_CHAIN UINT64_C(0x123456789abcdef0)
static void play_and_look_for_wishes(struct recorder *recorder)
{
	struct ring_header *ring = recorder->ring;
	uint32_t freed;

	put_site(recorder, 1, TRACE_SITE_READ);
	put_reads(recorder, 10);
	fill_segment(recorder);
	while (freed = __atomic_load_n(&ring->freed, __ATOMIC_ACQUIRE),
		freed == 0)
		futex(&ring->freed, FUTEX_WAIT, freed);
	if (ring->wishes_made[0] != 2 ||
		ring->wish[0] != (WISHED_CHAIN | RING_WISH_LEAVE_OUT) ||
		ring->wish[1] != WISHED_CHAIN)
		_exit(94);
	close_ring(recorder, true);
}

static void wishes_are_counted_with_the_block_that_led_to_them(void **state)
{
	struct trace_reader *reader;
	struct trace_view view;
	struct received received = {0};
	uint32_t made = 0;
	int status;
	pid_t child;

	(void)state;
	unlink(ring_path);
	child = start_recorder(play_and_look_for_wishes);
	reader = trace_open_ring(ring_path, WAIT_MS, &received.err);
	assert_non_null(reader);
	assert_true(trace_is_live(reader));
	assert_int_equal(trace_next_block(reader, &view, &received.err), 1);
	assert_true(trace_wish(reader, WISHED_CHAIN, true));
	assert_true(trace_wish(reader, WISHED_CHAIN, false));
	count_block(&received, &view);
	assert_int_equal(trace_next_block(reader, &view, &received.err), 1);
	/* There is an end to what one block may lead to. */
	while (trace_wish(reader, WISHED_CHAIN, true))
		assert_true(++made < RING_WISHES / SEGMENT_COUNT);
	assert_true(made > 100);
	count_block(&received, &view);
	assert_int_equal(trace_next_block(reader, &view, &received.err), 0);
	trace_close(reader);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	unlink(ring_path);
}

static void play_whole(struct recorder *recorder)
{
	put_site(recorder, 1, TRACE_SITE_READ);
	put_reads(recorder, 100000);
	close_ring(recorder, true);
}

static void a_ring_hands_over_everything_and_is_given_back_clean(void **state)
{
	struct received received;

	(void)state;
	receive(play_whole, 0, &received);
	assert_int_equal(received.result, 0);
	assert_true(received.complete);
	assert_int_equal(received.reads, 100000);
	assert_int_equal(received.records, 100002);
	assert_int_equal(received.last_address, 0x601000 + 99999);
	assert_int_equal(received.clock, 1 + 4 + 2 * 100000 + 2);
	/* 92 would say that a segment came back dirty. */
	assert_int_equal(received.status, 0);
}

static void a_slow_reader_loses_nothing(void **state)
{
	struct received received;

	(void)state;
	receive(play_whole, 30, &received);
	assert_true(received.complete);
	assert_int_equal(received.records, 100002);
	assert_int_equal(received.status, 0);
}

static void play_scraps(struct recorder *recorder)
{
	struct trace_read read = {1, 4, 0x700000, 0x1122334455667788};

	put_site(recorder, 1, TRACE_SITE_READ);
	for (int i = 0; i < 20; i++) {
		put_reads(recorder, 100);
		scribble(recorder, &read, TRACE_READ_VALUE_BYTES);
		fill_segment(recorder);
	}
	close_ring(recorder, true);
}

static void what_was_not_meant_in_a_full_segment_is_cleared_too(void **state)
{
	struct received received;

	(void)state;
	receive(play_scraps, 0, &received);
	assert_true(received.complete);
	assert_int_equal(received.reads, 2000);
	assert_int_equal(received.status, 0);
}

static void play_late(struct recorder *recorder)
{
	struct timespec delay = {0, 60000000};

	/* While a reader waits for the ring, and then for a segment. */
	recorder->ring->state = 0;
	nanosleep(&delay, NULL);
	recorder->ring->state = RING_OPEN;
	nanosleep(&delay, NULL);
	close_ring(recorder, true);
}

static void a_ring_that_is_not_ready_is_waited_for(void **state)
{
	struct received received;

	(void)state;
	receive(play_late, 0, &received);
	assert_true(received.complete);
	assert_int_equal(received.records, 1);
}

static void play_no_exit(struct recorder *recorder)
{
	put_site(recorder, 1, TRACE_SITE_READ);
	close_ring(recorder, false);
}

static void a_ring_closed_without_exit_record_is_incomplete(void **state)
{
	struct received received;

	(void)state;
	receive(play_no_exit, 0, &received);
	assert_int_equal(received.result, 0);
	assert_int_equal(received.records, 1);
	assert_false(received.complete);
	assert_string_equal(received.reason,
		"the recorder closed its ring without an exit record");
}

static void play_killed(struct recorder *recorder)
{
	put_site(recorder, 1, TRACE_SITE_READ);
	put_reads(recorder, 1000); /* the fourth segment is half full */
}

static void a_killed_recorder_loses_only_its_last_record(void **state)
{
	struct received received;

	(void)state;
	receive(play_killed, 0, &received);
	expect_killed(&received, 1000);
	assert_int_equal(received.last_address, 0x601000 + 998);
}

static void play_killed_head_first(struct recorder *recorder)
{
	recorder->head_first = true;
	recorder->skip = 7;
	play_killed(recorder);
}

static void the_head_of_a_segment_may_come_first(void **state)
{
	struct received received;

	(void)state;
	receive(play_killed_head_first, 0, &received);
	expect_killed(&received, 1000);
	/* Four segments, a site, 999 reads. */
	assert_int_equal(received.clock, 1 + 4 * 7 + 4 + 999 * 2);
}

static void play_scribbled(struct recorder *recorder)
{
	struct trace_read read = {2, 4, 0x700000, 0x1122334455667788};

	put_site(recorder, 1, TRACE_SITE_READ);
	put_site(recorder, 2, TRACE_SITE_READ | TRACE_SITE_VALUE);
	put_reads(recorder, 3);
	scribble(recorder, &read, TRACE_READ_VALUE_BYTES);
}

static void a_record_that_was_not_meant_is_not_delivered(void **state)
{
	struct received received;

	(void)state;
	receive(play_scribbled, 0, &received);
	expect_killed(&received, 5);
}

static void play_scribbled_under(struct recorder *recorder)
{
	play_scribbled(recorder);
	put_reads(recorder, 1);
}

static void play_scribbled_site_under(struct recorder *recorder)
{
	struct trace_read read = {2, 4, 0x700000, 1};

	put_site(recorder, 1, TRACE_SITE_READ);
	put_site(recorder, 2, TRACE_SITE_READ | TRACE_SITE_VALUE);
	put_reads(recorder, 3);
	scribble(recorder, &read, TRACE_READ_VALUE_BYTES);
	put_reads(recorder, 1);
}

static void the_rest_of_one_under_a_shorter_record_is_no_record(void **state)
{
	struct received received;

	(void)state;
	/* The value that shows is no tag; then it is one. */
	receive(play_scribbled_under, 0, &received);
	expect_killed(&received, 6);
	receive(play_scribbled_site_under, 0, &received);
	expect_killed(&received, 6);
}

static void play_half_a_call(struct recorder *recorder)
{
	struct trace_call call = {.tag = TAG(TRACE_CALL)};

	put_site(recorder, 1, TRACE_SITE_READ);
	put_reads(recorder, 3);
	scribble(recorder, &call, 16);
}

static void half_a_record_is_not_delivered(void **state)
{
	struct received received;

	(void)state;
	receive(play_half_a_call, 0, &received);
	expect_killed(&received, 4);
}

static void play_nothing(struct recorder *recorder)
{
	(void)recorder;
}

static void play_full(struct recorder *recorder)
{
	put_site(recorder, 1, TRACE_SITE_READ);
	/* 254 fill the first segment, none is begun. */
	put_reads(recorder, 252);
	fill_segment(recorder);
}

static void a_recorder_may_die_between_segments(void **state)
{
	struct received received;

	(void)state;
	receive(play_nothing, 0, &received);
	expect_killed(&received, 0);
	receive(play_full, 0, &received);
	expect_killed(&received, 253);
}

static void play_dead_when_full(struct recorder *recorder)
{
	put_site(recorder, 1, TRACE_SITE_READ);
	put_reads(recorder, 4 * 254 - 2);
	fill_segment(recorder);
}

static void what_a_dead_recorder_filled_is_read_first(void **state)
{
	struct received received;

	(void)state;
	receive(play_dead_when_full, 50, &received);
	expect_killed(&received, 4 * 254 - 1);
}

static void play_endless(struct recorder *recorder)
{
	put_site(recorder, 1, TRACE_SITE_READ);
	for (;;)
		put_reads(recorder, 1000);
}

static void a_reader_that_stops_lets_the_recorder_go_on(void **state)
{
	struct trace_reader *reader;
	struct trace_view view;
	struct error err = {{0}};
	pid_t child;
	int status;

	(void)state;
	unlink(ring_path);
	child = start_recorder(play_endless);
	reader = trace_open_ring(ring_path, WAIT_MS, &err);
	assert_non_null(reader);
	assert_int_equal(trace_next_block(reader, &view, &err), 1);
	trace_close(reader);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(WEXITSTATUS(status), 42);
	unlink(ring_path);
}

/* A ring whose header is changed by SPOIL before anybody opens it. */
static struct recorder spoilt;

static void expect_ring_refused(const char *cause)
{
	struct trace_reader *reader;
	struct trace_view view;
	struct error err = {{0}};

	reader = trace_open_ring(ring_path, 0, &err);
	if (reader)
		assert_int_equal(trace_next_block(reader, &view, &err), -1);
	trace_close(reader);
	if (strstr(err.text, cause) == NULL)
		fail_msg("expected \"%s\", got \"%s\"", cause, err.text);
	make_ring(&spoilt);
}

static void rings_that_cannot_be_are_refused(void **state)
{
	struct trace_block head = {
		.magic = TRACE_BLOCK_MAGIC, .payload_bytes = SEGMENT_BYTES};

	(void)state;
	make_ring(&spoilt);
	spoilt.ring->magic[0] = 'X';
	expect_ring_refused("not the ring of a recorder");
	spoilt.ring->segment_bytes = 4097;
	expect_ring_refused("4 segments of 4097 bytes");
	spoilt.ring->segment_count = 0;
	expect_ring_refused("0 segments");
	spoilt.ring->segment_count = 0xffffffff;
	expect_ring_refused("4294967295 segments of 4096 bytes");
	spoilt.ring->segment_count = RING_SEGMENTS_MAX;
	expect_ring_refused("the ring should have 307200 bytes and");
	spoilt.ring->process.pid = 1;
	expect_ring_refused("the header does not match its checksum");
	spoilt.ring->filled = 5;
	expect_ring_refused("5 segments are said to be filled, of 4");
	spoilt.ring->filled = 1;
	expect_ring_refused("a segment begins with 0x00000000");
	spoilt.ring->filled = 1;
	memcpy((char *)spoilt.ring + RING_HEADER_BYTES, &head, sizeof(head));
	expect_ring_refused("says it holds 4096 bytes");
	unlink(ring_path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			a_ring_hands_over_everything_and_is_given_back_clean),
		cmocka_unit_test(a_slow_reader_loses_nothing),
		cmocka_unit_test(
			what_was_not_meant_in_a_full_segment_is_cleared_too),
		cmocka_unit_test(a_ring_that_is_not_ready_is_waited_for),
		cmocka_unit_test(
			a_ring_closed_without_exit_record_is_incomplete),
		cmocka_unit_test(a_killed_recorder_loses_only_its_last_record),
		cmocka_unit_test(the_head_of_a_segment_may_come_first),
		cmocka_unit_test(a_record_that_was_not_meant_is_not_delivered),
		cmocka_unit_test(
			the_rest_of_one_under_a_shorter_record_is_no_record),
		cmocka_unit_test(half_a_record_is_not_delivered),
		cmocka_unit_test(a_recorder_may_die_between_segments),
		cmocka_unit_test(what_a_dead_recorder_filled_is_read_first),
		cmocka_unit_test(a_reader_that_stops_lets_the_recorder_go_on),
		cmocka_unit_test(
			wishes_are_counted_with_the_block_that_led_to_them),
		cmocka_unit_test(rings_that_cannot_be_are_refused),
	};

	close(mkstemp(ring_path));
	return cmocka_run_group_tests(tests, NULL, NULL);
}
