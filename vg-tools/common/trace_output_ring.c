/* SPDX-License-Identifier: GPL-2.0-or-later
 * Hands the blocks of a trace to a reader through a ring in shared memory. */
#include "vg-tools/common/core.h"
#include "vg-tools/common/trace_transport.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"

/* Small enough to stay in a cache that both cores share: the analyzer reads what
 * was written before it leaves for memory. */
#define SEGMENT_BYTES (128u * 1024)
#define SEGMENT_COUNT TRACE_OUTPUT_WISH_BLOCKS
#define RING_BYTES    (RING_HEADER_BYTES + (SizeT)SEGMENT_BYTES * SEGMENT_COUNT)
/* A reader that frees nothing for so long is given up. */
#define PATIENCE_SECONDS 60
#define NAME_BYTES	 4096

static struct {
	struct ring_header *header; /* NULL: not open */
	Int fd; /* to reserve disk space, segment by segment */
	UInt segments_reserved;
	UInt wishes_done, wishes_due; /* of those ever made */
} ring = {.fd = -1};

enum { FUTEX_WAIT_SHARED = 0, FUTEX_WAKE_SHARED = 1 };

static void trace_output_ring_futex_wake(UInt *word)
{
	core_call(__NR_futex, (Addr)word, FUTEX_WAKE_SHARED, 1 << 30);
}

/* Waits until *WORD is not VALUE, at most a second. */
static void trace_output_ring_futex_wait(UInt *word, UInt value)
{
	struct vki_timespec second = {1, 0};

	core_call(__NR_futex, (Addr)word, FUTEX_WAIT_SHARED, value,
		(Addr)&second);
}

/* The lowest free number for a ring of this process in DIRECTORY. The same pid
 * has more than one ring after exec. */
static Bool name_ring(const HChar *directory, HChar *name)
{
	struct vg_stat status;
	UInt n;

	if (VG_(strlen)(directory) + 64 > NAME_BYTES)
		return False;
	for (n = 0; n < 1000000; n++) {
		VG_(sprintf)
		(name, "%s/%d.%u.ring", directory, VG_(getpid)(), n);
		if (sr_isError(VG_(stat)(name, &status)))
			return True;
	}
	return False;
}

static UChar *segment_at(UInt index)
{
	return (UChar *)ring.header + RING_HEADER_BYTES +
	       (SizeT)index * SEGMENT_BYTES;
}

static void fill_header(const struct trace_header *process)
{
	struct ring_header *header = ring.header;

	VG_(memcpy)(header->magic, RING_MAGIC, sizeof header->magic);
	header->segment_bytes = SEGMENT_BYTES;
	header->segment_count = SEGMENT_COUNT;
	header->recorder_pid = VG_(getpid)();
	header->state = RING_OPEN;
	VG_(memcpy)(&header->process, process, sizeof *process);
}

static void ring_unmap(void)
{
	if (ring.header)
		VG_(am_munmap_valgrind)((Addr)ring.header, RING_BYTES);
	if (ring.fd >= 0)
		VG_(close)(ring.fd);
	ring.header = NULL;
	ring.fd = -1;
	ring.segments_reserved = 0;
	ring.wishes_done = ring.wishes_due = 0;
}

/* Creates and maps the file NAME. */
static UWord trace_output_ring_map_file(const HChar *name)
{
	SysRes result =
		core_open(name, VKI_O_CREAT | VKI_O_EXCL | VKI_O_RDWR, 0600);

	if (sr_isError(result))
		return sr_Err(result);
	ring.fd = sr_Res(result);
	result = core_map(ring.fd, RING_BYTES, RING_HEADER_BYTES);
	if (sr_isError(result))
		return sr_Err(result);
	ring.header = (struct ring_header *)sr_Res(result);
	return 0;
}

static Bool ring_open(const HChar *where, const struct trace_header *header)
{
	static HChar name[NAME_BYTES];
	static HChar temporary[NAME_BYTES];
	UWord error = VKI_EINVAL;

	if (name_ring(where, name)) {
		VG_(sprintf)(temporary, "%s.tmp", name);
		/* Left after by a process of the same pid that was killed. */
		VG_(unlink)(temporary);
		error = trace_output_ring_map_file(temporary);
	}
	if (error == 0) {
		fill_header(header);
		if (VG_(rename)(temporary, name) == 0)
			return True;
		error = VKI_EACCES;
	}
	VG_(umsg)
	("%s: cannot make a ring for process %d (error %lu); nothing is "
	 "recorded.\n",
		where, VG_(getpid)(), error);
	if (ring.fd >= 0)
		VG_(unlink)(temporary);
	ring_unmap();
	return False;
}

/* Whether the lock is free that a reader holds while it lives. */
static Bool reader_is_dead(void)
{
	enum { LOCK_EXCLUSIVE = 2, LOCK_NO_WAIT = 4 };

	return __atomic_load_n(&ring.header->reader_locks, __ATOMIC_ACQUIRE) &&
	       !sr_isError(core_call(
		       __NR_flock, ring.fd, LOCK_EXCLUSIVE | LOCK_NO_WAIT));
}

/* Waits until the reader has freed the segment to be filled next. Whoever has to
 * wait for it waits for more: to sleep and wake for every segment costs more than
 * to fill it. */
static Bool trace_output_ring_wait_for_segment(void)
{
	struct ring_header *header = ring.header;
	UInt most_filled = SEGMENT_COUNT - 1;
	UInt last_freed = 0;
	Int seconds = 0;

	for (;;) {
		UInt freed = __atomic_load_n(&header->freed, __ATOMIC_ACQUIRE);
		if (__atomic_load_n(&header->reader_gone, __ATOMIC_ACQUIRE))
			return False;
		if (header->filled - freed <= most_filled)
			return True;
		most_filled = SEGMENT_COUNT / 2;
		if (freed != last_freed)
			seconds = 0;
		last_freed = freed;
		if (seconds > 0 && reader_is_dead()) {
			VG_(umsg)
			("the reader of the trace has died; recording stops, "
			 "the program runs on.\n");
			return False;
		}
		if (seconds++ == PATIENCE_SECONDS) {
			VG_(umsg)
			("the reader of the trace has not moved for %d "
			 "seconds; recording stops, the program runs on.\n",
				PATIENCE_SECONDS);
			return False;
		}
		trace_output_ring_futex_wait(&header->freed, freed);
	}
}

/* Writing to a sparse file on a full disk would be a fatal SIGBUS, so space
 * is reserved first; but not all at once, as most processes are short. */
static Bool reserve_segment(UInt index)
{
	SysRes result;

	if (index < ring.segments_reserved)
		return True;
	result = core_call(__NR_fallocate, ring.fd, 0,
		RING_HEADER_BYTES + (SizeT)index * SEGMENT_BYTES,
		SEGMENT_BYTES);
	if (sr_isError(result) && sr_Err(result) == VKI_ENOSPC) {
		VG_(umsg)
		("no space left for the trace; recording stops, the program "
		 "runs on.\n");
		return False;
	}
	ring.segments_reserved = index + 1;
	return True;
}

static Bool ring_begin(struct trace_space *space)
{
	UInt index = ring.header->filled % SEGMENT_COUNT;

	if (!trace_output_ring_wait_for_segment() || !reserve_segment(index))
		return False;
	space->start = segment_at(index);
	space->end = space->start + SEGMENT_BYTES;
	/* The reader has freed what was here. */
	if (ring.header->filled >= SEGMENT_COUNT)
		ring.wishes_due = ring.header->wishes_made[index];
	return True;
}

static Bool ring_next_wish(ULong *wish)
{
	if (ring.wishes_done == ring.wishes_due)
		return False;
	*wish = ring.header->wish[ring.wishes_done++ % RING_WISHES];
	return True;
}

static Bool ring_end(struct trace_block *block)
{
	struct ring_header *header = ring.header;

	__atomic_store_n(&header->filled, header->filled + 1, __ATOMIC_RELEASE);
	trace_output_ring_futex_wake(&header->filled);
	return !__atomic_load_n(&header->reader_gone, __ATOMIC_ACQUIRE);
}

static void ring_close(void)
{
	__atomic_store_n(&ring.header->state, RING_CLOSED, __ATOMIC_RELEASE);
	trace_output_ring_futex_wake(&ring.header->filled);
	ring_unmap();
}

const struct trace_transport trace_output_ring = {ring_open, ring_begin,
	ring_next_wish, ring_end, ring_close, ring_unmap};
