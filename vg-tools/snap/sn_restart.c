/* SPDX-License-Identifier: GPL-2.0-or-later
 * Brings a process back to where it marked itself, in place of forking another one: its
 * memory is copied back, or is a private mapping of a copy, whose changed pages are dropped,
 * and its registers are those of the mark. The kernel has state of the process, too, so that a run that made
 * any call but those that are known to leave none cannot be undone; it ends as it wants to,
 * and is forked again. */
#include "vg-tools/common/core.h"
#include "vg-tools/snap/sn_branches.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"

/* Copying so many bytes costs less than the faults of pages that are dropped. */
#define COPIED_MAX    (16 << 10)
#define PARTS_MAX     256
#define BYTES_MAX     (64u << 20) /* of all parts */
#define MAPS_BYTES    (64 << 10)
#define FILES_MAX     16 /* that a run has open */
#define MAPPINGS_MAX  16 /* that it has made */
#define STREAMS	      3
#define STREAM_FIRST  900 /* where they are kept */
#define MADV_DONTNEED 4
#define O_CLOEXEC     02000000

struct sn_restart_part {
	Addr start;
	SizeT bytes;
	Addr low, high; /* of the segment that it is in */
	UInt protection;
	void *copy; /* NULL: the kernel has it */
};

static struct {
	Addr at_exit; /* where the program goes in place of ending; 0: nowhere */
	ULong is_marked;
	Bool is_spoilt; /* by a call that cannot be undone */
	UInt spoiling_call;
	ULong signals; /* whose action was changed, as SNAP_REQUEST_SIGNALS has them */
	struct sn_restart_part part[PARTS_MAX];
	struct snap_mapping mapping[MAPPINGS_MAX]; /* bytes 0: none */
	UInt parts;
	SizeT bytes;	     /* of all */
	Int file[FILES_MAX]; /* 0: none */
	VexGuestAMD64State registers;
} restart;

/*--- the mark ---*/

static Bool sn_restart_read_maps(HChar *maps)
{
	Int fd = VG_(fd_open)("/proc/self/maps", VKI_O_RDONLY, 0);
	Int got = 0, bytes = 0;

	if (fd < 0)
		return False;
	while (bytes < MAPS_BYTES - 1 &&
		(got = VG_(read)(fd, maps + bytes, MAPS_BYTES - 1 - bytes)) > 0)
		bytes += got;
	VG_(close)(fd);
	maps[bytes] = '\0';
	return got == 0;
}

/* Is there code in SEGMENT that the program has made? Translations of what a run makes
 * there would stay. To change code of a file it has to make that writable first. */
static Bool sn_restart_is_made(const NSegment *segment)
{
	return segment->kind == SkAnonC && segment->hasT;
}

/* Adds what is the client's of the private mapping from FROM to TO. Returns False if it
 * cannot be remembered. */
static Bool sn_restart_add_parts(Addr from, Addr to)
{
	while (from < to) {
		const NSegment *segment = VG_(am_find_nsegment)(from);
		Addr next = segment ? segment->end + 1 : from + VKI_PAGE_SIZE;
		if (next > to)
			next = to;
		if (segment && segment->hasW &&
			(segment->kind == SkAnonC ||
				segment->kind == SkFileC)) {
			if (restart.parts == PARTS_MAX ||
				sn_restart_is_made(segment))
				return False;
			restart.part[restart.parts++] =
				(struct sn_restart_part){from, next - from,
					segment->start, segment->end + 1,
					VKI_PROT_READ | VKI_PROT_WRITE |
						(segment->hasX ? VKI_PROT_EXEC
							       : 0)};
			restart.bytes += next - from;
		}
		from = next;
	}
	return restart.bytes <= BYTES_MAX;
}

/* Finds what a run may change, by the kernel's list: Valgrind does not know what of it is
 * shared. Returns False if it is too much. */
static Bool sn_restart_find_parts(void)
{
	static HChar maps[MAPS_BYTES];
	const HChar *line = maps;

	restart.parts = 0;
	restart.bytes = 0;
	if (!sn_restart_read_maps(maps))
		return False;
	while (line && *line) {
		HChar *end;
		Addr from = VG_(strtoull16)(line, &end);
		Addr to = *end == '-' ? VG_(strtoull16)(end + 1, &end) : 0;
		/* " rw-p" */
		if (VG_(strlen)(end) > 4 && end[2] == 'w' && end[4] == 'p' &&
			!sn_restart_add_parts(from, to))
			return False;
		line = VG_(strchr)(line, '\n');
		line += line != NULL;
	}
	return True;
}

/* Copies PART; if it is large, to OFFSET of FD, of which it is a private mapping then. */
static Bool sn_restart_copy(struct sn_restart_part *part, Int fd, SizeT offset)
{
	SizeT done = 0;

	if (part->bytes <= COPIED_MAX) {
		part->copy = VG_(malloc)("sn_restart", part->bytes);
		VG_(memcpy)(part->copy, (void *)part->start, part->bytes);
		return True;
	}
	while (done < part->bytes) {
		SysRes written = core_call(
			__NR_write, fd, part->start + done, part->bytes - done);
		if (sr_isError(written) || sr_Res(written) == 0)
			return False;
		done += sr_Res(written);
	}
	return !sr_isError(core_call(__NR_mmap, part->start, part->bytes,
		part->protection, VKI_MAP_PRIVATE | VKI_MAP_FIXED, fd, offset));
}

/* Those that are open, as a run may close them. */
static Bool sn_restart_keep_streams(void)
{
	Int i;

	for (i = 0; i < STREAMS; i++)
		if (sr_isError(core_call(
			    __NR_dup3, i, STREAM_FIRST + i, O_CLOEXEC)))
			return False;
	return True;
}

Bool sn_restart_mark(ThreadId thread)
{
	SizeT offset = 0;
	Bool is_done;
	SysRes fd;
	UInt i;

	restart.is_marked = 0;
	if (!restart.at_exit || !sn_restart_find_parts())
		return False;
	fd = core_call(__NR_memfd_create, (Addr) "retread-mark", 0);
	if (sr_isError(fd))
		return False;
	is_done = True;
	for (i = 0; i < restart.parts && is_done; i++) {
		is_done = sn_restart_copy(
			&restart.part[i], (Int)sr_Res(fd), offset);
		offset += restart.part[i].copy ? 0 : restart.part[i].bytes;
	}
	core_call(__NR_close, sr_Res(fd));
	if (!is_done || !sn_restart_keep_streams())
		return False;
	VG_(memset)(restart.file, 0, sizeof restart.file);
	VG_(memset)(restart.mapping, 0, sizeof restart.mapping);
	VG_(get_shadow_regs_area)
	(thread, (UChar *)&restart.registers, 0, 0, sizeof restart.registers);
	restart.is_spoilt = False;
	restart.signals = 0;
	restart.is_marked = 1;
	return True;
}

void sn_restart_forget(void)
{
	restart.is_marked = 0;
}

/*--- calls of a run ---*/

static void sn_restart_note_file(Int fd)
{
	UInt i;

	for (i = 0; i < FILES_MAX; i++)
		if (restart.file[i] == 0) {
			restart.file[i] = fd;
			return;
		}
	restart.is_spoilt = True;
}

static void sn_restart_note_close(Int fd)
{
	UInt i;

	for (i = 0; i < FILES_MAX; i++)
		if (fd > 0 && restart.file[i] == fd) {
			restart.file[i] = 0;
			return;
		}
	/* What others have open is given back by its number only. */
	restart.is_spoilt |= fd >= STREAMS;
}

/* What is only read, or is a run's own, is given back. */
static Bool sn_restart_is_own(UWord protection, UWord flags)
{
	UWord private = flags & ~(UWord)VKI_MAP_ANONYMOUS;

	return !(protection & VKI_PROT_EXEC) &&
	       (private == VKI_MAP_PRIVATE ||
		       (flags == VKI_MAP_SHARED &&
			       !(protection & VKI_PROT_WRITE)));
}

static void sn_restart_note_mapping(Addr start, const UWord *arguments)
{
	UInt i;

	if (sn_restart_is_own(arguments[2], arguments[3]))
		for (i = 0; i < MAPPINGS_MAX; i++)
			if (restart.mapping[i].bytes == 0) {
				restart.mapping[i] = (struct snap_mapping){
					start, arguments[1]};
				return;
			}
	restart.is_spoilt = True;
}

static void sn_restart_note_unmapping(Addr start, SizeT bytes)
{
	UInt i;

	for (i = 0; i < MAPPINGS_MAX; i++)
		if (bytes > 0 && restart.mapping[i].start == start &&
			restart.mapping[i].bytes == bytes) {
			restart.mapping[i].bytes = 0;
			return;
		}
	restart.is_spoilt = True;
}

/* Whether call NUMBER leaves nothing in the kernel that a run would see. */
static Bool sn_restart_is_plain(UInt number)
{
	static const UShort plain[] = {__NR_read, __NR_write, __NR_stat,
		__NR_fstat, __NR_lstat, __NR_poll, __NR_lseek, __NR_brk,
		__NR_pread64, __NR_pwrite64, __NR_ftruncate, __NR_readv,
		__NR_writev, __NR_access, __NR_getpid, __NR_uname, __NR_getcwd,
		__NR_readlink, __NR_gettimeofday, __NR_getrlimit, __NR_getuid,
		__NR_getgid, __NR_geteuid, __NR_getegid, __NR_gettid, __NR_time,
		__NR_futex, __NR_getdents64, __NR_fadvise64, __NR_clock_gettime,
		__NR_exit_group, __NR_newfstatat, __NR_readlinkat,
		__NR_faccessat, __NR_getrandom, __NR_statx, __NR_getppid,
		__NR_getrusage, __NR_times, __NR_sysinfo,
		__NR_sched_getaffinity, __NR_sched_yield, __NR_nanosleep,
		__NR_clock_nanosleep, __NR_clock_getres, __NR_statfs,
		__NR_fstatfs,
		__NR_rt_sigprocmask}; /* the agent sets the mask each time */
	UInt i;

	for (i = 0; i < sizeof plain / sizeof plain[0]; i++)
		if (plain[i] == number)
			return True;
	return False;
}

/* The program restores actions itself, since Valgrind keeps them. */
static void sn_restart_note_action(UWord signal, UWord is_changed)
{
	if (is_changed && signal < 64)
		restart.signals |= 1ull << signal;
	restart.is_spoilt |= is_changed && signal >= 64;
}

ULong sn_restart_take_signals(void)
{
	ULong signals = restart.signals;

	restart.signals = 0;
	return signals;
}

void sn_restart_see_call(UInt number, const UWord *arguments, SysRes result)
{
	if (!restart.is_marked || restart.is_spoilt || sr_isError(result) ||
		sn_restart_is_plain(number))
		return;
	/* libc asks whether a stream is a terminal. */
	if (number == __NR_ioctl)
		restart.is_spoilt |= arguments[1] != VKI_TCGETS;
	else if (number == __NR_open || number == __NR_openat)
		sn_restart_note_file((Int)sr_Res(result));
	else if (number == __NR_close)
		sn_restart_note_close((Int)arguments[0]);
	else if (number == __NR_mmap)
		sn_restart_note_mapping(sr_Res(result), arguments);
	else if (number == __NR_munmap)
		sn_restart_note_unmapping(arguments[0], arguments[1]);
	else if (number == __NR_prlimit64)
		restart.is_spoilt = arguments[2] != 0;
	else if (number == __NR_fcntl)
		restart.is_spoilt = arguments[1] != VKI_F_GETFD &&
				    arguments[1] != VKI_F_GETFL;
	else if (number == __NR_rt_sigaction)
		sn_restart_note_action(arguments[0], arguments[1]);
	else if (number == __NR_sigaltstack)
		sn_restart_note_action(0, arguments[0]);
	else
		restart.is_spoilt = True;
	if (restart.is_spoilt)
		restart.spoiling_call = number;
}

/*--- the end of a run ---*/

void sn_restart_set_exit(Addr at)
{
	restart.at_exit = at;
}

Addr sn_restart_exit(void)
{
	return restart.at_exit;
}

const ULong *sn_restart_is_marked(void)
{
	return &restart.is_marked;
}

Bool sn_restart_find_left(struct snap_mapping *left)
{
	UInt i;

	for (i = 0; i < MAPPINGS_MAX; i++)
		if (restart.is_marked && restart.mapping[i].bytes) {
			*left = restart.mapping[i];
			return True;
		}
	return False;
}

static void sn_restart_give_files_back(void)
{
	UInt i;

	for (i = 0; i < FILES_MAX; i++)
		if (restart.file[i]) {
			core_call(__NR_close, restart.file[i]);
			restart.file[i] = 0;
		}
	for (i = 0; i < STREAMS; i++)
		core_call(__NR_dup2, STREAM_FIRST + i, i);
}

static void sn_restart_drop(Addr from, Addr to)
{
	if (from < to)
		core_call(__NR_madvise, from, to - from, MADV_DONTNEED);
}

/* PART as it was, and zeros where its segment has grown, as a stack or the heap. */
static void sn_restart_restore(const struct sn_restart_part *part)
{
	const NSegment *segment = VG_(am_find_nsegment)(part->start);

	if (part->copy)
		VG_(memcpy)((void *)part->start, part->copy, part->bytes);
	else
		sn_restart_drop(part->start, part->start + part->bytes);
	sn_restart_drop(segment->start, part->low);
	sn_restart_drop(part->high, segment->end + 1);
}

UInt sn_restart(ThreadId thread)
{
	Bool is_marked = restart.is_marked != 0;
	UInt i;

	if (!is_marked || restart.is_spoilt) {
		restart.is_marked = 0;
		return is_marked ? restart.spoiling_call + 1 : 0;
	}
	sn_restart_give_files_back();
	for (i = 0; i < restart.parts; i++)
		sn_restart_restore(&restart.part[i]);
	VG_(set_shadow_regs_area)
	(thread, 0, 0, sizeof restart.registers,
		(const UChar *)&restart.registers);
	return 1;
}
