/* SPDX-License-Identifier: GPL-2.0-or-later
 * Memory that the kernel, or another process, writes: a new epoch of its bytes. */
#include "vg-tools/common/syscalls.h"
#include "vg-tools/retread/rt_internal.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"

/* A larger mapping would cost more than it is likely to be worth: all of its
 * stamps are written when another process may have had its turn. */
#define SHARED_BYTES_MAX (1024 * 1024)

struct range {
	Addr start;
	SizeT bytes;
};

static struct {
	/* By ThreadId: where recvfrom, which runs, puts what comes; 0: it does
	 * not. The core says that all of the buffer was written. */
	Addr *receiving;
	struct range *shared; /* mappings that other processes may write */
	UInt shared_count, shared_capacity;
} kernel;

static void write_from_outside(Addr start, SizeT bytes)
{
	rt_shadow_write(start, bytes, rt_stamp_now() | TRACE_STAMP_EXTERNAL);
}

void rt_kernel_write(CorePart part, ThreadId thread, Addr start, SizeT bytes)
{
	if (part != Vg_CoreSysCall || kernel.receiving == NULL ||
		kernel.receiving[thread] != start)
		write_from_outside(start, bytes);
}

static void add_shared(Addr start, SizeT bytes)
{
	if (bytes > SHARED_BYTES_MAX)
		return;
	if (kernel.shared_count == kernel.shared_capacity) {
		kernel.shared_capacity = 2 * kernel.shared_capacity + 8;
		kernel.shared = VG_(realloc)("retread.shared", kernel.shared,
			kernel.shared_capacity * sizeof *kernel.shared);
	}
	kernel.shared[kernel.shared_count++] = (struct range){start, bytes};
}

void rt_kernel_unmap(Addr start, SizeT bytes)
{
	UInt i = 0;

	while (i < kernel.shared_count) {
		const struct range *shared = &kernel.shared[i];
		if (shared->start < start + bytes &&
			start < shared->start + shared->bytes)
			kernel.shared[i] = kernel.shared[--kernel.shared_count];
		else
			i++;
	}
}

/* After these another process may have run, and this one may know. */
static Bool waits(UInt number)
{
	switch (number) {
	case SYSTEM_CALL_READ:
	case SYSTEM_CALL_POLL:
	case SYSTEM_CALL_SELECT:
	case SYSTEM_CALL_SCHED_YIELD:
	case SYSTEM_CALL_PAUSE:
	case SYSTEM_CALL_NANOSLEEP:
	case SYSTEM_CALL_RECVFROM:
	case SYSTEM_CALL_RECVMSG:
	case SYSTEM_CALL_WAIT4:
	case SYSTEM_CALL_SEMOP:
	case SYSTEM_CALL_MSGRCV:
	case SYSTEM_CALL_FCNTL:
	case SYSTEM_CALL_FLOCK:
	case SYSTEM_CALL_RT_SIGTIMEDWAIT:
	case SYSTEM_CALL_RT_SIGSUSPEND:
	case SYSTEM_CALL_FUTEX:
	case SYSTEM_CALL_SEMTIMEDOP:
	case SYSTEM_CALL_CLOCK_NANOSLEEP:
	case SYSTEM_CALL_EPOLL_WAIT:
	case SYSTEM_CALL_WAITID:
	case SYSTEM_CALL_PSELECT6:
	case SYSTEM_CALL_PPOLL:
		return True;
	}
	return False;
}

static void note_mapping(UInt number, const UWord *arguments, Addr start)
{
	enum { TYPE = 0xf, SHARED = 1, SHARED_VALIDATE = 3 };
	const NSegment *segment;

	if (number == SYSTEM_CALL_MMAP &&
		((arguments[3] & TYPE) == SHARED ||
			(arguments[3] & TYPE) == SHARED_VALIDATE))
		add_shared(start, arguments[1]);
	segment = number == SYSTEM_CALL_SHMAT ? VG_(am_find_nsegment)(start)
					      : NULL;
	if (segment != NULL)
		add_shared(segment->start, segment->end + 1 - segment->start);
}

void rt_kernel_before(ThreadId thread, UInt number, const UWord *arguments)
{
	if (kernel.receiving == NULL) {
		if (number != SYSTEM_CALL_RECVFROM)
			return;
		kernel.receiving = VG_(calloc)("retread.receiving",
			VG_N_THREADS, sizeof *kernel.receiving);
	}
	kernel.receiving[thread] =
		number == SYSTEM_CALL_RECVFROM ? arguments[1] : 0;
}

void rt_kernel_after(
	ThreadId thread, UInt number, const UWord *arguments, SysRes result)
{
	UInt i;

	if (kernel.receiving != NULL)
		kernel.receiving[thread] = 0;
	if (sr_isError(result))
		return;
	if (number == SYSTEM_CALL_RECVFROM)
		write_from_outside(arguments[1], sr_Res(result) < arguments[2]
							 ? sr_Res(result)
							 : arguments[2]);
	note_mapping(number, arguments, sr_Res(result));
	if (kernel.shared_count != 0 && waits(number))
		for (i = 0; i < kernel.shared_count; i++)
			write_from_outside(
				kernel.shared[i].start, kernel.shared[i].bytes);
}
