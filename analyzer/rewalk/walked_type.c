/* SPDX-License-Identifier: MIT
 * What types say of what is walked. */
#include "config.h"

#include "analyzer/rewalk/walked_type.h"

#include <string.h>

#include "analyzer/program/user_code.h"

uint32_t walked_type_load_bytes(
	const struct program *program, const struct sighting *sighting)
{
	return sites_resolve(program->sites, sighting->site)
		->definition.size_bytes;
}

const struct symbol_label *walked_type_array(
	const struct program *program, struct sighting *sighting)
{
	const struct symbol_label *label =
		sites_label(program->sites, sighting->site);
	struct symbol_label *array = &sighting->array;

	if (label->elements != 0 || sighting->variable.address == 0 ||
		sighting->rule != REPORT_REWALK)
		return label;
	/* As walks get longer, it may be a larger one. */
	if (!sighting->has_array ||
		(array->elements != 0 &&
			sighting->span_bytes >= array->array_bytes))
		symbols_label_array(program->symbols, &sighting->variable,
			sighting->span_bytes, array);
	sighting->has_array = true;
	return array;
}

/* Whether a library of the system reads it byte by byte: a format, a name. */
static bool is_library_text(
	const struct program *program, const struct sighting *sighting)
{
	return walked_type_load_bytes(program, sighting) == 1 &&
	       user_code_is_library(sighting->path->function);
}

/* The parameter of the subject from which ROOT, the path to what SIGHTING walks,
 * leads on, to *REST, or NULL. */
static const struct symbol_parameter *find_parameter(
	const struct program *program, const struct sighting *sighting,
	const char **rest)
{
	const struct symbol_parameter *parameter;
	size_t count = symbols_parameters(
		program->symbols, path_subject(sighting->path), &parameter);

	for (size_t i = 0; sighting->root && i < count; i++) {
		size_t length = strlen(parameter[i].name);
		*rest = sighting->root + length;
		if (length > 0 && parameter[i].pointee &&
			strncmp(parameter[i].name, sighting->root, length) ==
				0 &&
			(**rest == '\0' || strchr(".[", **rest)))
			return &parameter[i];
	}
	return NULL;
}

/* Whether the first name in TYPE is that of a floating-point type. */
static bool is_number(const char *type)
{
	size_t length = strcspn(type, ",> ");

	return (length == 6 && memcmp(type, "double", 6) == 0) ||
	       (length == 5 && memcmp(type, "float", 5) == 0);
}

/* Whether what SIGHTING walks is named by a parameter that points to numbers, or is a
 * container of numbers. */
static bool is_floating_parameter(
	const struct program *program, const struct sighting *sighting)
{
	const char *rest, *argument;
	const struct symbol_parameter *parameter =
		find_parameter(program, sighting, &rest);

	if (!parameter)
		return false;
	argument = strchr(parameter->pointee, '<');
	return argument ? is_number(argument + 1)
			: *rest == '\0' && is_number(parameter->pointee);
}

/* Whether no load has a type left, and all pointers that the function gets which reads are
 * to numbers: a compiler that put a kernel into its caller has lost it. */
static bool is_floating_reader(
	const struct program *program, const struct sighting *sighting)
{
	const struct symbol_parameter *parameter;
	size_t pointers = 0, count = symbols_parameters(program->symbols,
				     sighting->path->function, &parameter);

	if (sighting->object_type)
		return false;
	for (size_t i = 0; i < count; i++) {
		if (!parameter[i].pointee)
			continue;
		if (!is_number(parameter[i].pointee))
			return false;
		pointers++;
	}
	return pointers > 0;
}

/* Whether LABEL says nothing of SIGHTING's object, and other loads that it is numbers. */
static bool is_floating_object(
	const struct sighting *sighting, const struct symbol_label *label)
{
	return !label->object_type && sighting->object_type &&
	       is_number(sighting->object_type);
}

/* Whether all that SIGHTING walks is in ARRAY. */
static bool walked_type_is_within(
	const struct sighting *sighting, const struct symbol_label *array)
{
	return array->elements != 0 && sighting->one_object &&
	       sighting->span_bytes < array->array_bytes &&
	       sighting->length.max <= array->elements;
}

/* ARRAY, or if it has rows in which all walks of SIGHTING stay, one of these. */
static struct symbol_label row_of(
	const struct sighting *sighting, const struct symbol_label *array)
{
	struct symbol_label row = *array;

	if (array->row == 0 || array->row >= array->elements)
		return row;
	row.array_bytes /= array->elements / array->row;
	row.elements = array->row;
	return walked_type_is_within(sighting, &row) ? row : *array;
}

/* How large what SIGHTING walks is by its type: an array, or a structure that a
 * parameter of the subject points to. 0: its size is not constant. */
static uint64_t constant_size(const struct program *program,
	const struct sighting *sighting, const struct symbol_label *label)
{
	const struct symbol_parameter *parameter;
	const char *rest;

	if (label->elements != 0)
		return row_of(sighting, label).array_bytes;
	parameter = find_parameter(program, sighting, &rest);
	return parameter && *rest == '\0' ? parameter->pointee_bytes : 0;
}

/* Whether a parameter of some function on the way to what SIGHTING reads points to what has
 * from LEAST to MOST bytes. */
static bool has_structure_of(const struct program *program,
	const struct sighting *sighting, double least, double most)
{
	const struct symbol_parameter *parameter;

	for (const struct path *path = sighting->path; path;
		path = path->parent) {
		size_t count = symbols_parameters(
			program->symbols, path->function, &parameter);
		for (size_t i = 0; i < count; i++)
			if (parameter[i].pointee &&
				(double)parameter[i].pointee_bytes >= least &&
				(double)parameter[i].pointee_bytes <= most)
				return true;
	}
	return false;
}

/* Whether SIGHTING walks most of one structure, which is copied, compared or summed as a
 * whole. It is so large that no other object has its size by chance. */
static bool is_whole_structure(const struct program *program,
	const struct rewalk_limits *limits, const struct sighting *sighting)
{
	uint32_t load_bytes = walked_type_load_bytes(program, sighting);
	/* A wide load reads several cells. */
	uint64_t cell_bytes = load_bytes < 8 ? load_bytes : 8;
	uint64_t cells_bytes = sighting->length.max * cell_bytes;
	uint64_t span_bytes = sighting->span_bytes + cell_bytes;
	double walked =
		(double)(cells_bytes > span_bytes ? cells_bytes : span_bytes);

	return sighting->rule == REPORT_REWALK && sighting->one_object &&
	       limits->table_bytes > 0 && walked > limits->table_bytes &&
	       has_structure_of(program, sighting, walked,
		       limits->table > 0 ? walked / limits->table : 0);
}

/* Whether the array of SIGHTING's variable is a bound of what is walked: a structure's, the
 * subject's own, or a row of a table that the subject finds by itself. Data that a caller has
 * may be of any length. */
static bool is_bound_of(const struct sighting *sighting)
{
	const struct symbol_label *array = &sighting->array;
	bool is_table_of_rows = array->row < array->elements &&
				!sighting->variable.is_frame &&
				!sighting->facts.is_passed;

	return array->elements != 0 &&
	       (array->field || sighting->variable.is_own || is_table_of_rows);
}

/* Whether SIGHTING walks parts of so few structures that these are not a walk: keys of a node
 * and of the next one. */
static bool are_few_structures(const struct rewalk_limits *limits,
	const struct sighting *sighting, const struct walked_object *object)
{
	return sighting->objects > 1 && sighting->objects < limits->length &&
	       object->is_one_structure;
}

/* Whether SIGHTING walks what can never be long. */
static bool is_short_table(const struct program *program,
	const struct rewalk_limits *limits, const struct sighting *sighting,
	const struct symbol_label *label, const struct walked_object *object)
{
	uint64_t bytes = constant_size(program, sighting, label);

	if (are_few_structures(limits, sighting, object))
		return (double)sighting->object_bytes <= limits->table_bytes;
	return sighting->one_object && sighting->span_bytes < bytes &&
	       (double)bytes <= limits->table_bytes;
}

/* How many elements or, of what is SHIFTED, bytes there can be by the type of what SIGHTING
 * walks; 0: any number. */
static uint64_t capacity_of(const struct rewalk_limits *limits,
	const struct sighting *sighting, const struct symbol_label *array,
	const struct walked_object *object)
{
	const struct severity_facts *facts = &sighting->facts;
	bool is_shift = sighting->rule != REPORT_REWALK;
	/* Later walks may have been of a larger object; a cell has a byte at least. */
	uint64_t walked = is_shift ? 0 : sighting->length.max;

	if (facts->is_table || are_few_structures(limits, sighting, object) ||
		(array == &sighting->array && sighting->one_object &&
			walked <= array->array_bytes))
		return sighting->elements;
	/* What is shorter than the walk has taken the block's place. */
	if (!sighting->one_object || sighting->object_bytes == 0 ||
		sighting->object_bytes < sighting->span_bytes ||
		sighting->object_bytes < walked)
		return 0;
	if (sighting->object_kind == OBJECT_VARIABLE)
		return is_shift ? sighting->object_bytes : 0;
	if (sighting->object_kind != OBJECT_HEAP || !object->is_one_structure)
		return 0;
	if (is_shift)
		return sighting->object_bytes;
	/* A larger structure has room for longer walks. */
	return (double)sighting->object_bytes <= limits->block
		       ? sighting->length.max
		       : 0;
}

void walked_type_learn(const struct program *program,
	const struct sighting *sighting, const struct symbol_label *label,
	struct walked_object *object)
{
	if (label->object_type &&
		(!object->label || label->elements > object->label->elements))
		object->label = label;
	/* Which fills the whole block or variable. */
	object->is_one_structure |= has_structure_of(program, sighting,
		(double)sighting->object_bytes, (double)sighting->object_bytes);
}

void walked_type_note(const struct program *program,
	const struct rewalk_limits *limits, struct sighting *sighting,
	const struct symbol_label *label, const struct walked_object *object)
{
	struct severity_facts *facts = &sighting->facts;
	const struct symbol_label *array = walked_type_array(program, sighting);

	if (!label->object_type && object->label)
		label = object->label;
	sighting->object_type = sighting->object_type ?: label->object_type;
	facts->is_short_text =
		is_library_text(program, sighting) &&
		(double)sighting->longest.max < limits->key_bytes;
	facts->is_floating =
		sighting->one_object &&
		(label->is_floating || is_floating_object(sighting, label) ||
			is_floating_parameter(program, sighting) ||
			is_floating_reader(program, sighting));
	if (array != &sighting->array)
		array = label;
	facts->is_looked_up &= walked_type_is_within(sighting, array);
	if (array == &sighting->array && !is_bound_of(sighting))
		array = label;
	facts->is_table = walked_type_is_within(sighting, array);
	sighting->elements = row_of(sighting, array).elements;
	facts->capacity = capacity_of(limits, sighting, array, object);
	facts->is_whole_table =
		is_short_table(program, limits, sighting, label, object) ||
		is_whole_structure(program, limits, sighting);
}
