/* SPDX-License-Identifier: GPL-2.0-or-later
 * Shadow memory: the stamp of the last write of every byte of the client.
 *
 * Translated code reads and writes the tables itself (rt_ir_shadow.c); here are
 * ranges, unaligned accesses and the life of the tables. */
#include "vg-tools/common/core.h"
#include "vg-tools/retread/rt_parts.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#define PAGE_BYTES 4096u
/* Bigger blocks are not stamped at birth: that would touch twice their size.
 * Bigger read-only mappings get no secondary until they can be written. */
#define HUGE_BYTES (16u * 1024 * 1024)
/* Memory that is moved page by page takes 6 to 12 mappings for each MiB, of the 65530
 * that a process has; the rest is copied. */
#define MOVED_BYTES_MAX (4096ull * 1024 * 1024)

Long rt_shadow_primary[RT_SHADOW_ENTRIES];
UChar rt_shadow_dummy[RT_SHADOW_BYTES] __attribute__((aligned(4096)));
UChar rt_shadow_sink[RT_SHADOW_BYTES] __attribute__((aligned(4096)));

/* Pages of a MiB that were unmapped and not mapped again. */
struct unmapped {
	ULong page[RT_SHADOW_CLIENT / PAGE_BYTES / 64];
};

static struct {
	struct unmapped **unmapped; /* one per secondary, made when needed */
	Bool has_complained;
} shadow;

static inline UInt rt_shadow_entry_of(Addr address)
{
	return (address >> RT_SHADOW_BITS) & (RT_SHADOW_ENTRIES - 1);
}

static inline UChar *secondary_of(Addr address)
{
	return rt_shadow_dummy + rt_shadow_primary[rt_shadow_entry_of(address)];
}

static inline UInt *any_of(Addr address)
{
	return (UInt *)(secondary_of(address) + RT_SHADOW_ANY) +
	       (address & (RT_SHADOW_CLIENT - 1)) / 4;
}

static inline UInt *rt_shadow_whole_of(Addr address)
{
	return (UInt *)(secondary_of(address) + RT_SHADOW_WHOLE) +
	       (address & (RT_SHADOW_CLIENT - 1)) / 4;
}

static inline UInt *byte_of(Addr address)
{
	return (UInt *)(secondary_of(address) + RT_SHADOW_BYTE) +
	       (address & (RT_SHADOW_CLIENT - 1));
}

static inline Bool is_announced(Addr address)
{
	return rt_shadow_primary[rt_shadow_entry_of(address)] != 0;
}

/* How many of BYTES at START lie in START's MiB. */
static inline SizeT bytes_in_secondary(Addr start, SizeT bytes)
{
	SizeT capacity = RT_SHADOW_CLIENT - (start & (RT_SHADOW_CLIENT - 1));

	return bytes < capacity ? bytes : capacity;
}

/* Makes COUNT secondaries from FIRST on. */
static void make_secondaries(UInt first, UInt count)
{
	UChar *memory = core_allocate((SizeT)count * RT_SHADOW_BYTES);
	UInt i;

	if (!memory) {
		if (!shadow.has_complained)
			VG_(umsg)
		("no address space left for the times of writes; some reads "
		 "will look as if their data had never been written.\n");
		shadow.has_complained = True;
		return;
	}
	for (i = 0; i < count; i++)
		rt_shadow_primary[first + i] =
			memory + (SizeT)i * RT_SHADOW_BYTES - rt_shadow_dummy;
}

void rt_shadow_announce(Addr start, SizeT bytes)
{
	UInt entry = rt_shadow_entry_of(start);
	UInt end;

	if (bytes == 0)
		return;
	end = rt_shadow_entry_of(start + bytes - 1) + 1;
	while (entry < end) {
		UInt first = entry;
		while (entry < end && rt_shadow_primary[entry] == 0)
			entry++;
		if (entry > first)
			make_secondaries(first, entry - first);
		while (entry < end && rt_shadow_primary[entry] != 0)
			entry++;
	}
}

static void write_part_of_granule(Addr start, SizeT bytes, UInt stamp)
{
	UInt *byte = byte_of(start);
	SizeT i;

	*any_of(start) = stamp;
	for (i = 0; i < bytes; i++)
		byte[i] = stamp;
}

static void rt_shadow_fill(UInt *from, SizeT count, UInt stamp)
{
	SizeT i;

	for (i = 0; i < count; i++)
		from[i] = stamp;
}

void rt_shadow_write(Addr start, SizeT bytes, UInt stamp)
{
	while (bytes > 0) {
		SizeT part = bytes_in_secondary(start, bytes);
		SizeT offset = start & 3;

		if (!is_announced(start)) {
			/* The dummy must stay unwritten. */
		} else if (offset != 0 || part < 4) {
			if (part > 4 - offset)
				part = 4 - offset;
			write_part_of_granule(start, part, stamp);
		} else {
			part &= ~(SizeT)3;
			rt_shadow_fill(any_of(start), part / 4, stamp);
			rt_shadow_fill(
				rt_shadow_whole_of(start), part / 4, stamp);
		}
		start += part;
		bytes -= part;
	}
}

void rt_shadow_store(Addr address, ULong bytes, ULong stamp)
{
	rt_shadow_write(address, bytes, (UInt)stamp);
}

static inline UInt rt_shadow_newer(UInt a, UInt b)
{
	return a > b ? a : b;
}

static UInt read_part_of_granule(Addr start, SizeT bytes)
{
	const UInt *byte = byte_of(start);
	UInt newest = *rt_shadow_whole_of(start);
	SizeT i;

	for (i = 0; i < bytes; i++)
		newest = rt_shadow_newer(newest, byte[i]);
	return newest;
}

/* The newest of COUNT stamps. */
static UInt newest_of(const UInt *stamp, SizeT count)
{
	UInt newest = 0;
	SizeT i;

	for (i = 0; i < count; i++)
		newest = rt_shadow_newer(newest, stamp[i]);
	return newest;
}

UInt rt_shadow_read(Addr start, ULong bytes)
{
	UInt newest = 0;

	while (bytes > 0) {
		SizeT part = 4 - (start & 3);

		if (part == 4 && bytes >= 4) {
			part = bytes_in_secondary(start, bytes) & ~(SizeT)3;
			newest = rt_shadow_newer(
				newest, newest_of(any_of(start), part / 4));
		} else {
			if (part > bytes)
				part = bytes;
			newest = rt_shadow_newer(
				newest, read_part_of_granule(start, part));
		}
		start += part;
		bytes -= part;
	}
	return newest;
}

/* The tables of one MiB. */
struct view {
	const UInt *any, *whole, *byte;
};

static struct view view_of(Addr address)
{
	const UChar *secondary = secondary_of(address);
	struct view view = {(const UInt *)(secondary + RT_SHADOW_ANY),
		(const UInt *)(secondary + RT_SHADOW_WHOLE),
		(const UInt *)(secondary + RT_SHADOW_BYTE)};

	return view;
}

/* How many bytes from OFFSET up to END surely have one stamp, which is that. */
static inline SizeT read_run(
	const struct view *view, SizeT offset, SizeT end, UInt *stamp)
{
	UInt any = view->any[offset / 4], whole = view->whole[offset / 4];
	SizeT run = 4 - (offset & 3);

	if (any != whole) {
		*stamp = rt_shadow_newer(whole, view->byte[offset]);
		return 1;
	}
	*stamp = any;
	return run < end - offset ? run : end - offset;
}

/* Counts the bytes of the range, in one MiB, whose stamps begin, above SHIFT +
 * 8 bits, as PREFIX does, by their next 8 bits. */
static void count_stamps(
	Addr start, SizeT bytes, UInt prefix, UInt shift, ULong count[256])
{
	struct view view = view_of(start);
	SizeT offset = start & (RT_SHADOW_CLIENT - 1), end = offset + bytes;
	SizeT run;
	UInt stamp;

	for (; offset < end; offset += run) {
		run = read_run(&view, offset, end, &stamp);
		if ((ULong)stamp >> (shift + 8) == prefix)
			count[(stamp >> shift) & 255] += run;
	}
}

/* The stamp of rank RANK, counted from 1 and the oldest. */
static UInt select_stamp(Addr start, ULong bytes, ULong rank)
{
	ULong count[256];
	UInt prefix = 0;
	Int shift;

	for (shift = 24; shift >= 0; shift -= 8) {
		UInt digit = 0;
		ULong done, part;
		VG_(memset)(count, 0, sizeof count);
		for (done = 0; done < bytes; done += part) {
			part = bytes_in_secondary(start + done, bytes - done);
			count_stamps(start + done, part, prefix, shift, count);
		}
		while (rank > count[digit])
			rank -= count[digit++];
		prefix = prefix << 8 | digit;
	}
	return prefix;
}

/* Result of one pass over a range. If one stamp is that of more than half of
 * the bytes it is FREQUENT; else that is any (Boyer and Moore's vote). */
struct rt_shadow_census {
	UInt newest, oldest;
	UInt frequent;
	ULong votes;
};

static void take_census(
	struct rt_shadow_census *census, Addr start, SizeT bytes)
{
	struct view view = view_of(start);
	SizeT offset = start & (RT_SHADOW_CLIENT - 1), end = offset + bytes;
	SizeT run;
	UInt stamp;

	for (; offset < end; offset += run) {
		run = read_run(&view, offset, end, &stamp);
		if (stamp == census->frequent) {
			census->votes += run;
			continue;
		}
		census->newest = rt_shadow_newer(census->newest, stamp);
		if (stamp < census->oldest)
			census->oldest = stamp;
		if (census->votes > run) {
			census->votes -= run;
		} else {
			census->frequent = stamp;
			census->votes = run - census->votes;
		}
	}
}

static ULong count_stamp(Addr start, SizeT bytes, UInt wanted)
{
	struct view view = view_of(start);
	SizeT offset = start & (RT_SHADOW_CLIENT - 1), end = offset + bytes;
	ULong count = 0;
	SizeT run;
	UInt stamp;

	for (; offset < end; offset += run) {
		run = read_run(&view, offset, end, &stamp);
		if (stamp == wanted)
			count += run;
	}
	return count;
}

/* Bytes with one stamp. */
struct rt_shadow_run {
	UInt stamp;
	UInt bytes;
};

/* Runs of a range that are looked at one by one; most strings have fewer. */
#define RUNS_MAX 128

/* The runs of the range, which is in one MiB; neighbours differ. Returns how many,
 * RUNS_MAX + 1 if they are more. */
static UInt list_runs(
	Addr start, SizeT bytes, struct rt_shadow_run run[RUNS_MAX])
{
	struct view view = view_of(start);
	SizeT offset = start & (RT_SHADOW_CLIENT - 1), end = offset + bytes;
	SizeT length;
	UInt count = 0, stamp;

	for (; offset < end; offset += length) {
		length = read_run(&view, offset, end, &stamp);
		if (count > 0 && run[count - 1].stamp == stamp) {
			run[count - 1].bytes += length;
			continue;
		}
		if (count == RUNS_MAX)
			return RUNS_MAX + 1;
		run[count++] = (struct rt_shadow_run){stamp, length};
	}
	return count;
}

static void swap_runs(struct rt_shadow_run *a, struct rt_shadow_run *b)
{
	struct rt_shadow_run kept = *a;

	*a = *b;
	*b = kept;
}

/* As select_stamp, among COUNT runs, which it reorders: Hoare's selection. */
static UInt select_run(struct rt_shadow_run *run, UInt count, ULong rank)
{
	for (;;) {
		UInt pivot = run[count / 2].stamp, i;
		UInt less = 0, more = count; /* where those parts end, begin */
		ULong below = 0, equal = 0;
		for (i = 0; i < more;) {
			if (run[i].stamp < pivot) {
				below += run[i].bytes;
				swap_runs(&run[i++], &run[less++]);
			} else if (run[i].stamp > pivot) {
				swap_runs(&run[i], &run[--more]);
			} else {
				equal += run[i++].bytes;
			}
		}
		if (rank <= below) {
			count = less;
		} else if (rank <= below + equal) {
			return pivot;
		} else {
			tl_assert(more < count); /* RANK is a byte of these */
			rank -= below + equal;
			run += more;
			count -= more;
		}
	}
}

static void read_long_range(Addr start, ULong bytes, UInt *newest, UInt *half)
{
	/* Nothing has this stamp, so the first that comes is counted. */
	struct rt_shadow_census census = {0, ~0u, ~0u, 0};
	ULong done, part, count = 0;

	for (done = 0; done < bytes; done += part) {
		part = bytes_in_secondary(start + done, bytes - done);
		take_census(&census, start + done, part);
	}
	*newest = census.newest;
	*half = census.frequent;
	if (census.newest == census.oldest)
		return;
	/* A stamp of more than half of the bytes is their middle, too. */
	for (done = 0; done < bytes; done += part) {
		part = bytes_in_secondary(start + done, bytes - done);
		count += count_stamp(start + done, part, census.frequent);
	}
	if (count <= bytes / 2)
		*half = select_stamp(start, bytes, (bytes + 1) / 2);
}

void rt_shadow_read_range(Addr start, ULong bytes, UInt *newest, UInt *half)
{
	struct rt_shadow_run run[RUNS_MAX];
	UInt count = RUNS_MAX + 1, i;

	tl_assert(bytes > 0); /* an empty string is not recorded */
	if (bytes_in_secondary(start, bytes) == bytes)
		count = list_runs(start, bytes, run);
	if (count > RUNS_MAX) {
		read_long_range(start, bytes, newest, half);
		return;
	}
	tl_assert(count > 0); /* each byte is in a run */
	*newest = 0;
	for (i = 0; i < count; i++)
		*newest = rt_shadow_newer(*newest, run[i].stamp);
	*half = count == 1 ? run[0].stamp
			   : select_run(run, count, (bytes + 1) / 2);
}

/* Makes all stamps of whole pages of the client 0 without touching them. */
static void clear_pages(Addr start, SizeT bytes)
{
	while (bytes > 0) {
		SizeT part = bytes_in_secondary(start, bytes);

		if (is_announced(start)) {
			core_call(__NR_madvise, (Addr)any_of(start), part,
				4 /* MADV_DONTNEED */);
			core_call(__NR_madvise, (Addr)rt_shadow_whole_of(start),
				part, 4);
			core_call(__NR_madvise, (Addr)byte_of(start), 4 * part,
				4);
		}
		start += part;
		bytes -= part;
	}
}

void rt_shadow_allocate(Addr start, SizeT bytes, UInt stamp)
{
	Addr first = VG_PGROUNDUP(start);
	Addr end = VG_PGROUNDDN(start + bytes);

	rt_shadow_announce(start, bytes);
	if (bytes <= HUGE_BYTES) {
		/* The rest of its last granule belongs to nobody else. */
		rt_shadow_write(start, (bytes + 3) & ~(SizeT)3, stamp);
		return;
	}
	rt_shadow_write(start, first - start, stamp);
	clear_pages(first, end - first);
	rt_shadow_write(end, start + bytes - end, stamp);
}

/* Copies COUNT stamps; a page that would not change is not touched. */
static void copy_stamps(UInt *to, const UInt *from, SizeT count)
{
	SizeT i;

	for (i = 0; i < count; i++)
		if (to[i] != from[i])
			to[i] = from[i];
}

void rt_shadow_copy(Addr from, Addr to, SizeT bytes)
{
	rt_shadow_announce(to, bytes);
	if (((from ^ to) & 3) != 0) {
		/* Blocks and mappings are aligned; nothing else is copied. */
		rt_shadow_write(to, bytes, rt_stamp_now());
		return;
	}
	while (bytes > 0) {
		SizeT part =
			bytes_in_secondary(to, bytes_in_secondary(from, bytes));
		SizeT granules = (part + 3) / 4;

		if (is_announced(to)) {
			copy_stamps(any_of(to), any_of(from), granules);
			copy_stamps(rt_shadow_whole_of(to),
				rt_shadow_whole_of(from), granules);
			copy_stamps(byte_of(to), byte_of(from), part);
		}
		from += part;
		to += part;
		bytes -= part;
	}
}

/* Moves the pages of one table from FROM to TO, which then are FROM's, and
 * leaves new ones there. */
static Bool move_pages(Addr from, Addr to, SizeT bytes)
{
	enum { MAY_MOVE = 1, FIXED = 2 };
	SysRes result = core_call(
		__NR_mremap, from, bytes, bytes, MAY_MOVE | FIXED, to);

	if (sr_isError(result))
		return False;
	result = core_call(__NR_mmap, from, bytes,
		VKI_PROT_READ | VKI_PROT_WRITE,
		VKI_MAP_PRIVATE | VKI_MAP_ANONYMOUS | VKI_MAP_FIXED |
			VKI_MAP_NORESERVE,
		(UWord)-1, 0);
	if (sr_isError(result))
		VG_(tool_panic)("out of memory for the times of writes");
	return True;
}

/* The same for what belongs to whole pages of the client, in one MiB each. */
static Bool move_part(Addr from, Addr to, SizeT bytes)
{
	return move_pages((Addr)any_of(from), (Addr)any_of(to), bytes) &&
	       move_pages((Addr)rt_shadow_whole_of(from),
		       (Addr)rt_shadow_whole_of(to), bytes) &&
	       move_pages((Addr)byte_of(from), (Addr)byte_of(to), 4 * bytes);
}

void rt_shadow_move(Addr from, Addr to, SizeT bytes)
{
	SizeT done = 0, part;

	rt_shadow_announce(to, bytes);
	/* The system's table of mappings is not made for many small ones. */
	if (bytes < HUGE_BYTES / 4 || bytes > MOVED_BYTES_MAX ||
		((from | to | bytes) & (PAGE_BYTES - 1)) != 0) {
		rt_shadow_copy(from, to, bytes);
		return;
	}
	for (; done < bytes; done += part) {
		part = bytes_in_secondary(to + done,
			bytes_in_secondary(from + done, bytes - done));
		if (!is_announced(from + done) || !is_announced(to + done))
			continue;
		if (!move_part(from + done, to + done, part)) {
			rt_shadow_copy(from + done, to + done, bytes - done);
			return;
		}
	}
}

static void mark_unmapped(Addr start, SizeT bytes)
{
	UInt entry = rt_shadow_entry_of(start);
	SizeT page = (start & (RT_SHADOW_CLIENT - 1)) / PAGE_BYTES;
	SizeT end = page + (bytes + PAGE_BYTES - 1) / PAGE_BYTES;

	if (!shadow.unmapped)
		shadow.unmapped = core_allocate(
			RT_SHADOW_ENTRIES * sizeof *shadow.unmapped);
	if (!shadow.unmapped)
		return;
	if (!shadow.unmapped[entry])
		shadow.unmapped[entry] = VG_(calloc)(
			"retread.shadow.unmapped", 1, sizeof(struct unmapped));
	for (; page < end; page++)
		shadow.unmapped[entry]->page[page / 64] |= 1ull << (page % 64);
}

/* Stamps the pages here that were mapped before: a new epoch. */
static void stamp_again(Addr start, SizeT bytes)
{
	UInt entry = rt_shadow_entry_of(start);
	SizeT page = (start & (RT_SHADOW_CLIENT - 1)) / PAGE_BYTES;
	SizeT end = page + (bytes + PAGE_BYTES - 1) / PAGE_BYTES;
	UInt stamp = rt_stamp_now() | TRACE_STAMP_EXTERNAL;

	if (!shadow.unmapped || !shadow.unmapped[entry])
		return;
	for (; page < end; page++, start += PAGE_BYTES) {
		ULong *word = &shadow.unmapped[entry]->page[page / 64];
		ULong bit = 1ull << (page % 64);
		if (*word & bit)
			rt_shadow_write(start, PAGE_BYTES, stamp);
		*word &= ~bit;
	}
}

void rt_shadow_unmap(Addr start, SizeT bytes)
{
	if (bytes > HUGE_BYTES) {
		clear_pages(start, bytes);
		return;
	}
	while (bytes > 0) {
		SizeT part = bytes_in_secondary(start, bytes);

		if (is_announced(start))
			mark_unmapped(start, part);
		start += part;
		bytes -= part;
	}
}

void rt_shadow_map(Addr start, SizeT bytes, Bool is_writable)
{
	if (is_writable || bytes <= HUGE_BYTES)
		rt_shadow_announce(start, bytes);
	while (bytes > 0) {
		SizeT part = bytes_in_secondary(start, bytes);

		stamp_again(start, part);
		start += part;
		bytes -= part;
	}
}

static void rebase_table(UInt *stamps, SizeT count, UInt delta)
{
	SizeT i;

	for (i = 0; i < count; i++)
		if (stamps[i] != 0)
			stamps[i] = rt_stamp_rebased(stamps[i], delta);
}

void rt_shadow_rebase(UInt delta)
{
	UInt entry;

	for (entry = 0; entry < RT_SHADOW_ENTRIES; entry++) {
		UChar *secondary = rt_shadow_dummy + rt_shadow_primary[entry];
		if (rt_shadow_primary[entry] != 0)
			rebase_table((UInt *)secondary,
				RT_SHADOW_BYTES / sizeof(UInt), delta);
	}
}
