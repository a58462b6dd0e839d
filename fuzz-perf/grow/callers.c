/* SPDX-License-Identifier: MIT
 * Who calls a function that grows, and how much of what a test does more is its. */
#include "config.h"

#include "fuzz-perf/grow/experiment.h"

#include <stdlib.h>
#include <string.h>

#define HEADERS_MAX	16 /* calls of templates by others */
#define PLT_ENTRY_BYTES 16
#define ASKED_PART	4 /* of what a library calls, that it was asked for */

static bool callers_is_call(const struct count_edge *edge)
{
	return edge->kind == SNAP_CALL || edge->kind == SNAP_INDIRECT_CALL ||
	       edge->kind == SNAP_JUMP || edge->kind == SNAP_INDIRECT_JUMP;
}

/* By calls in run LAST, the most frequent first. */
static void callers_add(struct grown_callers *callers,
	const struct grow_place *place, uint64_t count)
{
	size_t at = callers->count;

	for (size_t i = 0; i < callers->count; i++)
		if (callers->caller[i].place.line == place->line &&
			!strcmp(callers->caller[i].place.function,
				place->function))
			return;
	while (at > 0 && callers->caller[at - 1].count < count)
		at--;
	if (at == GROWN_CALLERS_MAX)
		return;
	if (callers->count < GROWN_CALLERS_MAX)
		callers->count++;
	memmove(callers->caller + at + 1, callers->caller + at,
		(callers->count - at - 1) * sizeof callers->caller[0]);
	callers->caller[at] = (struct grown_caller){*place, count};
}

void experiment_add_inlined(const struct grow_code *code, uint64_t address,
	uint64_t count, struct grown_callers *callers)
{
	struct grow_place place[GROWN_CALLERS_MAX];
	size_t places =
		grow_code_inlined_at(code, address, place, GROWN_CALLERS_MAX);

	for (size_t i = 0; i < places; i++)
		callers_add(callers, &place[i], count);
}

/* Where code that belongs to no function jumps to FUNCTION: a library calls what it exports
 * by an entry of its procedure linkage table. 0: nowhere. */
static uint64_t callers_find_plt_entry(const struct counts *counts,
	const struct grow_code *code, const struct grow_function *function)
{
	uint32_t object = counts_object(counts, code->path);

	for (size_t i = 0; i < counts->edge_count; i++) {
		const struct count_edge *edge = counts->edge[i];
		uint64_t from = grow_code_address(code, edge->from);
		if (edge->kind == SNAP_INDIRECT_JUMP &&
			edge->to_object == object &&
			edge->from_object == object &&
			grow_code_address(code, edge->to) == function->start &&
			!grow_code_find(code, from))
			return from;
	}
	return 0;
}

/* Adds what calls FUNCTION itself. */
static void callers_add_direct(const struct counts *counts,
	const struct grow_code *code, const struct grow_function *function,
	size_t last, struct grown_callers *callers)
{
	uint32_t object = counts_object(counts, code->path);
	uint64_t entry = callers_find_plt_entry(counts, code, function);

	for (size_t i = 0; i < counts->edge_count; i++) {
		const struct count_edge *edge = counts->edge[i];
		uint64_t from = grow_code_address(code, edge->from);
		uint64_t to = grow_code_address(code, edge->to);
		struct grow_place place;
		if (callers_is_call(edge) && edge->count[last] > 0 &&
			edge->to_object == object &&
			edge->from_object == object &&
			(to == function->start ||
				(entry && to / PLT_ENTRY_BYTES ==
						  entry / PLT_ENTRY_BYTES)) &&
			grow_code_place(code, from, &place))
			callers_add(callers, &place, edge->count[last]);
	}
}

static uint64_t callers_sum(
	const struct counts *counts, const struct count_edge *edge)
{
	uint64_t calls = 0;

	for (size_t run = 0; run < counts->run_count; run++)
		calls += edge->count[run];
	return calls;
}

/* The call of FUNCTION, from another one, that all runs do most often; with LIBRARIES, also from
 * those. NULL: none. */
static const struct count_edge *callers_find_most(const struct counts *counts,
	const struct grow_code *code, const struct grow_function *function,
	bool libraries)
{
	uint32_t object = counts_object(counts, code->path);
	const struct count_edge *most = NULL;

	for (const struct count_edge *edge = counts_to(
		     counts, object, grow_code_offset(code, function->start));
		edge; edge = edge->next_to) {
		bool is_own = edge->from_object == object;
		if (callers_is_call(edge) && (is_own || libraries) &&
			!(is_own && grow_code_find(code, grow_code_address(code,
								 edge->from)) ==
					    function) &&
			callers_sum(counts, edge) >
				(most ? callers_sum(counts, most) : 0))
			most = edge;
	}
	return most;
}

/* How often FUNCTION of CODE is called in run LAST. */
static uint64_t callers_count_calls(const struct counts *counts,
	const struct grow_code *code, const struct grow_function *function,
	size_t last)
{
	uint32_t object = counts_object(counts, code->path);
	uint64_t calls = 0;

	for (const struct count_edge *edge = counts_to(
		     counts, object, grow_code_offset(code, function->start));
		edge; edge = edge->next_to)
		if (callers_is_call(edge))
			calls += edge->count[last];
	return calls;
}

/* Adds what calls FUNCTION; and of what does so once only whenever it is called, what calls that. */
void experiment_find_callers(const struct counts *counts,
	const struct grow_code *code, const struct grow_function *function,
	size_t last, struct grown_callers *callers)
{
	for (size_t i = 0; function && i < GROWN_CALLERS_MAX; i++) {
		const struct count_edge *call =
			callers_find_most(counts, code, function, false);
		const struct grow_function *from =
			call ? grow_code_find(code,
				       grow_code_address(code, call->from))
			     : NULL;
		callers_add_direct(counts, code, function, last, callers);
		if (call)
			experiment_add_inlined(code,
				grow_code_address(code, call->from),
				call->count[last], callers);
		function = from && from != function && !from->is_test_code &&
					   call->count[last] <=
						   callers_count_calls(counts,
							   code, from, last)
				   ? from
				   : NULL;
	}
}

/* A library does CALL, of code that it was compiled with, as std::string's: the call of CODE
 * that may have asked for it, which is made nearly as often. NULL: functions differ in that. */
static const struct count_edge *callers_find_asking(const struct counts *counts,
	const struct grow_code *code, const struct count_edge *call)
{
	uint32_t object = counts_object(counts, code->path);
	uint64_t most = callers_sum(counts, call);
	const struct grow_function *own = NULL;
	const struct count_edge *asking = NULL;

	for (size_t i = 0; i < counts->edge_count; i++) {
		const struct count_edge *edge = counts->edge[i];
		uint64_t calls = callers_sum(counts, edge);
		const struct grow_function *from;
		if (edge->kind != SNAP_CALL || edge->from_object != object ||
			edge->to_object != object || calls > most ||
			calls < most / ASKED_PART ||
			grow_code_find(code, grow_code_address(code, edge->to)))
			continue;
		from = grow_code_find(
			code, grow_code_address(code, edge->from));
		if (!from || !from->file || grow_code_is_header(from->file))
			continue;
		if (own && own != from)
			return NULL;
		own = from;
		asking = edge;
	}
	return asking;
}

void experiment_leave_headers(const struct counts *counts,
	const struct grow_code *code, uint64_t *address,
	struct grow_place *place)
{
	uint32_t object = counts_object(counts, code->path);
	uint64_t at = *address;
	struct grow_place where = *place;

	for (size_t i = 0; i < HEADERS_MAX && grow_code_is_header(where.file);
		i++) {
		const struct grow_function *function = grow_code_find(code, at);
		const struct count_edge *call;
		if (!function)
			return;
		if (grow_code_leave_headers(code, at, &where))
			break;
		if (function->file && !grow_code_is_header(function->file)) {
			where = (struct grow_place){.function = function->name,
				.file = function->file,
				.line = function->line};
			break;
		}
		call = callers_find_most(counts, code, function, true);
		if (call && call->from_object != object)
			call = callers_find_asking(counts, code, call);
		if (!call)
			call = callers_find_most(counts, code, function, false);
		at = call ? grow_code_address(code, call->from) : 0;
		if (!call || !grow_code_place(code, at, &where))
			return;
	}
	if (grow_code_is_header(where.file))
		return;
	*address = at;
	*place = where;
}

double experiment_share(const struct counts *counts,
	const struct grow_code *code, const struct grow_function *function,
	size_t first, size_t last)
{
	uint32_t object = counts_object(counts, code->path);
	double own = 0, all = 0;

	for (size_t i = 0; i < counts->edge_count; i++) {
		const struct count_edge *edge = counts->edge[i];
		double more =
			(double)edge->count[last] - (double)edge->count[first];
		if (edge->kind == SNAP_KINDS)
			continue;
		all += more;
		if (edge->from_object == object &&
			grow_code_find(code, grow_code_address(code,
						     edge->from)) == function)
			own += more;
	}
	return all > 0 && own > 0 ? own / all : 0;
}

/* The function of CODE in which EDGE calls another in run LAST, *TO; NULL: it does not. */
static const struct grow_function *callers_read_call(
	const struct grow_code *code, uint32_t object,
	const struct count_edge *edge, size_t last,
	const struct grow_function **to)
{
	if (!callers_is_call(edge) || edge->count[last] == 0 ||
		edge->to_object != object || edge->from_object != object)
		return NULL;
	*to = grow_code_find(code, grow_code_address(code, edge->to));
	if (!*to || grow_code_address(code, edge->to) != (*to)->start)
		return NULL;
	return grow_code_find(code, grow_code_address(code, edge->from));
}

bool experiment_is_recursive(const struct counts *counts,
	const struct grow_code *code, const struct grow_function *function,
	size_t last)
{
	uint32_t object = counts_object(counts, code->path);
	bool *is_called = memory_alloc_zero(code->count + 1, sizeof *is_called);
	size_t own = grow_code_index(code, function);
	bool has_news = true, result;

	/* What it calls, and what that calls. */
	while (has_news && !is_called[own]) {
		has_news = false;
		for (size_t i = 0; i < counts->edge_count; i++) {
			const struct grow_function *to, *from;
			from = callers_read_call(
				code, object, counts->edge[i], last, &to);
			if (!from || is_called[grow_code_index(code, to)] ||
				(from != function && !is_called[grow_code_index(
							     code, from)]))
				continue;
			has_news = is_called[grow_code_index(code, to)] = true;
		}
	}
	result = is_called[own];
	free(is_called);
	return result;
}

uint64_t experiment_count_allocations(const struct counts *counts,
	const struct grow_code *code, const struct grow_function *function,
	size_t last)
{
	static const char *const names[] = {"malloc", "calloc", "realloc",
		"aligned_alloc", "_Znwm", "_Znam"};
	uint32_t object = counts_object(counts, code->path);
	uint64_t count = 0;

	for (size_t i = 0; i < counts->edge_count; i++) {
		const struct count_edge *edge = counts->edge[i];
		uint64_t from = grow_code_address(code, edge->from);
		const char *callee;
		if (edge->from_object != object || edge->kind != SNAP_CALL ||
			edge->count[last] == 0 ||
			grow_code_find(code, from) != function ||
			!experiment_read_callee(code, from, &callee))
			continue;
		for (size_t j = 0; j < sizeof names / sizeof names[0]; j++)
			if (!strcmp(callee, names[j]))
				count += edge->count[last];
	}
	return count;
}
