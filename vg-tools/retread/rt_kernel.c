/* SPDX-License-Identifier: GPL-2.0-or-later
 * Memory that the kernel, or another process, writes: a new epoch of its bytes. */
#include "vg-tools/common/core.h"
#include "vg-tools/retread/rt_parts.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"

/* A larger mapping would cost more than it is likely to be worth: all of its
 * stamps are written when another process may have had its turn. */
#define SHARED_BYTES_MAX (1024 * 1024)

struct rt_kernel_range {
	Addr start;
	SizeT bytes;
};

static struct {
	/* By ThreadId: where recvfrom, which runs, puts what comes; 0: it does
	 * not. The core says that all of the buffer was written. */
	Addr *receiving;
	struct rt_kernel_range
		*shared; /* mappings that other processes may write */
	UInt shared_count, shared_capacity;
} kernel;

static void write_from_outside(Addr start, SizeT bytes)
{
	rt_shadow_write(start, bytes, rt_stamp_now() | TRACE_STAMP_EXTERNAL);
}

void rt_kernel_write(CorePart part, ThreadId thread, Addr start, SizeT bytes)
{
	if (part != Vg_CoreSysCall || !kernel.receiving ||
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
	kernel.shared[kernel.shared_count++] =
		(struct rt_kernel_range){start, bytes};
}

void rt_kernel_unmap(Addr start, SizeT bytes)
{
	UInt i = 0;

	while (i < kernel.shared_count) {
		const struct rt_kernel_range *shared = &kernel.shared[i];
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
	case __NR_read:
	case __NR_poll:
	case __NR_select:
	case __NR_sched_yield:
	case __NR_pause:
	case __NR_nanosleep:
	case __NR_recvfrom:
	case __NR_recvmsg:
	case __NR_wait4:
	case __NR_semop:
	case __NR_msgrcv:
	case __NR_fcntl:
	case __NR_flock:
	case __NR_rt_sigtimedwait:
	case __NR_rt_sigsuspend:
	case __NR_futex:
	case __NR_semtimedop:
	case __NR_clock_nanosleep:
	case __NR_epoll_wait:
	case __NR_waitid:
	case __NR_pselect6:
	case __NR_ppoll:
		return True;
	}
	return False;
}

static void note_mapping(UInt number, const UWord *arguments, Addr start)
{
	enum { TYPE = 0xf, SHARED = 1, SHARED_VALIDATE = 3 };
	const NSegment *segment;

	if (number == __NR_mmap &&
		((arguments[3] & TYPE) == SHARED ||
			(arguments[3] & TYPE) == SHARED_VALIDATE))
		add_shared(start, arguments[1]);
	segment = number == __NR_shmat ? VG_(am_find_nsegment)(start) : NULL;
	if (segment)
		add_shared(segment->start, segment->end + 1 - segment->start);
}

void rt_kernel_before(ThreadId thread, UInt number, const UWord *arguments)
{
	if (!kernel.receiving) {
		if (number != __NR_recvfrom)
			return;
		kernel.receiving = VG_(calloc)("retread.receiving",
			VG_N_THREADS, sizeof *kernel.receiving);
	}
	kernel.receiving[thread] = number == __NR_recvfrom ? arguments[1] : 0;
}

void rt_kernel_after(
	ThreadId thread, UInt number, const UWord *arguments, SysRes result)
{
	UInt i;

	if (kernel.receiving)
		kernel.receiving[thread] = 0;
	if (sr_isError(result))
		return;
	if (number == __NR_recvfrom)
		write_from_outside(arguments[1], sr_Res(result) < arguments[2]
							 ? sr_Res(result)
							 : arguments[2]);
	note_mapping(number, arguments, sr_Res(result));
	if (kernel.shared_count != 0 && waits(number))
		for (i = 0; i < kernel.shared_count; i++)
			write_from_outside(
				kernel.shared[i].start, kernel.shared[i].bytes);
}
