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

#include "testsuite/unit/rewalk_program.h"

enum { FOUND_MAX = 4096 };

struct found {
	enum rewalk_kind kind;
	uint64_t name;
	struct rewalk_counts counts;
};

/* A program, and what the two forms have told of it. */
struct trial {
	struct program program; /* first: it is what they are told */
	struct found found[FOUND_MAX];
	size_t found_count;
	unsigned held[3], compared, shown;
	unsigned lower_bounds;	/* of what was told */
	struct table *verdicts; /* names of what held, or NULL */
	const char *failed;
};

/* --- results ------------------------------------------------------------ */

static void shown(void *data, struct rewalk_node *node, uint32_t level,
	const struct subject *subject, const struct rewalk_seen *seen)
{
	(void)node, (void)level, (void)subject, (void)seen;
	((struct trial *)data)->shown++;
}

static void ended(void *data, struct rewalk_node *node, uint32_t level,
	const struct subject *subject, const struct rewalk_counts *counts)
{
	struct trial *trial = data;
	struct found *found = &trial->found[trial->found_count++];

	(void)level, (void)subject;
	assert_true(trial->found_count < FOUND_MAX);
	found->kind = node->kind;
	found->name = node->name;
	found->counts = *counts;
	assert_true(counts->cells <= counts->reads);
	for (uint32_t i = 0; i < counts->walks.lengths; i++)
		assert_true(counts->walks.length[i] <= counts->reads);
	trial->lower_bounds += node->is_lower_bound;
	if (trial->verdicts != NULL && found->kind != REWALK_PATH &&
		rewalk_holds(&trial->program.limits, found->kind, counts))
		*table_place(trial->verdicts, found->kind + 1, found->name) =
			trial;
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
	CHECK(most_known);
	CHECK(grown);
	CHECK(longer);
	CHECK(known.all);
	CHECK(known.by_long);
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
	CHECK(cells_again);
	CHECK(same);
	CHECK(tail);
	CHECK(changed);
	CHECK(bits);
	CHECK(followed);
	CHECK(branched);
	CHECK(inserted);
	CHECK(constant);
	CHECK(steps);
	CHECK(steps_with_work);
	CHECK(steps_fresh);
	CHECK(steps_apart);
	CHECK(steps_entered);
	CHECK(is_eligible);
	CHECK(is_regular);
	return compare_walks(&a->walks, &b->walks);
}

static const struct found *find(
	const struct trial *trial, enum rewalk_kind kind, uint64_t name)
{
	for (size_t i = 0; i < trial->found_count; i++)
		if (trial->found[i].kind == kind &&
			trial->found[i].name == name)
			return &trial->found[i];
	return NULL;
}

/* The verdict of the reference form at the end of an activation. */
static void check(void *data, enum rewalk_kind kind, uint64_t name,
	const struct rewalk_counts *counts)
{
	struct trial *trial = data;
	const struct found *found = find(trial, kind, name);
	bool holds = rewalk_holds(&trial->program.limits, kind, counts);

	trial->held[kind] += holds;
	if (found == NULL) {
		/* The only instruction of a line stands for it. */
		if (counts->same + counts->tail != 0 &&
			(kind != REWALK_LINE || table_find(&trial->program.line,
							1, name) != NULL))
			trial->failed = "missing";
		return;
	}
	trial->compared++;
	if (trial->failed == NULL)
		trial->failed = compare(counts, &found->counts);
}

static void leaving(void *data)
{
	((struct trial *)data)->found_count = 0;
}

static void begin_trial(struct trial *trial, uint64_t seed, bool keep_all)
{
	static const struct program_told told = {shown, leaving, ended, check};

	memset(trial, 0, sizeof *trial);
	program_begin(&trial->program, seed, keep_all, &told);
}

/* Gathers the names of what holds, without the reference. */
static void gather(struct trial *trial, struct table *verdicts)
{
	trial->verdicts = verdicts;
	trial->program.has_no_reference = true;
}

static void run_random(struct program *program)
{
	uint64_t steps = 20 + program_draw(program, 150);

	while (steps-- > 0)
		program_step(program);
}

/* How much random programs gave the two forms to agree on. */
struct agreed {
	unsigned held[3], compared, told, pauses, left_out;
};

static struct agreed run_programs(unsigned count, unsigned pause_reads)
{
	static struct trial trial;
	struct program *program = &trial.program;
	struct agreed agreed = {0};

	for (uint64_t seed = 1; seed <= count; seed++) {
		begin_trial(&trial, seed, true);
		program->pause_reads = pause_reads;
		run_random(program);
		program_end(program);
		if (trial.failed != NULL)
			fail_msg("program %u: %s differs", (unsigned)seed,
				trial.failed);
		for (int kind = 0; kind < 3; kind++)
			agreed.held[kind] += trial.held[kind];
		agreed.compared += trial.compared;
		agreed.told += trial.shown;
		agreed.pauses += program->pauses;
		agreed.left_out += program->left_out;
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
		program_call(program, (unsigned)program_draw(program, 5), 0);
		switch (program->frame[program->depth - 1].function) {
		case 0:
			for (unsigned j = 0; j < list->length; j++)
				program_read(program, 0, list->cell[j]);
			break;
		case 1:
			for (unsigned j = 0; j < 3; j++)
				program_read(program, 1,
					CELL(program_draw(program, OBJECTS - 2),
						j));
			break;
		case 2:
			program_read(program, 2, CELL(1, 1));
			break;
		case 3:
			program_read(program, 3,
				CELL(i % OBJECTS, i / OBJECTS % OBJECT_CELLS));
			break;
		default:
			if (list->length < 12) {
				list->cell[list->length] =
					CELL(list->length, 2);
				list->length++;
			}
			for (unsigned j = 0; j < list->length; j++)
				program_read(program, 4 + j % 2, list->cell[j]);
			break;
		}
		program_leave(program);
	}
}

static void collect_verdicts(struct trial *trial, uint64_t seed,
	unsigned pause_reads, struct table *verdicts)
{
	begin_trial(trial, seed, true);
	gather(trial, verdicts);
	trial->program.pause_reads = pause_reads;
	run_random(&trial->program);
	program_end(&trial->program);
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
	static struct trial trial;
	size_t kept = 0, lost = 0, created = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= 3000; seed++) {
		struct table all = {0}, paused = {0};
		size_t common;
		collect_verdicts(&trial, seed, 0, &all);
		collect_verdicts(&trial, seed, 512, &paused);
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
	static struct trial trial;
	struct program *program = &trial.program;

	(void)state;
	for (uint64_t seed = 1; seed <= 50; seed++) {
		struct table verdicts = {0};
		begin_trial(&trial, seed, seed % 2);
		gather(&trial, &verdicts);
		program->pause_reads = 100;
		program_call(program, 0, 0);
		for (unsigned i = 0; i < 500; i++) {
			program_call(program, 1, 0);
			for (unsigned j = 0; j < 10 + seed; j++)
				program_read(program, 0,
					CELL(j % 14, j / 14 % OBJECT_CELLS));
			program_leave(program);
		}
		program_end(program);
		assert_true(program->pauses > 5 && program->left_out > 500);
		assert_true(verdicts.count >= 1);
		table_release(&verdicts);
	}
}

static void switching_off_changes_no_verdict(void **state)
{
	static struct trial trial;
	struct program *program = &trial.program;
	size_t verdicts = 0, switched_off = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= 50; seed++) {
		struct table kept = {0}, switched = {0};
		for (int keep_all = 0; keep_all < 2; keep_all++) {
			begin_trial(&trial, seed, keep_all);
			gather(&trial, keep_all ? &kept : &switched);
			run_long(program);
			program_end(program);
			if (!keep_all)
				switched_off += trial.lower_bounds;
		}
		assert_int_equal(kept.count, switched.count);
		assert_int_equal(count_common(&kept, &switched), kept.count);
		verdicts += kept.count;
		table_release(&kept);
		table_release(&switched);
	}
	assert_true(verdicts >= 100 && switched_off >= 50);
}

/* Reads two cells of each of COUNT objects in turn, TIMES times. */
static void read_fields(struct program *program, unsigned count, unsigned times)
{
	for (unsigned i = 0; i < times * count; i++) {
		program_read(program, 0, CELL(i / times, 0));
		program_read(program, 0, CELL(i / times, 1));
	}
}

/* FUNCTION is called COUNT times, and walks over five cells. */
static void walk_in_calls(
	struct program *program, unsigned function, unsigned count)
{
	for (unsigned call = 0; call < count; call++) {
		program_call(program, function, 0);
		for (unsigned i = 0; i < 5; i++)
			program_read(program, 0, CELL(i, 0));
		program_leave(program);
	}
}

/* In the first part of a trace a field is closed, as it is nothing by itself. A path that goes
 * where its instruction goes is not. */
static void no_path_is_closed_for_others_at_first(void **state)
{
	static struct trial trial;
	struct program *program = &trial.program;

	(void)state;
	for (int is_whole = 0; is_whole < 2; is_whole++) {
		begin_trial(&trial, 1, false);
		trial.program.has_no_reference = true;
		program->rewalk->sleep_rereads = UINT64_MAX;
		if (is_whole)
			program->rewalk->whole = UINT64_MAX;
		program_call(program, 3, 0);
		program_call(program, 2, 0);
		walk_in_calls(program, 1, 120);
		program_leave(program);
		assert_int_equal(trial.lower_bounds != 0, !is_whole);
		trial.lower_bounds = 0;
		read_fields(program, 2, 300);
		program_leave(program);
		assert_int_not_equal(trial.lower_bounds, 0);
		program_end(program);
	}
}

/* Two functions, one of which calls the other, have read the same when the inner one has a
 * finding and its path is closed: the outer one's goes on with what both had. */
static void what_is_closed_leaves_its_reads_to_others(void **state)
{
	static struct trial trial;
	struct program *program = &trial.program;
	const struct found *outer = NULL;

	(void)state;
	begin_trial(&trial, 1, false);
	trial.program.has_no_reference = true;
	program_call(program, 3, 0);
	for (unsigned call = 0; call < 2; call++) {
		program_call(program, 2, 0);
		walk_in_calls(program, 1, call == 0 ? 60 : 1);
		program_leave(program);
	}
	program_leave(program);
	for (size_t i = 0; i < trial.found_count; i++)
		if (trial.found[i].kind == REWALK_PATH)
			outer = &trial.found[i];
	assert_non_null(outer);
	assert_int_equal(outer->counts.cells, 5);
	assert_int_equal(outer->counts.same, 5);
	assert_int_equal(outer->counts.walks.count, 61);
	program_end(program);
}

/* A list longer than what a context holds: its beginning is enough. */
static void a_long_walk_keeps_its_beginning(void **state)
{
	static struct trial trial;
	struct program *program = &trial.program;
	struct table verdicts = {0};

	(void)state;
	begin_trial(&trial, 1, false);
	gather(&trial, &verdicts);
	program_call(program, 0, 0);
	for (unsigned walk = 0; walk < 4; walk++)
		for (uint64_t i = 0;
			i < 3 * (uint64_t)rewalk_limits_default.cells; i++)
			program_read(program, 0,
				0x10000 + 64 * OBJECTS * i + 64 * 3);
	program_end(program);
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
		cmocka_unit_test(no_path_is_closed_for_others_at_first),
		cmocka_unit_test(what_is_closed_leaves_its_reads_to_others),
		cmocka_unit_test(a_long_walk_keeps_its_beginning),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
