/* SPDX-License-Identifier: MIT
 * Maps what a kernel's source says to spectra, by the rules of spectra.conf. */
#include "config.h"

#include "analyzer/spectra/prepare.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lib/error.h"
#include "lib/kernel/directive.h"
#include "lib/kernel/sites.h"
#include "lib/kernel/source.h"
#include "lib/memory.h"

struct work {
	const struct prepare *prepare;
	struct kernel_sites *sites;
	struct kernel_source source;
	struct conf conf;
	struct directives directives;
	int result; /* -1: ERR is filled */
	struct error *err;
};

/*--- places ---*/

/* The sites' name for a file of the source. */
static struct source_place to_sites(
	const struct work *work, struct source_place place)
{
	place.file = sites_file(work->sites, work->source.file[place.file]);
	return place;
}

static size_t find_function_named(
	const struct kernel_source *source, const char *name, size_t length)
{
	for (size_t i = 0; i < source->function_count; i++)
		if (strlen(source->function[i].name) == length &&
			strncmp(source->function[i].name, name, length) == 0)
			return i;
	return SIZE_MAX;
}

static size_t find_loop_labelled(
	const struct kernel_source *source, size_t function, const char *label)
{
	for (size_t i = 0; i < source->loop_count; i++)
		if (source->loop[i].function == function &&
			source->loop[i].label &&
			strcmp(source->loop[i].label, label) == 0)
			return i;
	return SIZE_MAX;
}

/*--- facts ---*/

/* NAME is a type, which is spelled SPELLING. */
static void prepare_add_type(
	struct work *work, const char *name, const char *spelling)
{
	bool is_signed;
	unsigned bits, fraction;
	struct sites_type *type;

	if (!conf_match_type(
		    &work->conf, spelling, &is_signed, &bits, &fraction))
		return;
	type = sites_add_type(work->sites);
	type->name = memory_string_dup(name);
	type->is_signed = is_signed;
	type->bits = bits;
	type->fraction = fraction;
}

/* Typedefs have lines of their own: debug information does not always tell the
 * width of what is after them. */
static void add_types(struct work *work)
{
	const struct kernel_source *source = &work->source;

	for (size_t i = 0; i < source->type_count; i++)
		prepare_add_type(work, source->type[i], source->type[i]);
	for (size_t i = 0; i < source->alias_count; i++)
		prepare_add_type(
			work, source->alias[i].name, source->alias[i].type);
}

static void prepare_add_functions(
	struct work *work, const struct source_function *function, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct sites_function *site;
		if (!function[i].is_reached)
			continue;
		site = sites_add_function(work->sites);
		site->name = memory_string_dup(function[i].name);
		site->place = to_sites(work, function[i].place);
		site->is_recursive = function[i].is_recursive;
	}
}

/* Where among the sites' loops a loop of the source is. */
static size_t *add_loops(struct work *work)
{
	const struct kernel_source *source = &work->source;
	size_t *index =
		memory_alloc_zero(source->loop_count + 1, sizeof *index);

	for (size_t i = 0; i < source->loop_count; i++) {
		const struct source_loop *loop = &source->loop[i];
		struct sites_loop *site;
		index[i] = SIZE_MAX;
		if (!source->function[loop->function].is_reached)
			continue;
		index[i] = work->sites->loop_count;
		site = sites_add_loop(work->sites);
		site->name = source_loop_name_dup(source, i);
		site->function = memory_string_dup(
			source->function[loop->function].name);
		site->kind = loop->kind;
		site->start = to_sites(work, loop->start);
		site->end = to_sites(work, loop->end);
		site->body = to_sites(work, loop->body);
		site->body_end = to_sites(work, loop->body_end);
	}
	return index;
}

/*--- rules ---*/

static const char *directive_file(
	const struct work *work, const struct directive *directive)
{
	return directive->location ? work->prepare->directives[directive->file]
				   : work->source.file[directive->file];
}

static const struct conf_rule *find_rule(
	const struct conf *conf, bool is_pragma, const char *name)
{
	const struct conf_rule *found = NULL;

	/* A user's line below ours counts. */
	for (size_t i = 0; i < conf->rule_count; i++)
		if (conf->rule[i].is_pragma == is_pragma &&
			strcmp(conf->rule[i].name, name) == 0)
			found = &conf->rule[i];
	return found;
}

/* False: the directive does not say it and there is no default, or what it says is
 * refused. */
static bool prepare_get_number(struct work *work,
	const struct conf_number *number, const struct directive *directive,
	uint64_t *value)
{
	bool is_there = number->has_default;
	int64_t said = 0;

	*value = number->number;
	if (!number->key || !directive ||
		!directive_value(directive, number->key))
		return is_there;
	if (work->result == 0)
		work->result = directive_find_number(directive, number->key,
			directive_file(work, directive), &is_there, &said,
			work->err);
	*value = (uint64_t)said;
	return work->result == 0 && is_there && said >= 0;
}

/* Takes TARGET. */
static void prepare_add_boundary(struct work *work,
	const struct conf_rule *rule, const struct directive *directive,
	char *target, struct source_place place, const char *text)
{
	struct sites_boundary *boundary;
	uint64_t a, b;

	/* A loop that is unrolled as a whole has no remainder. */
	if (!rule->what || !prepare_get_number(work, &rule->a, directive, &a) ||
		!prepare_get_number(work, &rule->b, directive, &b) ||
		(strcmp(rule->what, "residue") == 0 && a < 2)) {
		free(target);
		return;
	}
	boundary = sites_add_boundary(work->sites);
	boundary->what = memory_string_dup(rule->what);
	boundary->target = target;
	boundary->a = a;
	boundary->b = b;
	boundary->place = place;
	boundary->text = memory_string_dup(text);
}

/* Hardware makes a port of so many elements. */
static void add_declared_size(
	struct work *work, const struct source_variable *variable)
{
	const struct source_function *function;
	struct sites_boundary *boundary;

	if (variable->elements == 0 || variable->function == SIZE_MAX)
		return;
	function = &work->source.function[variable->function];
	if (!function->is_reached)
		return;
	boundary = sites_add_boundary(work->sites);
	boundary->what = memory_string_dup("offset");
	boundary->target =
		memory_format("offset:%s@%s", variable->name, function->name);
	boundary->a = variable->elements;
	boundary->place = to_sites(work, variable->place);
	boundary->text = memory_format("parameter %s of %" PRIu64 " elements",
		variable->name, variable->elements);
}

/* Whether TARGET has the boundary WHAT already. */
static bool prepare_has_boundary(
	const struct work *work, const char *what, const char *target)
{
	for (size_t i = 0; i < work->sites->boundary_count; i++) {
		const struct sites_boundary *each = &work->sites->boundary[i];
		if (strcmp(each->what, what) == 0 &&
			strcmp(each->target, target) == 0)
			return true;
	}
	return false;
}

/* A stream that no pragma is about has the depth of its type, or that of RULE. */
static void prepare_add_stream(struct work *work, const struct conf_rule *rule,
	const struct source_variable *variable)
{
	bool is_local = variable->function != SIZE_MAX;
	const struct source_function *function =
		is_local ? &work->source.function[variable->function] : NULL;
	struct conf_rule its = *rule;
	char *target, *text;

	if (!variable->is_stream || (is_local && !function->is_reached))
		return;
	target = sites_target_dup(rule->spectrum, variable->name,
		is_local ? function->name : NULL);
	if (!rule->what || prepare_has_boundary(work, rule->what, target)) {
		free(target);
		return;
	}
	if (variable->depth > 0)
		its.a.number = variable->depth;
	text = memory_format("stream %s, %s", variable->name,
		variable->depth > 0 ? "by its type" : "by default");
	prepare_add_boundary(work, &its, NULL, target,
		to_sites(work, variable->place), text);
	free(text);
}

static void prepare_add_declared(struct work *work)
{
	const struct kernel_source *source = &work->source;
	const struct conf_rule *fixed = find_rule(&work->conf, false, "static");
	const struct conf_rule *recursion =
		find_rule(&work->conf, false, "recursion");
	const struct conf_rule *stream =
		find_rule(&work->conf, false, "stream");

	for (size_t i = 0; stream && i < source->variable_count; i++)
		prepare_add_stream(work, stream, &source->variable[i]);
	for (size_t i = 0; fixed && i < source->variable_count; i++) {
		const struct source_variable *variable = &source->variable[i];
		bool is_local = variable->function != SIZE_MAX;
		char *text;
		if (!variable->is_static || variable->is_constant ||
			(is_local && !source->function[variable->function]
					      .is_reached))
			continue;
		text = memory_format("static %s", variable->name);
		prepare_add_boundary(work, fixed, NULL,
			sites_target_dup(fixed->spectrum, variable->name,
				is_local ? source->function[variable->function]
						   .name
					 : NULL),
			to_sites(work, variable->place), text);
		free(text);
	}
	for (size_t i = 0; i < source->variable_count; i++)
		add_declared_size(work, &source->variable[i]);
	for (size_t i = 0; recursion && i < source->function_count; i++) {
		const struct source_function *function = &source->function[i];
		if (function->is_reached && function->is_recursive)
			prepare_add_boundary(work, recursion, NULL,
				sites_target_dup(recursion->spectrum,
					function->name, NULL),
				to_sites(work, function->place),
				"it calls itself");
	}
}

/*--- directives ---*/

/* The function and the loop that a directive is about. */
static void prepare_locate(const struct work *work,
	const struct directive *directive, size_t *function, size_t *loop)
{
	const char *location = directive->location, *slash;

	if (!location) {
		*function = source_function_at(
			&work->source, directive->file, directive->line);
		*loop = source_loop_at(
			&work->source, directive->file, directive->line);
		return;
	}
	slash = strchr(location, '/');
	*function = find_function_named(&work->source, location,
		slash ? (size_t)(slash - location) : strlen(location));
	*loop = slash ? find_loop_labelled(&work->source, *function, slash + 1)
		      : SIZE_MAX;
}

static void add_ignored(struct work *work, const struct directive *directive,
	struct source_place place)
{
	struct sites_note *note = sites_add_ignored(work->sites);

	note->place = place;
	note->text = memory_string_dup(directive->text);
}

static void apply_rule(struct work *work, const struct conf_rule *rule,
	const struct directive *directive, const size_t *loop_site,
	struct source_place place)
{
	const char *named = directive_value(directive, rule->target), *owner;
	size_t function, loop;
	uint64_t factor;

	prepare_locate(work, directive, &function, &loop);
	if (function == SIZE_MAX || !work->source.function[function].is_reached)
		return;
	owner = work->source.function[function].name;
	if (strcmp(rule->target, "loop") == 0) {
		char *name;
		if (loop == SIZE_MAX || loop_site[loop] == SIZE_MAX)
			return;
		if (rule->what && strcmp(rule->what, "residue") == 0 &&
			prepare_get_number(
				work, &rule->a, directive, &factor) &&
			factor > 1)
			work->sites->loop[loop_site[loop]].factor =
				(unsigned)factor;
		name = source_loop_name_dup(&work->source, loop);
		prepare_add_boundary(work, rule, directive,
			sites_target_dup(rule->spectrum, name, owner), place,
			directive->text);
		free(name);
	} else if (strcmp(rule->target, "*") == 0 ||
		   strcmp(rule->target, "function") == 0) {
		prepare_add_boundary(work, rule, directive,
			*rule->target == '*'
				? sites_target_dup(rule->spectrum, "*", owner)
				: sites_target_dup(rule->spectrum, owner, NULL),
			place, directive->text);
	} else if (named) {
		prepare_add_boundary(work, rule, directive,
			sites_target_dup(rule->spectrum, named, owner), place,
			directive->text);
	}
}

static void add_directive(struct work *work, const struct directive *directive,
	const size_t *loop_site)
{
	const struct conf_rule *rule =
		find_rule(&work->conf, true, directive->name);
	struct source_place place = {.line = directive->line};

	place.file = sites_file(work->sites, directive_file(work, directive));
	if (!rule) {
		struct sites_note *note = sites_add_unknown(work->sites);
		note->place = place;
		note->text = memory_string_dup(directive->text);
	} else if (!rule->spectrum) {
		add_ignored(work, directive, place);
	} else {
		apply_rule(work, rule, directive, loop_site, place);
	}
}

/* The numbers of a boundary are. */
static bool prepare_wants(
	const void *data, const struct directive *directive, const char *key)
{
	const struct work *work = data;
	const struct conf_rule *rule =
		find_rule(&work->conf, true, directive->name);

	return rule && ((rule->a.key && strcmp(rule->a.key, key) == 0) ||
			       (rule->b.key && strcmp(rule->b.key, key) == 0));
}

static int read_directives(struct work *work, struct error *err)
{
	if (directives_read_source(&work->directives, &work->source,
		    &work->prepare->source, err) != 0)
		return -1;
	for (size_t i = 0; i < work->prepare->directives_count; i++)
		if (directives_read_tcl(&work->directives,
			    work->prepare->directives[i], i, err) != 0)
			return -1;
	return directives_evaluate(&work->directives, &work->source,
		&work->prepare->source, prepare_wants, work, err);
}

/*--- the whole ---*/

static void fill_sites(struct work *work)
{
	size_t *loop_site;

	work->sites->source = memory_string_dup(work->prepare->source.path[0]);
	work->sites->top = memory_string_dup(work->prepare->top);
	sites_file(work->sites, work->prepare->source.path[0]);
	add_types(work);
	prepare_add_functions(
		work, work->source.function, work->source.function_count);
	/* A list of what to watch names these as not monitored. */
	prepare_add_functions(
		work, work->source.declared, work->source.declared_count);
	loop_site = add_loops(work);
	for (size_t i = 0; i < work->directives.count; i++)
		add_directive(work, &work->directives.directive[i], loop_site);
	prepare_add_declared(work);
	free(loop_site);
}

int prepare_sites(const struct prepare *prepare, struct kernel_sites *sites,
	struct error *err)
{
	struct work work = {.prepare = prepare, .sites = sites, .err = err};
	int result = conf_read(&work.conf, prepare->conf, err);

	if (result == 0)
		result = source_parse(&work.source, &prepare->source, err);
	if (result == 0 && !source_reach(&work.source, prepare->top))
		result = error_set(err, "%s%s has no function %s",
			prepare->source.path[0],
			prepare->source.count > 1 ? " with the other files"
						  : "",
			prepare->top);
	if (result == 0)
		result = read_directives(&work, err);
	if (result == 0) {
		fill_sites(&work);
		result = work.result;
	}
	directives_release(&work.directives);
	source_release(&work.source);
	conf_release(&work.conf);
	return result;
}
