/* SPDX-License-Identifier: MIT
 * Random programs for rule `rewalk`. */
#include "config.h"

#include "testsuite/unit/rewalk_program.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

static uint64_t draw_from(uint64_t *random, uint64_t below)
{
	*random ^= *random << 13;
	*random ^= *random >> 7;
	*random ^= *random << 17;
	return (*random >> 11) % below;
}

uint64_t program_draw(struct program *program, uint64_t below)
{
	return draw_from(&program->random, below);
}

/* --- memory: objects of four cells, the last object on a stack, the one before
 * constant --- */

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

static uint64_t place_of(void *data, uint64_t cell)
{
	(void)data;
	return cell;
}

static uint64_t object_at(void *data, uint64_t address)
{
	(void)data;
	return object_number(address) + 1;
}

/* --- the program -------------------------------------------------------- */

static uint64_t name_of(uint64_t hash, uint64_t more)
{
	return (table_mix(hash, more + 1) >> 3) + 1;
}

/* The acyclic path from frame FIRST to the newest one: indexes of frames. */
static size_t acyclic_path(
	const struct program *program, size_t first, size_t *path)
{
	size_t length = 0;

	for (size_t i = first; i < program->depth; i++) {
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

/* Of what the subject in frame FIRST has read: its function, the position in it, the
 * functions below. 0: it reads itself. */
static uint64_t name_path(const struct program *program, size_t first)
{
	size_t path[DEPTH_MAX], length = acyclic_path(program, first, path);
	uint64_t name = name_of(7, program->frame[first].function);

	if (length == 1)
		return 0;
	name = name_of(name, program->frame[path[1]].place);
	for (size_t i = 1; i < length; i++)
		name = name_of(name, program->frame[path[i]].function);
	return name;
}

static void name_contexts(struct program *program, uint32_t site,
	struct rewalk_names *names, uint64_t *path_name)
{
	size_t path[DEPTH_MAX], length = acyclic_path(program, 0, path), k = 0;
	uint64_t whole = 0;

	for (size_t i = 0; i < length; i++)
		whole = name_of(
			name_of(whole, program->frame[path[i]].function),
			program->frame[path[i]].place);
	names->pc = name_of(whole, 100 + site);
	names->line = name_of(whole, 200 + site / 2);
	names->path = path_name;
	for (size_t i = 0; i < program->depth; i++)
		if (program->frame[i].is_subject)
			path_name[k++] = name_path(program, i);
}

/* Functions alone, as in analyzer/program/chains.h. */
static uint64_t name_chain(const struct program *program)
{
	size_t path[DEPTH_MAX], length = acyclic_path(program, 0, path);
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
		rewalk_pause(program->rewalk, known->leaf, program->subject,
			(uint32_t)program->subjects, program->clock);
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
	if (!program->has_no_reference)
		rewalk_reference_read(program->reference, &names,
			program->subject, program->subjects, &read);
	struct rewalk_leaf *leaf = find_leaf(program, &names);
	rewalk_note(program->rewalk, program->subject,
		(uint32_t)program->subjects, &read);
	rewalk_add(program->rewalk, leaf, program->subject,
		(uint32_t)program->subjects, &read);
}

void program_read(struct program *program, uint32_t site, uint64_t cell)
{
	read_part(program, site, cell, false);
}

static void write_cell(struct program *program, uint64_t cell)
{
	*written_at(program, cell) = program->clock;
}

void program_call(struct program *program, unsigned function, unsigned place)
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

void program_leave(struct program *program)
{
	if (program->frame[--program->depth].is_subject) {
		uint64_t serial = program->subject[--program->subjects].serial;
		program->told->leaving(program);
		rewalk_end(program->rewalk, program->subject,
			(uint32_t)program->subjects);
		if (!program->has_no_reference)
			rewalk_reference_end(program->reference, serial,
				program->told->check, program);
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
	const struct list *list = &program->list[program_draw(program, LISTS)];
	uint32_t site = (uint32_t)program_draw(program, SITES);
	uint64_t style = program_draw(program, 10);
	unsigned from =
		style == 0 ? (unsigned)program_draw(program, list->length) : 0;
	unsigned to =
		style < 3 ? (unsigned)program_draw(program, list->length + 1)
			  : list->length;

	if (style == 8)
		program->library = ++program->clock;
	for (unsigned i = from; i < to; i++) {
		uint32_t at = style == 4 ? (site + i % 2) % SITES : site;
		program_read(program, at, list->cell[i]);
		if (style == 5)
			program_read(
				program, (site + 1) % SITES, list->cell[i] ^ 8);
		if (style == 6 && program_draw(program, 4) == 0)
			write_cell(program,
				CELL(program_draw(program, OBJECTS), 0));
		if (style == 8 && program_draw(program, 8) == 0)
			i = from;
		if (style == 9)
			read_part(program, at, list->cell[i] ^ 8, true);
	}
	program->library = 0;
}

static void append(struct program *program)
{
	struct list *list = &program->list[program_draw(program, LISTS)];

	if (list->length == 24)
		list->length = 1;
	list->cell[list->length++] = CELL(program_draw(program, OBJECTS),
		program_draw(program, OBJECT_CELLS));
	write_cell(program, list->cell[list->length - 2]);
}

void program_step(struct program *program)
{
	uint64_t what = program_draw(program, 40);

	if (what < 12) {
		walk(program);
	} else if (what < 18 && program->depth < DEPTH_MAX) {
		program_call(program,
			(unsigned)program_draw(program, FUNCTIONS),
			(unsigned)program_draw(program, 2));
	} else if (what < 25 && program->depth > 1) {
		program_leave(program);
	} else if (what < 28) {
		append(program);
	} else if (what == 28) {
		free_object(program, (unsigned)program_draw(program, OBJECTS));
	} else if (what == 29) {
		program->moved_to[program_draw(program, OBJECTS)] =
			program_draw(program, 4) * 64 * OBJECTS;
	} else if (what == 30) {
		write_cell(
			program, CELL(program_draw(program, OBJECTS - 2),
					 program_draw(program, OBJECT_CELLS)));
	} else {
		/* A call that walks once, as a search does. */
		if (program->depth == DEPTH_MAX)
			program_leave(program);
		program_call(program, (unsigned)(what % 2), 3);
		walk(program);
		program_leave(program);
	}
}

void program_begin(struct program *program, uint64_t seed, bool keep_all,
	const struct program_told *told)
{
	struct rewalk_options options = {
		.limits = &program->limits,
		.memory = {born_at, place_of, object_at, program},
		.shown = told->shown,
		.ended = told->ended,
		.wants_all_ends = true,
		.data = program,
	};

	memset(program, 0, sizeof *program);
	program->told = told;
	program->limits = rewalk_limits_default;
	program->limits.whole = 0;
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
		list->length = 3 + (unsigned)program_draw(program, 6);
		for (unsigned j = 0; j < list->length; j++)
			list->cell[j] = CELL(program_draw(program, OBJECTS),
				program_draw(program, OBJECT_CELLS));
	}
	program_call(program, FUNCTIONS, 0);
}

void program_end(struct program *program)
{
	while (program->depth > 0)
		program_leave(program);
	rewalk_free(program->rewalk);
	rewalk_reference_free(program->reference);
	table_release(&program->leaf);
	table_release(&program->line);
	table_release(&program->paused);
	free(program->known);
}
