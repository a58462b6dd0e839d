/* SPDX-License-Identifier: GPL-2.0-or-later
 * Numbers the instructions that read or call, and tells the trace about each. */
#include "vg-tools/retread/rt_parts.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#define CHUNK_BYTES (64 * 1024)

/* Open addressing; ID 0: free. An entry that will not be found again keeps its
 * place with PC 0. */
struct rt_site_entry {
	Addr pc;
	const struct trace_site *record;
	UInt id;
	UShort size_bytes;
	UChar flags; /* TRACE_SITE_READ or TRACE_SITE_CALL */
	UChar ordinal;
	Bool is_forgotten; /* its code was unmapped */
};

/* Records as they were written, for forked children. */
struct chunk {
	struct chunk *next;
	UInt used;
	UChar records[CHUNK_BYTES];
};

static struct {
	struct rt_site_entry *table;
	UInt capacity; /* a power of two */
	UInt count;
	struct chunk *first, *last;
} sites;

static UInt hash(Addr pc, UInt ordinal)
{
	ULong mixed = (pc + ordinal * 0x10001ull) * 0x9e3779b97f4a7c15ull;

	return (UInt)(mixed >> 32);
}

static void rt_sites_grow(void)
{
	struct rt_site_entry *old = sites.table;
	UInt old_capacity = sites.capacity;
	UInt i, place;

	sites.capacity = old_capacity ? 2 * old_capacity : 4096;
	sites.table = VG_(calloc)(
		"retread.sites", sites.capacity, sizeof *sites.table);
	for (i = 0; i < old_capacity; i++) {
		if (old[i].pc == 0)
			continue;
		place = hash(old[i].pc, old[i].ordinal);
		while (sites.table[place & (sites.capacity - 1)].id != 0)
			place++;
		sites.table[place & (sites.capacity - 1)] = old[i];
	}
	VG_(free)(old);
}

static const struct trace_site *rt_sites_keep(const struct trace_site *record)
{
	struct chunk *chunk = sites.last;
	UChar *copy;

	if (!chunk ||
		chunk->used + record->record_bytes > sizeof chunk->records) {
		chunk = VG_(malloc)("retread.sites.chunk", sizeof *chunk);
		chunk->next = NULL;
		chunk->used = 0;
		if (sites.last)
			sites.last->next = chunk;
		else
			sites.first = chunk;
		sites.last = chunk;
	}
	copy = chunk->records + chunk->used;
	VG_(memcpy)(copy, record, record->record_bytes);
	chunk->used += record->record_bytes;
	return (const struct trace_site *)copy;
}

static UInt rt_sites_bytes_of(const struct trace_site *site)
{
	return sizeof *site -
	       (TRACE_STEPS_MAX - site->step_count) * sizeof site->step[0];
}

static const struct trace_site *record_site(
	const struct trace_site *description, UInt id)
{
	struct trace_site site = *description;

	site.tag = TRACE_TAG_BASE | TRACE_SITE;
	site.id = id;
	site.record_bytes = rt_sites_bytes_of(&site);
	VG_(memcpy)(
		rt_output_append(site.record_bytes), &site, site.record_bytes);
	return rt_sites_keep(&site);
}

/* Whether the code of ENTRY came back: a library that is loaded and unloaded
 * again and again has its sites once. What else may be there now the analyzer
 * asks the mapping, not the site. */
static Bool is_back(
	struct rt_site_entry *entry, const struct trace_site *description)
{
	struct trace_site site = *description;

	site.tag = entry->record->tag;
	site.id = entry->id;
	site.record_bytes = rt_sites_bytes_of(&site);
	if (site.record_bytes != entry->record->record_bytes ||
		VG_(memcmp)(&site, entry->record, site.record_bytes) != 0) {
		entry->pc = 0;
		return False;
	}
	entry->is_forgotten = False;
	return True;
}

UInt rt_site_find(const struct trace_site *description, UInt ordinal)
{
	UChar flags = description->flags & (TRACE_SITE_READ | TRACE_SITE_CALL);
	struct rt_site_entry *entry;
	UInt place;

	if (sites.count * 2 >= sites.capacity)
		rt_sites_grow();
	place = hash(description->pc, ordinal);
	for (;; place++) {
		entry = &sites.table[place & (sites.capacity - 1)];
		if (entry->id == 0)
			break;
		if (entry->pc == description->pc && entry->flags == flags &&
			entry->ordinal == ordinal &&
			entry->size_bytes == description->size_bytes &&
			(!entry->is_forgotten || is_back(entry, description)))
			return entry->id;
	}
	entry->pc = description->pc;
	entry->size_bytes = description->size_bytes;
	entry->flags = flags;
	entry->ordinal = ordinal;
	entry->is_forgotten = False;
	entry->id = ++sites.count;
	rt_threads_see_new_code();
	entry->record = record_site(description, entry->id);
	return entry->id;
}

void rt_sites_forget(Addr start, SizeT bytes)
{
	UInt i;

	for (i = 0; i < sites.capacity; i++)
		if (sites.table[i].pc - start < bytes)
			sites.table[i].is_forgotten = True;
}

void rt_sites_record_all(void)
{
	const struct chunk *chunk;
	UInt at;

	for (chunk = sites.first; chunk; chunk = chunk->next) {
		for (at = 0; at < chunk->used;) {
			const struct trace_site *site =
				(const struct trace_site *)(chunk->records +
							    at);
			VG_(memcpy)(rt_output_append(site->record_bytes), site,
				site->record_bytes);
			at += site->record_bytes;
		}
	}
}
