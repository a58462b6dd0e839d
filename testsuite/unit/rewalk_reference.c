/* SPDX-License-Identifier: MIT
 * Rule `rewalk`, reference form. */
#include "config.h"

#include "testsuite/unit/rewalk_reference.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"
#include "lib/table.h"

/* A cell in a sequence, as it was read last. */
struct visit {
	uint64_t read;
	uint64_t child;	 /* activation directly below the subject, 0: none */
	uint64_t walk;	 /* number of its walk */
	bool is_again;	 /* it had been read before then */
	bool is_of_bits; /* it was read several times in turn */
	uint64_t next;	 /* cell read after it in that walk, 0: none */
};

/* A read, to one subject. */
struct offered {
	const struct rewalk_read *read;
	uint64_t serial; /* of the subject */
	uint64_t child;	 /* as above */
	uint64_t
		innermost_start; /* of the innermost activation, 0: the subject */
	uint64_t met_new;	 /* clock at which it last read a new cell */
	uint64_t work;		 /* ... or did other work */
	bool stays;		 /* at the last cell: it says nothing */
};

struct tracker {
	struct tracker *next; /* of the same activation */
	enum rewalk_kind kind;
	uint64_t name;
	struct rewalk_counts counts;
	bool has_gap;	  /* something was left out */
	bool is_given_up; /* the current walk: see rewalk_reference_pause */
	/* The current walk. */
	uint64_t walk;	/* number */
	uint64_t *cell; /* of it */
	size_t length, capacity;
	uint64_t fresh; /* of them, new to the sequence */
	bool has_reread;
	uint64_t start, start_before; /* clocks: of it and of the one before */
	uint64_t first_before, length_before; /* cell and length of that */
	uint64_t written;    /* newest write to a cell when that was new */
	struct visit *last;  /* the read before, in this walk; or NULL */
	uint64_t last_next;  /* what followed it the time before, or 0 */
	bool last_unchanged; /* since the time before */
	bool has_stayed;     /* the read before was of the cell before it */
	struct table visit;  /* cell -> visit */
	struct table site;   /* site -> first cell read there */
};

/* The work of one activation, whatever the context. */
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

static void release_activation(struct activation *activation)
{
	for (struct tracker *tracker = activation->tracker; tracker != NULL;
		tracker = tracker->next) {
		table_release(&tracker->visit);
		table_release(&tracker->site);
		free(tracker->cell);
	}
	activation->tracker = NULL;
	table_release(&activation->met);
}

void rewalk_reference_free(struct rewalk_reference *reference)
{
	for (size_t i = 0; i < reference->activation.capacity; i++)
		if (reference->activation.entry[i].value != NULL)
			release_activation(
				reference->activation.entry[i].value);
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
		*slot = tracker =
			arena_alloc_zero(&reference->arena, 1, sizeof *tracker);
		tracker->kind = kind;
		tracker->name = name;
		tracker->next = activation->tracker;
		activation->tracker = tracker;
	}
	return tracker;
}

/* --- walks -------------------------------------------------------------- */

/* The objects of COUNT cells: regular are steps to a new one, and those in one that
 * repeat the stride before. */
static bool is_regular(const struct rewalk_reference *reference,
	const uint64_t *cell, size_t count)
{
	const struct rewalk_memory *memory = &reference->memory;
	uint64_t *object = memory_alloc(count * sizeof *object);
	size_t regular = 0;

	for (size_t i = 0; i < count; i++) {
		size_t before = 0;
		object[i] = memory->object(memory->data, cell[i]);
		while (object[before] != object[i])
			before++;
		if (i > 0 && before == i)
			regular++;
		else if (i > 1 && object[i - 1] == object[i] &&
			 object[i - 2] == object[i])
			regular += cell[i] - cell[i - 1] ==
				   cell[i - 1] - cell[i - 2];
	}
	free(object);
	return count > 1 && (double)regular >= reference->limits->path_regular *
						       (double)(count - 1);
}

/* Equal steps of STRIDE or more in one object. */
static bool is_strided(const struct rewalk_reference *reference,
	const uint64_t *cell, size_t count)
{
	const struct rewalk_memory *memory = &reference->memory;

	if ((double)count < reference->limits->length + 1)
		return false;
	for (size_t i = 1; i < count; i++)
		if (memory->object(memory->data, cell[i - 1]) !=
				memory->object(memory->data, cell[i]) ||
			cell[i] < cell[i - 1] ||
			(double)(cell[i] - cell[i - 1]) <
				reference->limits->stride ||
			cell[i] - cell[i - 1] != cell[1] - cell[0])
			return false;
	return true;
}

/* That of the walks from CELL; the last is of all for which there is no room. */
static struct rewalk_group *group_of(struct rewalk_walks *walks, uint64_t cell)
{
	uint32_t i = 0;

	while (i < walks->groups && walks->group[i].first != cell)
		i++;
	if (i == REWALK_GROUPS)
		walks->group[--i].first = 0;
	else if (i == walks->groups)
		walks->group[walks->groups++].first = cell;
	return &walks->group[i];
}

static void note_length(struct rewalk_walks *walks, uint64_t length)
{
	uint32_t i = 0;

	while (i < walks->lengths && walks->length[i] != length)
		i++;
	if (i == walks->lengths && i < REWALK_LENGTHS)
		walks->length[walks->lengths++] = length;
}

/* The walk counts. */
static void add_walk(
	const struct rewalk_reference *reference, struct tracker *tracker)
{
	const struct rewalk_limits *limits = reference->limits;
	struct rewalk_walks *walks = &tracker->counts.walks;
	uint64_t length = tracker->length;
	uint64_t known = length - tracker->fresh;
	struct rewalk_group *group = group_of(walks, tracker->cell[0]);

	walks->count++;
	if (walks->count == 1)
		walks->first_length = length;
	if (tracker->fresh > 0 && tracker->start_before != 0 &&
		tracker->written > tracker->start_before)
		walks->grown++;
	tracker->start_before = tracker->start;
	walks->longer += tracker->cell[0] == tracker->first_before &&
			 length > tracker->length_before;
	tracker->first_before = tracker->cell[0];
	tracker->length_before = length;
	if (!tracker->has_gap)
		note_length(walks, length);
	group->count++;
	group->cells += tracker->fresh;
	group->known.all += known;
	walks->known.all += known;
	if (!tracker->has_reread ||
		(double)tracker->fresh > limits->again * (double)length)
		return; /* it does not go again */
	if (known > walks->most_known)
		walks->most_known = known;
	if ((double)length >= limits->length) {
		group->known.by_long += known;
		walks->known.by_long += known;
	}
	if (length > group->longest)
		group->longest = length;
	if (walks->longest == 0 ||
		(!tracker->has_gap && length < walks->rewalk_shortest))
		walks->rewalk_shortest = length;
	if (length <= walks->longest)
		return;
	walks->longest = length;
	if (tracker->kind != REWALK_PATH)
		return;
	tracker->counts.is_regular =
		is_regular(reference, tracker->cell, tracker->length);
	tracker->counts.is_eligible |=
		is_strided(reference, tracker->cell, tracker->length);
}

static void begin_walk(struct tracker *tracker)
{
	tracker->walk++;
	tracker->length = 0;
	tracker->fresh = 0;
	tracker->has_reread = false;
	tracker->last = NULL;
	tracker->has_stayed = false;
}

static void close_walk(
	const struct rewalk_reference *reference, struct tracker *tracker)
{
	if (!tracker->is_given_up)
		add_walk(reference, tracker);
	tracker->is_given_up = false;
	begin_walk(tracker);
}

/* --- reads -------------------------------------------------------------- */

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
	else if (!is_known)
		counts->inserted++;
	else if (tracker->length > 2 || tracker->is_given_up)
		counts->branched++;
}

static void count_status(struct tracker *tracker, const struct visit *visit,
	const struct offered *offered)
{
	struct rewalk_counts *counts = &tracker->counts;
	bool was_last = visit->next == 0;
	const struct rewalk_read *read = offered->read;

	if (visit->child == offered->child && visit->child != 0)
		return; /* the repetition belongs to the child */
	if (read->written <= visit->read)
		counts->same++;
	else if (was_last)
		counts->tail++;
	else
		counts->changed++;
	counts->bits +=
		read->written > visit->read && was_last && visit->is_of_bits;
	if (read->written <= visit->read || was_last)
		tracker->has_reread = true;
	if (tracker->last == NULL || read->is_rest)
		return;
	counts->steps++;
	counts->steps_fresh += offered->met_new > tracker->last->read;
	counts->steps_entered += offered->innermost_start > tracker->last->read;
	if (offered->work <= tracker->last->read)
		return;
	counts->steps_with_work++;
	counts->steps_apart +=
		offered->innermost_start > tracker->last->read &&
		read->cell - tracker->cell[tracker->length - 1] - 1 >=
			REWALK_NEXT_BYTES;
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

/* Whether the cell of VISIT is another object by now. */
static bool is_another(const struct rewalk_reference *reference,
	const struct visit *visit, const struct rewalk_read *read)
{
	const struct rewalk_memory *memory = &reference->memory;

	return read->written > visit->read &&
	       memory->born(memory->data, read->address) > visit->read;
}

static bool is_last_cell(const struct tracker *tracker, uint64_t cell)
{
	return tracker->length > 0 &&
	       tracker->cell[tracker->length - 1] == cell;
}

/* Whether READ, of the cell that the sequence of the activation SERIAL has read last, is
 * of bits of it: then it counts in no sequence of that context. A walk of one cell begins
 * anew once. */
static bool stays(struct rewalk_reference *reference, uint64_t serial,
	enum rewalk_kind kind, uint64_t name, const struct rewalk_read *read)
{
	const struct tracker *tracker =
		find_tracker(reference, serial, kind, name);

	return is_last_cell(tracker, read->cell) &&
	       read->written <= tracker->last->read &&
	       (tracker->has_stayed || tracker->length > 1);
}

static void offer(struct rewalk_reference *reference, enum rewalk_kind kind,
	uint64_t name, const struct offered *offered)
{
	struct tracker *tracker =
		find_tracker(reference, offered->serial, kind, name);
	const struct rewalk_read *read = offered->read;
	void **slot = table_place(&tracker->visit, 0, read->cell);
	struct visit *visit = *slot;
	bool is_known = visit != NULL && !is_another(reference, visit, read);

	note_instruction(tracker, read);
	if (offered->stays) {
		visit->read = read->now;
		visit->child = offered->child;
		visit->is_of_bits = true;
		return;
	}
	bool has_stayed = is_known && is_last_cell(tracker, read->cell);
	if (visit == NULL)
		*slot = visit =
			arena_alloc_zero(&reference->arena, 1, sizeof *visit);
	if (is_known && visit->walk == tracker->walk)
		close_walk(reference, tracker);
	if (is_known)
		count_status(tracker, visit, offered);
	else if (read->written > tracker->written)
		tracker->written = read->written;
	if (tracker->length == 0)
		tracker->start = read->now;
	tracker->cell = memory_grow(tracker->cell, &tracker->capacity,
		tracker->length + 1, sizeof *tracker->cell);
	tracker->cell[tracker->length++] = read->cell;
	tracker->fresh += !is_known;
	tracker->counts.cells += !is_known;
	tracker->counts.cells_again += is_known && !visit->is_again;
	tracker->counts.reads++;
	tracker->counts.constant += read->is_constant;
	/* Ask what followed this cell before this walk goes on from it. */
	uint64_t next = is_known ? visit->next : 0;
	bool unchanged = is_known && read->written <= visit->read;
	count_order(tracker, read->cell, is_known);
	*visit = (struct visit){.read = read->now,
		.child = offered->child,
		.walk = tracker->walk,
		.is_again = is_known};
	tracker->last = visit;
	tracker->has_stayed = has_stayed;
	tracker->last_next = next;
	tracker->last_unchanged = unchanged;
}

/* Clock at which the subject last read a group of up to eight bytes new to it. */
static uint64_t note_new(struct rewalk_reference *reference, uint64_t serial,
	const struct rewalk_read *read)
{
	struct activation *activation = find_activation(reference, serial);
	uint64_t group = read->size_bytes < 8 ? read->size_bytes : 8;
	void **slot = table_place(&activation->met, group, read->cell / group);

	if (*slot == NULL && !read->is_stack && !read->is_constant)
		activation->met_new = read->now;
	*slot = activation;
	return activation->met_new;
}

void rewalk_reference_read(struct rewalk_reference *reference,
	const struct rewalk_names *names, const struct subject *subject,
	size_t count, const struct rewalk_read *read)
{
	uint64_t innermost = subject[count - 1].serial;
	bool pc_stays = stays(reference, innermost, REWALK_PC, names->pc, read);
	bool line_stays =
		stays(reference, innermost, REWALK_LINE, names->line, read);

	if (!read->is_stack && read->written > reference->stored)
		reference->stored = read->written;
	for (size_t k = 0; k < count; k++) {
		struct offered offered = {
			.read = read,
			.serial = subject[k].serial,
			.met_new = note_new(reference, subject[k].serial, read),
			/* A call into a library is a child, too. */
			.child = read->library != 0 ? ~read->library : 0,
		};
		/* Reads tell of stores outside the stack. */
		offered.work = offered.met_new > reference->stored
				       ? offered.met_new
				       : reference->stored;
		if (k + 1 < count) {
			offered.child = subject[k + 1].serial;
			offered.innermost_start = subject[count - 1].start;
		}
		offered.stays = pc_stays;
		offer(reference, REWALK_PC, names->pc, &offered);
		offered.stays = line_stays;
		offer(reference, REWALK_LINE, names->line, &offered);
		if (names->path[k] == 0 || read->is_stack || read->is_constant)
			continue;
		offered.stays = stays(reference, subject[k].serial, REWALK_PATH,
			names->path[k], read);
		offer(reference, REWALK_PATH, names->path[k], &offered);
	}
}

static void give_up_walk(struct rewalk_reference *reference, uint64_t serial,
	enum rewalk_kind kind, uint64_t name)
{
	struct tracker *tracker = table_find(
		&reference->tracker, serial, name << 2 | (uint64_t)kind);

	if (tracker == NULL)
		return;
	begin_walk(tracker);
	tracker->start_before = 0;
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

	for (struct tracker *tracker = activation->tracker; tracker != NULL;
		tracker = tracker->next) {
		close_walk(reference, tracker);
		found(data, tracker->kind, tracker->name, &tracker->counts);
	}
	release_activation(activation);
}
