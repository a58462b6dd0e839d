/* SPDX-License-Identifier: MIT
 * Looks the functions of a kernel up in a program's debug information, and puts
 * the watch list together. */
#include "config.h"

#include "analyzer/spectra/watch_debug.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/memory.h"
#include "lib/words.h"

/*--- functions ---*/

/* NAME, as debug information has it, is FUNCTION's, or that of an instance of
 * it: NAME<int>. */
static bool watch_is_instance(const char *name, const char *function)
{
	size_t length = strlen(function);

	return strncmp(name, function, length) == 0 &&
	       (name[length] == '\0' || name[length] == '<');
}

/* The site of function DIE, declared where PLACE is: a lambda's class knows that,
 * its function may not. */
static const struct sites_function *watch_find_site(
	const struct kernel_sites *sites, Dwarf_Die *die, Dwarf_Die *place,
	unsigned *file)
{
	const char *name = symbols_die_name(die);
	const char *path = symbols_die_file(place);
	const struct sites_function *found = NULL;
	unsigned line;

	if (!name || !path || !watch_find_file(sites, path, file))
		return NULL;
	line = symbols_die_line(place);
	for (size_t i = 0; i < sites->function_count; i++) {
		const struct sites_function *function = &sites->function[i];
		if (!watch_is_instance(name, function->name) ||
			function->place.file != *file)
			continue;
		if (function->place.line == line)
			return function;
		found = function; /* a line that moved, if no other has it */
	}
	return found;
}

static size_t watch_add_function(struct watch *watch, const char *name,
	unsigned file, unsigned line, uint64_t low, uint64_t high)
{
	struct watch_function *function;

	watch->function =
		memory_grow(watch->function, &watch->function_capacity,
			watch->function_count + 1, sizeof *watch->function);
	function = &watch->function[watch->function_count];
	memset(function, 0, sizeof *function);
	function->name = memory_string_dup(name);
	function->file = file;
	function->line = line;
	function->low = low;
	function->high = high;
	return watch->function_count++;
}

/* Variables of a block live where its code is. */
static void add_variables(
	struct watch *watch, Dwarf_Die *block, const struct watch_scope *scope)
{
	struct watch_scope inner = *scope;
	Dwarf_Die child;

	if (!symbols_die_child(block, &child))
		return;
	do {
		switch (symbols_die_tag(&child)) {
		case DW_TAG_formal_parameter:
		case DW_TAG_variable:
			watch_add_variable(watch, &child, scope);
			break;
		case DW_TAG_lexical_block:
			inner.is_empty = !symbols_die_range(
				&child, &inner.low, &inner.high);
			add_variables(watch, &child, &inner);
			break;
		default:
			break;
		}
	} while (symbols_die_next(&child));
}

static int add_lambdas(struct watch *watch, Dwarf_Die *unit, Dwarf_Die *block,
	struct error *err);

static int add_kernel_function(struct watch *watch, Dwarf_Die *unit,
	Dwarf_Die *die, const struct sites_function *site, unsigned file,
	struct error *err)
{
	struct watch_scope scope = {0};
	const char *path;
	uint64_t low, high;

	if (!symbols_die_range(die, &low, &high))
		return 0;
	for (size_t i = 0; i < watch->function_count; i++)
		if (watch->function[i].low == low)
			return 0; /* a constructor's second name */
	if (!symbols_die_frame_base(die, &scope.frame_base))
		return error_set(err,
			"%s has no frame pointer: it was compiled with "
			"optimisation",
			site->name);
	scope.function = watch_add_function(watch, symbols_die_name(die), file,
		site->place.line, low, high);
	watch->function[scope.function].site = site;
	watch->function[scope.function].is_recursive = site->is_recursive;
	add_variables(watch, die, &scope);
	/* Only a lambda's function does not say. */
	path = symbols_die_file(die);
	watch_add_loops(watch, unit, path ? path : symbols_die_name(unit),
		scope.function);
	return add_lambdas(watch, unit, die, err);
}

/* The functions of classes within BLOCK of a function. */
static int add_lambdas(struct watch *watch, Dwarf_Die *unit, Dwarf_Die *block,
	struct error *err)
{
	Dwarf_Die child, method;

	if (!symbols_die_child(block, &child))
		return 0;
	do {
		int tag = symbols_die_tag(&child);
		if (tag == DW_TAG_lexical_block &&
			add_lambdas(watch, unit, &child, err) < 0)
			return -1;
		if ((tag != DW_TAG_class_type &&
			    tag != DW_TAG_structure_type) ||
			!symbols_die_child(&child, &method))
			continue;
		do {
			const struct sites_function *site = NULL;
			unsigned file;
			if (symbols_die_tag(&method) == DW_TAG_subprogram)
				site = watch_find_site(
					watch->sites, &method, &child, &file);
			if (site && add_kernel_function(watch, unit, &method,
					    site, file, err) < 0)
				return -1;
		} while (symbols_die_next(&method));
	} while (symbols_die_next(&child));
	return 0;
}

static bool has_parameters(Dwarf_Die *declaration)
{
	Dwarf_Die child;

	if (!symbols_die_child(declaration, &child))
		return false;
	do {
		if (symbols_die_tag(&child) == DW_TAG_formal_parameter &&
			!symbols_die_inherits(&child, DW_AT_artificial))
			return true;
	} while (symbols_die_next(&child));
	return false;
}

/* Default constructors touch what nobody assigned: each element of an array. */
static void add_constructor(struct watch *watch, Dwarf_Die *die)
{
	Dwarf_Die declaration;
	const char *name = symbols_die_name(die), *class_name;
	uint64_t low, high;
	size_t length, added;

	if (!name || !symbols_die_declaration(die, &declaration) ||
		has_parameters(&declaration))
		return;
	class_name = symbols_die_scope(&declaration);
	length = strlen(name);
	if (!class_name || strncmp(class_name, name, length) != 0 ||
		(class_name[length] != '\0' && class_name[length] != '<') ||
		!symbols_die_range(die, &low, &high))
		return;
	for (size_t i = 0; i < watch->function_count; i++)
		if (watch->function[i].low == low)
			return;
	added = watch_add_function(watch, name, 0, 0, low, high);
	watch->function[added].is_constructor = true;
}

/*--- units ---*/

static void watch_add_global(struct watch *watch, Dwarf_Die *die)
{
	const char *path = symbols_die_file(die);
	unsigned file;

	/* Without an address it was declared only, or thrown away. */
	if (!path || !watch_find_file(watch->sites, path, &file) ||
		!symbols_die_has(die, DW_AT_location))
		return;
	watch_add_variable(watch, die,
		&(struct watch_scope){.function = WATCH_NO_FUNCTION});
}

static int add_scope(struct watch *watch, Dwarf_Die *unit, Dwarf_Die *scope,
	struct error *err)
{
	const struct sites_function *site;
	Dwarf_Die child;
	unsigned file;

	if (!symbols_die_child(scope, &child))
		return 0;
	do {
		switch (symbols_die_tag(&child)) {
		case DW_TAG_subprogram:
			site = watch_find_site(
				watch->sites, &child, &child, &file);
			if (!site)
				add_constructor(watch, &child);
			else if (add_kernel_function(watch, unit, &child, site,
					 file, err) < 0)
				return -1;
			break;
		case DW_TAG_variable:
			watch_add_global(watch, &child);
			break;
		case DW_TAG_namespace:
			if (add_scope(watch, unit, &child, err) < 0)
				return -1;
			break;
		default:
			break;
		}
	} while (symbols_die_next(&child));
	return 0;
}

static int watch_add_unit(void *data, Dwarf_Die *unit, struct error *err)
{
	return symbols_die_tag(unit) == DW_TAG_compile_unit
		       ? add_scope(data, unit, unit, err)
		       : 0;
}

/*--- order ---*/

static int watch_compare_functions(const void *a, const void *b, void *context)
{
	const struct watch *watch = context;
	uint64_t x = watch->function[*(const size_t *)a].low;
	uint64_t y = watch->function[*(const size_t *)b].low;

	return x < y ? -1 : x > y;
}

/* An outer loop comes before its inner ones. */
static int compare_loops(const void *a, const void *b)
{
	const struct watch_loop *x = a, *y = b;

	if (x->low != y->low)
		return x->low < y->low ? -1 : 1;
	return x->high > y->high ? -1 : x->high < y->high;
}

/* Functions by address; ids in the order of the list. */
static void number_entities(struct watch *watch)
{
	size_t count = watch->function_count, id = 0;
	size_t *order = memory_alloc_zero(count + 1, sizeof *order);
	size_t *place = memory_alloc_zero(count + 1, sizeof *place);
	struct watch_function *function =
		memory_alloc_zero(count + 1, sizeof *function);

	for (size_t i = 0; i < count; i++)
		order[i] = i;
	qsort_r(order, count, sizeof *order, watch_compare_functions, watch);
	for (size_t i = 0; i < count; i++) {
		function[i] = watch->function[order[i]];
		function[i].id = id++;
		place[order[i]] = i;
	}
	free(watch->function);
	free(order);
	watch->function = function;
	for (size_t i = 0; i < watch->object_count; i++) {
		watch->object[i].id = id++;
		if (watch->object[i].function != WATCH_NO_FUNCTION)
			watch->object[i].function =
				place[watch->object[i].function];
	}
	if (watch->loop_count > 0)
		qsort(watch->loop, watch->loop_count, sizeof *watch->loop,
			compare_loops);
	for (size_t i = 0; i < watch->loop_count; i++) {
		watch->loop[i].id = id++;
		watch->loop[i].function = place[watch->loop[i].function];
	}
	free(place);
}

/*--- boundaries ---*/

static void watch_add_boundary(
	struct watch *watch, const struct watch_boundary *boundary)
{
	watch->boundary =
		memory_grow(watch->boundary, &watch->boundary_capacity,
			watch->boundary_count + 1, sizeof *watch->boundary);
	watch->boundary[watch->boundary_count++] = *boundary;
}

/* The boundary that SITE declares, of what has ID. */
static void add_declared_boundary(
	struct watch *watch, size_t id, const struct sites_boundary *site)
{
	watch_add_boundary(
		watch, &(struct watch_boundary){.id = id,
			       .what = site->what,
			       .a = site->a,
			       .b = site->b,
			       .file = site->place.file,
			       .line = site->place.line,
			       .text = memory_string_dup(site->text)});
}

/* The parts of a target "SPECTRUM:NAME@FUNCTION". */
struct watch_target {
	const char *spectrum;
	size_t spectrum_length;
	const char *name;
	size_t name_length;   /* "*": any */
	const char *function; /* NULL: any */
};

static struct watch_target split_target(const char *text)
{
	const char *colon = strchr(text, ':');
	const char *at = strrchr(text, '@');
	struct watch_target target = {.spectrum = text};

	target.spectrum_length = (size_t)(colon - text);
	target.name = colon + 1;
	target.name_length = at && at > colon ? (size_t)(at - target.name)
					      : strlen(target.name);
	target.function = at && at > colon ? at + 1 : NULL;
	return target;
}

static bool is_spectrum(const struct watch_target *target, const char *spectrum)
{
	return strlen(spectrum) == target->spectrum_length &&
	       strncmp(target->spectrum, spectrum, target->spectrum_length) ==
		       0;
}

static bool watch_is_named(const struct watch_target *target, const char *name,
	const struct watch_function *function)
{
	if (target->function && (!function || !watch_is_instance(function->name,
						      target->function)))
		return false;
	if (target->name_length == 1 && *target->name == '*')
		return true;
	return strlen(name) == target->name_length &&
	       strncmp(target->name, name, target->name_length) == 0;
}

static bool fits_object(
	const struct watch_target *target, const struct watch_object *object)
{
	if (is_spectrum(target, "stream"))
		return object->kind == WATCH_STREAM;
	if (is_spectrum(target, "offset"))
		return object->kind == WATCH_ARRAY ||
		       object->kind == WATCH_POINTER;
	return is_spectrum(target, "value");
}

static size_t add_site_boundary(
	struct watch *watch, const struct sites_boundary *site)
{
	struct watch_target target = split_target(site->target);
	size_t before = watch->boundary_count;

	for (size_t i = 0; i < watch->object_count; i++) {
		const struct watch_object *object = &watch->object[i];
		const struct watch_function *function =
			object->function != WATCH_NO_FUNCTION
				? &watch->function[object->function]
				: NULL;
		if (!fits_object(&target, object) ||
			!watch_is_named(&target, object->name, function))
			continue;
		add_declared_boundary(watch, object->id, site);
		if (object->kind == WATCH_POINTER &&
			strcmp(site->what, "offset") == 0)
			watch->object[i].count = site->a;
	}
	for (size_t i = 0; i < watch->loop_count; i++) {
		const struct watch_loop *loop = &watch->loop[i];
		if (is_spectrum(&target, "trip") &&
			watch_is_named(&target,
				watch->sites->loop[loop->site].name,
				&watch->function[loop->function]))
			add_declared_boundary(watch, loop->id, site);
	}
	for (size_t i = 0; i < watch->function_count; i++)
		if (is_spectrum(&target, "depth") &&
			watch_is_named(&target, watch->function[i].name, NULL))
			add_declared_boundary(
				watch, watch->function[i].id, site);
	return watch->boundary_count - before;
}

/* Every variable of custom width and every array has these by itself. */
static void add_own_boundaries(struct watch *watch)
{
	for (size_t i = 0; i < watch->object_count; i++) {
		const struct watch_object *object = &watch->object[i];
		struct watch_boundary boundary = {.id = object->id,
			.file = object->file,
			.line = object->line};
		if (object->type.is_custom) {
			boundary.what = "bits";
			boundary.a = object->type.bits;
			boundary.text = memory_format(
				"%s %s", object->type.name, object->name);
			watch_add_boundary(watch, &boundary);
		}
		if (object->kind == WATCH_ARRAY) {
			boundary.what = "offset";
			boundary.a = object->count;
			boundary.text = memory_format("%s %s[%" PRIu64 "]",
				object->type.name, object->name, object->count);
			watch_add_boundary(watch, &boundary);
		}
	}
}

static void add_boundaries(struct watch *watch)
{
	const struct kernel_sites *sites = watch->sites;

	add_own_boundaries(watch);
	for (size_t i = 0; i < sites->boundary_count; i++) {
		const struct sites_boundary *site = &sites->boundary[i];
		if (add_site_boundary(watch, site) == 0)
			watch_warn(watch, "%s:%u: nothing in the program is %s",
				sites->file[site->place.file], site->place.line,
				site->target);
	}
}

/*--- the module ---*/

/* FNV-1a of the whole file, as the tool computes it. */
static int hash_module(struct watch *watch, int fd, struct error *err)
{
	unsigned char *part = memory_alloc(1 << 16);
	ssize_t got;

	watch->hash = UINT64_C(0xcbf29ce484222325);
	while ((got = read(fd, part, 1 << 16)) > 0) {
		watch->module_bytes += (uint64_t)got;
		for (ssize_t i = 0; i < got; i++)
			watch->hash = (watch->hash ^ part[i]) *
				      UINT64_C(0x100000001b3);
	}
	free(part);
	if (got < 0)
		return error_set_errno(err, "cannot read %s", watch->module);
	return 0;
}

static int watch_check_functions(
	struct watch *watch, const char *program, struct error *err)
{
	const struct kernel_sites *sites = watch->sites;
	size_t found = 0;

	for (size_t i = 0; i < sites->function_count; i++) {
		const struct sites_function *site = &sites->function[i];
		bool is_there = false;
		for (size_t j = 0; j < watch->function_count; j++)
			is_there |= watch->function[j].site == site;
		found += is_there;
		if (!is_there)
			watch_warn(watch,
				"%s:%u: %s is not in the program, or its "
				"source was not prepared: its variables are "
				"not monitored",
				sites->file[site->place.file], site->place.line,
				site->name);
	}
	if (found == 0)
		return error_set(err,
			"%s has no function %s of %s in it, as far as its "
			"debug information names",
			program, sites->function[0].name, sites->source);
	return 0;
}

static int watch_read_module(
	struct watch *watch, int fd, const char *program, struct error *err)
{
	size_t units = 0;
	int result = hash_module(watch, fd, err);

	if (result == 0)
		result = symbols_visit_units(
			program, watch_add_unit, watch, &units, err);
	if (result == 0 && units == 0)
		result = error_set(err,
			"%s has no debug information: compile it with -g",
			program);
	if (result == 0)
		result = watch_check_functions(watch, program, err);
	if (result == 0 && watch->placeless_count > watch->object_count)
		result = error_set(err,
			"%zu of %zu variables of the kernel have no fixed "
			"place "
			"in %s: it was compiled with optimisation",
			watch->placeless_count,
			watch->placeless_count + watch->object_count, program);
	if (result == 0) {
		number_entities(watch);
		add_boundaries(watch);
	}
	return result;
}

int watch_build(struct watch *watch, const struct kernel_sites *sites,
	const char *program, struct error *err)
{
	int fd = open(program, O_RDONLY | O_CLOEXEC);
	int result;

	memset(watch, 0, sizeof *watch);
	if (fd < 0)
		return error_set_errno(err, "%s", program);
	watch->sites = sites;
	watch->module = realpath(program, NULL);
	result = watch_read_module(watch, fd, program, err);
	close(fd);
	return result;
}

void watch_release(struct watch *watch)
{
	for (size_t i = 0; i < watch->function_count; i++)
		free(watch->function[i].name);
	for (size_t i = 0; i < watch->object_count; i++) {
		free(watch->object[i].name);
		free(watch->object[i].type.name);
	}
	for (size_t i = 0; i < watch->boundary_count; i++)
		free(watch->boundary[i].text);
	for (size_t i = 0; i < watch->warning_count; i++)
		free(watch->warning[i]);
	free(watch->function);
	free(watch->object);
	free(watch->loop);
	free(watch->boundary);
	free(watch->warning);
	free(watch->module);
}
