/* SPDX-License-Identifier: MIT
 * One trace, event by event, into evidence. */
#include "config.h"

#include "analyzer/analysis.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lib/memory.h"
#include "lib/report/report.h"
#include "lib/settings.h"

#include "analyzer/chains.h"
#include "analyzer/findings/findings.h"
#include "analyzer/program/code_ranges.h"
#include "analyzer/program/constants.h"
#include "analyzer/program/contexts.h"
#include "analyzer/program/memory_watch.h"
#include "analyzer/program/objects.h"
#include "analyzer/program/sites.h"
#include "analyzer/program/stack.h"
#include "analyzer/program/threads.h"
#include "analyzer/redundant/access_graph.h"
#include "analyzer/redundant/aecs.h"
#include "analyzer/redundant/traversals.h"
#include "analyzer/rewalk/evidence.h"
#include "analyzer/rewalk/rewalk.h"
#include "analyzer/symbols/symbols.h"

/* Of all files there; one of sqlite3 has 4 MB. */
#define SYMBOL_CACHE_BYTES_MAX (UINT64_C(256) << 20)

/* The leaf that a site had last; most sites are met in one context many times. */
struct leaf_cache {
	struct context *context;
	struct leaf *leaf;
};

struct analysis {
	struct analysis_options options;
	struct symbols *symbols;
	struct sites *sites;
	struct contexts *contexts;
	struct aecs *aecs;
	struct objects *objects;
	const struct objects_moved *moved;
	struct rewalk_evidence *evidence;
	struct rewalk *rewalk;
	struct rewalk_ranges *ranges;
	struct chains *chains;
	struct traversals traversals;
	struct access_graphs *graphs;
	struct stack_shared shared;
	struct stack *stack; /* of the running thread */
	uint32_t running;
	struct threads *threads;
	struct constants constants;
	struct code_ranges code;
	struct leaf_cache *leaf; /* by site */
	size_t leaf_capacity;
	uint64_t stamp_base;
	uint64_t events, calls;
	double started;
	int exit_code, signal;
	bool has_exit;
	struct memory_watch memory;
	bool is_tight; /* --max-memory: the finest detail is left out */
	bool is_full;  /* nothing new is followed */
	bool lost_events;
};

static double seconds_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static uint64_t frame_at(const void *data, uint64_t address,
	const struct symbol_function **function)
{
	const struct analysis *analysis = data;

	return threads_frame_at(analysis->threads, address, function);
}

/* When what is at ADDRESS became an object of its own. */
static uint64_t born_at(void *data, uint64_t address)
{
	const struct analysis *analysis = data;
	uint64_t born = objects_born(analysis->objects, address);

	return born != 0 ? born
			 : threads_frame_born(analysis->threads, address);
}

static uint32_t live_below(void *data, const struct subject *subject)
{
	const struct analysis *analysis = data;
	const struct stack_view *view = stack_view(analysis->stack);

	if (subject < view->subject ||
		subject >= view->subject + view->subject_count)
		return 0; /* a thread's that ends */
	return (uint32_t)(view->subject + view->subject_count - subject) - 1;
}

/* Also when the memory is full: what is new is not read then, so that activations seem
 * to have sizes that they have not. */
static bool has_gap(void *data, struct path *path, uint64_t clock)
{
	const struct analysis *analysis = data;

	return analysis->is_full ||
	       chains_has_gap(analysis->chains, path, clock);
}

static bool tell_recorder(void *data, uint64_t number, bool leave_out)
{
	const struct analysis *analysis = data;

	return trace_wish(analysis->options.reader, number, leave_out);
}

static void end_activation(
	void *data, struct stack *stack, struct subject *subject)
{
	struct analysis *analysis = data;
	struct stack_view *view = stack_view(stack);

	rewalk_ranges_end(
		analysis->ranges, view->subject, view->subject_count - 1);
	rewalk_end(analysis->rewalk, view->subject, view->subject_count - 1);
	traversals_judge(&analysis->traversals, subject);
	access_graphs_add(analysis->graphs, subject);
}

static void run_thread(struct analysis *analysis, uint32_t id, uint64_t clock)
{
	analysis->stack = threads_run(analysis->threads, id, clock);
	analysis->running = id;
}

struct analysis *analysis_new(const struct analysis_options *options)
{
	const struct settings *settings = options->settings;
	struct analysis *analysis = memory_alloc_zero(1, sizeof *analysis);
	struct rewalk_limits limits = options->limits != NULL
					      ? *options->limits
					      : rewalk_limits_default;

	if (settings->follow_all)
		rewalk_limits_keep_all(&limits);
	analysis->options = *options;
	analysis->started = seconds_now();
	memory_watch_init(&analysis->memory, settings->max_memory);
	analysis->symbols = symbols_new();
	symbols_choose(analysis->symbols, options->chosen);
	if (settings->symbol_cache != NULL &&
		strcmp(settings->symbol_cache, "no") != 0)
		symbols_keep(analysis->symbols, settings->symbol_cache,
			SYMBOL_CACHE_BYTES_MAX);
	analysis->sites = sites_new(analysis->symbols);
	analysis->contexts = contexts_new();
	analysis->aecs = aecs_new(analysis->sites);
	analysis->objects = objects_new(analysis->symbols, frame_at, analysis);
	analysis->traversals = (struct traversals){analysis->aecs,
		analysis->objects, analysis->sites, analysis->symbols};
	analysis->moved = objects_moved(analysis->objects);
	struct rewalk_evidence_options rewalk = {
		.symbols = analysis->symbols,
		.sites = analysis->sites,
		.aecs = analysis->aecs,
		.objects = analysis->objects,
		.born = born_at,
		.below = live_below,
		.data = analysis,
		.has_gap = has_gap,
		.limits = &limits,
	};
	analysis->evidence = rewalk_evidence_new(&rewalk);
	analysis->rewalk = rewalk_evidence_rule(analysis->evidence);
	struct chains_options chains = {
		.follow_all = settings->follow_all,
		.tell = options->reader != NULL &&
					trace_is_live(options->reader)
				? tell_recorder
				: NULL,
		.data = analysis,
	};
	analysis->ranges = rewalk_evidence_ranges(analysis->evidence);
	analysis->chains = chains_new(&chains);
	analysis->graphs = access_graphs_new(
		analysis->symbols, analysis->sites, analysis->objects);
	analysis->shared = (struct stack_shared){
		.symbols = analysis->symbols,
		.sites = analysis->sites,
		.contexts = analysis->contexts,
		.main_start = 1,
		.end = end_activation,
		.data = analysis,
	};
	analysis->threads = threads_new(&analysis->shared);
	run_thread(analysis, 1, 0);
	return analysis;
}

void analysis_free(struct analysis *analysis)
{
	if (analysis == NULL)
		return;
	threads_free(analysis->threads);
	memory_watch_release(&analysis->memory);
	constants_release(&analysis->constants);
	code_ranges_release(&analysis->code);
	free(analysis->leaf);
	chains_free(analysis->chains);
	rewalk_evidence_free(analysis->evidence);
	access_graphs_free(analysis->graphs);
	objects_free(analysis->objects);
	aecs_free(analysis->aecs);
	contexts_free(analysis->contexts);
	sites_free(analysis->sites);
	symbols_free(analysis->symbols);
	free(analysis);
}

/* --- reads -------------------------------------------------------------- */

/* Whether the write that STAMP tells of is no write of this thread: a new
 * value from outside, input of every activation. */
static bool is_foreign(const struct analysis *analysis, uint32_t stamp)
{
	if (stamp & TRACE_STAMP_EXTERNAL)
		return true;
	return stamp != 0 &&
	       threads_is_foreign(analysis->threads,
		       trace_stamp_clock(stamp, analysis->stamp_base),
		       analysis->running);
}

/* Whether ADDRESS, last written at the clock WRITTEN, is constant static data. */
static inline bool is_constant(
	const struct analysis *analysis, uint64_t address, uint64_t written)
{
	return written < analysis->shared.main_start ||
	       constants_hold(&analysis->constants, address, written);
}

static cell_t cell_of(uint64_t address, uint32_t epoch)
{
	cell_t cell = address & CELL_ADDRESS_MASK;

	if (epoch != 0)
		cell |= (uint64_t)(epoch * 0x9e3779b1u >> 16)
			<< CELL_ADDRESS_BITS;
	return cell;
}

/* PATH and the inlined functions that the read at SITE stands in. */
static struct path *path_to_read(
	struct analysis *analysis, struct path *path, uint32_t site)
{
	const struct site *where = sites_resolve(analysis->sites, site);

	for (uint32_t i = 1; i < where->depth; i++) {
		const struct symbol_function *function =
			where->frame[i].function;
		struct path *known = contexts_path_find(path, function);
		path = known != NULL
			       ? known
			       : contexts_path_call(analysis->contexts, path,
					 where->frame[i - 1].place, function);
	}
	return path;
}

static struct aec *new_aec(struct analysis *analysis, struct context *context,
	uint32_t k, uint32_t site, struct subject *subject)
{
	if (analysis->is_full)
		return NULL;
	return aecs_node(analysis->aecs,
		path_to_read(analysis, context->path[k], site), site, subject);
}

/* NULL: the memory is full, and the site new there. */
static struct leaf *find_leaf(
	struct analysis *analysis, struct context *context, uint32_t site)
{
	struct leaf_cache *cached = &analysis->leaf[site];

	if (__builtin_expect(cached->context != context, 0)) {
		cached->leaf = contexts_leaf(
			analysis->contexts, context, site, !analysis->is_full);
		cached->context = context;
	}
	return cached->leaf;
}

/* --- rule rewalk --- */

#define BASE_STACK_POINTER 4 /* as trace_site.base */

/* Whether a read's address is the stack pointer and a constant: an argument or a
 * local of the frame, one for each activation. No loop walks over these. */
static bool is_slot(const struct trace_site *site)
{
	return site->base == BASE_STACK_POINTER && site->step_count == 1 &&
	       (site->flags & TRACE_SITE_INDEXED) == 0;
}

static struct rewalk_leaf *new_rewalk_leaf(struct analysis *analysis,
	struct context *context, struct leaf *leaf, bool is_string)
{
	struct stack_view *view = stack_view(analysis->stack);
	uint32_t count = view->subject_count;
	struct path **path;

	leaf->is_slot = !is_string &&
			is_slot(&sites_resolve(analysis->sites, leaf->site)
					 ->definition);
	if (leaf->is_slot)
		return NULL;
	path = memory_alloc(count * sizeof *path);
	for (uint32_t k = 0; k < count; k++)
		path[k] = path_to_read(analysis, context->path[k], leaf->site);
	leaf->rewalk = rewalk_evidence_leaf(analysis->evidence, path,
		view->subject, count, leaf->site, is_string);
	leaf->size_bytes = sites_resolve(analysis->sites, leaf->site)
				   ->definition.size_bytes;
	leaf->since = context->chain->followed;
	free(path);
	return leaf->rewalk;
}

static void add_rewalk_cell(struct analysis *analysis,
	const struct context *context, const struct leaf *leaf,
	struct rewalk_read *read)
{
	struct stack_view *view = stack_view(analysis->stack);
	enum rewalk_met met;

	read->cell =
		objects_cell(analysis->objects, analysis->moved, read->address);
	rewalk_note(analysis->rewalk, view->subject, view->subject_count, read);
	met = rewalk_add(analysis->rewalk, leaf->rewalk, view->subject,
		view->subject_count, read);
	chains_note(context->chain, met);
}

/* Wide loads are several cells. */
#define CELL_BYTES UINT64_C(8)

static inline void add_rewalk(struct analysis *analysis,
	struct context *context, struct leaf *leaf, uint64_t address,
	uint64_t written, uint64_t clock)
{
	struct rewalk_read read = {
		.address = address,
		.now = clock,
		.written = written,
		.site = leaf->site,
		.library = stack_view(analysis->stack)->library,
		.is_stack = stack_holds(stack_view(analysis->stack), address),
		.is_constant = is_constant(analysis, address, written),
	};

	if (__builtin_expect(leaf->rewalk == NULL, 0) &&
		(leaf->is_slot || analysis->is_full ||
			new_rewalk_leaf(analysis, context, leaf, false) ==
				NULL))
		return;
	read.size_bytes = leaf->size_bytes;
	if (__builtin_expect(leaf->size_bytes <= CELL_BYTES, 1)) {
		add_rewalk_cell(analysis, context, leaf, &read);
		return;
	}
	for (read.address &= ~(CELL_BYTES - 1);
		read.address < address + leaf->size_bytes;
		read.address += CELL_BYTES) {
		add_rewalk_cell(analysis, context, leaf, &read);
		read.is_rest = true;
	}
}

/* Counts a read. Whether it is followed: somebody's, and not settled. */
static inline bool begin_read(
	struct analysis *analysis, struct context *context, uint64_t clock)
{
	const struct stack_view *view = stack_view(analysis->stack);
	struct chain *chain = context->chain;

	analysis->events++;
	if (view->subject_count == 0)
		return false;
	if (__builtin_expect(chain == NULL, 0))
		chain = chains_join(analysis->chains, context);
	return chains_follow(analysis->chains, chain, view, clock);
}

static inline void add_read(struct analysis *analysis, struct context *context,
	const uint32_t *record, bool has_value, uint64_t clock)
{
	struct stack_view *view = stack_view(analysis->stack);
	uint32_t site = record[0], stamp = record[1], k = view->subject_count;
	uint64_t written = trace_stamp_clock(stamp, analysis->stamp_base);
	uint64_t address, value = 0;
	struct redundant_step step;
	struct leaf *leaf;

	memcpy(&address, record + 2, sizeof address);
	leaf = find_leaf(analysis, context, site);
	if (leaf == NULL)
		return;
	add_rewalk(analysis, context, leaf, address, written, clock);
	step.cell = address & CELL_ADDRESS_MASK;
	step.is_constant = written < analysis->shared.main_start;
	if (__builtin_expect((stamp & TRACE_STAMP_EXTERNAL) != 0 ||
				     view->subject[k - 1].start <= written,
		    0)) {
		if (!is_foreign(analysis, stamp))
			return;
		written = 0;
		step.cell = cell_of(address, stamp);
	}
	if (has_value)
		memcpy(&value, record + 4, sizeof value);
	step.value = value;
	step.site = site;
	while (k-- > 0 && view->subject[k].start > written) {
		struct subject *subject = &view->subject[k];
		struct aec *aec = leaf->aec[k];
		if (__builtin_expect(aec == NULL, 0)) {
			aec = new_aec(analysis, context, k, site, subject);
			if (aec == NULL)
				continue;
			leaf->aec[k] = aec;
		}
		aecs_read(aec, subject, &step, !analysis->is_full);
	}
}

/* What a string function reads counts as one location, its first byte, at the
 * place of the call; what it scans also counts byte for byte. */
static void add_string(struct analysis *analysis,
	const struct trace_string *string, uint64_t clock)
{
	uint32_t record[4] = {string->site, string->stamp};
	struct context *context = stack_context(analysis->stack);
	struct stack_view *view = stack_view(analysis->stack);
	struct rewalk_range range = {
		.address = string->address,
		.length_bytes = string->length_bytes,
		.now = clock,
		.written =
			trace_stamp_clock(string->stamp, analysis->stamp_base),
		.half_written = trace_stamp_clock(
			string->half_stamp, analysis->stamp_base),
	};
	struct leaf *leaf;

	if (!begin_read(analysis, context, clock))
		return;
	memcpy(record + 2, &string->address, sizeof string->address);
	leaf = find_leaf(analysis, context, string->site);
	if (leaf != NULL && leaf->rewalk == NULL && !analysis->is_full)
		new_rewalk_leaf(analysis, context, leaf, true);
	add_read(analysis, context, record, false, clock);
	if (leaf == NULL || string->role != TRACE_STRING_SCAN)
		return;
	if (leaf->ranges == NULL && leaf->rewalk != NULL && !analysis->is_full)
		leaf->ranges = rewalk_evidence_range_node(
			analysis->evidence, leaf->rewalk);
	if (leaf->ranges == NULL)
		return;
	range.cell =
		objects_cell(analysis->objects, analysis->moved, range.address);
	range.library = view->library;
	range.is_constant = is_constant(analysis, range.address, range.written);
	rewalk_ranges_add(analysis->ranges, leaf->ranges, view->subject,
		view->subject_count, &range);
}

/* --- other records ------------------------------------------------------ */

/* A site is defined where its code is about to run for the first time. */
static void begin_code(struct analysis *analysis, uint64_t clock)
{
	const struct context *context = stack_context(analysis->stack);

	if (context->chain != NULL)
		chains_begin_code(analysis->chains, context->chain,
			stack_view(analysis->stack)->chain, clock);
}

static void add_site(struct analysis *analysis,
	const struct trace_site *definition, uint64_t clock)
{
	size_t old = analysis->leaf_capacity;

	begin_code(analysis, clock);
	sites_define(analysis->sites, definition);
	if (definition->id < old)
		return;
	analysis->leaf = memory_grow(analysis->leaf, &analysis->leaf_capacity,
		(size_t)definition->id + 1, sizeof *analysis->leaf);
	memset(analysis->leaf + old, 0,
		(analysis->leaf_capacity - old) * sizeof *analysis->leaf);
}

static void add_allocation(struct analysis *analysis,
	const struct trace_alloc *alloc, uint64_t clock)
{
	struct context *context;
	uint32_t site = stack_caller(analysis->stack, &context);

	objects_allocate(analysis->objects, alloc->address, alloc->size_bytes,
		clock, context, site);
}

static void add_reallocation(struct analysis *analysis,
	const struct trace_realloc *moved, uint64_t clock)
{
	struct context *context;
	uint32_t site = stack_caller(analysis->stack, &context);

	objects_reallocate(analysis->objects, moved->old_address,
		moved->address, moved->size_bytes, clock, context, site);
}

/* What was at [START, END) is gone. */
static void unmap(struct analysis *analysis, uint64_t start, uint64_t end)
{
	objects_unmap(analysis->objects, start, end);
	constants_remove(&analysis->constants, start, end);
	if (!code_ranges_remove(&analysis->code, start, end))
		return;
	sites_keep(analysis->sites, start, end);
	symbols_remove_range(analysis->symbols, start, end);
	objects_forget_variables(analysis->objects);
	threads_forget_code(analysis->threads);
}

static void add_mapping(struct analysis *analysis,
	const struct trace_range *range, uint64_t clock)
{
	const struct context *context = stack_context(analysis->stack);

	objects_map(analysis->objects, range->start, range->end, clock);
	constants_remove(&analysis->constants, range->start, range->end);
	if (context->subjects != 0 &&
		constants_is_mapping_for_itself(
			context->path[context->subjects - 1]))
		constants_add(
			&analysis->constants, range->start, range->end, clock);
}

static void add_module(struct analysis *analysis,
	const struct trace_module *module, uint64_t clock)
{
	unmap(analysis, module->start, module->end);
	sites_forget(analysis->sites, module->start, module->end);
	code_ranges_add(&analysis->code, module->start, module->end);
	objects_forget_variables(analysis->objects);
	symbols_add_module(analysis->symbols, module->start, module->end,
		module->file_offset, module->path);
	/* Before main there are only constants, whatever the range. */
	if (analysis->shared.main_start > 1)
		constants_add(&analysis->constants, module->start, module->end,
			clock);
}

static void add_record(
	struct analysis *analysis, const void *record, uint64_t clock)
{
	const struct trace_range *range = record;
	const struct trace_thread *thread = record;
	const struct trace_exit *ended = record;

	switch (trace_record_type(record)) {
	case TRACE_CALL:
		analysis->calls++;
		stack_call(analysis->stack, record, clock);
		break;
	case TRACE_ENTER:
		stack_enter(analysis->stack, record, clock);
		break;
	case TRACE_RETURN:
		stack_return(analysis->stack,
			((const struct trace_return *)record)->count);
		break;
	case TRACE_SITE:
		add_site(analysis, record, clock);
		break;
	case TRACE_MODULE:
		add_module(analysis, record, clock);
		break;
	case TRACE_MAP:
		add_mapping(analysis, range, clock);
		break;
	case TRACE_UNMAP:
		unmap(analysis, range->start, range->end);
		break;
	case TRACE_THREAD:
		if (thread->thread != analysis->running)
			run_thread(analysis, thread->thread, clock);
		break;
	case TRACE_THREAD_END:
		threads_end(analysis->threads, thread->thread);
		break;
	case TRACE_ALLOC:
		add_allocation(analysis, record, clock);
		break;
	case TRACE_REALLOC:
		add_reallocation(analysis, record, clock);
		break;
	case TRACE_REBASE:
		analysis->stamp_base =
			((const struct trace_rebase *)record)->base;
		threads_forget_before(analysis->threads, analysis->stamp_base);
		break;
	case TRACE_LOST:
		analysis->lost_events = true;
		break;
	case TRACE_EXIT:
		analysis->has_exit = true;
		analysis->exit_code = ended->exit_code;
		analysis->signal = ended->signal;
		break;
	case TRACE_STRING:
		add_string(analysis, record, clock);
		break;
	case TRACE_FREE:
		objects_release(analysis->objects,
			((const struct trace_free *)record)->address);
		break;
	case TRACE_TEST:
	case TRACE_RECORD_LIMIT:
		break;
	}
}

/* Steps down when memory gets short: analyzer/program/memory_watch.h. */
static void check_memory(struct analysis *analysis)
{
	enum memory_state state = memory_watch_look(&analysis->memory);

	if (state >= MEMORY_TIGHT && !analysis->is_tight) {
		analysis->is_tight = true;
		rewalk_evidence_drop_paths(analysis->evidence);
	}
	if (state < MEMORY_FULL || analysis->is_full)
		return;
	analysis->is_full = true;
	contexts_freeze(analysis->contexts);
	objects_stop(analysis->objects);
	rewalk_stop(analysis->rewalk,
		memory_watch_records(analysis->options.settings->max_memory));
	access_graphs_stop(analysis->graphs);
}

void analysis_add_block(
	struct analysis *analysis, const struct trace_view *view)
{
	struct trace_cursor cursor;
	struct context *context;
	const void *record;
	uint64_t clock;

	check_memory(analysis);
	chains_wake(analysis->chains, view->clock);
	trace_cursor_init(&cursor, view);
	while ((record = trace_cursor_next(&cursor)) != NULL) {
		if (__builtin_expect(!trace_record_is_read(record), 0)) {
			add_record(analysis, record,
				trace_cursor_clock_after(&cursor));
			continue;
		}
		context = stack_context(analysis->stack);
		clock = trace_cursor_clock(&cursor, record);
		if (begin_read(analysis, context, clock))
			add_read(analysis, context, record,
				cursor.next - (const uint8_t *)record == 24,
				clock);
	}
}

/* --- report ------------------------------------------------------------- */

/* NUL-separated words as one line. */
static char *command_dup(const struct trace_header *header)
{
	size_t length = header->command_bytes;
	char *text;

	if (length > sizeof header->command)
		length = sizeof header->command;
	while (length > 0 && header->command[length - 1] == '\0')
		length--;
	text = memory_alloc(length + 1);
	for (size_t i = 0; i < length; i++)
		text[i] = header->command[i] ? header->command[i] : ' ';
	text[length] = '\0';
	return text;
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash != NULL ? slash + 1 : path;
}

static void add_warnings(struct analysis *analysis, struct report *report)
{
	const char *warning;

	for (size_t i = 0; (warning = symbols_warning(analysis->symbols, i));
		i++)
		report_add_warning(report, "%s", warning);
	if (analysis->is_full)
		report_add_warning(report,
			"the analysis reached its memory limit; functions, "
			"blocks and contexts met after that are not counted: "
			"raise --max-memory");
	else if (analysis->is_tight)
		report_add_warning(report,
			"the analysis came near its memory limit; re-walks "
			"that only names of functions join are not complete: "
			"raise --max-memory");
	if (analysis->traversals.is_cut)
		report_add_warning(report,
			"a function read more pointers in one call than are "
			"followed; some of its traversals may be missing");
	if (analysis->shared.inexact)
		report_add_warning(report,
			"some recursion was too wide to shorten "
			"exactly; its contexts are approximate");
}

void analysis_report(struct analysis *analysis,
	const struct trace_header *header, const char *incomplete,
	struct report *report)
{
	char *command = command_dup(header);
	char *program = memory_string_dup_length(header->command,
		strnlen(header->command, sizeof header->command));
	bool truncated = incomplete != NULL || analysis->lost_events;
	const char *test = analysis->options.test != NULL
				   ? analysis->options.test
				   : base_name(program);
	struct findings_options options = {
		.test = test,
		.is_lower_bound = truncated || analysis->is_tight,
	};
	struct report_process process = {
		.program = program,
		.test = test,
		.command = command,
		.pid = header->pid,
		.parent_pid = header->parent_pid,
		.started_unix_ms = header->started_unix_ms,
		.exit_code = analysis->has_exit ? analysis->exit_code : -1,
		.signal = analysis->has_exit ? analysis->signal : 0,
		.truncated = truncated,
		.truncated_why = incomplete != NULL ? incomplete
				 : truncated
					 ? "events were left out while it ran"
					 : NULL,
		.events = analysis->events,
		.calls = analysis->calls,
		.activations = analysis->shared.activations,
		.seconds = seconds_now() - analysis->started,
	};

	threads_end_all(analysis->threads);
	process.activations = analysis->shared.activations;
	findings_add(report, analysis->aecs, analysis->evidence,
		analysis->sites, &options);
	access_graphs_report(analysis->graphs, analysis->aecs, report);
	report->coverage.functions = analysis->shared.functions;
	report->coverage.events = analysis->events;
	report->coverage.calls = analysis->calls;
	report->coverage.activations = analysis->shared.activations;
	add_warnings(analysis, report);
	report_add_process(report, &process);
	free(command);
	free(program);
}
