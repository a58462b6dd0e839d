/* SPDX-License-Identifier: MIT
 * Arrays and vectors that a call hands over are replaced by larger ones: their elements again
 * and again, each time with other numbers and names. */
#include "config.h"

#include "fuzz-perf/grow/agent.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#define ARRAY_FIELDS_MAX 4
#define ARRAY_PAGE	 4096
#define ARRAY_BYTES_MAX	 (64ul << 20)
#define ARRAY_TEXT_MAX	 256

#define MIXED_BITS   4 /* of numbers that are mixed; fewer have no order */
#define MIXED_ROUNDS 3
#define MIXED_FACTOR 2654435769u /* odd: no two numbers become one */

struct array_field {
	size_t offset, width;
	char kind;
	int64_t span; /* of integers: more than they differ */
};

struct array_layout {
	size_t bytes; /* of an element */
	struct array_field field[ARRAY_FIELDS_MAX];
	size_t fields;
	bool is_ascending; /* so it stays */
};

struct array_string {
	char *text;
	size_t length, capacity, unused;
};

/* Repetition I of TIMES as a number of its own below twice TIMES, in no order: numbers that
 * come by size are a special case, as for trees. */
uint64_t grow_mix_number(uint64_t i, uint64_t times)
{
	unsigned bits = 0;
	uint64_t last;

	while (UINT64_C(1) << bits < times)
		bits++;
	if (bits < MIXED_BITS)
		return i;
	last = (UINT64_C(1) << bits) - 1;
	for (unsigned round = 0; round < MIXED_ROUNDS; round++) {
		i = i * MIXED_FACTOR & last;
		i ^= i >> (bits / 2);
	}
	return i;
}

size_t grow_read_memory(uint64_t from, void *to, size_t bytes)
{
	struct iovec here = {to, bytes};
	struct iovec there = {(void *)(uintptr_t)from, bytes};
	ssize_t got = from < ARRAY_PAGE ? 0
					: process_vm_readv(getpid(), &here, 1,
						  &there, 1, 0);

	return got > 0 ? (size_t)got : 0;
}

char *grow_number_text(const char *text, size_t length, uint64_t number)
{
	char *other = malloc(length + GROW_DIGITS + 1);

	if (!other)
		return NULL;
	for (size_t i = 0; i < length; i++)
		other[i] = text[i];
	for (size_t i = GROW_DIGITS; i-- > 0; number /= 10)
		other[length + i] = (char)('0' + number % 10);
	other[length + GROW_DIGITS] = '\0';
	return other;
}

/* "BYTES:OFFSET KIND WIDTH,..." from *AT on. */
static void array_read_layout(const char **at, struct array_layout *layout)
{
	char *end = (char *)*at;

	*layout = (struct array_layout){.bytes = strtoul(*at, &end, 10)};
	while ((*end == ':' || *end == ',') &&
		layout->fields < ARRAY_FIELDS_MAX) {
		struct array_field *field = &layout->field[layout->fields++];
		field->offset = strtoul(end + 1, &end, 10);
		field->kind = *end++;
		field->width = strtoul(end, &end, 10);
	}
	*at = end;
}

static int64_t array_read_integer(
	const char *element, const struct array_field *field)
{
	int64_t value = 0;
	int32_t narrow;

	if (field->width == sizeof value) {
		memcpy(&value, element + field->offset, sizeof value);
		return value;
	}
	memcpy(&narrow, element + field->offset, sizeof narrow);
	return narrow;
}

/* How the COUNT elements at OLD differ. */
static void array_measure(
	struct array_layout *layout, const char *old, size_t count)
{
	layout->is_ascending =
		count > 1 && layout->fields > 0 && layout->field[0].kind == 'i';
	for (size_t f = 0; f < layout->fields; f++) {
		struct array_field *field = &layout->field[f];
		int64_t least = INT64_MAX, most = INT64_MIN, last = INT64_MIN;
		for (size_t i = 0; field->kind == 'i' && i < count; i++) {
			int64_t value = array_read_integer(
				old + i * layout->bytes, field);
			least = value < least ? value : least;
			most = value > most ? value : most;
			layout->is_ascending &= f > 0 || value >= last;
			last = value;
		}
		field->span = (int64_t)((uint64_t)most - (uint64_t)least + 1);
	}
}

static void array_vary_real(
	char *at, const struct array_field *field, uint64_t number)
{
	double value;
	float narrow;

	if (field->width == sizeof value) {
		memcpy(&value, at, sizeof value);
		value += (double)number;
		memcpy(at, &value, sizeof value);
		return;
	}
	memcpy(&narrow, at, sizeof narrow);
	narrow += (float)number;
	memcpy(at, &narrow, sizeof narrow);
}

/* The field at AT, of a copy of OLD, with NUMBER at its end. */
static void array_vary_text(char *at, uint64_t number)
{
	char text[ARRAY_TEXT_MAX], *other;
	uint64_t from;
	size_t bytes;

	memcpy(&from, at, sizeof from);
	bytes = grow_read_memory(from, text, sizeof text);
	bytes = strnlen(text, bytes);
	other = bytes > 0 && number > 0 ? grow_number_text(text, bytes, number)
					: NULL;
	if (other)
		memcpy(at, &other, sizeof other);
}

/* A string of its own, which may be destroyed. */
static void array_vary_string(char *at, uint64_t number)
{
	struct array_string string;
	const char *text;

	memcpy(&string, at, sizeof string);
	text = string.text;
	string.text = grow_number_text(text, string.length, number);
	if (!string.text)
		return;
	if (number > 0 && string.length > 0)
		string.length += GROW_DIGITS;
	else
		string.text[string.length] = '\0';
	string.capacity = string.length + GROW_DIGITS;
	memcpy(at, &string, sizeof string);
}

static void array_vary(
	char *element, const struct array_layout *layout, uint64_t number)
{
	for (size_t i = 0; i < layout->fields; i++) {
		const struct array_field *field = &layout->field[i];
		char *at = element + field->offset;
		uint64_t value = (uint64_t)array_read_integer(element, field) +
				 (uint64_t)field->span * number;
		switch (field->kind) {
		case 'i':
			memcpy(at, &value, field->width);
			break;
		case 'r':
			array_vary_real(at, field, number);
			break;
		case 't':
			array_vary_text(at, number);
			break;
		case 's':
			array_vary_string(at, number);
			break;
		default:
			break;
		}
	}
}

/* The COUNT elements at OLD, GROWTH times, at NEW. */
static void array_fill(struct array_layout *layout, const char *old,
	size_t count, uint64_t growth, char *new)
{
	array_measure(layout, old, count);
	for (uint64_t round = 0; round < growth; round++) {
		uint64_t number = layout->is_ascending
					  ? round
					  : grow_mix_number(round, growth);
		char *to = new + round *count * layout->bytes;
		memcpy(to, old, count * layout->bytes);
		for (size_t i = 0; i < count; i++)
			array_vary(to + i * layout->bytes, layout, number);
	}
}

void grow_fill_array(const char *layout, const char *old, size_t count,
	uint64_t growth, char *new)
{
	struct array_layout read;

	array_read_layout(&layout, &read);
	array_fill(&read, old, count, growth, new);
}

/* BYTES that end where memory does: what reads on does not take other data for more. */
static char *array_memory(size_t bytes)
{
	size_t all = (bytes + ARRAY_PAGE - 1) / ARRAY_PAGE * ARRAY_PAGE;
	char *memory = mmap(NULL, all + ARRAY_PAGE, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		return NULL;
	mprotect(memory + all, ARRAY_PAGE, PROT_NONE);
	return memory + all - bytes;
}

/* The COUNT elements at FROM as a larger array; a vector's may be given back. 0: they cannot
 * be. */
static uint64_t array_grow(struct array_layout *layout, uint64_t from,
	uint64_t count, uint64_t growth, bool is_vector)
{
	size_t bytes = layout->bytes * count;
	char *old, *new = NULL;

	if (bytes == 0 || count > ARRAY_BYTES_MAX ||
		bytes > ARRAY_BYTES_MAX / growth || !(old = malloc(bytes)))
		return 0;
	if (grow_read_memory(from, old, bytes) == bytes)
		new = is_vector ? malloc(bytes * growth)
				: array_memory(bytes * growth);
	if (new)
		array_fill(layout, old, count, growth, new);
	free(old);
	return (uint64_t)(uintptr_t) new;
}

static void array_grow_vector(
	struct array_layout *layout, uint64_t growth, uint64_t *argument)
{
	uint64_t old[3], *new, count, first;

	if (grow_read_memory(*argument, old, sizeof old) != sizeof old ||
		old[1] < old[0] || old[2] < old[1] ||
		!(new = calloc(3, sizeof *new)))
		return;
	count = (old[1] - old[0]) / layout->bytes;
	first = array_grow(layout, old[0], count, growth, true);
	if (!first) {
		free(new);
		return;
	}
	new[0] = first;
	new[1] = new[2] = first + count * layout->bytes *growth;
	*argument = (uint64_t)(uintptr_t) new;
}

void grow_replace_arrays(
	const char *arrays, uint64_t growth, uint64_t registers[GROW_REGISTERS])
{
	uint64_t counts[GROW_REGISTERS];

	memcpy(counts, registers, sizeof counts);
	while (growth > 1 && *arrays) {
		char *end;
		size_t at = strtoul(arrays, &end, 10),
		       count = strtoul(end, &end, 10);
		struct array_layout layout;
		uint64_t grown;
		arrays = end + (*end == ' ');
		array_read_layout(&arrays, &layout);
		arrays += *arrays == ';';
		if (at >= GROW_REGISTERS || count >= GROW_REGISTERS ||
			layout.bytes == 0)
			return;
		if (at == count) {
			array_grow_vector(&layout, growth, &registers[at]);
			continue;
		}
		grown = array_grow(&layout, registers[at],
			(uint32_t)counts[count], growth, false);
		if (!grown)
			continue;
		registers[at] = grown;
		registers[count] = counts[count] * growth;
	}
}
