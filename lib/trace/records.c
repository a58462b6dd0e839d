/* SPDX-License-Identifier: MIT
 * Checks the records of a block one by one and learns the sites they define. */
#include "config.h"

#include "lib/trace/block_source.h"

#include <stdlib.h>

#include "lib/memory.h"

/* Site ids are dense, but a recorder may write them a little out of order.
 * A larger gap would let a short trace ask for a huge table. */
#define SITE_GAP_MAX 4096u

/* A record that is being checked. */
struct checked {
	struct trace_reader *reader;
	const void *record;
	size_t size;
	uint64_t offset;
	uint64_t clock;
};

#define DAMAGE(checked, ...)                                                   \
	trace_reader_damage((checked)->reader, (checked)->offset, __VA_ARGS__)

static void sites_reserve(struct trace_sites *sites, size_t limit)
{
	size_t capacity = sites->capacity;

	if (limit <= sites->limit)
		return;
	sites->flags = memory_grow(sites->flags, &sites->capacity, limit, 1);
	sites->read_bytes = memory_grow(sites->read_bytes, &capacity, limit, 1);
	memset(sites->flags + sites->limit, 0, limit - sites->limit);
	memset(sites->read_bytes + sites->limit, 0, limit - sites->limit);
	sites->limit = limit;
}

void trace_sites_copy(struct trace_sites *copy, const struct trace_sites *from)
{
	memset(copy, 0, sizeof *copy);
	sites_reserve(copy, from->limit);
	copy->defined = from->defined;
	if (from->limit == 0)
		return;
	memcpy(copy->flags, from->flags, from->limit);
	memcpy(copy->read_bytes, from->read_bytes, from->limit);
}

void trace_sites_release(struct trace_sites *sites)
{
	free(sites->flags);
	free(sites->read_bytes);
	memset(sites, 0, sizeof *sites);
}

static int check_site(const struct checked *checked)
{
	const struct trace_site *site = checked->record;
	struct trace_sites *sites = &checked->reader->sites;

	if (checked->size < offsetof(struct trace_site, step) ||
		site->step_count > TRACE_STEPS_MAX ||
		checked->size != offsetof(struct trace_site, step) +
					 site->step_count * sizeof(long long))
		return DAMAGE(
			checked, "a site record of %zu bytes", checked->size);
	if (site->id == 0 || site->id > sites->defined + SITE_GAP_MAX)
		return DAMAGE(checked, "site %u does not follow %zu sites",
			site->id, sites->defined);
	if (site->id < sites->limit && sites->flags[site->id] != 0)
		return DAMAGE(
			checked, "site %u is defined a second time", site->id);
	if (site->flags & ~(TRACE_SITE_READ | TRACE_SITE_VALUE |
				  TRACE_SITE_CALL | TRACE_SITE_INDEXED))
		return DAMAGE(checked, "site %u has unknown flags 0x%02x",
			site->id, site->flags);
	if (site->base > TRACE_BASE_PC)
		return DAMAGE(checked, "site %u has unknown base register %u",
			site->id, site->base);
	sites_reserve(sites, (size_t)site->id + 1);
	sites->flags[site->id] = site->flags | TRACE_SITE_DEFINED;
	if (site->flags & TRACE_SITE_READ)
		sites->read_bytes[site->id] = site->flags & TRACE_SITE_VALUE
						      ? TRACE_READ_VALUE_BYTES
						      : TRACE_READ_BYTES;
	sites->defined++;
	return 0;
}

/* Whether [START, START + SIZE) can be in one address space. */
static bool records_fits(uint64_t start, uint64_t size)
{
	return size <= UINT64_MAX - start;
}

/* A string fills the record from byte FIRST on. */
static int check_string(const struct checked *checked, size_t first)
{
	const char *bytes = checked->record;

	if (checked->size <= first || bytes[checked->size - 1] != '\0')
		return DAMAGE(checked, "a string without end");
	return 0;
}

static int check_module(const struct checked *checked)
{
	const struct trace_module *module = checked->record;

	if (check_string(checked, offsetof(struct trace_module, path)) < 0)
		return -1;
	if (module->start >= module->end)
		return DAMAGE(checked, "a module from 0x%llx to 0x%llx",
			module->start, module->end);
	return 0;
}

static int records_check_range(const struct checked *checked)
{
	const struct trace_range *range = checked->record;

	if (range->start > range->end)
		return DAMAGE(checked, "a range from 0x%llx to 0x%llx",
			range->start, range->end);
	return 0;
}

static int check_call_site(const struct checked *checked, uint32_t site)
{
	if (site != 0 &&
		!(trace_site_flags(checked->reader, site) & TRACE_SITE_CALL))
		return DAMAGE(checked, "a call at site %u, which %s", site,
			trace_site_flags(checked->reader, site)
				? "does not call"
				: "is not defined");
	return 0;
}

static int check_call(const struct checked *checked)
{
	const struct trace_call *call = checked->record;

	return check_call_site(checked, call->site);
}

static int check_enter(const struct checked *checked)
{
	const struct trace_enter *enter = checked->record;

	return check_call_site(checked, enter->site);
}

static int check_return(const struct checked *checked)
{
	const struct trace_return *back = checked->record;

	if (back->count == 0)
		return DAMAGE(checked, "a return from 0 activations");
	return 0;
}

static int check_thread(const struct checked *checked)
{
	const struct trace_thread *thread = checked->record;

	if (thread->thread == 0)
		return DAMAGE(checked, "a thread of number 0");
	return 0;
}

static int records_check_kind(const struct checked *checked, uint32_t kind)
{
	if (kind > TRACE_ALLOC_POOL)
		return DAMAGE(checked, "a heap block of unknown kind %u", kind);
	return 0;
}

static int check_extent(
	const struct checked *checked, uint64_t address, uint64_t size)
{
	if (!records_fits(address, size))
		return DAMAGE(checked,
			"a heap block of %llu bytes at 0x%llx does not fit in "
			"memory",
			(unsigned long long)size, (unsigned long long)address);
	return 0;
}

static int check_alloc(const struct checked *checked)
{
	const struct trace_alloc *block = checked->record;

	if (records_check_kind(checked, block->kind) < 0)
		return -1;
	return check_extent(checked, block->address, block->size_bytes);
}

static int check_free(const struct checked *checked)
{
	const struct trace_free *block = checked->record;

	return records_check_kind(checked, block->kind);
}

static int check_realloc(const struct checked *checked)
{
	const struct trace_realloc *block = checked->record;

	return check_extent(checked, block->address, block->size_bytes);
}

static int check_skip(const struct checked *checked)
{
	const struct trace_skip *skip = checked->record;

	if (skip->calls == 0 || skip->clocks > TRACE_SKIP_CLOCKS_MAX)
		return DAMAGE(checked, "%u calls left out, of %llu clocks",
			skip->calls, skip->clocks);
	return 0;
}

static int check_stay(const struct checked *checked)
{
	const struct trace_stay *stay = checked->record;

	if (!(trace_site_flags(checked->reader, stay->site) &
		    TRACE_SITE_READ) ||
		stay->count == 0)
		return DAMAGE(checked, "%u reads more at site %u", stay->count,
			stay->site);
	return 0;
}

static int check_run_of_reads(const struct checked *checked)
{
	const struct trace_run *run = checked->record;
	uint8_t flags = trace_site_flags(checked->reader, run->site);

	if (!(flags & TRACE_SITE_READ) || (flags & TRACE_SITE_VALUE) ||
		run->count < 2 || run->count > TRACE_RUN_COUNT_MAX)
		return DAMAGE(checked, "a run of %u reads at site %u",
			run->count, run->site);
	return 0;
}

static int check_rebase(const struct checked *checked)
{
	const struct trace_rebase *rebase = checked->record;

	if (rebase->base > checked->clock)
		return DAMAGE(checked,
			"stamps count from clock %llu, which is to come",
			rebase->base);
	return 0;
}

static int check_text(const struct checked *checked)
{
	return check_string(checked, offsetof(struct trace_text, text));
}

static int check_string_read(const struct checked *checked)
{
	const struct trace_string *string = checked->record;

	if (!(trace_site_flags(checked->reader, string->site) &
		    TRACE_SITE_READ))
		return DAMAGE(checked,
			"a string at site %u, which does not read",
			string->site);
	if (string->length_bytes == 0 ||
		string->address + string->length_bytes < string->address)
		return DAMAGE(checked, "a string of %llu bytes",
			string->length_bytes);
	if (string->role < TRACE_STRING_SCAN ||
		string->role > TRACE_STRING_SOURCE)
		return DAMAGE(
			checked, "a string in unknown role %u", string->role);
	return 0;
}

static int check_lost(const struct checked *checked)
{
	const struct trace_lost *lost = checked->record;

	if (lost->reason < TRACE_LOST_LIMIT || lost->reason > TRACE_LOST_ON)
		return DAMAGE(checked, "events lost for unknown reason %u",
			lost->reason);
	return 0;
}

static int check_exit(const struct checked *checked)
{
	const struct trace_exit *end = checked->record;

	if (end->signal < -1)
		return DAMAGE(checked, "an exit by signal %d", end->signal);
	checked->reader->exit_end = checked->offset + checked->size;
	return 0;
}

static const struct {
	const char *name;
	size_t size; /* 0: the record's second word */
	int (*check)(const struct checked *checked);
} record_kinds[TRACE_RECORD_LIMIT] = {
	[0] = {"read", 0, NULL},
	[TRACE_SITE] = {"site", 0, check_site},
	[TRACE_MODULE] = {"module", 0, check_module},
	[TRACE_UNMAP] = {"unmap", sizeof(struct trace_range),
		records_check_range},
	[TRACE_CALL] = {"call", sizeof(struct trace_call), check_call},
	[TRACE_ENTER] = {"enter", sizeof(struct trace_enter), check_enter},
	[TRACE_RETURN] = {"return", sizeof(struct trace_return), check_return},
	[TRACE_THREAD] = {"thread", sizeof(struct trace_thread), check_thread},
	[TRACE_THREAD_END] = {"thread-end", sizeof(struct trace_thread),
		check_thread},
	[TRACE_ALLOC] = {"alloc", sizeof(struct trace_alloc), check_alloc},
	[TRACE_FREE] = {"free", sizeof(struct trace_free), check_free},
	[TRACE_REALLOC] = {"realloc", sizeof(struct trace_realloc),
		check_realloc},
	[TRACE_MAP] = {"map", sizeof(struct trace_range), records_check_range},
	[TRACE_REBASE] = {"rebase", sizeof(struct trace_rebase), check_rebase},
	[TRACE_TEST] = {"test", 0, check_text},
	[TRACE_LOST] = {"lost", sizeof(struct trace_lost), check_lost},
	[TRACE_EXIT] = {"exit", sizeof(struct trace_exit), check_exit},
	[TRACE_STRING] = {"string", sizeof(struct trace_string),
		check_string_read},
	[TRACE_FILE] = {"file", 0, check_text},
	[TRACE_SKIP] = {"skip", sizeof(struct trace_skip), check_skip},
	[TRACE_STAY] = {"stay", sizeof(struct trace_stay), check_stay},
	[TRACE_RUN] = {"run", sizeof(struct trace_run), check_run_of_reads},
};

const char *trace_record_name(unsigned int type)
{
	return type < TRACE_RECORD_LIMIT ? record_kinds[type].name : NULL;
}

/* A READ record that trace_cursor_next did not accept. */
static int refuse_read(const struct checked *checked, uint32_t id)
{
	uint8_t flags = trace_site_flags(checked->reader, id);

	if (!flags)
		return DAMAGE(
			checked, "a read at site %u, which is not defined", id);
	if (!(flags & TRACE_SITE_READ))
		return DAMAGE(
			checked, "a read at site %u, which does not read", id);
	return DAMAGE(checked, "a read at site %u that the block cuts", id);
}

/* Checks any other record and sets its size. LEFT is at least 8. */
static int records_check_record(
	struct checked *checked, uint32_t tag, size_t left)
{
	uint32_t type = tag - TRACE_TAG_BASE;
	uint32_t bytes;

	if (tag <= TRACE_SITE_MAX)
		return refuse_read(checked, tag);
	if (tag <= TRACE_TAG_BASE || type >= TRACE_RECORD_LIMIT)
		return DAMAGE(checked, "no record begins with 0x%08x", tag);
	checked->size = record_kinds[type].size;
	if (checked->size == 0) {
		memcpy(&bytes, (const uint8_t *)checked->record + 4,
			sizeof bytes);
		checked->size = bytes;
		if (bytes < 8 || bytes % 8 != 0)
			return DAMAGE(checked, "a %s record of %u bytes",
				record_kinds[type].name, bytes);
	}
	if (checked->size > left)
		return DAMAGE(checked,
			"a %s record of %zu bytes where its block ends after "
			"%zu",
			record_kinds[type].name, checked->size, left);
	return record_kinds[type].check(checked);
}

/* The clock of what follows RECORD. */
static void skip(struct trace_cursor *cursor, const struct trace_skip *record)
{
	cursor->view.clock += record->clocks;
	cursor->view.reader->clock += record->clocks;
}

/* The same of RECORD, whose reads took more room than it does. */
static void unfold(struct trace_cursor *cursor, const struct trace_run *record)
{
	cursor->view.clock += (uint64_t)trace_lateness(record->address) +
			      (uint64_t)record->count * (TRACE_READ_BYTES / 8) -
			      sizeof *record / 8;
}

const void *trace_cursor_next_other(struct trace_cursor *cursor)
{
	size_t done = (size_t)(cursor->next - cursor->view.records);
	size_t left = (size_t)(cursor->end - cursor->next);
	struct checked checked = {
		.reader = cursor->view.reader,
		.record = cursor->next,
		.offset = cursor->view.offset + done,
		.clock = cursor->view.clock + done / 8,
	};
	uint32_t tag;

	if (left == 0)
		return NULL;
	tag = trace_record_tag(cursor->next);
	if (tag == 0) {
		/* The rest of the block says nothing. */
		checked.reader->records_end = checked.offset;
		cursor->end = cursor->next;
		return NULL;
	}
	if (records_check_record(&checked, tag, left) < 0) {
		cursor->end = cursor->next;
		return NULL;
	}
	cursor->next += checked.size;
	if (tag == (TRACE_TAG_BASE | TRACE_SKIP))
		skip(cursor, checked.record);
	if (tag == (TRACE_TAG_BASE | TRACE_RUN))
		unfold(cursor, checked.record);
	return checked.record;
}

size_t trace_records_salvage(
	const struct trace_reader *reader, const uint8_t *records, size_t size)
{
	struct trace_reader *scratch = memory_alloc_zero(1, sizeof *scratch);
	struct trace_view view = {
		.records = records,
		.size = size,
		.clock = reader->clock,
		.reader = scratch,
	};
	struct trace_cursor cursor;
	const uint8_t *record;
	const uint8_t *last = records;
	size_t good;

	scratch->name = memory_string_dup("");
	trace_sites_copy(&scratch->sites, &reader->sites);
	trace_cursor_init(&cursor, &view);
	while ((record = trace_cursor_next(&cursor)))
		last = record;
	/* Where the walk stops at what is not a record, that is the one which was
	 * not meant, or half of it. */
	good = (size_t)((scratch->failed ? cursor.next : last) - records);
	trace_sites_release(&scratch->sites);
	free(scratch->name);
	free(scratch);
	return good;
}
