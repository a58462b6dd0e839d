/* SPDX-License-Identifier: MIT
 * The root of a traversal. */
#include "config.h"

#include "analyzer/redundant/internal.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

/* Objects known to have an access path, and how far the search goes: the way to
 * a structure is short, and read near its walk. */
#define KNOWN_MAX  256
#define OTHERS_MAX 512
#define STEPS_MAX  64
#define ROUNDS_MAX 8

struct known {
	object_t object;
	uint64_t
		start; /* of the part that PATH leads to; 0: the whole object */
	const char *path;
};

struct search {
	struct program *program;
	struct arena arena;
	struct known known[KNOWN_MAX];
	size_t count;
};

/* The path to ADDRESS in OBJECT. Several parameters may point into one object
 * (locals of the caller's frame): the nearest one below stands for the address. */
static const char *path_of(
	const struct search *search, object_t object, uint64_t address)
{
	const struct known *best = NULL, *any = NULL;

	for (size_t i = 0; i < search->count; i++) {
		const struct known *known = &search->known[i];
		if (known->object != object)
			continue;
		if (!any)
			any = known;
		if (known->start <= address &&
			(!best || known->start > best->start))
			best = known;
	}
	if (!best)
		best = any;
	return best ? best->path : NULL;
}

static bool learn(struct search *search, object_t object, uint64_t start,
	const char *path)
{
	if (object == 0 || !path || search->count == KNOWN_MAX)
		return false;
	search->known[search->count++] = (struct known){object, start, path};
	return true;
}

/* No address fits into it, whatever the register holds. */
static bool is_narrow(const char *type)
{
	static const char *const narrow[] = {"int", "unsigned int", "short",
		"short int", "unsigned short", "short unsigned int", "char",
		"signed char", "unsigned char", "bool", "_Bool", "float"};

	for (size_t i = 0; type && i < sizeof narrow / sizeof *narrow; i++)
		if (strcmp(type, narrow[i]) == 0)
			return true;
	return false;
}

/* Definition 7: the values of variables before the activation. */
static void learn_parameters(
	struct search *search, const struct subject *subject)
{
	const struct symbol_parameter *parameter;
	size_t count = symbols_parameters(
		search->program->symbols, subject->function, &parameter);

	for (size_t i = 0; i < count; i++) {
		int reg = parameter[i].argument_register;
		if (reg < 0 || reg >= STACK_ARGUMENTS || !parameter[i].name ||
			is_narrow(parameter[i].type))
			continue;
		learn(search,
			objects_identify(search->program->objects,
				subject->argument[reg]),
			subject->argument[reg], parameter[i].name);
	}
}

const char *roots_find_passed(
	struct program *program, const struct subject *subject)
{
	const struct symbol_parameter *parameter;
	size_t count = symbols_parameters(
		program->symbols, subject->function, &parameter);

	for (size_t i = 0; i < count; i++) {
		int reg = parameter[i].argument_register;
		if (reg >= 0 && reg < STACK_ARGUMENTS && parameter[i].pointee &&
			stack_has_passed(program->stack, subject,
				subject->argument[reg]))
			return parameter[i].name;
	}
	return NULL;
}

static void learn_variable(struct search *search, uint64_t address)
{
	struct object object;

	if (objects_find(search->program->objects, address, &object) &&
		object.kind == OBJECT_VARIABLE &&
		!path_of(search, object.id, address))
		learn(search, object.id, 0, object.name);
}

/* The link of a list leads from node to node: all behind the first one have one path,
 * so that a name does not grow with the list. */
static bool ends_with_link(const char *path, const char *field)
{
	size_t length = strlen(path), size = strlen(field);

	return length > size && path[length - size - 1] == '.' &&
	       strcmp(path + length - size, field) == 0;
}

static bool learn_step(struct search *search, const struct redundant_step *step)
{
	uint64_t address = step->location & LOCATION_ADDRESS_MASK;
	const char *from = path_of(search,
		objects_identify(search->program->objects, address), address);
	const struct symbol_label *label;
	object_t to;

	if (!from || step->value < 4096)
		return false;
	to = objects_identify(search->program->objects, step->value);
	if (to == 0 || path_of(search, to, step->value))
		return false;
	label = sites_label(search->program->sites, step->site);
	if (!label->field)
		return learn(search, to, 0,
			arena_format(&search->arena, "%s.*", from));
	if (ends_with_link(from, label->field))
		return learn(search, to, 0, from);
	return learn(search, to, 0,
		arena_format(&search->arena,
			label->field[0] == '[' ? "%s%s" : "%s.%s", from,
			label->field));
}

char *roots_find_dup(struct program *program, const struct subject *subject,
	uint64_t address, const struct aec *aec)
{
	struct search search = {.program = program};
	object_t wanted = objects_identify(program->objects, address);
	bool changed = true;
	const char *found;
	char *root;

	learn_parameters(&search, subject);
	learn_variable(&search, address);
	for (int round = 0; round < ROUNDS_MAX && changed &&
			    !path_of(&search, wanted, address);
		round++) {
		const struct aec *other = subject->live;
		changed = false;
		for (int n = 0; other && n < OTHERS_MAX;
			n++, other = other->next_live) {
			uint32_t count = redundant_kept(&other->sequence);
			if (other == aec || other->is_joint ||
				aecs_is_traversal_point(other))
				continue;
			for (uint32_t i = 0; i < count && i < STEPS_MAX; i++) {
				if (round == 0)
					learn_variable(&search,
						redundant_at(
							&other->sequence, i)
								->location &
							LOCATION_ADDRESS_MASK);
				changed |= learn_step(&search,
					redundant_at(&other->sequence, i));
			}
		}
	}
	found = wanted != 0 ? path_of(&search, wanted, address) : NULL;
	root = found ? memory_string_dup(found) : NULL;
	arena_release(&search.arena);
	return root;
}
