/* SPDX-License-Identifier: MIT
 * Rule `rewalk`: its two forms agree on random programs. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/memory.h"

#include "analyzer/rewalk/rewalk.h"
#include "lib/table.h"
#include "testsuite/unit/rewalk_reference.h"

enum {
	FUNCTIONS = 6,
	DEPTH_MAX = 10,
	SITES = 6,
	OBJECTS = 16,
	OBJECT_CELLS = 4,
	LISTS = 3,
	FOUND_MAX = 4096
};

struct frame {
	unsigned function, place;
	bool is_subject;
	bool is_folded; /* its function was on the path already */
	size_t length;	/* of the path below which it stands, if folded */
};

struct list {
	uint64_t cell[24];
	unsigned length;
};

struct found {
	enum rewalk_kind kind;
	uint64_t name;
	struct rewalk_counts counts;
};

/* A leaf, as it is known to both forms, and its chain. */
struct known_leaf {
	struct rewalk_leaf *leaf;
	struct rewalk_names names;
	uint64_t path[DEPTH_MAX], chain;
	size_t subjects;
};

struct program {
	uint64_t random, pauses_random;
	uint64_t clock, serial;
	struct rewalk_limits limits;
	struct rewalk *rewalk;
	struct rewalk_reference *reference;
	struct frame frame[DEPTH_MAX];
	size_t depth;
	struct subject subject[DEPTH_MAX];
	size_t subjects;
	uint64_t library; /* clock of a call into a library, 0: none */
	uint64_t written[OBJECTS * OBJECT_CELLS * 2];
	uint64_t born[OBJECTS];
	uint64_t moved_to[OBJECTS]; /* offset of its address */
	struct list list[LISTS];
	struct table leaf;
	struct table line; /* names of lines that two instructions have */
	struct found found[FOUND_MAX];
	size_t found_count;
	unsigned held[3], compared, shown;
	unsigned lower_bounds;	/* of what was told */
	struct table *verdicts; /* names of what held, or NULL */
	/* Pauses: one begins or ends, on average, after so many reads of a chain; 0:
	 * never. */
	unsigned pause_reads;
	struct known_leaf *known;
	size_t known_count, known_capacity;
	struct table paused; /* names of chains */
	unsigned pauses, left_out;
	const char *failed;
};

static uint64_t draw_from(uint64_t *random, uint64_t below)
{
	*random ^= *random << 13;
	*random ^= *random >> 7;
	*random ^= *random << 17;
	return (*random >> 11) % below;
}

static uint64_t draw(struct program *program, uint64_t below)
{
	return draw_from(&program->random, below);
}

/* --- memory: objects of four cells, the last object on a stack, the one before
 * constant --- */

#define CELL(object, offset) (0x10000 + (uint64_t)(object)*64 + (offset)*8)

static unsigned object_number(uint64_t address)
{
	return (unsigned)((address - 0x10000) / 64 % OBJECTS);
}

static uint64_t *written_at(struct program *program, uint64_t cell)
{
	return &program->written[object_number(cell) * OBJECT_CELLS +
				 cell % 64 / 8];
}

static uint64_t born_at(void *data, uint64_t address)
{
	return ((struct program *)data)->born[object_number(address)];
}

static uint64_t object_at(void *data, uint64_t address)
{
	(void)data;
	return object_number(address) + 1;
}

/* --- results ------------------------------------------------------------ */

static void shown(void *data, struct rewalk_node *node, uint32_t level,
	const struct subject *subject, const struct rewalk_seen *seen)
{
	(void)node, (void)level, (void)subject, (void)seen;
	((struct program *)data)->shown++;
}

static void ended(void *data, struct rewalk_node *node, uint32_t level,
	const struct subject *subject, const struct rewalk_counts *counts)
{
	struct program *program = data;
	struct found *found = &program->found[program->found_count++];

	(void)level, (void)subject;
	assert_true(program->found_count < FOUND_MAX);
	found->kind = rewalk_node_kind(node);
	found->name = rewalk_node_name(node);
	found->counts = *counts;
	assert_true(counts->cells <= counts->reads);
	for (uint32_t i = 0; i < counts->walks.lengths; i++)
		assert_true(counts->walks.length[i] <= counts->reads);
	program->lower_bounds += rewalk_node_is_lower_bound(node);
	if (program->verdicts != NULL && found->kind != REWALK_PATH &&
		rewalk_holds(&program->limits, found->kind, counts))
		*table_place(program->verdicts, found->kind + 1, found->name) =
			program;
}

#define CHECK(field)                                                           \
	if (a->field != b->field)                                              \
	return #field

static const char *compare_walks(
	const struct rewalk_walks *a, const struct rewalk_walks *b)
{
	CHECK(count);
	CHECK(first_length);
	CHECK(longest);
	CHECK(grown);
	if (a->longest != 0)
		CHECK(rewalk_shortest);
	CHECK(lengths);
	CHECK(groups);
	if (memcmp(a->length, b->length, a->lengths * sizeof a->length[0]) != 0)
		return "length";
	if (memcmp(a->group, b->group, a->groups * sizeof a->group[0]) != 0)
		return "group";
	return NULL;
}

static const char *compare(
	const struct rewalk_counts *a, const struct rewalk_counts *b)
{
	CHECK(reads);
	CHECK(cells);
	CHECK(same);
	CHECK(tail);
	CHECK(changed);
	CHECK(followed);
	CHECK(branched);
	CHECK(inserted);
	CHECK(constant);
	CHECK(steps);
	CHECK(steps_with_work);
	CHECK(steps_apart);
	CHECK(is_eligible);
	CHECK(is_regular);
	return compare_walks(&a->walks, &b->walks);
}

static const struct found *find(
	const struct program *program, enum rewalk_kind kind, uint64_t name)
{
	for (size_t i = 0; i < program->found_count; i++)
		if (program->found[i].kind == kind &&
			program->found[i].name == name)
			return &program->found[i];
	return NULL;
}

/* The verdict of the reference form at the end of an activation. */
static void check(void *data, enum rewalk_kind kind, uint64_t name,
	const struct rewalk_counts *counts)
{
	struct program *program = data;
	const struct found *found = find(program, kind, name);
	bool holds = rewalk_holds(&program->limits, kind, counts);

	program->held[kind] += holds;
	if (found == NULL) {
		/* The only instruction of a line stands for it. */
		if (counts->same + counts->tail != 0 &&
			(kind != REWALK_LINE ||
				table_find(&program->line, 1, name) != NULL))
			program->failed = "missing";
		return;
	}
	program->compared++;
	if (program->failed == NULL)
		program->failed = compare(counts, &found->counts);
}

/* --- the program -------------------------------------------------------- */

static uint64_t name_of(uint64_t hash, uint64_t more)
{
	return (table_mix(hash, more + 1) >> 3) + 1;
}

/* The acyclic path to the newest frame: indexes of frames. */
static size_t acyclic_path(const struct program *program, size_t *path)
{
	size_t length = 0;

	for (size_t i = 0; i < program->depth; i++) {
		size_t known = 0;
		while (known < length && program->frame[path[known]].function !=
						 program->frame[i].function)
			known++;
		if (known == length)
			path[length++] = i;
		else
			length = known + 1;
	}
	return length;
}

static void name_contexts(struct program *program, uint32_t site,
	struct rewalk_names *names, uint64_t *path_name)
{
	size_t path[DEPTH_MAX], length = acyclic_path(program, path), k = 0;
	uint64_t whole = 0;

	for (size_t i = 0; i < length; i++)
		whole = name_of(
			name_of(whole, program->frame[path[i]].function),
			program->frame[path[i]].place);
	names->pc = name_of(whole, 100 + site);
	names->line = name_of(whole, 200 + site / 2);
	names->path = path_name;
	for (size_t i = 0; i < program->depth; i++) {
		uint64_t name = name_of(7, k);
		size_t at = 0;
		if (!program->frame[i].is_subject)
			continue;
		while (at < length && program->frame[path[at]].function !=
					      program->frame[i].function)
			at++;
		for (size_t up = 0; up <= at && at < length; up++)
			name = name_of(
				name_of(name,
					program->frame[path[up]].function),
				program->frame[path[up]].place);
		if (at + 1 < length)
			name = name_of(
				name, program->frame[path[at + 1]].place);
		for (size_t down = at + 1; down < length; down++)
			name = name_of(
				name, program->frame[path[down]].function);
		path_name[k++] = at + 1 < length ? name : 0;
	}
}

/* Functions alone, as in analyzer/program/chains.h. */
static uint64_t name_chain(const struct program *program)
{
	size_t path[DEPTH_MAX], length = acyclic_path(program, path);
	uint64_t name = 0;

	for (size_t i = 0; i < length; i++)
		name = name_of(name, program->frame[path[i]].function);
	return name;
}

static void remember_leaf(struct program *program, struct rewalk_leaf *leaf,
	const struct rewalk_names *names)
{
	struct known_leaf *known;

	program->known = memory_grow(program->known, &program->known_capacity,
		program->known_count + 1, sizeof *program->known);
	known = &program->known[program->known_count++];
	*known = (struct known_leaf){
		leaf, *names, {0}, name_chain(program), program->subjects};
	memcpy(known->path, names->path,
		program->subjects * sizeof *names->path);
}

static void pause_chain(struct program *program, uint64_t chain)
{
	for (size_t i = 0; i < program->known_count; i++) {
		struct known_leaf *known = &program->known[i];
		if (known->chain != chain)
			continue;
		known->names.path = known->path;
		rewalk_pause(
			known->leaf, (uint32_t)known->subjects, program->clock);
		rewalk_reference_pause(program->reference, &known->names,
			known->subjects, program->subject, program->subjects);
	}
	program->pauses++;
}

/* Whether the read that comes is left out. */
static bool is_left_out(struct program *program)
{
	uint64_t chain;
	void **slot;

	if (program->pause_reads == 0)
		return false;
	chain = name_chain(program);
	slot = table_place(&program->paused, 0, chain);
	if (draw_from(&program->pauses_random, program->pause_reads) == 0) {
		if (*slot == NULL)
			pause_chain(program, chain);
		*slot = *slot == NULL ? program : NULL;
	}
	program->left_out += *slot != NULL;
	return *slot != NULL;
}

static struct rewalk_leaf *find_leaf(
	struct program *program, const struct rewalk_names *names)
{
	uint64_t all = names->pc;
	void **slot;

	for (size_t k = 0; k < program->subjects; k++)
		all = name_of(all, names->path[k]);
	slot = table_place(&program->leaf, program->subjects, all);
	if (*slot == NULL) {
		void **line = table_place(&program->line, 0, names->line);
		if (*line != NULL && *line != (void *)(uintptr_t)names->pc)
			*table_place(&program->line, 1, names->line) = program;
		else
			*line = (void *)(uintptr_t)names->pc;
		*slot = rewalk_leaf_new(program->rewalk, names,
			program->subject, (uint32_t)program->subjects, program);
		remember_leaf(program, *slot, names);
	}
	return *slot;
}

/* REST: what a load reads besides the cell where it begins. */
static void read_part(
	struct program *program, uint32_t site, uint64_t cell, bool rest)
{
	uint64_t path_name[DEPTH_MAX];
	struct rewalk_names names = {0};
	unsigned object = object_number(cell);
	struct rewalk_read read = {
		.cell = cell,
		.address = cell + program->moved_to[object],
		.now = program->clock,
		.written = *written_at(program, cell),
		.site = site + 1,
		.size_bytes = 1u << site % 4,
		.library = program->library,
		.is_rest = rest,
		.is_stack = object == OBJECTS - 1,
		.is_constant = object == OBJECTS - 2,
	};

	program->clock += 2;
	if (is_left_out(program))
		return;
	name_contexts(program, site, &names, path_name);
	if (program->verdicts == NULL)
		rewalk_reference_read(program->reference, &names,
			program->subject, program->subjects, &read);
	struct rewalk_leaf *leaf = find_leaf(program, &names);
	rewalk_note(program->rewalk, program->subject,
		(uint32_t)program->subjects, &read);
	rewalk_add(program->rewalk, leaf, program->subject,
		(uint32_t)program->subjects, &read);
}

static void read_cell(struct program *program, uint32_t site, uint64_t cell)
{
	read_part(program, site, cell, false);
}

static void write_cell(struct program *program, uint64_t cell)
{
	*written_at(program, cell) = program->clock;
}

static void call(struct program *program, unsigned function, unsigned place)
{
	struct frame *frame = &program->frame[program->depth++];

	*frame = (struct frame){.function = function, .place = place};
	frame->is_subject = true;
	for (size_t i = 0; i + 1 < program->depth; i++)
		frame->is_subject &= program->frame[i].function != function;
	program->clock += 7;
	if (frame->is_subject)
		program->subject[program->subjects++] = (struct subject){
			.start = program->clock, .serial = ++program->serial};
}

static void leave(struct program *program)
{
	if (program->frame[--program->depth].is_subject) {
		uint64_t serial = program->subject[--program->subjects].serial;
		program->found_count = 0;
		rewalk_end(program->rewalk, program->subject,
			(uint32_t)program->subjects);
		if (program->verdicts == NULL)
			rewalk_reference_end(
				program->reference, serial, check, program);
	}
	program->clock++;
}

static void free_object(struct program *program, unsigned object)
{
	if (object >= OBJECTS - 2)
		return;
	program->born[object] = program->clock;
	for (unsigned i = 0; i < OBJECT_CELLS; i++)
		*written_at(program, CELL(object, i)) = program->clock;
}

static void walk(struct program *program)
{
	const struct list *list = &program->list[draw(program, LISTS)];
	uint32_t site = (uint32_t)draw(program, SITES);
	uint64_t style = draw(program, 10);
	unsigned from = style == 0 ? (unsigned)draw(program, list->length) : 0;
	unsigned to = style < 3 ? (unsigned)draw(program, list->length + 1)
				: list->length;

	if (style == 8)
		program->library = ++program->clock;
	for (unsigned i = from; i < to; i++) {
		uint32_t at = style == 4 ? (site + i % 2) % SITES : site;
		read_cell(program, at, list->cell[i]);
		if (style == 5)
			read_cell(
				program, (site + 1) % SITES, list->cell[i] ^ 8);
		if (style == 6 && draw(program, 4) == 0)
			write_cell(program, CELL(draw(program, OBJECTS), 0));
		if (style == 8 && draw(program, 8) == 0)
			i = from;
		if (style == 9)
			read_part(program, at, list->cell[i] ^ 8, true);
	}
	program->library = 0;
}

static void append(struct program *program)
{
	struct list *list = &program->list[draw(program, LISTS)];

	if (list->length == 24)
		list->length = 1;
	list->cell[list->length++] =
		CELL(draw(program, OBJECTS), draw(program, OBJECT_CELLS));
	write_cell(program, list->cell[list->length - 2]);
}

static void step(struct program *program)
{
	uint64_t what = draw(program, 40);

	if (what < 12) {
		walk(program);
	} else if (what < 18 && program->depth < DEPTH_MAX) {
		call(program, (unsigned)draw(program, FUNCTIONS),
			(unsigned)draw(program, 2));
	} else if (what < 25 && program->depth > 1) {
		leave(program);
	} else if (what < 28) {
		append(program);
	} else if (what == 28) {
		free_object(program, (unsigned)draw(program, OBJECTS));
	} else if (what == 29) {
		program->moved_to[draw(program, OBJECTS)] =
			draw(program, 4) * 64 * OBJECTS;
	} else if (what == 30) {
		write_cell(program, CELL(draw(program, OBJECTS - 2),
					    draw(program, OBJECT_CELLS)));
	} else {
		/* A call that walks once, as a search does. */
		if (program->depth == DEPTH_MAX)
			leave(program);
		call(program, (unsigned)(what % 2), 3);
		walk(program);
		leave(program);
	}
}

static void begin_program(struct program *program, uint64_t seed, bool keep_all)
{
	struct rewalk_options options = {
		.limits = &program->limits,
		.memory = {born_at, object_at, program},
		.shown = shown,
		.ended = ended,
		.data = program,
	};

	memset(program, 0, sizeof *program);
	program->limits = rewalk_limits_default;
	program->limits.sleep_rereads = 300;
	if (keep_all)
		rewalk_limits_keep_all(&program->limits);
	program->random = seed * UINT64_C(0x9e3779b97f4a7c15) | 1;
	program->pauses_random = program->random;
	program->clock = 10;
	program->rewalk = rewalk_new(&options);
	program->reference =
		rewalk_reference_new(&program->limits, &options.memory);
	for (unsigned i = 0; i < LISTS; i++) {
		struct list *list = &program->list[i];
		list->length = 3 + (unsigned)draw(program, 6);
		for (unsigned j = 0; j < list->length; j++)
			list->cell[j] = CELL(draw(program, OBJECTS),
				draw(program, OBJECT_CELLS));
	}
	call(program, FUNCTIONS, 0);
}

static void end_program(struct program *program)
{
	while (program->depth > 0)
		leave(program);
	rewalk_free(program->rewalk);
	rewalk_reference_free(program->reference);
	table_release(&program->leaf);
	table_release(&program->line);
	table_release(&program->paused);
	free(program->known);
}

static void run_random(struct program *program)
{
	uint64_t steps = 20 + draw(program, 150);

	while (steps-- > 0)
		step(program);
}

/* How much random programs gave the two forms to agree on. */
struct agreed {
	unsigned held[3], compared, told, pauses, left_out;
};

static struct agreed run_programs(unsigned count, unsigned pause_reads)
{
	static struct program program;
	struct agreed agreed = {0};

	for (uint64_t seed = 1; seed <= count; seed++) {
		begin_program(&program, seed, true);
		program.pause_reads = pause_reads;
		run_random(&program);
		end_program(&program);
		if (program.failed != NULL)
			fail_msg("program %u: %s differs", (unsigned)seed,
				program.failed);
		for (int kind = 0; kind < 3; kind++)
			agreed.held[kind] += program.held[kind];
		agreed.compared += program.compared;
		agreed.told += program.shown;
		agreed.pauses += program.pauses;
		agreed.left_out += program.left_out;
	}
	print_message("# %u sequences, re-walks: pc %u, line %u, path %u; "
		      "told while they ran: %u; pauses: %u, reads left out: "
		      "%u\n",
		agreed.compared, agreed.held[0], agreed.held[1], agreed.held[2],
		agreed.told, agreed.pauses, agreed.left_out);
	return agreed;
}

static void both_forms_agree_on_random_programs(void **state)
{
	struct agreed agreed = run_programs(3000, 0);

	(void)state;
	/* They had something to agree on. */
	assert_true(agreed.compared > 50000 && agreed.told > 100);
	assert_true(agreed.held[0] > 500 && agreed.held[1] > 500 &&
		    agreed.held[2] > 20);
}

/* The reference form gives up the walks that a pause interrupts, and does nothing
 * else. */
static void both_forms_agree_where_reads_are_left_out(void **state)
{
	struct agreed agreed = run_programs(3000, 24);

	(void)state;
	assert_true(agreed.compared > 30000);
	assert_true(agreed.held[0] > 100 && agreed.held[1] > 100);
	assert_true(agreed.pauses > 3000 && agreed.left_out > 30000);
}

/* Functions that do one thing each, for long: a search that walks, a look-up that
 * branches, a field, a scan of new cells, an append. */
static void run_long(struct program *program)
{
	for (unsigned i = 0; i < 600; i++) {
		struct list *list = &program->list[0];
		call(program, (unsigned)draw(program, 5), 0);
		switch (program->frame[program->depth - 1].function) {
		case 0:
			for (unsigned j = 0; j < list->length; j++)
				read_cell(program, 0, list->cell[j]);
			break;
		case 1:
			for (unsigned j = 0; j < 3; j++)
				read_cell(program, 1,
					CELL(draw(program, OBJECTS - 2), j));
			break;
		case 2:
			read_cell(program, 2, CELL(1, 1));
			break;
		case 3:
			read_cell(program, 3,
				CELL(i % OBJECTS, i / OBJECTS % OBJECT_CELLS));
			break;
		default:
			if (list->length < 12) {
				list->cell[list->length] =
					CELL(list->length, 2);
				list->length++;
			}
			for (unsigned j = 0; j < list->length; j++)
				read_cell(program, 4 + j % 2, list->cell[j]);
			break;
		}
		leave(program);
	}
}

static void collect_verdicts(struct program *program, uint64_t seed,
	unsigned pause_reads, struct table *verdicts)
{
	begin_program(program, seed, true);
	program->verdicts = verdicts;
	program->pause_reads = pause_reads;
	run_random(program);
	end_program(program);
}

/* How many entries of A are in B. */
static size_t count_common(const struct table *a, const struct table *b)
{
	size_t common = 0;

	for (size_t i = 0; i < a->capacity; i++)
		common += a->entry[i].value != NULL &&
			  table_find(b, a->entry[i].high, a->entry[i].low) !=
				  NULL;
	return common;
}

/* Random programs are all near some threshold: what is left out between two walks
 * may be what made a re-walk something else. It rarely is, when pauses are few. */
static void few_pauses_create_few_rewalks(void **state)
{
	static struct program program;
	size_t kept = 0, lost = 0, created = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= 3000; seed++) {
		struct table all = {0}, paused = {0};
		size_t common;
		collect_verdicts(&program, seed, 0, &all);
		collect_verdicts(&program, seed, 512, &paused);
		common = count_common(&all, &paused);
		kept += common;
		lost += all.count - common;
		created += paused.count - common;
		table_release(&all);
		table_release(&paused);
	}
	print_message("# re-walks kept: %zu, lost: %zu, created: %zu\n", kept,
		lost, created);
	assert_true(kept > 1000 && created < kept / 40 && lost < kept / 4);
}

/* Its context falls asleep, too, or may not. */
static void a_list_walked_often_is_found_whatever_is_left_out(void **state)
{
	static struct program program;

	(void)state;
	for (uint64_t seed = 1; seed <= 50; seed++) {
		struct table verdicts = {0};
		begin_program(&program, seed, seed % 2);
		program.verdicts = &verdicts;
		program.pause_reads = 100;
		call(&program, 0, 0);
		for (unsigned i = 0; i < 500; i++) {
			call(&program, 1, 0);
			for (unsigned j = 0; j < 10 + seed; j++)
				read_cell(&program, 0,
					CELL(j % 14, j / 14 % OBJECT_CELLS));
			leave(&program);
		}
		end_program(&program);
		assert_true(program.pauses > 5 && program.left_out > 500);
		assert_true(verdicts.count >= 1);
		table_release(&verdicts);
	}
}

static void switching_off_changes_no_verdict(void **state)
{
	static struct program program;
	size_t verdicts = 0, switched_off = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= 50; seed++) {
		struct table kept = {0}, switched = {0};
		for (int keep_all = 0; keep_all < 2; keep_all++) {
			begin_program(&program, seed, keep_all);
			program.verdicts = keep_all ? &kept : &switched;
			run_long(&program);
			end_program(&program);
			if (!keep_all)
				switched_off += program.lower_bounds;
		}
		assert_int_equal(kept.count, switched.count);
		assert_int_equal(count_common(&kept, &switched), kept.count);
		verdicts += kept.count;
		table_release(&kept);
		table_release(&switched);
	}
	assert_true(verdicts >= 100 && switched_off >= 50);
}

/* A list longer than what a context holds: its beginning is enough. */
static void a_long_walk_keeps_its_beginning(void **state)
{
	static struct program program;
	struct table verdicts = {0};

	(void)state;
	begin_program(&program, 1, false);
	program.verdicts = &verdicts;
	call(&program, 0, 0);
	for (unsigned walk = 0; walk < 4; walk++)
		for (uint64_t i = 0;
			i < 3 * (uint64_t)rewalk_limits_default.cells; i++)
			read_cell(&program, 0,
				0x10000 + 64 * OBJECTS * i + 64 * 3);
	end_program(&program);
	assert_true(verdicts.count >= 1);
	table_release(&verdicts);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_forms_agree_on_random_programs),
		cmocka_unit_test(both_forms_agree_where_reads_are_left_out),
		cmocka_unit_test(few_pauses_create_few_rewalks),
		cmocka_unit_test(
			a_list_walked_often_is_found_whatever_is_left_out),
		cmocka_unit_test(switching_off_changes_no_verdict),
		cmocka_unit_test(a_long_walk_keeps_its_beginning),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
