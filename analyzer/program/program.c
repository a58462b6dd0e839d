/* SPDX-License-Identifier: MIT
 * The recorded program, record by record. */
#include "config.h"

#include "analyzer/program/program.h"

#include <stdlib.h>
#include <string.h>

#include "analyzer/program/chains.h"
#include "analyzer/program/user_code.h"
#include "lib/trace/trace.h"

static void run_thread(struct program *program, uint32_t id, uint64_t clock)
{
	program->stack = threads_run(program->threads, id, clock);
	program->running = id;
}

void program_init(struct program *program, struct symbols *symbols,
	void (*end)(void *data, struct call_stack *stack), void *data)
{
	*program = (struct program){.symbols = symbols};
	program->sites = sites_new(symbols);
	program->contexts = contexts_new();
	program->shared = (struct stack_shared){
		.symbols = symbols,
		.sites = program->sites,
		.contexts = program->contexts,
		.main_start = 1,
		.end = end,
		.data = data,
	};
	program->threads = threads_new(&program->shared);
	program->objects = objects_new(symbols, program->threads);
	run_thread(program, 1, 0);
}

void program_release(struct program *program)
{
	objects_free(program->objects);
	threads_free(program->threads);
	contexts_free(program->contexts);
	sites_free(program->sites);
	symbols_free(program->symbols);
	constants_release(&program->constants);
	free(program->code);
	free(program->file);
	arena_release(&program->strings);
}

void program_stop(struct program *program)
{
	contexts_freeze(program->contexts);
	objects_stop(program->objects);
	chains_stop(program->chains);
}

/* --- reads -------------------------------------------------------------- */

struct path *program_path_to_read(
	struct program *program, struct path *path, uint32_t site)
{
	const struct site *where = sites_resolve(program->sites, site);

	for (uint32_t i = 1; i < where->depth; i++) {
		const struct symbol_function *function =
			where->frame[i].function;
		struct path *known = contexts_path_find(path, function);
		path = known ? known
			     : contexts_path_call(program->contexts, path,
				       where->frame[i - 1].place, function);
	}
	return path;
}

void program_fetch_path_to_read(
	struct program *program, const struct path *path, uint32_t site)
{
	const struct site *where = sites_resolve(program->sites, site);

	if (where->depth > 1)
		contexts_path_fetch(program->contexts, path,
			where->frame[0].place, where->frame[1].function);
}

uint64_t program_name_of_read(
	struct program *program, const struct context *context, uint32_t site)
{
	const struct site *where = sites_resolve(program->sites, site);
	uint32_t last = where->depth - 1, place = where->frame[last].place;
	const struct symbol_function *function =
		last > 0 ? where->frame[last].function : context->function;

	/* A header's column: see analyzer/rewalk/sightings.c. */
	return user_code_has(function)
		       ? place
		       : UINT64_C(1) << 63 | (uint64_t)function->index << 32 |
				 sites_place(program->sites, place)->column;
}

bool program_is_foreign(const struct program *program, uint32_t stamp)
{
	if (stamp & TRACE_STAMP_EXTERNAL)
		return true;
	return stamp != 0 &&
	       threads_is_foreign(program->threads,
		       trace_stamp_clock(stamp, program->stamp_base),
		       program->running);
}

/* --- sightings ---------------------------------------------------------- */

void program_note_caller(const struct program *program,
	struct sighting *sighting, const struct subject *subject)
{
	sighting->caller_place =
		sites_place_of(program->sites, subject->caller_site);
}

/* Where a variable may be that has ADDRESS, of OBJECT. */
static struct symbol_place program_variable_at(const struct program *program,
	const struct object *object, const struct subject *subject,
	uint64_t address)
{
	struct symbol_place place = {.is_frame = object->kind == OBJECT_STACK};
	uint32_t site;

	if (object->kind == OBJECT_VARIABLE) {
		place.address = address;
	} else if (place.is_frame) {
		site = stack_site_of(program->stack, subject, address, &place);
		if (site != 0)
			place.address = sites_resolve(program->sites, site)
						->definition.pc;
	}
	return place;
}

void program_note_object(struct program *program, struct sighting *sighting,
	const struct subject *subject, uint64_t address)
{
	struct object object;

	if (!objects_find(program->objects, address, &object))
		return;
	sighting->object_kind = object.kind;
	sighting->variable =
		program_variable_at(program, &object, subject, address);
	sighting->object_bytes = object.size_bytes;
	sighting->object_type = arena_string(&program->strings, object.type);
	sighting->allocated_context = object.context;
	sighting->peers = object.peers;
	sighting->allocated_place = sites_place_of(program->sites, object.site);
}

/* --- code --------------------------------------------------------------- */

/* A site is defined where its code is about to run for the first time. */
static void program_add_site(struct program *program,
	const struct trace_site *definition, uint64_t clock)
{
	const struct context *context = stack_context(program->stack);

	if (context->chain)
		chains_begin_code(program->chains, context->chain,
			stack_view(program->stack)->chain, clock);
	sites_define(program->sites, definition);
}

static void program_add_call(
	struct program *program, const struct trace_call *call, uint64_t clock)
{
	const struct context *context;

	program->calls++;
	stack_call(program->stack, call, clock);
	if (call->site == 0 || !sites_begin_call(program->sites, call->site))
		return;
	context = stack_context(program->stack);
	if (context->subjects != 0 && context->id != CONTEXT_UNKNOWN)
		chains_begin_call(program->chains, context->path[0], clock);
}

/* Whether some code was mapped there. */
static bool remove_code(struct program *program, uint64_t start, uint64_t end)
{
	bool any = false;

	for (size_t i = 0; i < program->code_count;) {
		struct program_code *code = &program->code[i];
		if (code->end <= start || code->start >= end) {
			i++;
			continue;
		}
		any = true;
		*code = program->code[--program->code_count];
	}
	return any;
}

/* What was at [START, END) is gone. */
static void unmap(struct program *program, uint64_t start, uint64_t end)
{
	objects_unmap(program->objects, start, end);
	constants_remove(&program->constants, start, end);
	if (!remove_code(program, start, end))
		return;
	sites_keep(program->sites, start, end);
	symbols_remove_range(program->symbols, start, end);
	objects_forget_variables(program->objects);
	threads_forget_code(program->threads);
}

static void program_add_module(struct program *program,
	const struct trace_module *module, uint64_t clock)
{
	unmap(program, module->start, module->end);
	sites_forget(program->sites, module->start, module->end);
	program->code = memory_grow(program->code, &program->code_capacity,
		program->code_count + 1, sizeof *program->code);
	program->code[program->code_count++] =
		(struct program_code){module->start, module->end};
	objects_forget_variables(program->objects);
	symbols_add_module(program->symbols, module->start, module->end,
		module->file_offset, module->path);
	/* Before main there are only constants, whatever the range. */
	if (program->shared.main_start > 1)
		constants_add(
			&program->constants, module->start, module->end, clock);
}

/* --- memory ------------------------------------------------------------- */

/* What the call that runs now has made. */
static struct allocation allocation_of(struct program *program,
	uint64_t address, uint64_t size_bytes, uint64_t clock)
{
	struct allocation made = {address, size_bytes, clock, NULL, 0};

	made.site = stack_caller(program->stack, &made.context);
	return made;
}

static void add_allocation(struct program *program,
	const struct trace_alloc *alloc, uint64_t clock)
{
	struct allocation made = allocation_of(
		program, alloc->address, alloc->size_bytes, clock);

	objects_allocate(program->objects, &made);
}

static void add_reallocation(struct program *program,
	const struct trace_realloc *moved, uint64_t clock)
{
	struct allocation made = allocation_of(
		program, moved->address, moved->size_bytes, clock);

	objects_reallocate(program->objects, moved->old_address, &made);
}

static void program_add_mapping(struct program *program,
	const struct trace_range *range, uint64_t clock)
{
	const struct context *context = stack_context(program->stack);

	objects_map(program->objects, range->start, range->end, clock);
	constants_remove(&program->constants, range->start, range->end);
	if (context->subjects != 0 &&
		constants_is_mapping_for_itself(
			context->path[context->subjects - 1]))
		constants_add(
			&program->constants, range->start, range->end, clock);
}

#define FILES_MAX 1024

static void program_add_file(struct program *program, const char *path)
{
	for (size_t i = 0; i < program->file_count; i++)
		if (strcmp(program->file[i], path) == 0)
			return;
	program->has_more_files = program->file_count == FILES_MAX;
	if (program->has_more_files)
		return;
	program->file = memory_grow(program->file, &program->file_capacity,
		program->file_count + 1, sizeof *program->file);
	program->file[program->file_count++] =
		arena_string(&program->strings, path);
}

/* --- ---------------------------------------------------------------------- */

void program_add_record(
	struct program *program, const void *record, uint64_t clock)
{
	const struct trace_range *range = record;
	const struct trace_thread *thread = record;
	const struct trace_exit *ended = record;

	switch (trace_record_type(record)) {
	case TRACE_CALL:
		program_add_call(program, record, clock);
		break;
	case TRACE_SKIP:
		program->calls += ((const struct trace_skip *)record)->calls;
		break;
	case TRACE_ENTER:
		stack_enter(program->stack, record, clock);
		break;
	case TRACE_RETURN:
		stack_return(program->stack,
			((const struct trace_return *)record)->count);
		break;
	case TRACE_SITE:
		program_add_site(program, record, clock);
		break;
	case TRACE_MODULE:
		program_add_module(program, record, clock);
		break;
	case TRACE_MAP:
		program_add_mapping(program, range, clock);
		break;
	case TRACE_UNMAP:
		unmap(program, range->start, range->end);
		break;
	case TRACE_THREAD:
		if (thread->thread != program->running)
			run_thread(program, thread->thread, clock);
		break;
	case TRACE_THREAD_END:
		threads_end(program->threads, thread->thread);
		break;
	case TRACE_ALLOC:
		add_allocation(program, record, clock);
		break;
	case TRACE_REALLOC:
		add_reallocation(program, record, clock);
		break;
	case TRACE_FREE:
		objects_release(program->objects,
			((const struct trace_free *)record)->address);
		break;
	case TRACE_REBASE:
		program->stamp_base =
			((const struct trace_rebase *)record)->base;
		threads_forget_before(program->threads, program->stamp_base);
		break;
	case TRACE_LOST:
		program->lost_events = true;
		break;
	case TRACE_EXIT:
		program->has_exit = true;
		program->exit_code = ended->exit_code;
		program->signal = ended->signal;
		break;
	case TRACE_FILE:
		program_add_file(
			program, ((const struct trace_text *)record)->text);
		break;
	case TRACE_STRING:
	case TRACE_TEST:
	case TRACE_STAY:
	case TRACE_RUN:
	case TRACE_RECORD_LIMIT:
		break;
	}
}
