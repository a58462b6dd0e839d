/* SPDX-License-Identifier: MIT
 * Rule `rewalk`, reference form. */
#include "config.h"

#include "analyzer/rewalk/reference.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

#include "lib/table.h"

/* A cell in a sequence, as it was read last. */
struct visit {
	uint64_t cell;
	uint64_t read;
	uint64_t child; /* activation directly below the subject, 0: none */
	uint64_t walk;	/* number of its walk */
	uint64_t next;	/* cell read after it in that walk, 0: none */
};

struct tracker {
	struct tracker *next; /* of the same activation */
	enum rewalk_kind kind;
	uint64_t name;
	struct rewalk_counts counts;
	struct rewalk_walk walk; /* the current one */
	bool has_gap;		 /* something was left out */
	bool is_given_up;	 /* see rewalk_reference_pause */
	uint64_t walk_number;
	uint64_t walk_start;	    /* clock of its first read */
	uint64_t walk_start_before; /* of the walk before, 0: none */
	uint64_t written;    /* newest write to a cell when that was new */
	struct visit *last;  /* the read before, in this walk; or NULL */
	uint64_t last_next;  /* what followed it the time before, or 0 */
	bool last_unchanged; /* since the time before */
	struct table visit;  /* cell -> visit */
	struct table site;   /* site -> first cell read there */
	uint64_t *address;   /* of the current walk */
	size_t address_count, address_capacity;
};

/* What one activation has done, whatever the context. */
struct activation {
	struct tracker *tracker;
	struct table met; /* cells read */
	uint64_t met_new; /* clock of the last read of a new one */
};

struct rewalk_reference {
	const struct rewalk_limits *limits;
	struct rewalk_memory memory;
	struct arena arena;
	struct table activation; /* serial -> activation */
	struct table tracker;	 /* (serial, kind and name) -> tracker */
	uint64_t stored;	 /* clock of the last store known */
};

struct rewalk_reference *rewalk_reference_new(
	const struct rewalk_limits *limits, const struct rewalk_memory *memory)
{
	struct rewalk_reference *reference =
		memory_alloc_zero(1, sizeof *reference);

	reference->limits = limits;
	reference->memory = *memory;
	return reference;
}

static void release_tracker(struct tracker *tracker)
{
	table_release(&tracker->visit);
	table_release(&tracker->site);
	free(tracker->address);
}

void rewalk_reference_free(struct rewalk_reference *reference)
{
	for (size_t i = 0; i < reference->activation.capacity; i++) {
		struct activation *left = reference->activation.entry[i].value;
		struct tracker *tracker = left != NULL ? left->tracker : NULL;
		for (; tracker != NULL; tracker = tracker->next)
			release_tracker(tracker);
		if (left != NULL)
			table_release(&left->met);
	}
	table_release(&reference->activation);
	table_release(&reference->tracker);
	arena_release(&reference->arena);
	free(reference);
}

static struct activation *find_activation(
	struct rewalk_reference *reference, uint64_t serial)
{
	void **slot = table_place(&reference->activation, 0, serial);

	if (*slot == NULL)
		*slot = arena_alloc_zero(
			&reference->arena, 1, sizeof(struct activation));
	return *slot;
}

static struct tracker *find_tracker(struct rewalk_reference *reference,
	uint64_t serial, enum rewalk_kind kind, uint64_t name)
{
	struct activation *activation = find_activation(reference, serial);
	void **slot = table_place(
		&reference->tracker, serial, name << 2 | (uint64_t)kind);
	struct tracker *tracker = *slot;

	if (tracker == NULL) {
		tracker =
			arena_alloc_zero(&reference->arena, 1, sizeof *tracker);
		tracker->kind = kind;
		tracker->name = name;
		tracker->next = activation->tracker;
		activation->tracker = tracker;
		*slot = tracker;
	}
	return tracker;
}

static void close_walk(
	const struct rewalk_reference *reference, struct tracker *tracker)
{
	struct rewalk_walks *walks = &tracker->counts.walks;
	bool longest;

	tracker->walk.begins_anywhere = tracker->has_gap;
	longest = rewalk_walk_is_longest(
		reference->limits, walks, &tracker->walk);
	tracker->walk.has_grown = tracker->walk.fresh != 0 &&
				  tracker->walk_start_before != 0 &&
				  tracker->written > tracker->walk_start_before;
	if (tracker->is_given_up) {
		longest = false;
	} else {
		tracker->walk_start_before = tracker->walk_start;
		rewalk_walks_add(reference->limits, walks, &tracker->walk);
	}
	tracker->is_given_up = false;
	if (longest && tracker->kind == REWALK_PATH)
		tracker->counts.is_regular =
			rewalk_is_regular(reference->limits, &reference->memory,
				tracker->address, tracker->address_count);
	tracker->address_count = 0;
	memset(&tracker->walk, 0, sizeof tracker->walk);
	tracker->walk_number++;
	tracker->last = NULL;
}

/* Whether the visit VISIT, before now, was the end of its walk. */
static bool was_last(const struct visit *visit)
{
	return visit->next == 0;
}

static void count_order(struct tracker *tracker, uint64_t cell, bool is_known)
{
	struct rewalk_counts *counts = &tracker->counts;

	if (tracker->last == NULL)
		return;
	tracker->last->next = cell;
	if (!tracker->last_unchanged || tracker->last_next == 0)
		return;
	if (tracker->last_next == cell)
		counts->followed++;
	else if (is_known)
		counts->branched++;
	else
		counts->inserted++;
}

static void count_status(struct tracker *tracker, const struct visit *visit,
	uint64_t child, uint64_t innermost_start,
	const struct rewalk_read *read, uint64_t work)
{
	struct rewalk_counts *counts = &tracker->counts;

	if (visit->child == child && child != 0)
		return; /* the repetition belongs to the child */
	if (read->written <= visit->read)
		counts->same++;
	else if (was_last(visit))
		counts->tail++;
	else
		counts->changed++;
	if (read->written <= visit->read || was_last(visit))
		tracker->walk.has_reread = true;
	if (tracker->last == NULL || read->is_rest)
		return;
	counts->steps++;
	if (work <= tracker->last->read)
		return;
	counts->steps_with_work++;
	counts->steps_apart += innermost_start > tracker->last->read;
}

static void note_instruction(
	struct tracker *tracker, const struct rewalk_read *read)
{
	void **slot = table_place(&tracker->site, 0, read->site);

	if (read->is_rest)
		return;
	if (*slot == NULL)
		*slot = (void *)(uintptr_t)read->cell;
	else if (*slot != (void *)(uintptr_t)read->cell)
		tracker->counts.is_eligible = true;
}

/* INNERMOST_START: of the innermost activation, 0 if that is the subject. */
static void offer(struct rewalk_reference *reference, struct tracker *tracker,
	uint64_t child, uint64_t innermost_start, uint64_t work,
	const struct rewalk_read *read)
{
	void **slot = table_place(&tracker->visit, 0, read->cell);
	struct visit *visit = *slot;
	bool is_known;

	if (visit == NULL)
		*slot = visit =
			arena_alloc_zero(&reference->arena, 1, sizeof *visit);
	is_known = visit->read != 0;
	if (is_known && read->written > visit->read &&
		reference->memory.born(reference->memory.data, read->address) >
			visit->read)
		is_known = false; /* another object at the same place */
	if (is_known && visit->walk == tracker->walk_number)
		close_walk(reference, tracker);
	if (is_known)
		count_status(
			tracker, visit, child, innermost_start, read, work);
	else if (read->written > tracker->written)
		tracker->written = read->written;
	if (tracker->walk.length++ == 0) {
		tracker->walk.first = read->cell;
		tracker->walk_start = read->now;
	}
	tracker->walk.fresh += !is_known;
	tracker->counts.cells += !is_known;
	tracker->counts.reads++;
	tracker->counts.constant += read->is_constant;
	tracker->address =
		memory_grow(tracker->address, &tracker->address_capacity,
			tracker->address_count + 1, sizeof *tracker->address);
	tracker->address[tracker->address_count++] = read->address;
	note_instruction(tracker, read);
	/* What followed this cell is asked before this walk goes on from it. */
	uint64_t next = is_known ? visit->next : 0;
	bool unchanged = is_known && read->written <= visit->read;
	count_order(tracker, read->cell, is_known);
	*visit = (struct visit){.cell = read->cell,
		.read = read->now,
		.child = child,
		.walk = tracker->walk_number};
	tracker->last = visit;
	tracker->last_next = next;
	tracker->last_unchanged = unchanged;
}

/* Clock of the last work of the subject: a cell new to it, or a store outside
 * the stack, as far as reads tell of stores. */
static uint64_t note_work(struct rewalk_reference *reference, uint64_t serial,
	const struct rewalk_read *read)
{
	struct activation *activation = find_activation(reference, serial);
	unsigned shift = rewalk_group_shift(read->size_bytes);
	void **slot = table_place(&activation->met, shift, read->cell >> shift);

	if (*slot == NULL && !read->is_stack && !read->is_constant)
		activation->met_new = read->now;
	*slot = activation;
	return activation->met_new > reference->stored ? activation->met_new
						       : reference->stored;
}

void rewalk_reference_read(struct rewalk_reference *reference,
	const struct rewalk_names *names, const struct subject *subject,
	size_t count, const struct rewalk_read *read)
{
	if (!read->is_stack && read->written > reference->stored)
		reference->stored = read->written;
	for (size_t k = 0; k < count; k++) {
		uint64_t serial = subject[k].serial;
		/* A call into a library is a child, too. */
		uint64_t child = k + 1 < count	      ? subject[k + 1].serial
				 : read->library != 0 ? ~read->library
						      : 0;
		uint64_t innermost =
			k + 1 < count ? subject[count - 1].start : 0;
		uint64_t work = note_work(reference, serial, read);
		offer(reference,
			find_tracker(reference, serial, REWALK_PC, names->pc),
			child, innermost, work, read);
		offer(reference,
			find_tracker(
				reference, serial, REWALK_LINE, names->line),
			child, innermost, work, read);
		if (names->path[k] != 0 && !read->is_stack &&
			!read->is_constant)
			offer(reference,
				find_tracker(reference, serial, REWALK_PATH,
					names->path[k]),
				child, innermost, work, read);
	}
}

static void give_up_walk(struct rewalk_reference *reference, uint64_t serial,
	enum rewalk_kind kind, uint64_t name)
{
	struct tracker *tracker = table_find(
		&reference->tracker, serial, name << 2 | (uint64_t)kind);

	if (tracker == NULL)
		return;
	memset(&tracker->walk, 0, sizeof tracker->walk);
	tracker->walk_number++;
	tracker->walk_start_before = 0;
	tracker->address_count = 0;
	tracker->last = NULL;
	tracker->is_given_up = tracker->has_gap = true;
}

void rewalk_reference_pause(struct rewalk_reference *reference,
	const struct rewalk_names *names, size_t paths,
	const struct subject *subject, size_t count)
{
	for (size_t k = 0; k < count; k++) {
		uint64_t serial = subject[k].serial;
		give_up_walk(reference, serial, REWALK_PC, names->pc);
		give_up_walk(reference, serial, REWALK_LINE, names->line);
		for (size_t i = 0; i < paths; i++)
			if (names->path[i] != 0)
				give_up_walk(reference, serial, REWALK_PATH,
					names->path[i]);
	}
}

void rewalk_reference_end(struct rewalk_reference *reference, uint64_t serial,
	void (*found)(void *data, enum rewalk_kind kind, uint64_t name,
		const struct rewalk_counts *counts),
	void *data)
{
	struct activation *activation = find_activation(reference, serial);
	struct tracker *tracker = activation->tracker, *next;

	for (; tracker != NULL; tracker = next) {
		next = tracker->next;
		close_walk(reference, tracker);
		found(data, tracker->kind, tracker->name, &tracker->counts);
		release_tracker(tracker);
	}
	activation->tracker = NULL;
	table_release(&activation->met);
}
