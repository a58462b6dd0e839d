/* SPDX-License-Identifier: MIT
 * Judges what was seen against where hardware begins to differ. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/spectra/table.h"
#include "lib/memory.h"

struct boundary_judgement {
	enum table_state state;
	char *finding; /* NULL: nothing to say */
};

struct boundary_question {
	const struct spectra_table *table;
	const struct table_entity *entity;
	const struct table_boundary *boundary;
};

typedef struct boundary_judgement judge(const struct boundary_question *of);

static struct boundary_judgement crossed_if(
	bool crossed, bool near, char *finding)
{
	struct boundary_judgement judgement = {TABLE_FAR, finding};

	if (crossed)
		judgement.state = TABLE_CROSSED;
	else if (near)
		judgement.state = TABLE_NEAR;
	return judgement;
}

static bool is_negative(const struct table_entity *entity)
{
	return entity->seen.hits != 0 && entity->number == 'u' &&
	       entity->bits != 64 && (int64_t)entity->seen.min < 0;
}

static struct boundary_judgement judge_bits(const struct boundary_question *of)
{
	unsigned used = table_bits_used(of->entity);

	if (is_negative(of->entity))
		return crossed_if(true, false,
			memory_format("is unsigned and was %" PRId64
				      ": needs a sign and %u bits",
				(int64_t)of->entity->seen.min, used));
	return crossed_if(used > of->boundary->a, used == of->boundary->a,
		memory_format(
			"needs %u of %" PRIu64 " bits", used, of->boundary->a));
}

static struct boundary_judgement judge_offset(
	const struct boundary_question *of)
{
	const struct spectra_entity *seen = &of->entity->seen;
	bool beyond = seen->accesses != 0 &&
		      (seen->offset_max >= (int64_t)of->boundary->a ||
			      seen->offset_min < 0);

	if (beyond)
		return crossed_if(true, false,
			memory_format("index %" PRId64 " is outside of %" PRIu64
				      " elements (first at pc 0x%" PRIx64 ")",
				seen->offset_min < 0 ? seen->offset_min
						     : seen->offset_max,
				of->boundary->a, seen->first_outside_pc));
	return crossed_if(false,
		seen->accesses != 0 &&
			(uint64_t)seen->offset_max + 1 == of->boundary->a,
		memory_format("uses %" PRId64 " of %" PRIu64 " elements",
			seen->accesses != 0 ? seen->offset_max + 1 : 0,
			of->boundary->a));
}

static struct boundary_judgement judge_residue(
	const struct boundary_question *of)
{
	if (of->entity->seen.residues & ~UINT64_C(1))
		return crossed_if(true, false,
			memory_format("trips were not a multiple of %" PRIu64,
				of->boundary->a));
	return crossed_if(false, false,
		memory_format(
			"trips were multiples of %" PRIu64, of->boundary->a));
}

static struct boundary_judgement judge_trips(const struct boundary_question *of)
{
	const struct spectra_entity *seen = &of->entity->seen;
	bool crossed =
		seen->hits != 0 &&
		(seen->min < of->boundary->a ||
			(of->boundary->b != 0 && seen->max > of->boundary->b));

	return crossed_if(crossed,
		seen->hits != 0 && (seen->min == of->boundary->a ||
					   seen->max == of->boundary->b),
		memory_format("took %" PRIu64 " to %" PRIu64
			      " trips, declared %" PRIu64 " to %" PRIu64,
			seen->min, seen->max, of->boundary->a,
			of->boundary->b));
}

static struct boundary_judgement judge_zero(const struct boundary_question *of)
{
	return crossed_if(
		of->entity->seen.hits != 0 && of->entity->seen.min == 0, false,
		memory_string_dup("took no trip at least once"));
}

static struct boundary_judgement judge_varies(
	const struct boundary_question *of)
{
	return crossed_if(of->entity->seen.hits != 0 &&
				  of->entity->seen.min != of->entity->seen.max,
		false,
		memory_format("took %" PRIu64 " to %" PRIu64 " trips",
			of->entity->seen.min, of->entity->seen.max));
}

/* Whether a stack or a stream held what hardware gives it; FINDING says so. */
static struct boundary_judgement judge_fill(
	const struct boundary_question *of, char *finding)
{
	return crossed_if(of->entity->seen.max > of->boundary->a,
		of->entity->seen.max == of->boundary->a, finding);
}

static struct boundary_judgement judge_depth(const struct boundary_question *of)
{
	return judge_fill(of,
		memory_format("was %" PRIu64 " deep, the stack has %" PRIu64,
			of->entity->seen.max, of->boundary->a));
}

static struct boundary_judgement judge_full(const struct boundary_question *of)
{
	return judge_fill(
		of, memory_format("held %" PRIu64 " at a time, depth %" PRIu64,
			    of->entity->seen.max, of->boundary->a));
}

static struct boundary_judgement judge_empty(const struct boundary_question *of)
{
	return crossed_if(of->entity->seen.empty_reads != 0, false,
		memory_format("was read %" PRIu64
			      " times when empty: tasks that run at once may "
			      "find something",
			of->entity->seen.empty_reads));
}

static struct boundary_judgement judge_length(
	const struct boundary_question *of)
{
	const struct spectra_entity *seen = &of->entity->seen;
	uint64_t length =
		seen->accesses != 0 ? (uint64_t)seen->offset_max + 1 : 0;

	return crossed_if(length > of->boundary->a, length == of->boundary->a,
		memory_format("has %" PRIu64 " elements, the port %" PRIu64,
			length, of->boundary->a));
}

/* How often FUNCTION was called. */
static uint64_t calls_of(
	const struct spectra_table *table, const char *function)
{
	for (size_t i = 0; function && i < table->entity_count; i++)
		if (table->entity[i].kind == TABLE_FUNCTION &&
			strcmp(table->entity[i].name, function) == 0)
			return table->entity[i].seen.hits;
	return 0;
}

static struct boundary_judgement judge_reset(const struct boundary_question *of)
{
	uint64_t calls = calls_of(of->table, of->table->top);

	return crossed_if(of->entity->seen.hits != 0 && calls > 1, false,
		memory_format(
			"keeps its value between %" PRIu64 " calls", calls));
}

static struct boundary_judgement judge_alias(const struct boundary_question *of)
{
	return crossed_if(of->entity->seen.rewrites != 0, false,
		memory_format("%" PRIu64 " of %" PRIu64
			      " writes went to an element that was written "
			      "before",
			of->entity->seen.rewrites, of->entity->seen.hits));
}

static const struct {
	const char *what;
	judge *judge;
} judges[] = {
	{"bits", judge_bits},
	{"offset", judge_offset},
	{"residue", judge_residue},
	{"trips", judge_trips},
	{"zero", judge_zero},
	{"varies", judge_varies},
	{"depth", judge_depth},
	{"full", judge_full},
	{"empty", judge_empty},
	{"length", judge_length},
	{"reset", judge_reset},
	{"alias", judge_alias},
};

void spectra_table_judge(struct spectra_table *table)
{
	for (size_t i = 0; i < table->entity_count; i++) {
		struct table_entity *entity = &table->entity[i];
		for (size_t j = 0; j < entity->boundary_count; j++) {
			struct table_boundary *boundary = &entity->boundary[j];
			const struct boundary_question of = {
				table, entity, boundary};
			struct boundary_judgement judgement = {TABLE_FAR, NULL};
			for (size_t k = 0; k < sizeof judges / sizeof judges[0];
				k++)
				if (strcmp(judges[k].what, boundary->what) == 0)
					judgement = judges[k].judge(&of);
			boundary->state = judgement.state;
			boundary->finding = judgement.finding;
		}
	}
}

static char *suggest_type(const struct table_entity *entity)
{
	unsigned used = table_bits_used(entity);
	bool is_signed = entity->number == 's' || is_negative(entity);

	for (size_t i = 0; i < entity->boundary_count; i++)
		if (used != 0 &&
			strcmp(entity->boundary[i].what, "bits") == 0 &&
			used != entity->bits && entity->fraction == 0)
			return memory_format(
				"ap_%s<%u>", is_signed ? "int" : "uint", used);
		else if (used != 0 &&
			 strcmp(entity->boundary[i].what, "bits") == 0 &&
			 used != entity->bits)
			return memory_format("ap_%sfixed<%u,%d>",
				is_signed ? "" : "u", used,
				(int)used - (int)entity->fraction);
	return NULL;
}

char *table_suggest(const struct table_entity *entity)
{
	const struct spectra_entity *seen = &entity->seen;

	switch (entity->kind) {
	case TABLE_SCALAR:
	case TABLE_POINTER:
		return suggest_type(entity);
	case TABLE_ARRAY:
		if (seen->accesses != 0 && seen->offset_max >= 0 &&
			(uint64_t)seen->offset_max + 1 != entity->count)
			return memory_format(
				"[%" PRId64 "]", seen->offset_max + 1);
		return suggest_type(entity);
	case TABLE_STREAM:
		if (seen->hits != 0)
			return memory_format("depth=%" PRIu64, seen->max);
		return NULL;
	case TABLE_FUNCTION:
		if (seen->max > 1)
			return memory_format("stack of %" PRIu64, seen->max);
		return NULL;
	default:
		return NULL;
	}
}
