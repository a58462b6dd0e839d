/* SPDX-License-Identifier: MIT
 * The root of a traversal. */
#include "config.h"

#include "analyzer/redundant/activation.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

#include "analyzer/program/chains.h"

/* Objects known to have an access path, and how far the search goes: the way to
 * a structure is short, and read near its walk. */
#define KNOWN_MAX  256
#define OTHERS_MAX 512
#define STEPS_MAX  64
#define ROUNDS_MAX 8
#define FRAMES_MAX 64
/* Addresses of which is remembered what is there; a power of two. */
#define PLACES_KEPT 512

struct roots_known {
	object_t object;
	uint64_t
		start; /* of the part that PATH leads to; 0: the whole object */
	uint64_t
		end; /* ... which is known to end before; UINT64_MAX: it is not */
	const char *path;
	const char *type; /* of what is there; NULL: not known */
	/* It is known by a load of LEAF, from what is at this place in what is known; NULL:
	 * by itself. */
	const struct leaf *leaf;
	size_t from;
};

/* A load from ADDRESS in OBJECT found VALUE, which is in TARGET: that has a path once
 * the object has one. */
struct roots_load {
	object_t object, target;
	uint64_t address, value;
	uint32_t site;
	const struct leaf *leaf;
};

/* What is at ADDRESS, while nothing goes on in the program. */
struct roots_place {
	uint64_t address; /* 0: none */
	object_t object;  /* 0: nothing is known to be there */
	const char *variable;
};

struct roots_search {
	struct program *program;
	/* The only address that is walked, and its object: as that is learnt once, the search
	 * ends there. 0: there are several. */
	uint64_t walked;
	object_t wanted;
	struct roots_place place[PLACES_KEPT];
	struct arena arena;
	size_t count;
	uint64_t may_be_known;	 /* bits that objects which are known have */
	struct roots_load *load; /* those that have not taught anything yet */
	size_t load_count, load_capacity;
	struct roots_known known[KNOWN_MAX];
};

/* One of 64 bits for OBJECT. */
static uint64_t roots_bit_of(object_t object)
{
	return UINT64_C(1) << (object * UINT64_C(0x9e3779b97f4a7c15) >> 58);
}

/* What leads to ADDRESS in OBJECT. Several parameters may point into one object
 * (locals of the caller's frame): the nearest one below stands for the address. */
static const struct roots_known *roots_known_of(
	const struct roots_search *search, object_t object, uint64_t address)
{
	const struct roots_known *best = NULL, *any = NULL;

	if ((search->may_be_known & roots_bit_of(object)) == 0)
		return NULL;
	for (size_t i = 0; i < search->count; i++) {
		const struct roots_known *known = &search->known[i];
		if (known->object != object || address >= known->end)
			continue;
		if (!any && known->end == UINT64_MAX)
			any = known;
		if (known->start <= address &&
			(!best || known->start > best->start))
			best = known;
	}
	return best ? best : any;
}

static const char *roots_path_of(
	const struct roots_search *search, object_t object, uint64_t address)
{
	const struct roots_known *known =
		roots_known_of(search, object, address);

	return known ? known->path : NULL;
}

static bool learn_part(
	struct roots_search *search, const struct roots_known *known)
{
	if (known->object == 0 || !known->path || search->count == KNOWN_MAX)
		return false;
	search->may_be_known |= roots_bit_of(known->object);
	search->known[search->count++] = *known;
	return true;
}

static bool roots_learn(struct roots_search *search, object_t object,
	const char *path, const char *type)
{
	return learn_part(search, &(struct roots_known){.object = object,
					  .end = UINT64_MAX,
					  .path = path,
					  .type = type});
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

/* Definition 7: the values of variables before the activation. Where paths may be of
 * another time, ALL, a structure that is passed ends where its type says: what follows in
 * the caller's frame is another variable. */
static void learn_parameters(
	struct roots_search *search, const struct subject *subject, bool all)
{
	const struct symbol_parameter *parameter;
	size_t count = symbols_parameters(
		search->program->symbols, subject->function, &parameter);

	for (size_t i = 0; i < count; i++) {
		int reg = parameter[i].argument_register;
		uint32_t bytes = all ? parameter[i].pointee_bytes : 0;
		struct roots_known known = {.path = parameter[i].name,
			.type = parameter[i].pointee};
		if (reg < 0 || reg >= STACK_ARGUMENTS || !parameter[i].name ||
			is_narrow(parameter[i].type))
			continue;
		known.start = subject->argument[reg];
		known.object =
			objects_identify(search->program->objects, known.start);
		known.end = bytes != 0 ? known.start + bytes : UINT64_MAX;
		learn_part(search, &known);
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

static const struct roots_place *roots_place_of(
	struct roots_search *search, uint64_t address)
{
	struct roots_place *place =
		&search->place[(address >> 2 ^ address >> 12) % PLACES_KEPT];
	struct object object;

	if (place->address == address && address != 0)
		return place;
	*place = (struct roots_place){.address = address};
	if (!objects_find(search->program->objects, address, &object))
		return place;
	place->object = object.id;
	if (object.kind == OBJECT_VARIABLE)
		place->variable = object.name;
	return place;
}

/* Learns the variable that ADDRESS is in. Returns the object there. */
static object_t learn_variable(struct roots_search *search, uint64_t address)
{
	const struct roots_place *place = roots_place_of(search, address);

	if (place->variable && !roots_path_of(search, place->object, address))
		roots_learn(search, place->object, place->variable, NULL);
	return place->object;
}

/* The link of a list leads from node to node: all after the first one have one path,
 * so that a name does not grow with the list. */
static bool ends_with_link(const char *path, const char *field)
{
	size_t length = strlen(path), size = strlen(field);

	return length > size && path[length - size - 1] == '.' &&
	       strcmp(path + length - size, field) == 0;
}

/* Learns the path to what LOAD found, which has none, from that of its object, FROM. */
static bool learn_target(struct roots_search *search,
	const struct roots_load *load, const struct roots_known *known)
{
	const char *from = known->path;
	const struct symbol_label *label =
		sites_label(search->program->sites, load->site);

	const char *path = from;

	if (!label->field)
		path = arena_format(&search->arena, "%s.*", from);
	else if (!ends_with_link(from, label->field))
		path = arena_format(&search->arena,
			label->field[0] == '[' ? "%s%s" : "%s.%s", from,
			label->field);
	return learn_part(
		search, &(struct roots_known){.object = load->target,
				.end = UINT64_MAX,
				.path = path,
				.type = label->value_type,
				.leaf = load->leaf,
				.from = (size_t)(known - search->known)});
}

/* Whether LOAD taught something. If it may do so later, it is kept. */
static bool learn_load(
	struct roots_search *search, const struct roots_load *load)
{
	const struct roots_known *from;

	if (roots_path_of(search, load->target, load->value))
		return false;
	from = roots_known_of(search, load->object, load->address);
	if (from)
		return learn_target(search, load, from);
	search->load[search->load_count++] = *load;
	return false;
}

/* OBJECT is that of STEP's address. */
static bool learn_step(struct roots_search *search,
	const struct redundant_step *step, const struct leaf *leaf,
	object_t object)
{
	struct roots_load load = {
		.leaf = leaf,
		.object = object,
		.address = step->location & LOCATION_ADDRESS_MASK,
		.value = step->value,
		.site = step->site,
	};

	if (load.value < 4096 || object == 0)
		return false;
	load.target = roots_place_of(search, load.value)->object;
	if (load.target == 0)
		return false;
	search->load = memory_grow(search->load, &search->load_capacity,
		search->load_count + 1, sizeof *search->load);
	return learn_load(search, &load);
}

static bool roots_is_over(const struct roots_search *search)
{
	return search->wanted != 0 &&
	       roots_path_of(search, search->wanted, search->walked);
}

/* What was kept of a load that is not a traversal: its first steps, and the variables that
 * these read. */
static bool learn_kept(struct roots_search *search, const struct aec *other)
{
	uint32_t count = redundant_kept(&other->sequence);
	bool changed = false;

	for (uint32_t i = 0;
		i < count && i < STEPS_MAX && !roots_is_over(search); i++) {
		const struct redundant_step *step =
			redundant_at(&other->sequence, i);
		object_t object = learn_variable(
			search, step->location & LOCATION_ADDRESS_MASK);
		changed |= learn_step(search, step, other->leaf, object);
	}
	return changed;
}

/* What LEAF has read last. */
static bool learn_last(struct roots_search *search, const struct leaf *leaf)
{
	const struct redundant_step step = {
		.location = leaf->address & LOCATION_ADDRESS_MASK,
		.value = leaf->value,
		.site = leaf->site,
	};

	return step.value >= 4096 &&
	       learn_step(search, &step, leaf,
		       roots_place_of(search, step.location)->object);
}

/* ... in the frames from SUBJECT's on. */
static bool learn_frames(
	struct roots_search *search, const struct subject *subject)
{
	const struct context *context;
	bool changed = false;

	for (uint32_t i = 0;
		i < FRAMES_MAX && (context = stack_context_of(
					   search->program->stack, subject, i));
		i++)
		for (uint32_t k = 0;
			k < context->leaf_capacity && !roots_is_over(search);
			k++)
			if (context->leaf[k])
				changed |= learn_last(search, context->leaf[k]);
	return changed;
}

/* The first round by the loads of SUBJECT other than AEC's: by its input, or by ALL that
 * they have found last. Whether something was learnt. */
static bool learn_first(struct roots_search *search,
	const struct subject *subject, const struct aec *aec, bool all)
{
	const struct aec *other = subject->live;
	bool changed = all && learn_frames(search, subject);

	for (int n = 0; other && n < OTHERS_MAX && !roots_is_over(search);
		n++, other = other->next_live)
		if (other != aec && !other->is_joint &&
			!aecs_is_traversal_point(other))
			changed |= all ? learn_last(search, other->leaf)
				       : learn_kept(search, other);
	return changed;
}

/* Another round, by the loads that have not taught anything, in the same order. */
static bool learn_again(struct roots_search *search)
{
	size_t count = search->load_count;
	bool changed = false;

	search->load_count = 0;
	for (size_t i = 0; i < count && !roots_is_over(search); i++) {
		const struct roots_load load = search->load[i];
		changed |= learn_load(search, &load);
	}
	return changed;
}

/* Shorter ones first, then by name. */
static int roots_compare_paths(
	const struct roots_known *a, const struct roots_known *b)
{
	size_t length_a = strlen(a->path), length_b = strlen(b->path);

	return length_a != length_b ? (length_a < length_b ? -1 : 1)
				    : strcmp(a->path, b->path);
}

/* What leads by the shortest path to one of the COUNT addresses WALKED, and of several by
 * the first by name; NULL: none is known yet. */
static const struct roots_known *path_to_any(
	const struct roots_search *search, const uint64_t *walked, size_t count)
{
	const struct roots_known *best = NULL;

	for (size_t i = 0; i < count; i++) {
		object_t object =
			objects_identify(search->program->objects, walked[i]);
		const struct roots_known *known =
			object != 0 ? roots_known_of(search, object, walked[i])
				    : NULL;
		if (known && (!best || roots_compare_paths(known, best) < 0))
			best = known;
	}
	return best;
}

/* FOUND is what is asked for: nothing that led there is barren. */
static void note_way(
	const struct roots_search *search, const struct roots_known *found)
{
	while (found && found->leaf) {
		chain_note_use(found->leaf->part->chain);
		found = &search->known[found->from];
	}
}

static char *find_dup(struct program *program, const struct subject *subject,
	const uint64_t *walked, size_t count, const struct aec *aec, bool all,
	const char **type)
{
	struct roots_search search;
	const struct roots_known *found;
	bool changed = true;
	char *root;

	/* What comes after is large, and only as much of it is looked at as there is. */
	memset(&search, 0, offsetof(struct roots_search, known));
	search.program = program;
	if (count == 1) {
		search.walked = *walked;
		search.wanted =
			objects_identify(program->objects, search.walked);
	}
	learn_parameters(&search, subject, all);
	for (size_t i = 0; i < count; i++)
		learn_variable(&search, walked[i]);
	found = path_to_any(&search, walked, count);
	for (int round = 0; !found && changed && round < ROUNDS_MAX; round++) {
		changed = round == 0 ? learn_first(&search, subject, aec, all)
				     : learn_again(&search);
		found = path_to_any(&search, walked, count);
	}
	note_way(&search, found);
	root = found ? memory_string_dup(found->path) : NULL;
	*type = found ? found->type : NULL;
	free(search.load);
	arena_release(&search.arena);
	return root;
}

char *roots_find_dup(struct program *program, const struct subject *subject,
	uint64_t address, const struct aec *aec, const char **type)
{
	return find_dup(program, subject, &address, 1, aec, false, type);
}

char *roots_find_put_dup(struct program *program, const struct subject *subject,
	const uint64_t *walked, size_t count, const char **type)
{
	return find_dup(program, subject, walked, count, NULL, true, type);
}
