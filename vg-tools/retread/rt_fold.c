/* SPDX-License-Identifier: GPL-2.0-or-later
 * What a live reader gets of a block: reads that say nothing new are counted, and a run
 * of reads is one record.
 *
 * A read says nothing if its instruction has read the same address twice before, in the
 * same activation, if nothing was written there since, and nothing else was read: other
 * instructions of its line would seem to walk on. Such reads are sent as a number
 * (TRACE_STAY) when the instruction reads something else, or the block ends. Reads that
 * one instruction makes without any other record in between, at equal distances and of
 * data with one stamp, are sent as a base, a distance and a number (TRACE_RUN). All other
 * records have the clocks that they had: how much a read is later than its place says is
 * in the upper bits of its address.
 *
 * A full block is looked at when it ends, in its place: that costs translated code
 * nothing, and what is sent never needs more room than what was there. */
#include "vg-tools/retread/rt_parts.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

/* Activations that are told apart; deeper ones begin anew with each call or return. */
#define FOLD_DEPTH_MAX 4096u
/* What is saved must be more than the record of a run takes. */
#define FOLD_RUN_MIN	4u
#define FOLD_CLOCKS_MAX 30000
#define READ_CLOCKS	(TRACE_READ_BYTES / 8)

/* What an instruction has read last. */
struct rt_fold_site {
	Addr address;
	ULong clock;
	UInt bytes;   /* of a record; 0: it does not read */
	UInt folded;  /* reads that were not sent, in this block */
	Bool repeats; /* the same as before, and nothing else was read between */
	Bool is_wide; /* several cells: never folded */
};

static struct {
	struct rt_fold_site *site;
	UInt sites; /* that there is room for */
	UInt *stay; /* sites of which reads were folded, in this block */
	UInt stays, stay_capacity;
	ULong began[FOLD_DEPTH_MAX]; /* clocks of activations */
	UInt depth;
	ULong fence; /* no activation that is not in BEGAN began earlier */
	ULong base;  /* of stamps */
	UInt last;   /* the site that has read last */
	/* The block at work. */
	UChar *from, *to, *end;
	ULong clock; /* at FROM */
	ULong told;  /* the clock that a reader has at TO */
} fold;

void rt_fold_forget(void)
{
	VG_(memset)(fold.site, 0, fold.sites * sizeof *fold.site);
	fold.depth = 0;
	fold.fence = fold.base = 0;
}

static void fold_learn_site(const struct trace_site *record)
{
	UInt old = fold.sites;
	struct rt_fold_site *site;

	if (record->id >= old) {
		fold.sites = 2 * record->id + 1024;
		fold.site = VG_(realloc)("retread.fold", fold.site,
			fold.sites * sizeof *fold.site);
		VG_(memset)(fold.site + old, 0,
			(fold.sites - old) * sizeof *fold.site);
	}
	site = &fold.site[record->id];
	site->bytes = record->flags & TRACE_SITE_VALUE ? TRACE_READ_VALUE_BYTES
						       : TRACE_READ_BYTES;
	site->is_wide = record->size_bytes > 8;
}

/* Clock at which the newest activation began. */
static ULong fold_beginning(void)
{
	return fold.depth == 0 || fold.depth > FOLD_DEPTH_MAX
		       ? fold.fence
		       : fold.began[fold.depth - 1];
}

static void fold_call(ULong clock)
{
	fold.depth++;
	if (fold.depth <= FOLD_DEPTH_MAX)
		fold.began[fold.depth - 1] = clock;
	else
		fold.fence = clock;
}

static void fold_return(UInt count, ULong clock)
{
	if (count > fold.depth || fold.depth > FOLD_DEPTH_MAX)
		fold.fence = clock;
	fold.depth -= count < fold.depth ? count : fold.depth;
}

/* Sends what was folded of SITE, whose number is ID. */
static void fold_send_stay(struct rt_fold_site *site, UInt id)
{
	struct trace_stay *stay = (struct trace_stay *)fold.to;

	stay->tag = TRACE_TAG_BASE | TRACE_STAY;
	stay->site = id;
	stay->count = site->folded;
	stay->stamp = (UInt)(site->clock - fold.base) << TRACE_STAMP_SHIFT;
	fold.to += sizeof *stay;
	fold.told += sizeof *stay / 8;
	site->folded = 0;
}

/* The same of all sites. */
static void fold_send_stays(void)
{
	UInt i;

	for (i = 0; i < fold.stays; i++)
		if (fold.site[fold.stay[i]].folded != 0)
			fold_send_stay(&fold.site[fold.stay[i]], fold.stay[i]);
	fold.stays = 0;
}

/* What any record but a read says. Returns its length. */
static UInt fold_learn(const void *record)
{
	const struct trace_skip *skip = record;
	const UInt *word = record;

	switch (word[0] - TRACE_TAG_BASE) {
	case TRACE_SITE:
		fold_learn_site(record);
		return word[1];
	case TRACE_MODULE:
	case TRACE_TEST:
	case TRACE_FILE:
		return word[1];
	case TRACE_CALL:
		fold_call(fold.clock + sizeof(struct trace_call) / 8);
		return sizeof(struct trace_call);
	case TRACE_ENTER:
		return sizeof(struct trace_enter);
	case TRACE_RETURN:
		fold_return(word[1], fold.clock);
		return sizeof(struct trace_return);
	case TRACE_THREAD:
		fold.depth = 0;
		fold.fence = fold.clock;
		return sizeof(struct trace_thread);
	case TRACE_REBASE:
		fold.base = ((const struct trace_rebase *)record)->base;
		return sizeof(struct trace_rebase);
	case TRACE_SKIP:
		fold.clock += skip->clocks;
		fold.told += skip->clocks;
		return sizeof *skip;
	case TRACE_UNMAP:
	case TRACE_MAP:
		return sizeof(struct trace_range);
	case TRACE_ALLOC:
		return sizeof(struct trace_alloc);
	case TRACE_FREE:
		return sizeof(struct trace_free);
	case TRACE_REALLOC:
		return sizeof(struct trace_realloc);
	case TRACE_STRING:
		fold.last = 0;
		return sizeof(struct trace_string);
	case TRACE_EXIT: /* the last record */
		fold_send_stays();
		return sizeof(struct trace_exit);
	default: /* the end of a thread, something lost */
		return 8;
	}
}

/* Sends BYTES at FROM as they are. */
static void fold_keep(UInt bytes)
{
	UInt i;

	if (fold.to != fold.from)
		for (i = 0; i < bytes; i += 8)
			*(ULong *)(fold.to + i) = *(ULong *)(fold.from + i);
	fold.from += bytes;
	fold.to += bytes;
	fold.clock += bytes / 8;
	fold.told += bytes / 8;
}

static Bool fold_is_read_at(const UChar *record)
{
	return record < fold.end && *(const UInt *)record <= TRACE_SITE_MAX;
}

/* Folds the read of SITE, whose number is ID, at FROM: of what it read before. False: it is
 * sent. */
static Bool fold_stay(struct rt_fold_site *site, UInt id)
{
	Long late = (Long)(fold.clock - fold.told) + site->bytes / 8;

	/* The next read says how late it is. */
	if (!site->repeats || id != fold.last || late > FOLD_CLOCKS_MAX ||
		!fold_is_read_at(fold.from + site->bytes))
		return False;
	if (site->folded++ == 0) {
		if (fold.stays == fold.stay_capacity) {
			fold.stay_capacity = 2 * fold.stay_capacity + 64;
			fold.stay = VG_(realloc)("retread.fold.stay", fold.stay,
				fold.stay_capacity * sizeof *fold.stay);
		}
		fold.stay[fold.stays++] = id;
	}
	fold.from += site->bytes;
	fold.clock += site->bytes / 8;
	return True;
}

/* So many reads of the run that begins with READ, at FROM. */
static UInt fold_count_run(const struct trace_read *read)
{
	const UChar *next = fold.from + TRACE_READ_BYTES;
	const struct trace_read *second = (const struct trace_read *)next;
	UInt count = 1;
	Addr step;

	if (next + TRACE_READ_BYTES > fold.end || second->site != read->site)
		return 1;
	step = second->address - read->address;
	while (next + TRACE_READ_BYTES <= fold.end) {
		const struct trace_read *at = (const struct trace_read *)next;
		if (at->site != read->site || at->stamp != read->stamp ||
			at->address != read->address + count * step)
			break;
		count++;
		next += TRACE_READ_BYTES;
	}
	return step == 0 ? 1 : count;
}

/* Sends COUNT reads of SITE as a run. */
static void fold_send_run(struct rt_fold_site *site, UInt count)
{
	const struct trace_read *first = (const struct trace_read *)fold.from;
	const struct trace_read *second =
		(const struct trace_read *)(fold.from + TRACE_READ_BYTES);
	struct trace_run run = {.tag = TRACE_TAG_BASE | TRACE_RUN,
		.site = first->site,
		.stamp = first->stamp,
		.count = count,
		.address = trace_late_address(
			first->address, (Long)(fold.clock - fold.told)),
		.step = (Long)(second->address - first->address)};

	site->address = first->address + (count - 1) * run.step;
	site->clock = fold.clock + (count - 1) * READ_CLOCKS;
	site->repeats = False;
	fold.last = first->site;
	*(struct trace_run *)fold.to = run;
	fold.to += sizeof run;
	fold.from += count * TRACE_READ_BYTES;
	fold.clock += count * READ_CLOCKS;
	fold.told = fold.clock;
}

static void fold_read(void)
{
	struct trace_read *read = (struct trace_read *)fold.from;
	UInt id = read->site, count;
	struct rt_fold_site *site = &fold.site[id];
	ULong written = read->stamp >> TRACE_STAMP_SHIFT;
	Bool is_same = site->address == read->address && !site->is_wide &&
		       site->clock >= fold_beginning() &&
		       (read->stamp == 0 || fold.base + written <= site->clock);

	if (is_same && fold_stay(site, id)) {
		site->clock = fold.clock - site->bytes / 8;
		return;
	}
	if (site->folded != 0 && !is_same)
		fold_send_stay(site, id);
	if (!is_same && !site->is_wide && site->bytes == TRACE_READ_BYTES) {
		count = fold_count_run(read);
		if (count >= FOLD_RUN_MIN) {
			fold_send_run(site, count);
			return;
		}
	}
	site->repeats = is_same && id == fold.last;
	fold.last = id;
	site->address = read->address;
	site->clock = fold.clock;
	read->address = trace_late_address(
		read->address, (Long)(fold.clock - fold.told));
	fold.told = fold.clock;
	fold_keep(site->bytes);
}

UChar *rt_fold_block(UChar *start, UChar *end, ULong clock)
{
	fold.from = fold.to = start;
	fold.end = end;
	fold.clock = fold.told = clock;
	while (fold.from < end) {
		if (fold_is_read_at(fold.from))
			fold_read();
		else
			fold_keep(fold_learn(fold.from));
	}
	fold_send_stays();
	/* A ring's reader takes zeroes for the end. */
	VG_(memset)(fold.to, 0, end - fold.to);
	return fold.to;
}
