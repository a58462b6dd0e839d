/* SPDX-License-Identifier: MIT
 * One trace, event by event, through the rules. */
#include "config.h"

#include "analyzer/analysis_inside.h"

#include <string.h>

#include "lib/memory.h"

#include "analyzer/program/chains.h"

/* What is walked again gets its name while the walk goes on. */
static void answer_questions(
	struct analysis *analysis, const struct stack_view *view)
{
	struct questions *questions = &analysis->questions;

	for (size_t i = 0; i < questions->count; i++)
		redundant_answer(analysis->redundant, view, &questions->all[i]);
	questions->count = 0;
}

void analysis_end_activation(void *data, struct call_stack *stack)
{
	struct analysis *analysis = data;
	const struct stack_view *view = stack_view(stack);

	for (unsigned i = 0; i < analysis->rules.count; i++) {
		analysis->rules.at[i].rule->end(
			analysis->rules.at[i].state, view);
		answer_questions(analysis, view);
	}
}

/* --- reads -------------------------------------------------------------- */

/* Puts the leaf of SITE into CACHED; NULL: it is new, and the memory full. */
static void find_leaf(struct analysis *analysis, struct context *context,
	uint32_t site, struct leaf_cache *cached)
{
	cached->context = context;
	cached->leaf = contexts_leaf(analysis->program.contexts, context, site,
		analysis->short_of < MEMORY_FULL);
	if (!cached->leaf || cached->leaf->part)
		return;
	cached->leaf->since = context->chain->followed;
	cached->leaf->part = chains_part(analysis->program.chains,
		context->chain,
		program_name_of_read(&analysis->program, context, site));
}

/* A record of a read or of a string. */
struct event {
	uint32_t site, stamp;
	uint64_t address, value, clock;
};

/* Whether something new to all live activations was written there. */
static inline bool is_foreign(const struct program *program,
	const struct stack_view *view, uint32_t stamp, uint64_t written)
{
	uint64_t start = view->subject[view->subject_count - 1].start;

	return __builtin_expect(
		       (stamp & TRACE_STAMP_EXTERNAL) != 0 || start <= written,
		       0) &&
	       program_is_foreign(program, stamp);
}

/* Counts EVENT, and makes READ of it if it is followed: it is somebody's, and its code
 * has not settled. */
static inline __attribute__((always_inline)) bool begin_read(
	struct analysis *analysis, const struct event *event,
	struct rule_read *read)
{
	struct program *program = &analysis->program;
	struct context *context = stack_context(program->stack);
	const struct stack_view *view = stack_view(program->stack);
	struct leaf_cache *cached = &analysis->leaf[event->site];
	uint64_t written = trace_stamp_clock(event->stamp, program->stamp_base);

	analysis->events++;
	if (view->subject_count == 0)
		return false;
	if (__builtin_expect(!context->chain, 0))
		chains_join(program->chains, context);
	if (!chains_follow(program->chains, context->chain, view, event->clock))
		return false;
	if (__builtin_expect(cached->context != context, 0))
		find_leaf(analysis, context, event->site, cached);
	if (!cached->leaf)
		return false;
	read->view = view;
	read->context = context;
	read->leaf = cached->leaf;
	read->address = event->address;
	read->value = event->value;
	read->now = event->clock;
	read->written = written;
	read->foreign = is_foreign(program, view, event->stamp, written)
				? event->stamp
				: 0;
	read->is_constant =
		program_is_constant(program, event->address, written);
	return true;
}

/* READ is of a leaf that rests. */
static void analysis_note_read(
	struct analysis *analysis, const struct rule_read *read)
{
	const struct rules *rules = &analysis->rules;

	read->leaf->part->noted++;
	for (unsigned i = 0; i < rules->count; i++)
		if (rules->at[i].rule->note)
			rules->at[i].rule->note(rules->at[i].state, read);
}

static inline __attribute__((always_inline)) void analysis_add_event(
	struct analysis *analysis, const struct event *event)
{
	const struct rules *rules = &analysis->rules;
	struct rule_read read;

	if (!begin_read(analysis, event, &read))
		return;
	if (read.leaf->part->rests) {
		analysis_note_read(analysis, &read);
		return;
	}
	read.leaf->part->reads.all++;
	for (unsigned i = 0; i < rules->count; i++) {
		rules->at[i].rule->read(rules->at[i].state, &read);
		if (__builtin_expect(analysis->questions.count != 0, 0))
			answer_questions(analysis, read.view);
	}
}

static inline void analysis_add_read(struct analysis *analysis,
	const uint32_t *record, bool has_value, uint64_t clock)
{
	struct event event = {record[0], record[1], 0, 0, clock};
	uint64_t address;

	memcpy(&address, record + 2, sizeof address);
	event.address = trace_plain_address(address);
	if (has_value)
		memcpy(&event.value, record + 4, sizeof event.value);
	analysis_add_event(analysis, &event);
}

/* CLOCK is that of the first read. */
static void analysis_add_run(
	struct analysis *analysis, const struct trace_run *run, uint64_t clock)
{
	struct event event = {run->site, run->stamp,
		trace_plain_address(run->address), 0, clock};

	for (uint32_t i = 0; i < run->count; i++) {
		analysis_add_event(analysis, &event);
		event.address += (uint64_t)run->step;
		event.clock += TRACE_READ_BYTES / 8;
	}
}

/* The instruction has read STAY's cell again since its last read. No other activation has
 * run it meanwhile, so its leaf is what it was. */
static void analysis_add_stay(
	struct analysis *analysis, const struct trace_stay *stay)
{
	const struct rules *rules = &analysis->rules;
	struct leaf *leaf = analysis->leaf[stay->site].leaf;
	uint64_t clock =
		trace_stamp_clock(stay->stamp, analysis->program.stamp_base);

	analysis->events += stay->count;
	if (!leaf || !chain_part_add_stays(leaf->part, stay->count))
		return;
	for (unsigned i = 0; i < rules->count; i++)
		if (rules->at[i].rule->stay)
			rules->at[i].rule->stay(
				rules->at[i].state, leaf, stay->count, clock);
}

/* Whether the string function that has begun copies RECORD to a place, TO, that
 * overlaps with it. */
static bool is_shift(const struct trace_string *record, uint64_t to)
{
	uint64_t distance = to > record->address ? to - record->address
						 : record->address - to;

	return record->role == TRACE_STRING_COPY && distance != 0 &&
	       distance < record->length_bytes;
}

static void analysis_add_write(struct analysis *analysis,
	const struct trace_string *record, uint64_t clock)
{
	struct program *program = &analysis->program;
	struct context *context = stack_context(program->stack);
	struct leaf_cache *cached = &analysis->leaf[record->site];
	struct rule_read call = {.view = stack_view(program->stack),
		.context = context,
		.address = record->address,
		.now = clock,
		.written =
			trace_stamp_clock(record->stamp, program->stamp_base)};
	struct rule_write write = {.length_bytes = record->length_bytes,
		.first = trace_stamp_clock(
			record->half_stamp, program->stamp_base),
		.step_bytes = record->step_bytes,
		.is_fill = record->role == TRACE_STRING_FILL};

	if (call.view->subject_count == 0)
		return;
	if (!context->chain)
		chains_join(program->chains, context);
	write.is_noted = context->chain->state >= CHAIN_OFF;
	if (cached->context != context)
		find_leaf(analysis, context, record->site, cached);
	call.leaf = cached->leaf;
	if (!call.leaf)
		return;
	for (unsigned i = 0; i < analysis->rules.count; i++)
		if (analysis->rules.at[i].rule->write)
			analysis->rules.at[i].rule->write(
				analysis->rules.at[i].state, &call, &write);
	answer_questions(analysis, call.view);
}

static void analysis_give(struct analysis *analysis,
	const struct trace_string *record, uint64_t clock)
{
	const struct rules *rules = &analysis->rules;

	for (unsigned i = 0; i < rules->count; i++)
		if (rules->at[i].rule->give)
			rules->at[i].rule->give(rules->at[i].state,
				record->address, record->length_bytes, clock);
}

static void analysis_tell_string(struct analysis *analysis,
	const struct event *event, const struct rule_string *string)
{
	const struct rules *rules = &analysis->rules;
	struct rule_read call;

	if (!begin_read(analysis, event, &call))
		return;
	if (call.leaf->part->rests) {
		analysis_note_read(analysis, &call);
		return;
	}
	call.leaf->part->reads.all++;
	for (unsigned i = 0; i < rules->count; i++) {
		if (string->began == 0 || rules->at[i].rule->write)
			rules->at[i].rule->string(
				rules->at[i].state, &call, string);
		answer_questions(analysis, call.view);
	}
}

static void analysis_add_string(struct analysis *analysis,
	const struct trace_string *record, uint64_t clock)
{
	uint64_t to = stack_view(analysis->program.stack)->argument;
	struct event event = {
		record->site, record->stamp, record->address, 0, clock};
	struct rule_string string = {
		.length_bytes = record->length_bytes,
		.half_written = trace_stamp_clock(
			record->half_stamp, analysis->program.stamp_base),
		.is_scan = record->role == TRACE_STRING_SCAN,
		.is_compare = record->role == TRACE_STRING_COMPARE,
		.is_shift = is_shift(record, to),
		.copied_to = record->role == TRACE_STRING_COPY ? to : 0,
	};

	analysis_tell_string(analysis, &event, &string);
}

/* What was copied by the RUN that ends now. */
static void analysis_add_source(
	struct analysis *analysis, const struct trace_string *run)
{
	const struct trace_string *source = &analysis->source;
	uint64_t base = analysis->program.stamp_base;
	struct event event = {source->site, source->stamp, source->address, 0,
		trace_stamp_clock(run->stamp, base)};
	struct rule_string string = {
		.length_bytes = source->length_bytes,
		.half_written = trace_stamp_clock(source->half_stamp, base),
		.copied_to = run->address,
		.began = trace_stamp_clock(run->half_stamp, base),
	};

	if (source->length_bytes != 0)
		analysis_tell_string(analysis, &event, &string);
	analysis->source.length_bytes = 0;
}

/* A function begins at CLOCK that sorts LENGTH_BYTES from ADDRESS on, called at SITE. */
static void analysis_add_sort(struct analysis *analysis, uint32_t site,
	uint64_t address, uint64_t length_bytes, uint64_t clock)
{
	struct program *program = &analysis->program;
	struct context *context = stack_context(program->stack);
	struct leaf_cache *cached = &analysis->leaf[site];
	struct rule_read call = {.view = stack_view(program->stack),
		.context = context,
		.address = address,
		.now = clock};

	if (!context->chain)
		chains_join(program->chains, context);
	if (context->chain->state >= CHAIN_OFF)
		return;
	find_leaf(analysis, context, site, cached);
	call.leaf = cached->leaf;
	if (!call.leaf)
		return;
	for (unsigned i = 0; i < analysis->rules.count; i++)
		if (analysis->rules.at[i].rule->sort)
			analysis->rules.at[i].rule->sort(
				analysis->rules.at[i].state, &call,
				length_bytes);
	answer_questions(analysis, call.view);
}

/* A call of TARGET at SITE with ARGUMENT, which RECORD tells of. */
static void analysis_add_call(struct analysis *analysis, const void *record,
	uint64_t target, uint32_t site, const unsigned long long *argument,
	uint64_t clock)
{
	struct call_stack *stack = analysis->program.stack;
	enum sorts_what what = SORTS_NOTHING;
	uint64_t bytes;

	if (site != 0 && stack_view(stack)->subject_count != 0)
		what = stack_sorts(stack, target);
	program_add_record(&analysis->program, record, clock);
	if (what == SORTS_NOTHING)
		return;
	bytes = sorts_bytes(what, argument);
	if (bytes != 0 && bytes < SORTS_BYTES_MAX)
		analysis_add_sort(analysis, site, argument[0], bytes, clock);
}

/* RECORD reads a string, or writes. */
static void analysis_add_written(struct analysis *analysis,
	const struct trace_string *record, uint64_t clock)
{
	switch (record->role) {
	case TRACE_STRING_SOURCE:
		analysis->source = *record;
		break;
	case TRACE_STRING_RUN:
		analysis_add_source(analysis, record);
		analysis_add_write(analysis, record, clock);
		break;
	case TRACE_STRING_FILL:
		analysis_add_write(analysis, record, clock);
		break;
	case TRACE_STRING_GIVE:
		analysis_give(analysis, record, clock);
		break;
	default:
		analysis_give(analysis, record, clock);
		analysis_add_string(analysis, record, clock);
	}
}

/* --- other records ------------------------------------------------------ */

static void analysis_reserve(struct analysis *analysis, uint32_t site)
{
	size_t old = analysis->leaf_capacity;

	if (site < old)
		return;
	analysis->leaf = memory_grow(analysis->leaf, &analysis->leaf_capacity,
		(size_t)site + 1, sizeof *analysis->leaf);
	memset(analysis->leaf + old, 0,
		(analysis->leaf_capacity - old) * sizeof *analysis->leaf);
}

static void analysis_add_record(
	struct analysis *analysis, const void *record, uint64_t clock)
{
	const struct trace_call *call = record;
	const struct trace_enter *enter = record;

	switch (trace_record_type(record)) {
	case TRACE_CALL:
		analysis_add_call(analysis, record, call->target, call->site,
			call->argument, clock);
		break;
	case TRACE_ENTER:
		analysis_add_call(analysis, record, enter->function,
			enter->site, enter->argument, clock);
		break;
	case TRACE_STRING:
		analysis_add_written(analysis, record, clock);
		break;
	case TRACE_STAY:
		analysis_add_stay(analysis, record);
		break;
	case TRACE_RUN:
		analysis_add_run(analysis, record,
			clock - ((const struct trace_run *)record)->count *
					(TRACE_READ_BYTES / 8));
		break;
	case TRACE_SITE:
		analysis_reserve(
			analysis, ((const struct trace_site *)record)->id);
		program_add_record(&analysis->program, record, clock);
		break;
	default:
		program_add_record(&analysis->program, record, clock);
	}
}

/* Steps down when memory gets short: analyzer/program/memory_watch.h. With two threads
 * that is when it would be with one. */
static void analysis_check_memory(struct analysis *analysis)
{
	const struct trace_reader *reader = analysis->options.reader;
	enum memory_state state = memory_watch_look(
		&analysis->memory, reader ? trace_bytes_ahead(reader) : 0);

	if (state == analysis->short_of)
		return;
	analysis->short_of = state;
	if (state == MEMORY_FULL)
		program_stop(&analysis->program);
	for (unsigned i = 0; i < analysis->rules.count; i++)
		analysis->rules.at[i].rule->stop(
			analysis->rules.at[i].state, state);
}

void analysis_add_block(
	struct analysis *analysis, const struct trace_view *view)
{
	struct trace_cursor cursor;
	const void *record;

	analysis_check_memory(analysis);
	chains_wake(analysis->program.chains, view->clock);
	trace_cursor_init(&cursor, view);
	while ((record = trace_cursor_next(&cursor))) {
		if (__builtin_expect(trace_record_is_read(record), 1))
			analysis_add_read(analysis, record,
				cursor.next - (const uint8_t *)record == 24,
				trace_cursor_clock(&cursor, record));
		else
			analysis_add_record(analysis, record,
				trace_cursor_clock_after(&cursor));
	}
}
