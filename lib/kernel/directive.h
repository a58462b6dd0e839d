/* SPDX-License-Identifier: MIT
 * What a user asks of hardware: pragmas in a kernel's source, and lines of Tcl
 * files and configurations. */
#ifndef RETREAD_LIB_KERNEL_DIRECTIVE_H
#define RETREAD_LIB_KERNEL_DIRECTIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct error;
struct kernel_source;
struct source_request;

/* Whether a key has a number; only a pragma's text has to be evaluated. */
enum directive_number {
	DIRECTIVE_TEXT,	  /* nobody has asked */
	DIRECTIVE_NUMBER, /* it has */
	DIRECTIVE_UNUSED, /* no instance of the template around it exists */
	DIRECTIVE_REFUSED /* it is not a constant */
};

struct directive_key {
	char *name; /* in lower case */
	char *value;
	enum directive_number kind;
	int64_t number;
	char *why; /* NULL, or why it is refused */
};

struct directive {
	char *name;  /* in lower case */
	char *text;  /* as it stands there */
	size_t file; /* index in what was read */
	unsigned line;
	char *location; /* of Tcl: "function" or "function/label"; NULL: where
			   the pragma stands */
	struct directive_key *key;
	size_t key_count;
};

struct directives {
	struct directive *directive;
	size_t count, capacity;
};

/* Appends the pragmas of all files of SOURCE, which REQUEST led to, except those
 * that the preprocessor leaves out. Returns 0, or -1 with ERR filled, as all of
 * these do. */
int directives_read_source(struct directives *directives,
	const struct kernel_source *source,
	const struct source_request *request, struct error *err);
/* Appends those in PATH, a Tcl file or a configuration with lines
 * syn.directive.NAME=... */
int directives_read_tcl(struct directives *directives, const char *path,
	size_t file, struct error *err);
void directives_release(struct directives *directives);

/* The value of key NAME as it is written; NULL: it has none. */
const char *directive_value(
	const struct directive *directive, const char *name);

/* Evaluates the keys that WANTS, given DATA, returns true for: constant expressions
 * as a compiler of REQUEST sees them where the pragma is. */
int directives_evaluate(struct directives *directives,
	const struct kernel_source *source,
	const struct source_request *request,
	bool (*wants)(const void *data, const struct directive *directive,
		const char *key),
	const void *data, struct error *err);
/* The number of key NAME, which was evaluated: sets IS_THERE to whether there is
 * one. Fails, by FILE and line, if it is not a constant. */
int directive_find_number(const struct directive *directive, const char *name,
	const char *file, bool *is_there, int64_t *number, struct error *err);

#endif
