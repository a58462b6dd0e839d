/* SPDX-License-Identifier: MIT
 * ARG: a number in the command line, or one that the command does not have, for which the
 * program takes a constant. */
#include "config.h"

#include "fuzz-perf/grow/knobs.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define GROW_ARGUMENT_MAX 1000000
#define NUMBER_MIN	  2
#define STEPS_AFTER	  8 /* the call that reads the number, at most */

static void add_argument_knob(
	struct grow_knobs *knobs, size_t word, uint64_t value, const char *what)
{
	struct grow_knob *knob = grow_knobs_add(knobs, GROW_ARG, NULL, word);

	knob->id = arena_format(&knobs->arena, "arg:%zu", word);
	knob->word = word;
	knob->base = value;
	knob->min = 1;
	knob->max = GROW_ARGUMENT_MAX;
	knob->what = what;
}

void grow_arguments_find(struct grow_knobs *knobs)
{
	for (size_t i = 1; knobs->command[i]; i++) {
		const char *word = knobs->command[i];
		char *end;
		unsigned long value = strtoul(word, &end, 10);
		if (isdigit((unsigned char)*word) && !*end && value >= 1 &&
			value <= GROW_ARGUMENT_MAX)
			add_argument_knob(knobs, i, value,
				arena_format(&knobs->arena, "argument %zu: %lu",
					i, value));
	}
}

/*--- one that the command does not have ---*/

/* Whether STEP calls what makes a number of a text; names of C++ and of later standards
 * begin so. */
static bool reads_number(
	const struct grow_knobs *knobs, const struct grow_step *step)
{
	static const char *const readers[] = {"atoi", "atol", "atoll", "strtol",
		"strtoll", "strtoul", "strtoull", "_ZNSt7__cxx114sto",
		"_ZNSt7__cxx115sto", "__isoc23_strto"};
	const char *name =
		step->is.kind == DECODE_CALL
			? grow_code_callee(&knobs->code, step->at, &step->is)
			: NULL;

	for (size_t i = 0; name && i < sizeof readers / sizeof *readers; i++)
		if (*name == '_'
				? !strncmp(name, readers[i], strlen(readers[i]))
				: !strcmp(name, readers[i]))
			return true;
	return false;
}

static bool is_size(const struct decoded *is)
{
	return is->kind == DECODE_MOVE && is->has_constant &&
	       is->constant >= NUMBER_MIN && is->constant <= GROW_ARGUMENT_MAX;
}

static bool is_same_place(const struct decoded *a, const struct decoded *b)
{
	return a->is_memory == b->is_memory &&
	       (a->is_memory ? a->displacement == b->displacement
			     : a->destination == b->destination);
}

/* The only constant that takes the place of what STEP, an instruction of STEPS, moves
 * there; 0: there is none, or several. */
static int64_t constant_instead(
	const struct grow_steps *steps, const struct grow_step *step)
{
	int64_t found = 0;

	for (size_t i = 0; i < steps->count; i++) {
		const struct decoded *is = &steps->step[i].is;
		if (!is_size(is) || !is_same_place(is, &step->is))
			continue;
		if (found != 0 && found != is->constant)
			return 0;
		found = is->constant;
	}
	return found;
}

/* What the number is that call I would read, if it is not given: "argc > 1 ? atoi(argv[1])
 * : 100" jumps over the constant, or moves the number to where the constant is. */
static int64_t number_instead(const struct grow_steps *steps, size_t i)
{
	const size_t end = i + 1 + STEPS_AFTER;
	int64_t found = 0;

	while (!found && ++i < end && i + 1 < steps->count) {
		const struct decoded *is = &steps->step[i].is;
		if (is->kind == DECODE_JUMP && is->target != is->length)
			return is_size(&steps->step[i + 1].is)
				       ? steps->step[i + 1].is.constant
				       : 0;
		if (is->source == 0 && (is->is_memory || is->destination != 0))
			found = constant_instead(steps, &steps->step[i]);
	}
	return found;
}

void grow_arguments_look_at(struct grow_knobs *knobs,
	const struct grow_function *function, const struct grow_steps *steps,
	size_t index)
{
	size_t word = 0;
	int64_t number;

	/* Others make numbers of what the test reads. */
	if (function->parameters != 2 ||
		!reads_number(knobs, &steps->step[index]))
		return;
	for (size_t i = 0; i < knobs->count; i++)
		if (knobs->knob[i].kind == GROW_ARG)
			return;
	number = number_instead(steps, index);
	while (knobs->command[word])
		word++;
	if (number != 0)
		add_argument_knob(knobs, word, (uint64_t)number,
			arena_format(&knobs->arena,
				"argument %zu, which is not given: %lld", word,
				(long long)number));
}
