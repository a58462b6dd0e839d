/* SPDX-License-Identifier: MIT
 * Reads the ring of a recorder that runs, or that died. */
#include "config.h"

#include "lib/trace/block_source.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "lib/memory.h"

/* How long to sleep before looking whether the recorder still lives; and when
 * its last word has been read and only the closing is missing. */
#define LOOK_MS	     50
#define LOOK_LAST_MS 1
/* How often to look for a ring that is not there yet. */
#define APPEAR_STEP_MS 2
/* A recorder may write a record it does not mean after the payload's end. */
#define CLEAR_AHEAD_BYTES 4096
#define WAKE_ALL	  0x7fffffff

struct trace_ring {
	struct ring_header *header;
	size_t mapped_bytes;
	/* Copies of what must not change while we use it. */
	uint32_t segment_bytes;
	uint32_t segment_count;
	uint32_t recorder_pid;
	int lock;     /* descriptor; -1: there is none */
	int recorder; /* pidfd; -1: there is none */
	bool recorder_gone;

	uint32_t freed;
	uint32_t wishes;       /* ever made */
	uint32_t block_wishes; /* of them, since the last block was freed */
	size_t held_bytes; /* of the segment that the caller reads, 0: none */
	bool finished;	   /* the recorder will not write any more */
};

static void sleep_ms(int ms)
{
	struct timespec time = {ms / 1000, (long)(ms % 1000) * 1000000};

	nanosleep(&time, NULL);
}

static void ring_futex_wait(const uint32_t *word, uint32_t value, int ms)
{
	struct timespec time = {ms / 1000, (long)(ms % 1000) * 1000000};

	syscall(SYS_futex, word, FUTEX_WAIT, value, &time, NULL, 0);
}

static void ring_futex_wake(const uint32_t *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE, WAKE_ALL, NULL, NULL, 0);
}

/* Opens PATH when the recorder has made its ring there. Returns the
 * descriptor or -1. */
static int wait_for_ring(const char *path, int wait_ms, struct error *err)
{
	for (int waited = 0;; waited += APPEAR_STEP_MS) {
		int fd = open(path, O_RDWR | O_CLOEXEC);
		uint32_t state = 0;
		if (fd < 0 && errno != ENOENT)
			return error_set_errno(err, "cannot open the ring");
		if (fd >= 0 &&
			pread(fd, &state, sizeof state,
				offsetof(struct ring_header, state)) ==
				(ssize_t)sizeof state &&
			state != 0)
			return fd;
		if (fd >= 0)
			close(fd);
		if (waited >= wait_ms)
			return error_set(err,
				"no recorder made its ring here in %d ms",
				wait_ms);
		sleep_ms(APPEAR_STEP_MS);
	}
}

static int map_ring(struct trace_ring *ring, int fd, struct error *err)
{
	struct stat status;
	void *memory;

	if (fstat(fd, &status) < 0)
		return error_set_errno(err, "cannot look at the ring");
	if (status.st_size < RING_HEADER_BYTES)
		return error_set(err, "this is not the ring of a recorder");
	ring->mapped_bytes = (size_t)status.st_size;
	memory = mmap(NULL, ring->mapped_bytes, PROT_READ | PROT_WRITE,
		MAP_SHARED, fd, 0);
	if (memory == MAP_FAILED)
		return error_set_errno(err, "cannot map the ring");
	ring->header = memory;
	return 0;
}

/* Checks what the ring says of itself, and keeps it. */
static int check_ring(struct trace_ring *ring, struct error *err)
{
	const struct ring_header *header = ring->header;
	uint64_t need;

	if (memcmp(header->magic, RING_MAGIC, sizeof header->magic) != 0)
		return error_set(err, "this is not the ring of a recorder");
	ring->segment_bytes = header->segment_bytes;
	ring->segment_count = header->segment_count;
	ring->recorder_pid = header->recorder_pid;
	ring->freed = header->freed;
	if (ring->segment_bytes % 8 != 0 || ring->segment_count == 0 ||
		ring->segment_bytes <= sizeof(struct trace_block) ||
		ring->segment_count > RING_SEGMENTS_MAX ||
		ring->segment_bytes > TRACE_PAYLOAD_LIMIT)
		return error_set(err, "the ring has %u segments of %u bytes",
			ring->segment_count, ring->segment_bytes);
	need = RING_HEADER_BYTES +
	       (uint64_t)ring->segment_bytes * ring->segment_count;
	if (ring->mapped_bytes < need)
		return error_set(err,
			"the ring should have %llu bytes and has %zu",
			(unsigned long long)need, ring->mapped_bytes);
	return trace_header_check(&header->process, err);
}

/* The system takes the lock back when this process dies, however it does. */
static void lock_ring(struct trace_ring *ring)
{
	if (flock(ring->lock, LOCK_EX | LOCK_NB) == 0)
		__atomic_store_n(
			&ring->header->reader_locks, 1, __ATOMIC_RELEASE);
}

int trace_ring_start(struct trace_reader *reader, const char *path, int wait_ms,
	struct error *err)
{
	struct trace_ring *ring = memory_alloc_zero(1, sizeof *ring);
	int fd = wait_for_ring(path, wait_ms, err);

	reader->ring = ring;
	ring->lock = ring->recorder = -1;
	/* Do not announce ourselves as gone until the ring is validated. */
	ring->finished = true;
	if (fd < 0)
		return -1;
	ring->lock = fd;
	if (map_ring(ring, fd, err) < 0 || check_ring(ring, err) < 0)
		return -1;
	ring->finished = false;
	lock_ring(ring);
	reader->header = ring->header->process;
	ring->recorder =
		(int)syscall(SYS_pidfd_open, (pid_t)ring->recorder_pid, 0);
	ring->recorder_gone = ring->recorder < 0 && errno == ESRCH;
	return 0;
}

void trace_ring_free(struct trace_ring *ring)
{
	if (!ring)
		return;
	if (ring->header) {
		if (!ring->finished) {
			__atomic_store_n(&ring->header->reader_gone, 1,
				__ATOMIC_RELEASE);
			ring_futex_wake(&ring->header->freed);
		}
		munmap(ring->header, ring->mapped_bytes);
	}
	if (ring->lock >= 0)
		close(ring->lock);
	if (ring->recorder >= 0)
		close(ring->recorder);
	free(ring);
}

void trace_abandon_ring(const char *path)
{
	int fd = open(path, O_RDWR | O_CLOEXEC);
	struct ring_header *header;
	struct stat status;

	if (fd < 0)
		return;
	header = fstat(fd, &status) == 0 && status.st_size >= RING_HEADER_BYTES
			 ? mmap(NULL, RING_HEADER_BYTES, PROT_READ | PROT_WRITE,
				   MAP_SHARED, fd, 0)
			 : MAP_FAILED;
	close(fd);
	if (header == MAP_FAILED)
		return;
	__atomic_store_n(&header->reader_gone, 1, __ATOMIC_RELEASE);
	ring_futex_wake(&header->freed);
	munmap(header, RING_HEADER_BYTES);
}

/* Whether the recorder's process has ended (a zombie has). */
static bool recorder_is_gone(struct trace_ring *ring)
{
	struct pollfd end = {.fd = ring->recorder, .events = POLLIN};

	if (ring->recorder_gone)
		return true;
	if (ring->recorder >= 0)
		ring->recorder_gone = poll(&end, 1, 0) > 0;
	else /* an old kernel: cannot tell a zombie */
		ring->recorder_gone = kill((pid_t)ring->recorder_pid, 0) < 0 &&
				      errno == ESRCH;
	return ring->recorder_gone;
}

static uint8_t *ring_segment(struct trace_ring *ring, uint32_t number)
{
	return (uint8_t *)ring->header + RING_HEADER_BYTES +
	       (size_t)(number % ring->segment_count) * ring->segment_bytes;
}

/* More wishes than this in each block, and one might be overwritten before the
 * recorder takes it. */
static uint32_t wishes_max(const struct trace_ring *ring)
{
	return RING_WISHES / (ring->segment_count + 1);
}

bool trace_ring_wish(struct trace_ring *ring, uint64_t wish)
{
	if (ring->block_wishes == wishes_max(ring))
		return false;
	ring->header->wish[ring->wishes++ % RING_WISHES] = wish;
	ring->block_wishes++;
	return true;
}

/* Gives the segment that the caller has read back to the recorder. */
static void free_segment(struct trace_ring *ring)
{
	struct ring_header *header = ring->header;
	size_t bytes = ring->held_bytes + CLEAR_AHEAD_BYTES;

	if (ring->held_bytes == 0)
		return;
	if (bytes > ring->segment_bytes)
		bytes = ring->segment_bytes;
	memset(ring_segment(ring, ring->freed), 0, bytes);
	ring->held_bytes = 0;
	header->wishes_made[ring->freed % ring->segment_count] = ring->wishes;
	ring->block_wishes = 0;
	ring->freed++;
	__atomic_store_n(&header->freed, ring->freed, __ATOMIC_RELEASE);
	ring_futex_wake(&header->freed);
}

enum ring_event { SEGMENT_FILLED, RECORDER_CLOSED, RECORDER_GONE };

/* Waits until there is a segment, or can be none. FILLED is the counter then.
 * The end is looked at before the counter, so that none is missed. */
static enum ring_event ring_wait_for_segment(
	struct trace_ring *ring, bool at_last, uint32_t *filled)
{
	for (;;) {
		bool gone = recorder_is_gone(ring);
		uint32_t state =
			__atomic_load_n(&ring->header->state, __ATOMIC_ACQUIRE);
		*filled = __atomic_load_n(
			&ring->header->filled, __ATOMIC_ACQUIRE);
		if (*filled != ring->freed)
			return SEGMENT_FILLED;
		if (state == RING_CLOSED)
			return RECORDER_CLOSED;
		if (gone)
			return RECORDER_GONE;
		ring_futex_wait(&ring->header->filled, *filled,
			at_last ? LOOK_LAST_MS : LOOK_MS);
	}
}

static int take_segment(
	struct trace_reader *reader, struct trace_view *view, uint32_t filled)
{
	struct trace_ring *ring = reader->ring;
	const uint8_t *bytes = ring_segment(ring, ring->freed);
	struct trace_block block;

	if (filled - ring->freed > ring->segment_count)
		return trace_reader_damage(reader, reader->offset,
			"%u segments are said to be filled, of %u",
			filled - ring->freed, ring->segment_count);
	memcpy(&block, bytes, sizeof block);
	if (block.magic != TRACE_BLOCK_MAGIC ||
		block.payload_bytes > ring->segment_bytes - sizeof block)
		return trace_reader_damage(reader, reader->offset,
			"a segment begins with 0x%08x and says it holds %u "
			"bytes",
			block.magic, block.payload_bytes);
	if (trace_block_check(reader, &block) < 0)
		return -1;
	reader->offset += sizeof block;
	trace_block_accept(reader, view, bytes + sizeof block,
		block.payload_bytes, block.clock);
	ring->held_bytes = sizeof block + block.payload_bytes;
	return 1;
}

/* Delivers what a recorder that died has left in the segment it filled. */
static int take_rest(struct trace_reader *reader, struct trace_view *view)
{
	struct trace_ring *ring = reader->ring;
	const uint8_t *bytes = ring_segment(ring, ring->freed);
	struct trace_block block;
	size_t size;

	memcpy(&block, bytes, sizeof block);
	/* The head may not have been written yet. */
	if (block.magic == TRACE_BLOCK_MAGIC && block.clock > reader->clock &&
		block.clock < UINT64_MAX / 2)
		reader->clock = block.clock;
	size = trace_records_salvage(reader, bytes + sizeof block,
		ring->segment_bytes - sizeof block);
	trace_reader_end(reader,
		"the recorder (process %u) was killed or crashed",
		ring->recorder_pid);
	if (size == 0)
		return 0;
	reader->offset += sizeof block;
	trace_block_accept(
		reader, view, bytes + sizeof block, size, reader->clock);
	return 1;
}

int trace_ring_next(struct trace_reader *reader, struct trace_view *view)
{
	struct trace_ring *ring = reader->ring;
	bool at_last = reader->exit_end == reader->records_end;
	uint32_t filled;
	enum ring_event event;

	free_segment(ring);
	event = ring_wait_for_segment(ring, at_last, &filled);
	if (event == SEGMENT_FILLED)
		return take_segment(reader, view, filled);
	ring->finished = true;
	if (event == RECORDER_GONE)
		return take_rest(reader, view);
	return trace_reader_end(
		reader, "the recorder closed its ring without an exit record");
}
