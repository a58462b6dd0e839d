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

	if (to && to->is_test_code)
		return to->texts == 0 || to->texts != to->messages;
	return !callee || carries_text(callee) || is_subject(to, callee);
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

const struct grow_function *grow_calls_subject(const struct grow_knobs *knobs,
	const struct grow_function *function, const struct grow_step *call)
{
	const char *callee =
		call->is.kind == DECODE_CALL && call->is.is_direct
			? grow_code_callee(&knobs->code, call->at, &call->is)
			: NULL;
	const struct grow_function *to =
		callee ? function_named(knobs, callee) : NULL;

	return to && is_subject(to, callee) &&
			       !calls_are_of_inlined(knobs, function, call->at)
		       ? to
		       : NULL;
}

/*--- what calls hand over, and what they return ---*/

#define CALLS_MOVES_MAX	  3 /* of an argument before it is where it must be */
#define CALLS_OF_REGISTER UINT64_C(0x4000000000000000)
#define CALLS_OF_FRAME	  UINT64_C(0x8000000000000000)

static bool calls_is_move(const struct decoded *is)
{
	return is->kind == DECODE_MOVE && !is->is_memory && !is->has_constant &&
	       is->source != DECODE_NO_REGISTER;
}

/* Where step INDEX, a call, has its argument in the REGISTER from, by moves from one register to
 * another. *AT becomes the last of them; returns the step that loads it, or NULL, with
 * *REGISTER where it was. */
static const struct grow_step *calls_loader(const struct grow_steps *steps,
	size_t index, int *from, const struct grow_step **at)
{
	const struct grow_step *writer = NULL;

	*at = NULL;
	for (unsigned i = 0; i <= CALLS_MOVES_MAX; i++) {
		writer = grow_steps_writer(steps, index, *from);
		if (!writer || !calls_is_move(&writer->is))
			return writer;
		*at = writer;
		*from = writer->is.source;
		index = (size_t)(writer - steps->step);
	}
	return NULL;
}

/* A number for what step INDEX, a call, has in the REGISTER; 0: not known. */
static uint64_t calls_source(const struct grow_knobs *knobs,
	const struct grow_steps *steps, size_t index, int from)
{
	const struct grow_step *move, *loader;
	uint64_t address;

	loader = calls_loader(steps, index, &from, &move);
	if (!loader)
		return move && from != 0 ? CALLS_OF_REGISTER + (unsigned)from
					 : 0;
	address = grow_text_address(knobs, loader);
	if (address)
		return address;
	if (loader->is.is_memory && (loader->is.source == DECODE_FRAME ||
					    loader->is.source == DECODE_STACK))
		return CALLS_OF_FRAME +
		       (uint64_t)(uint32_t)loader->is.displacement +
		       (loader->is.kind == DECODE_ADDRESS ? UINT64_C(1) << 32
							  : 0);
	return 0;
}

/* Whether what step INDEX, a call, returns takes the place of its argument in the REGISTER:
 * it is stored where that was, or that was what another call has returned, and nobody
 * keeps it. */
static bool calls_replace(
	const struct grow_steps *steps, size_t index, int from)
{
	const struct grow_step *move, *loader, *next = &steps->step[index] + 1;
	size_t at;

	loader = calls_loader(steps, index, &from, &move);
	if (loader)
		return loader->is.kind == DECODE_MOVE && loader->is.is_memory &&
		       index + 1 < steps->count && next->is.is_memory &&
		       next->is.kind == DECODE_MOVE && next->is.source == 0 &&
		       next->is.displacement == loader->is.displacement;
	if (!move)
		return false;
	if (from != 0)
		return index + 1 < steps->count && calls_is_move(&next->is) &&
		       next->is.source == 0 && next->is.destination == from;
	for (at = (size_t)(move - steps->step); at-- > 0;) {
		const struct decoded *is = &steps->step[at].is;
		if (is->kind == DECODE_CALL)
			return true;
		if (is->kind == DECODE_MOVE && is->source == 0 &&
			!is->has_constant)
			return false;
	}
	return false;
}

static bool calls_differ_elsewhere(
	const struct grow_knob *a, const struct grow_knob *b, unsigned argument)
{
	for (unsigned i = 0; i < GROW_ARGUMENTS; i++)
		if (i != argument && a->source[i] != b->source[i] &&
			((a->texts | a->integers | a->strings) >> i & 1))
			return true;
	return false;
}

/* Whether ARGUMENT of KNOB is in all other calls of its function, of which there are some. */
static bool calls_have_same(const struct grow_knobs *knobs,
	const struct grow_knob *knob, unsigned argument)
{
	bool is_same = false;

	for (size_t i = 0; knob->source[argument] && i < knobs->count; i++) {
		const struct grow_knob *other = &knobs->knob[i];
		if (other == knob || other->kind != GROW_CALLS ||
			!other->callee || other->function != knob->function ||
			strcmp(other->callee, knob->callee) != 0)
			continue;
		if (other->source[argument] != knob->source[argument])
			return false;
		is_same |= calls_differ_elsewhere(knob, other, argument);
	}
	return is_same;
}

void grow_calls_compare(struct grow_knobs *knobs)
{
	for (size_t i = 0; i < knobs->count; i++) {
		struct grow_knob *knob = &knobs->knob[i];
		unsigned same = 0;
		if (knob->kind != GROW_CALLS || !knob->callee)
			continue;
		for (unsigned j = 0; j < GROW_ARGUMENTS; j++)
			if (calls_have_same(knobs, knob, j))
				same |= 1u << j;
		knob->texts &= ~same;
		knob->strings &= ~same;
	}
}

/* Whether TO, which takes no more than pointers, can be called again: not if it gives away
 * what it gets, by its name. */
static bool calls_keep_object(const struct grow_function *to)
{
	static const char *const words[] = {"free", "destroy", "delete",
		"close", "release", "dispose", "unref", "fini", "drop", "~",
		NULL};

	for (size_t i = 0; words[i]; i++)
		if (strcasestr(to->name, words[i]))
			return false;
	return to->parameters > 0;
}

/* In which arguments KNOB, a call of TO, may hand over texts; of another object's function
 * (NULL) the declaration is not known. */
static void calls_describe_texts(
	struct grow_knob *knob, const struct grow_function *to)
{
	knob->texts =
		to ? (to->texts | to->buffers) & ~to->messages : CALLS_ALL;
	knob->strings = to ? to->strings : 0;
	knob->views = to ? to->views : 0;
}

/* Of another object's function the declaration is not known: what looks like a name is a
 * text. */
static void add_call(struct grow_knobs *knobs,
	const struct grow_function *function, const struct grow_steps *steps,
	size_t index)
{
	const struct grow_step *step = &steps->step[index];
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
	knobs->call[knobs->call_count++] = (struct grow_knob){.id = "through",
		.function = function,
		.at = step->at,
		.is = step->is};
	if (is_subject(to, callee))
		calls_describe_texts(&knobs->call[knobs->call_count - 1], to);
	bool is_same =
		to && !(texts | to->integers | to->lengths | to->strings);
	if (!is_subject(to, callee) || (is_same && !calls_keep_object(to)))
		return;
	knob = grow_knobs_add(knobs, GROW_CALLS, function, step->at);
	if (!knob)
		return;
	knob->is = step->is;
	knob->callee = callee;
	knob->is_same = is_same;
	knob->texts = texts;
	knob->integers = to ? to->integers : 0;
	knob->strings = to ? to->strings : 0;
	if (to && to->replaced &&
		calls_replace(steps, index,
			grow_argument_registers[to->replaced - 1]))
		knob->replaced = to->replaced;
	for (unsigned i = 0; i < GROW_ARGUMENTS; i++)
		knob->source[i] = calls_source(
			knobs, steps, index, grow_argument_registers[i]);
	knob->base = knob->min = 1;
	knob->max = CALLS_MAX;
	knob->what = arena_format(&knobs->arena, "call of %s at %s:%u: 1",
		grow_functions_written(&knobs->arena, callee),
		words_base_name(knob->file), knob->line);
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
		add_call(knobs, function, steps, index);
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
	fprintf(out, " %" PRIu64 " %x %x %" PRIu64 " %x %u %x\n", choice->value,
		knob->texts, knob->integers,
		choice->has_last_alone && choice->value > GROW_CALLS_LAST
			? choice->value - GROW_CALLS_LAST
			: 0,
		knob->strings, knob->replaced, knob->views);
}
