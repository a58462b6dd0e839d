/* SPDX-License-Identifier: MIT
 * Chains: when one has settled, when it is looked at again, and what wakes it. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analyzer/program/chains.h"
#include "analyzer/rewalk/rewalk.h"

enum { SUBJECTS = 2, SITE = 1 };

/* A test that calls a function, or another that calls it too; the function reads. */
struct stage {
	struct contexts *contexts;
	struct rewalk *rewalk;
	struct rules rules;
	struct chains *chains;
	struct symbol_function function[3];
	struct subject subject[SUBJECTS];
	uint64_t clock;
	uint64_t followed; /* reads */
	uint64_t rested;   /* of these, of parts that rest */
	unsigned ended;	   /* sequences with repetitions */
	uint64_t longest;  /* walk in one of them */
	bool counts_walks;
};

static uint64_t never_born(void *data, uint64_t address)
{
	(void)data, (void)address;
	return 0;
}

static void shown(void *data, struct rewalk_node *node, uint32_t level,
	const struct subject *subject, const struct rewalk_seen *seen)
{
	(void)data, (void)node, (void)level, (void)subject, (void)seen;
}

static void ended(void *data, struct rewalk_node *node, uint32_t level,
	const struct subject *subject, const struct rewalk_counts *counts)
{
	struct stage *stage = data;

	(void)node, (void)level, (void)subject;
	stage->ended++;
	if (counts->walks.longest > stage->longest)
		stage->longest = counts->walks.longest;
}

static void pause_leaf(void *state, const struct stack_view *view,
	const struct context *context, struct leaf *leaf, uint64_t clock)
{
	const struct stage *stage = state;

	(void)context;
	rewalk_pause(stage->rewalk, leaf->rewalk, view->subject,
		view->subject_count, clock);
}

static enum rule_wish wish(void *state, const struct leaf *leaf)
{
	const struct stage *stage = state;

	if (rewalk_leaf_has_settled(leaf->rewalk, CHAIN_VISITS_TO_SETTLE,
		    CHAIN_CELLS_TO_SETTLE) &&
		!(stage->counts_walks &&
			rewalk_leaf_counts(stage->rewalk, leaf->rewalk,
				CHAIN_READS_OF_COUNT)))
		return rewalk_leaf_stays(stage->rewalk, leaf->rewalk,
			       CHAIN_VISITS_TO_SETTLE)
			       ? RULE_HOPES
			       : RULE_SETTLED;
	return rewalk_leaf_walks_far(stage->rewalk, leaf->rewalk)
		       ? RULE_WALKS_FAR
		       : RULE_WAITS;
}

static const struct rule rule = {.pause = pause_leaf, .wish = wish};
static void set(struct stage *stage, bool follow_all)
{
	struct rewalk_limits limits = rewalk_limits_default;
	struct rewalk_options options = {
		.limits = &limits,
		.memory = {never_born, never_born, never_born, NULL},
		.shown = shown,
		.ended = ended,
		.wants_all_ends = true,
		.data = stage,
	};

	struct chains_options chains = {
		.follow_all = follow_all, .rules = &stage->rules};

	if (follow_all)
		rewalk_limits_keep_all(&limits);
	*stage = (struct stage){
		.clock = 1, .rules = {.at = {{&rule, stage}}, .count = 1}};
	for (uint32_t i = 0; i < 3; i++)
		stage->function[i].index = i;
	stage->contexts = contexts_new();
	stage->rewalk = rewalk_new(&options);
	stage->chains = chains_new(&chains);
}

static void strike(struct stage *stage)
{
	chains_free(stage->chains);
	rewalk_free(stage->rewalk);
	contexts_free(stage->contexts);
}

/* The function, called by the test TEST at PLACE. */
static struct context *called_by(
	struct stage *stage, uint32_t test, uint32_t place)
{
	struct path *path[SUBJECTS];
	struct context *context;
	struct leaf *leaf;

	path[0] = contexts_path_call(stage->contexts,
		contexts_path_root(stage->contexts, &stage->function[test], 0),
		place, &stage->function[2]);
	path[1] = contexts_path_root(stage->contexts, &stage->function[2], 0);
	context = contexts_intern(
		stage->contexts, 0, &stage->function[2], path, SUBJECTS);
	if (context->chain == NULL)
		chains_join(stage->chains, context);
	leaf = contexts_leaf(stage->contexts, context, SITE, true);
	if (leaf->rewalk == NULL) {
		uint64_t none[SUBJECTS] = {0}, name = 2 * context->id + 1;
		struct rewalk_names names = {name, name + 1, none};
		leaf->rewalk = rewalk_leaf_new(
			stage->rewalk, &names, stage->subject, SUBJECTS, stage);
		leaf->since = context->chain->followed;
		leaf->part = chains_part(stage->chains, context->chain, place);
		chain_part_add_leaf(leaf->part);
	}
	return context;
}

/* The test and the function are called. */
static void enter(struct stage *stage)
{
	for (int i = 0; i < SUBJECTS; i++) {
		stage->subject[i] = (struct subject){
			.start = ++stage->clock, .serial = stage->clock};
	}
	stage->clock++;
}

/* One function that is called by one test, and runs. */
static struct context *set_one(struct stage *stage, bool follow_all)
{
	struct context *context;

	set(stage, follow_all);
	context = called_by(stage, 0, 1);
	enter(stage);
	return context;
}

/* The function returns and is called again. */
static void call_again(struct stage *stage)
{
	rewalk_end(stage->rewalk, stage->subject, 1);
	stage->subject[1] = (struct subject){
		.start = ++stage->clock, .serial = stage->clock};
	stage->clock++;
}

/* Whether it is followed. */
static bool read_cell(
	struct stage *stage, struct context *context, uint64_t cell)
{
	struct leaf *leaf =
		contexts_leaf(stage->contexts, context, SITE, false);
	struct rewalk_read read = {.cell = 0x10000 + 8 * cell,
		.address = 0x10000 + 8 * cell,
		.now = ++stage->clock,
		.site = SITE};
	struct stack_view view = {
		.subject = stage->subject, .subject_count = SUBJECTS};
	enum rule_met met;

	if (!chains_follow(stage->chains, context->chain, &view, stage->clock))
		return false;
	stage->followed++;
	rewalk_note(stage->rewalk, stage->subject, SUBJECTS, &read);
	if (leaf->part->rests) {
		stage->rested++;
		leaf->part->noted++;
		return true;
	}
	leaf->part->reads.all++;
	met = rewalk_add(
		stage->rewalk, leaf->rewalk, stage->subject, SUBJECTS, &read);
	chains_note(context->chain, leaf->part, met);
	return true;
}

/* The function walks COUNT cells from the first on; how many are followed. */
static uint64_t walk(
	struct stage *stage, struct context *context, uint64_t count)
{
	uint64_t before = stage->followed;

	for (uint64_t i = 0; i < count; i++)
		read_cell(stage, context, i);
	return stage->followed - before;
}

/* Walks of COUNT cells, until one is left out as a whole. Returns how many. */
static unsigned walk_until_settled(
	struct stage *stage, struct context *context, uint64_t count)
{
	unsigned walks = 1;

	while (walk(stage, context, count) != 0 && walks < 100000) {
		call_again(stage);
		walks++;
	}
	return walks;
}

static void a_list_settles_when_it_was_read_several_times(void **state)
{
	struct stage stage;
	struct context *context;
	unsigned walks;

	(void)state;
	context = set_one(&stage, false);
	walks = walk_until_settled(&stage, context, 1000);
	assert_in_range(walks, CHAIN_VISITS_TO_SETTLE + 2, 24);
	strike(&stage);
}

static void a_long_first_walk_does_not_settle(void **state)
{
	struct stage stage;
	struct context *context;

	(void)state;
	context = set_one(&stage, false);
	for (unsigned walks = 0; walks < 4; walks++) {
		assert_int_equal(walk(&stage, context, 20000), 20000);
		call_again(&stage);
	}
	/* It has told what it will tell, and settles at last. */
	assert_in_range(walk_until_settled(&stage, context, 20000), 1, 40);
	strike(&stage);
}

static void new_data_does_not_settle(void **state)
{
	struct stage stage;
	struct context *context;

	(void)state;
	context = set_one(&stage, false);
	for (uint64_t i = 0; i < 200000; i++) {
		assert_true(read_cell(&stage, context, i));
		if (i % 1000 == 999)
			call_again(&stage);
	}
	strike(&stage);
}

/* Until it was looked at for long. New code is, too. */
static void an_endless_stream_is_given_up(void **state)
{
	struct stage stage;
	struct context *context;
	uint64_t cell = 0, given_up;

	(void)state;
	set(&stage, false);
	context = called_by(&stage, 0, 1);
	enter(&stage);
	while (read_cell(&stage, context, cell % 3000000))
		cell++;
	assert_in_range(cell, CHAIN_READS_TO_GIVE_UP,
		CHAIN_READS_TO_GIVE_UP + CHAIN_READS_OF_ACTIVATION +
			2 * CHAIN_READS_OF_LOOK);
	chains_begin_code(stage.chains, context->chain, 0, stage.clock);
	given_up = cell;
	while (read_cell(&stage, context, 3000000 + cell % 3000000))
		cell++;
	assert_true(cell - given_up >= CHAIN_READS_TO_GIVE_UP);
	strike(&stage);
}

/* Walks over COUNT items, beside each of which a loop variable and a table are read, until
 * one is left out. Returns how many. */
static unsigned walk_beside_table(uint64_t count)
{
	struct stage stage;
	struct context *list, *table;
	unsigned walks = 0;

	set(&stage, false);
	list = called_by(&stage, 0, 1);
	table = called_by(&stage, 0, 2);
	assert_ptr_equal(list->chain, table->chain);
	enter(&stage);
	for (bool all = true; all && walks < 100; walks++)
		for (uint64_t i = 0; i < count; i++) {
			all &= read_cell(&stage, list, i);
			read_cell(&stage, table, 1000000 + i % 10);
			read_cell(&stage, table, 1000000 + i % 7);
		}
	strike(&stage);
	return walks;
}

static void hot_cells_do_not_hide_a_first_walk(void **state)
{
	(void)state;
	assert_in_range(walk_beside_table(20000), CHAIN_VISITS_TO_SETTLE, 24);
	/* That alone takes longer than an instruction is waited for. */
	assert_in_range(walk_beside_table(CHAIN_READS_OF_PATIENCE / 3 + 1000),
		CHAIN_VISITS_TO_SETTLE, 24);
}

/* Of each of 48 cells, 64 bits are read in turn: so two walks are more reads than what it
 * takes to settle. */
static void walks_over_bits_are_waited_for(void **state)
{
	struct stage stage;
	struct context *context;
	uint64_t walks = 0;
	bool all = true;

	(void)state;
	context = set_one(&stage, false);
	for (; all && walks < 100; walks++)
		for (uint64_t i = 0; i < UINT64_C(48) * 64; i++)
			all &= read_cell(&stage, context, i / 64);
	assert_in_range(walks, CHAIN_VISITS_TO_SETTLE, 24);
	strike(&stage);
}

static bool rests(struct stage *stage, struct context *context)
{
	return contexts_leaf(stage->contexts, context, SITE, false)
		->part->rests;
}

/* A first long walk of STREAM, and a table of ten that is read with each item, until that
 * rests. */
static void read_until_table_rests(struct stage *stage, struct context *stream,
	struct context *table, uint64_t *item)
{
	uint64_t first = *item;

	while (!rests(stage, table) && *item < first + 100000) {
		assert_true(read_cell(stage, stream, 1000 + ++*item));
		read_cell(stage, table, *item % 10);
		if (*item % 100 == 0)
			call_again(stage);
	}
}

/* Both are called by one test. Returns how many items of STREAM were read. */
static uint64_t let_table_rest(
	struct stage *stage, struct context **stream, struct context **table)
{
	uint64_t item = 0;

	set(stage, false);
	*stream = called_by(stage, 0, 1);
	*table = called_by(stage, 0, 2);
	enter(stage);
	read_until_table_rests(stage, *stream, *table, &item);
	return item;
}

/* The table's reads are only noted then; the walk is followed on. */
static void what_has_settled_beside_a_first_walk_rests(void **state)
{
	struct stage stage;
	struct context *stream, *table;
	uint64_t item, woken;

	(void)state;
	item = let_table_rest(&stage, &stream, &table);
	assert_in_range(item, CHAIN_READS_TO_SETTLE,
		CHAIN_READS_TO_SETTLE + 2 * CHAIN_READS_OF_LOOK);
	assert_int_equal(stream->chain->state, CHAIN_FOLLOWED);
	/* It is looked at again when the stream has doubled. */
	woken = 2 * stage.clock;
	for (unsigned i = 0; rests(&stage, table); i++) {
		assert_true(read_cell(&stage, stream, 1000 + ++item));
		assert_true(read_cell(&stage, table, i % 10));
		assert_false(rests(&stage, stream));
		if (i % 100 == 99)
			call_again(&stage);
	}
	assert_in_range(stage.clock, woken, woken + 2000);
	assert_true(stage.rested > CHAIN_READS_TO_SETTLE / 2);
	strike(&stage);
}

/* Reads of a list of eight cells that are followed until it has settled. */
static uint64_t reads_to_settle(bool is_open)
{
	struct stage stage;
	struct context *context = set_one(&stage, false);
	struct leaf *leaf = contexts_leaf(stage.contexts, context, SITE, false);

	chain_part_open(leaf->part, true);
	if (!is_open)
		chain_part_open(leaf->part, false);
	walk_until_settled(&stage, context, 8);
	strike(&stage);
	return stage.followed;
}

static void a_finding_that_is_not_clear_is_waited_for(void **state)
{
	(void)state;
	assert_in_range(reads_to_settle(true), 30000, 40000);
	assert_in_range(reads_to_settle(false), 4096, 8192);
}

static void new_code_wakes_what_rests(void **state)
{
	struct stage stage;
	struct context *stream, *table;
	uint64_t item = 0;

	(void)state;
	let_table_rest(&stage, &stream, &table);
	chains_begin_code(stage.chains, stream->chain, 0, stage.clock);
	assert_false(rests(&stage, table));
	/* For a burst. */
	read_until_table_rests(&stage, stream, table, &item);
	assert_in_range(item, CHAIN_READS_OF_BURST / 2,
		CHAIN_READS_OF_BURST + CHAIN_READS_OF_LOOK);
	strike(&stage);
}

/* ... whose walk would begin anywhere if it were followed at once. */
static void what_rests_is_followed_from_its_next_call_on(void **state)
{
	struct stage stage;
	struct context *stream, *table;
	uint64_t item;

	(void)state;
	item = let_table_rest(&stage, &stream, &table);
	call_again(&stage);
	stream->chain->until = 0;
	for (unsigned i = 0; i < CHAIN_READS_OF_ACTIVATION / 2; i++)
		assert_true(read_cell(&stage, stream, 1000 + ++item));
	assert_true(rests(&stage, table));
	call_again(&stage);
	read_cell(&stage, stream, 1000 + ++item);
	assert_false(rests(&stage, table));
	strike(&stage);
}

/* Half of what TREE's instruction reads passes by, as of a large tree that is walked again:
 * the other half are visits, whether they are followed or noted. */
static void what_rests_is_counted_as_it_was_followed(void **state)
{
	struct stage stage;
	struct context *stream, *tree;
	uint64_t cell = 0;

	(void)state;
	set(&stage, false);
	stream = called_by(&stage, 0, 1);
	tree = called_by(&stage, 0, 2);
	enter(&stage);
	while (read_cell(&stage, tree, 1) && cell < 1000000) {
		read_cell(&stage, tree, 1000 + ++cell);
		read_cell(&stage, tree, 2);
		if (cell % 8 == 0)
			read_cell(&stage, stream, 5000000 + cell);
		if (cell % 100 == 0)
			call_again(&stage);
	}
	assert_true(stage.rested > stage.followed / 2);
	assert_in_range(stage.followed, 4 * CHAIN_READS_TO_SETTLE, 200000);
	strike(&stage);
}

/* The same position in a new context: it asks for a look before long. */
static void a_new_instruction_wakes_its_part(void **state)
{
	struct stage stage;
	struct context *stream, *table;
	uint64_t item;

	(void)state;
	item = let_table_rest(&stage, &stream, &table);
	chains_part(stage.chains, table->chain, 2);
	for (unsigned i = 0; i < 2 * CHAIN_READS_OF_LOOK; i++) {
		read_cell(&stage, stream, 1000 + ++item);
		call_again(&stage);
	}
	assert_false(rests(&stage, table));
	strike(&stage);
}

/* Where something else was waited for in vain, as long as that is done. */
static void new_code_is_waited_for_anew(void **state)
{
	struct stage stage;
	struct context *stream, *table, *list;

	(void)state;
	set(&stage, false);
	stream = called_by(&stage, 0, 1);
	table = called_by(&stage, 0, 2);
	enter(&stage);
	for (uint64_t i = 0; stage.followed < CHAIN_READS_TO_GIVE_UP; i++) {
		assert_true(read_cell(&stage, stream, 1000 + i));
		for (uint64_t k = 0; k < 8; k++)
			assert_true(read_cell(&stage, table, k));
	}
	walk_until_settled(&stage, table, 8);
	assert_int_equal(stream->chain->state, CHAIN_OFF);
	chains_begin_code(stage.chains, stream->chain, 0, stage.clock);
	list = called_by(&stage, 0, 3);
	for (unsigned walks = 0; walks < CHAIN_VISITS_TO_SETTLE - 1; walks++)
		assert_int_equal(walk(&stage, list, 20000), 20000);
	strike(&stage);
}

/* Batches of ten items, each read four times. */
static void data_read_a_few_times_does_not_settle(void **state)
{
	struct stage stage;
	struct context *context;

	(void)state;
	context = set_one(&stage, false);
	for (uint64_t i = 0; i < 4 * (uint64_t)rewalk_limits_default.cells;
		i++) {
		assert_true(read_cell(&stage, context, i / 40 * 10 + i % 10));
		if (i % 40 == 39)
			call_again(&stage);
	}
	strike(&stage);
}

/* Walks the list of 100 until CLOCK. */
static void walk_to(
	struct stage *stage, struct context *context, uint64_t clock)
{
	while (stage->clock < clock) {
		walk(stage, context, 100);
		call_again(stage);
	}
}

static bool is_new(struct stage *stage, struct context *context)
{
	return chains_is_new(context->chain,
		contexts_leaf(stage->contexts, context, SITE, false),
		stage->clock);
}

static void a_leaf_is_new_for_a_while_and_then_again(void **state)
{
	struct stage stage;
	struct context *context, *other;
	uint64_t cell = 0;

	(void)state;
	context = set_one(&stage, false);
	while (is_new(&stage, context) && cell < 100000)
		read_cell(&stage, context, ++cell);
	/* Nothing has begun before: the stream has doubled at once. */
	assert_in_range(
		cell, CHAIN_READS_TO_SETTLE, 2 * CHAIN_READS_TO_SETTLE + 1);
	other = called_by(&stage, 0, 2);
	assert_true(is_new(&stage, other));
	assert_false(is_new(&stage, context));
	chains_begin_code(stage.chains, context->chain, 0, stage.clock);
	assert_true(is_new(&stage, context));
	while (is_new(&stage, context) && cell < 100000)
		read_cell(&stage, context, ++cell);
	assert_in_range(cell, 3 * CHAIN_READS_TO_SETTLE, 50000);
	assert_false(is_new(&stage, other));
	stage.clock *= 2;
	assert_true(is_new(&stage, context));
	strike(&stage);
}

static void what_has_settled_is_read_again_when_the_stream_has_doubled(
	void **state)
{
	struct stage stage;
	struct context *context;
	uint64_t clock, followed, until;

	(void)state;
	context = set_one(&stage, false);
	walk_until_settled(&stage, context, 100);
	for (unsigned i = 0; i < 5; i++) {
		clock = stage.clock;
		followed = stage.followed;
		assert_int_equal(context->chain->state, CHAIN_OFF);
		until = context->chain->until;
		assert_in_range(until, 2 * (clock - 2 * CHAIN_READS_OF_BURST),
			2 * clock);
		walk_to(&stage, context, until - 200);
		assert_int_equal(stage.followed, followed);
		walk_to(&stage, context, until + 2 * CHAIN_READS_OF_BURST);
		assert_in_range(stage.followed - followed,
			CHAIN_READS_OF_BURST - 300, CHAIN_READS_OF_BURST + 300);
		assert_int_equal(walk_until_settled(&stage, context, 100), 1);
	}
	strike(&stage);
}

static void new_cells_in_a_burst_unsettle(void **state)
{
	struct stage stage;
	struct context *context;
	uint64_t cell = 1000000;

	(void)state;
	context = set_one(&stage, false);
	walk_until_settled(&stage, context, 100);
	walk_to(&stage, context, context->chain->until);
	while (!read_cell(&stage, context, cell++) && cell < 1100000)
		call_again(&stage);
	assert_in_range(cell, 1000000, 1001000);
	/* A hundred bursts of what it had not met. */
	for (unsigned i = 0; i < 100 * CHAIN_READS_OF_BURST; i++) {
		assert_true(read_cell(&stage, context, cell++));
		if (i % 100 == 0)
			call_again(&stage);
	}
	strike(&stage);
}

static void another_caller_is_followed_from_its_first_read(void **state)
{
	struct stage stage;
	struct context *context;

	(void)state;
	context = set_one(&stage, false);
	walk_until_settled(&stage, context, 100);
	assert_int_equal(walk(&stage, context, 100), 0);
	/* Another place in the same test is the same chain. */
	assert_int_equal(walk(&stage, called_by(&stage, 0, 2), 100), 0);
	rewalk_end(stage.rewalk, stage.subject, 1);
	rewalk_end(stage.rewalk, stage.subject, 0);
	enter(&stage);
	assert_int_equal(walk(&stage, called_by(&stage, 1, 1), 100), 100);
	strike(&stage);
}

static void a_call_from_a_new_place_wakes_what_it_calls(void **state)
{
	struct stage stage;
	struct context *context;

	(void)state;
	context = set_one(&stage, false);
	walk_until_settled(&stage, context, 100);
	context = called_by(&stage, 0, 2);
	chains_begin_call(stage.chains, context->path[0], stage.clock);
	walk(&stage, context, 100);
	call_again(&stage);
	assert_int_equal(walk(&stage, context, 100), 100);
	strike(&stage);
}

static unsigned count_walks_to_settle(uint64_t cells)
{
	struct stage stage;
	struct context *context = set_one(&stage, false);
	unsigned walks;

	stage.counts_walks = true;
	walks = walk_until_settled(&stage, context, cells);
	strike(&stage);
	return walks;
}

static void as_many_walks_as_cells_are_waited_for(void **state)
{
	(void)state;
	assert_in_range(count_walks_to_settle(100), 110, 140);
	assert_in_range(count_walks_to_settle(300), 330, 360);
	assert_in_range(count_walks_to_settle(400), 4, 60);
}

static void no_walk_has_a_hole(void **state)
{
	struct stage stage;
	struct context *context;

	(void)state;
	context = set_one(&stage, false);
	/* Never a new activation: it stops and begins in the midst of walks. */
	for (unsigned i = 0; i < 20000; i++)
		walk(&stage, context, 97);
	assert_true(stage.followed < 200000);
	rewalk_end(stage.rewalk, stage.subject, 1);
	rewalk_end(stage.rewalk, stage.subject, 0);
	assert_true(stage.ended >= 1);
	assert_int_equal(stage.longest, 97);
	strike(&stage);
}

static void nothing_is_left_out_when_all_is_wanted(void **state)
{
	struct stage stage;
	struct context *context;

	(void)state;
	context = set_one(&stage, true);
	for (unsigned i = 0; i < 5000; i++) {
		assert_int_equal(walk(&stage, context, 100), 100);
		call_again(&stage);
	}
	strike(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_list_settles_when_it_was_read_several_times),
		cmocka_unit_test(a_long_first_walk_does_not_settle),
		cmocka_unit_test(new_data_does_not_settle),
		cmocka_unit_test(an_endless_stream_is_given_up),
		cmocka_unit_test(hot_cells_do_not_hide_a_first_walk),
		cmocka_unit_test(walks_over_bits_are_waited_for),
		cmocka_unit_test(what_has_settled_beside_a_first_walk_rests),
		cmocka_unit_test(a_finding_that_is_not_clear_is_waited_for),
		cmocka_unit_test(new_code_wakes_what_rests),
		cmocka_unit_test(what_rests_is_followed_from_its_next_call_on),
		cmocka_unit_test(a_new_instruction_wakes_its_part),
		cmocka_unit_test(what_rests_is_counted_as_it_was_followed),
		cmocka_unit_test(a_leaf_is_new_for_a_while_and_then_again),
		cmocka_unit_test(new_code_is_waited_for_anew),
		cmocka_unit_test(data_read_a_few_times_does_not_settle),
		cmocka_unit_test(
			what_has_settled_is_read_again_when_the_stream_has_doubled),
		cmocka_unit_test(new_cells_in_a_burst_unsettle),
		cmocka_unit_test(
			another_caller_is_followed_from_its_first_read),
		cmocka_unit_test(a_call_from_a_new_place_wakes_what_it_calls),
		cmocka_unit_test(as_many_walks_as_cells_are_waited_for),
		cmocka_unit_test(no_walk_has_a_hole),
		cmocka_unit_test(nothing_is_left_out_when_all_is_wanted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
