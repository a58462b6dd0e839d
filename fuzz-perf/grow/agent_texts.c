/* SPDX-License-Identifier: MIT
 * Texts that calls hand over: literals that were replaced, by their addresses, and those that
 * the program has made while it ran, by what they say. */
#include "config.h"

#include "fuzz-perf/grow/agent.h"

#include <stdlib.h>
#include <string.h>

#define TEXTS_PAGE  4096
#define TEXTS_SPARE 4096 /* of a copy, for who writes to it */
#define TEXTS_SEEN  4096 /* different ones that are said, at most */

/* What is handed over as a std::string. */
struct texts_string {
	char *text;
	size_t length, capacity, unused;
};

/* A text in an argument. */
struct texts_argument {
	enum { TEXTS_POINTER, TEXTS_STRING, TEXTS_VIEW } kind;
	const char *at;
	size_t length;
	char copy[GROW_MADE_MAX + 1];
};

/*--- literals ---*/

/* The argument beside that of a text that is grown: its length, with or without its end,
 * or where it ends. */
static void texts_replace_length(const struct grow_text *text, uint64_t *beside)
{
	if (*beside == text->old_length || *beside == text->old_length + 1)
		*beside += text->length - text->old_length;
	else if (*beside == (uint64_t)(uintptr_t)text->old + text->old_length)
		*beside = (uint64_t)(uintptr_t)text->changed + text->length;
}

/* TEXT's new bytes are argument I of REGISTERS. */
static void texts_replace_argument(const struct grow_text *text,
	uint64_t registers[GROW_REGISTERS], unsigned i)
{
	registers[i] = (uint64_t)(uintptr_t)text->changed;
	if (i > 0)
		texts_replace_length(text, &registers[i - 1]);
	if (i + 1 < GROW_REGISTERS)
		texts_replace_length(text, &registers[i + 1]);
}

static void texts_replace_literals(
	const struct grow_agent *agent, uint64_t registers[GROW_REGISTERS])
{
	for (const struct grow_text *text = agent->text; text;
		text = text->next)
		for (unsigned i = 0; i < GROW_REGISTERS; i++)
			if (registers[i] == (uint64_t)(uintptr_t)text->old ||
				registers[i] ==
					(uint64_t)(uintptr_t)text->changed)
				texts_replace_argument(text, registers, i);
}

/*--- what is made while the program runs ---*/

/* As much of BYTES as can be read, page by page. */
static size_t texts_read(uint64_t from, char *to, size_t bytes)
{
	size_t done = 0;

	while (done < bytes) {
		size_t part = TEXTS_PAGE - (from + done) % TEXTS_PAGE, got;
		if (part > bytes - done)
			part = bytes - done;
		got = grow_read_memory(from + done, to + done, part);
		done += got;
		if (got < part)
			break;
	}
	return done;
}

static bool texts_is_printed(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		unsigned char c = (unsigned char)text[i];
		if (c < ' ' && c != '\n' && c != '\t' && c != '\r')
			return false;
	}
	return true;
}

/* Where argument I of CALL has a text, and how long it is; one that ends at a zero is longer. */
static bool texts_find(const struct grow_call *call,
	const uint64_t registers[GROW_REGISTERS], unsigned i,
	struct texts_argument *argument)
{
	uint64_t word[2];

	argument->length = GROW_MADE_MAX;
	if (call->views >> i & 1 && i + 1 < GROW_REGISTERS) {
		argument->kind = TEXTS_VIEW;
		argument->length = registers[i];
		argument->at = (const char *)(uintptr_t)registers[i + 1];
	} else if (call->strings >> i & 1) {
		if (grow_read_memory(registers[i], word, sizeof word) !=
			sizeof word)
			return false;
		argument->kind = TEXTS_STRING;
		argument->length = word[1];
		argument->at = (const char *)(uintptr_t)word[0];
	} else if (call->texts >> i & 1) {
		argument->kind = TEXTS_POINTER;
		argument->at = (const char *)(uintptr_t)registers[i];
	} else {
		return false;
	}
	return argument->length <= GROW_MADE_MAX;
}

/* Reads what argument I of CALL says. False: it is not a text, or is too long. */
static bool texts_look(const struct grow_call *call,
	const uint64_t registers[GROW_REGISTERS], unsigned i,
	struct texts_argument *argument)
{
	size_t bytes;

	if (!texts_find(call, registers, i, argument))
		return false;
	bytes = texts_read((uint64_t)(uintptr_t)argument->at, argument->copy,
		argument->length + (argument->kind == TEXTS_POINTER));
	if (argument->kind == TEXTS_POINTER) {
		argument->length = 0;
		while (argument->length < bytes &&
			argument->copy[argument->length] != '\0')
			argument->length++;
		if (argument->length == bytes)
			return false;
	}
	return argument->length > 0 && bytes >= argument->length &&
	       texts_is_printed(argument->copy, argument->length);
}

/* Whether NUMBER is new; no more than TEXTS_SEEN are. */
static bool texts_is_new(uint64_t number)
{
	static uint64_t seen[2 * TEXTS_SEEN];
	static size_t count;
	size_t at = number % (2 * TEXTS_SEEN);

	number |= 1;
	while (seen[at] != 0 && seen[at] != number)
		at = (at + 1) % (2 * TEXTS_SEEN);
	if (seen[at] == number || count == TEXTS_SEEN)
		return false;
	seen[at] = number;
	count++;
	return true;
}

/* "made FROM ARGUMENT AT HEX": once for each place from which a text is handed over. */
static void texts_say(const struct grow_agent *agent, uintptr_t from,
	unsigned i, const struct texts_argument *argument)
{
	static const char digits[] = "0123456789abcdef";
	char hex[2 * GROW_MADE_MAX + 1];
	uint64_t number = UINT64_C(0xcbf29ce484222325) ^ from;

	for (size_t j = 0; j < argument->length; j++) {
		unsigned char c = (unsigned char)argument->copy[j];
		hex[2 * j] = digits[c >> 4];
		hex[2 * j + 1] = digits[c & 15];
		number = (number ^ c) * UINT64_C(0x100000001b3);
	}
	hex[2 * argument->length] = '\0';
	number = (number ^ i) * UINT64_C(0x100000001b3);
	if (texts_is_new(number ^ number >> 32))
		grow_say(agent, "made %lx %u %lx %s",
			(unsigned long)(from - agent->base), i,
			(unsigned long)((uintptr_t)argument->at - agent->base),
			hex);
}

/* A copy of TEXT's new bytes for one call, which may write to it, free it or keep it. */
static char *texts_copy(const struct grow_text *text)
{
	char *copy = malloc(text->length + TEXTS_SPARE);

	for (size_t i = 0; copy && i < text->length; i++)
		copy[i] = text->changed[i];
	if (copy)
		copy[text->length] = '\0';
	return copy;
}

/* *ADDRESS becomes that of a std::string of the new bytes of TEXT, which it has. */
static void texts_replace_string(
	const struct grow_text *text, uint64_t *address)
{
	struct texts_string *string = calloc(1, sizeof *string);

	if (!string) {
		free((char *)text->changed);
		return;
	}
	string->text = (char *)text->changed;
	string->length = text->length;
	string->capacity = text->length + TEXTS_SPARE - 1;
	*address = (uint64_t)(uintptr_t)string;
}

/* Argument I of REGISTERS, which is ARGUMENT, becomes the new bytes of TEXT. */
static void texts_replace_made(const struct grow_text *text,
	const struct texts_argument *argument,
	uint64_t registers[GROW_REGISTERS], unsigned i)
{
	struct grow_text copy = {.old = argument->at,
		.changed = texts_copy(text),
		.old_length = text->old_length,
		.length = text->length};

	if (!copy.changed)
		return;
	if (argument->kind == TEXTS_POINTER) {
		texts_replace_argument(&copy, registers, i);
		return;
	}
	if (argument->kind == TEXTS_VIEW) {
		registers[i] = copy.length;
		registers[i + 1] = (uint64_t)(uintptr_t)copy.changed;
		return;
	}
	texts_replace_string(&copy, &registers[i]);
}

static bool texts_is_same(
	const struct grow_text *text, const struct texts_argument *argument)
{
	if (text->old_length != argument->length)
		return false;
	for (size_t i = 0; i < argument->length; i++)
		if (text->old[i] != argument->copy[i])
			return false;
	return true;
}

void grow_hand_over_texts(const struct grow_call *call,
	uint64_t registers[GROW_REGISTERS], uintptr_t from)
{
	const struct grow_agent *agent = call->agent;
	struct texts_argument argument;

	texts_replace_literals(agent, registers);
	for (unsigned i = 0;
		(agent->is_look || agent->made) && i < GROW_REGISTERS; i++) {
		const struct grow_text *text = agent->made;
		if (!texts_look(call, registers, i, &argument))
			continue;
		if (agent->is_look)
			texts_say(agent, from, i, &argument);
		while (text && !texts_is_same(text, &argument))
			text = text->next;
		if (text)
			texts_replace_made(text, &argument, registers, i);
	}
}
