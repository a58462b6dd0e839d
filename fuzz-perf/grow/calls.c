/* SPDX-License-Identifier: MIT
 * CALLS: a call from test code that is repeated, with other texts and numbers. */
#include "config.h"

#include "fuzz-perf/grow/knobs.h"

#include <dlfcn.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/arguments.h"
#include "lib/words.h"

#define CALLS_MAX (1 << 16)
#define CALLS_LAST                                                             \
	4 /* repetitions: what one of them costs may be little by chance */
#define CALLS_ALL 0x3f /* arguments in registers */

/* The function of the program that NAME is; NULL: it is of another object. */
static const struct grow_function *function_named(
	const struct grow_knobs *knobs, const char *name)
{
	for (size_t i = 0; i < knobs->code.count; i++)
		if (knobs->code.function[i].linkage &&
			!strcmp(knobs->code.function[i].linkage, name))
			return &knobs->code.function[i];
	return NULL;
}

static bool is_of_system(const struct grow_function *function)
{
	return function->file && strncmp(function->file, "/usr/", 5) == 0;
}

/* Whether TO, or NAME of another object, is code that a test hands data to. */
static bool is_subject(const struct grow_function *to, const char *name)
{
	/* What retread itself can call is the system's. */
	return to ? !to->is_test_code && !to->is_framework && !is_of_system(to)
		  : name[0] != '_' && !dlsym(RTLD_DEFAULT, name);
}

/* Whether NAME copies a text that the code under test then gets. */
static bool carries_text(const char *name)
{
	static const char *const globs[] = {"str*dup", "strcpy", "strncpy",
		"stpcpy", "strlen", "memcpy", "memmove", "fmemopen",
		"*basic_string*", "*string_view*", NULL};

	for (size_t i = 0; globs[i]; i++)
		if (fnmatch(globs[i], name, 0) == 0)
			return true;
	return false;
}

bool grow_calls_pass_text(
	const struct grow_knobs *knobs, const struct grow_step *step)
{
	const char *callee =
		grow_code_callee(&knobs->code, step->at, &step->is);
	const struct grow_function *to =
		callee ? function_named(knobs, callee) : NULL;

	return !callee || (to && to->is_test_code) || carries_text(callee) ||
	       is_subject(to, callee);
}

/* Whether the code at ADDRESS is code under test that is inlined into FUNCTION: what a
 * library does for it counts for its line, so nothing may come between. Code of the
 * system's headers hands on what the test hands over. */
static bool calls_are_of_inlined(const struct grow_knobs *knobs,
	const struct grow_function *function, uint64_t address)
{
	struct grow_place place;

	return !grow_knobs_is_own(knobs, function, address) &&
	       grow_code_place(&knobs->code, address, &place) &&
	       strncmp(place.file, "/usr/", 5) != 0;
}

/* Of another object's function the declaration is not known: what looks like a name is a
 * text. */
static void add_call(struct grow_knobs *knobs,
	const struct grow_function *function, const struct grow_step *step)
{
	const char *callee =
		grow_code_callee(&knobs->code, step->at, &step->is);
	const struct grow_function *to =
		callee ? function_named(knobs, callee) : NULL;
	unsigned texts = to ? to->texts : CALLS_ALL;
	struct grow_knob *knob;

	if (!callee || !(is_subject(to, callee) || carries_text(callee)))
		return;
	if (calls_are_of_inlined(knobs, function, step->at))
		return;
	knobs->call = memory_grow(knobs->call, &knobs->call_capacity,
		knobs->call_count + 1, sizeof *knobs->call);
	knobs->call[knobs->call_count++] = (struct grow_knob){
		.id = "through", .at = step->at, .is = step->is};
	if (!is_subject(to, callee) || (to && to->returns_large) ||
		(to && !(texts | to->integers | to->lengths)))
		return;
	knob = grow_knobs_add(knobs, GROW_CALLS, function, step->at);
	if (!knob)
		return;
	knob->is = step->is;
	knob->callee = callee;
	knob->texts = texts;
	knob->integers = to ? to->integers : 0;
	knob->base = knob->min = 1;
	knob->max = CALLS_MAX;
	knob->what = arena_format(&knobs->arena, "call of %s at %s:%u: 1",
		callee, words_base_name(knob->file), knob->line);
}

/*--- calls of what only the process knows ---*/

/* What a jump needs at a call; the code before it moves, too, if that is shorter. */
#define CALLS_JUMP_BYTES 5

static bool calls_can_move(const struct grow_step *step)
{
	const struct decoded *is = &step->is;

	return is->kind != DECODE_CALL && is->kind != DECODE_JUMP &&
	       is->kind != DECODE_BRANCH && is->kind != DECODE_RETURN &&
	       !is->is_relative_memory && !is->moves_stack;
}

/* The first step that moves with the call at step CALL, or SIZE_MAX: they cannot. */
static size_t calls_first_moved(const struct grow_steps *steps, size_t call)
{
	uint64_t end = steps->step[call].at + steps->step[call].is.length;
	size_t first = call;

	while (end - steps->step[first].at < CALLS_JUMP_BYTES)
		if (first == 0 || steps->step[first].is_target ||
			!calls_can_move(&steps->step[--first]))
			return SIZE_MAX;
	return first;
}

/* Whether a test leads to FUNCTION: what runs tests may do so by their addresses. */
static bool calls_are_of_test(
	const struct grow_knobs *knobs, const struct grow_function *function)
{
	const struct grow_code *code = &knobs->code;

	for (size_t i = 0; i < code->count; i++)
		if (code->function[i].is_test &&
			grow_code_reaches(code, &code->function[i], function))
			return true;
	return false;
}

/* A call by an address, as of a virtual function: what looks like a name is a text. */
static void add_indirect_call(struct grow_knobs *knobs,
	const struct grow_function *function, const struct grow_steps *steps,
	size_t index)
{
	const struct grow_step *step = &steps->step[index];
	size_t first = step->is.kind == DECODE_CALL
			       ? calls_first_moved(steps, index)
			       : SIZE_MAX;
	struct grow_knob *knob;

	if (!calls_are_of_test(knobs, function))
		return;
	if (first == SIZE_MAX) {
		arguments_add_format(knobs->refused,
			"call in %s is indirect or virtual, and there is no "
			"place to change it",
			function->name);
		return;
	}
	if (!grow_steps_writer(steps, index, DECODE_FIRST_ARGUMENT) ||
		!(knob = grow_knobs_add(knobs, GROW_CALLS, function, step->at)))
		return;
	knob->is = step->is;
	knob->top = steps->step[first].at;
	knob->texts = CALLS_ALL;
	knob->base = knob->min = 1;
	knob->max = CALLS_MAX;
	knob->what = arena_format(&knobs->arena, "indirect call at %s:%u: 1",
		words_base_name(knob->file), knob->line);
}

/* What moves of KNOB's code, and instead of the call "mov OPERAND,%r11". */
static void write_moved(
	const struct grow_knobs *knobs, const struct grow_knob *knob, FILE *out)
{
	size_t left, length = (size_t)(knob->at - knob->top);
	const uint8_t *code = grow_code_bytes(&knobs->code, knob->top, &left);
	const uint8_t *call = code + length;
	uint8_t move[16] = {0x4c, 0x8b};
	bool has_rex = (*call & 0xf0) == 0x40;

	if (has_rex)
		move[0] |= *call & 3;
	call += 1 + has_rex; /* ff /2 */
	length = knob->is.length - 1 - has_rex;
	memcpy(move + 2, call, length);
	move[2] = (call[0] & 0xc7) | 3 << 3;
	grow_write_hex(out, code, (size_t)(knob->at - knob->top));
	grow_write_hex(out, move, length + 2);
}

/* Whether STEP of FUNCTION calls another one, perhaps as the last thing it does. */
static bool calls_is_call(
	const struct grow_function *function, const struct grow_step *step)
{
	uint64_t into = grow_step_target(step) - function->start;

	return step->is.kind == DECODE_CALL ||
	       (step->is.kind == DECODE_JUMP && step->is.length >= 5 &&
		       (step->is.is_direct
				       ? into >= function->end - function->start
				       : step->is.is_relative_memory));
}

void grow_calls_look_at(struct grow_knobs *knobs,
	const struct grow_function *function, const struct grow_steps *steps,
	size_t index)
{
	const struct grow_step *step = &steps->step[index];

	if (!calls_is_call(function, step))
		return;
	if (step->is.is_direct || step->is.is_relative_memory)
		add_call(knobs, function, step);
	else
		add_indirect_call(knobs, function, steps, index);
}

void grow_calls_set(const struct grow_knobs *knobs,
	const struct grow_choice *choice, FILE *out)
{
	const struct grow_knob *knob = choice->knob;
	size_t left;
	uint64_t from = knob->top ? knob->top : knob->at;
	const uint8_t *old = grow_code_bytes(&knobs->code, from, &left);

	fprintf(out, "%s %s %" PRIx64 " ", knob->top ? "moved" : "call",
		knob->id, from);
	grow_write_hex(out, old, (size_t)(knob->at - from) + knob->is.length);
	if (knob->top) {
		putc(' ', out);
		write_moved(knobs, knob, out);
	}
	fprintf(out, " %" PRIu64 " %x %x %" PRIu64 "\n", choice->value,
		knob->texts, knob->integers,
		choice->has_last_alone && choice->value > CALLS_LAST
			? choice->value - CALLS_LAST
			: 1);
}
