/* SPDX-License-Identifier: MIT
 * A kernel's source as a parser sees it: functions, loops, variables. */
#ifndef RETREAD_ANALYZER_SPECTRA_SOURCE_H
#define RETREAD_ANALYZER_SPECTRA_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/spectra/sites.h"

struct error;

struct source_function {
	char *name;
	struct sites_place place, start, end;
	char *symbol;  /* what its definition and its uses have in common */
	char **callee; /* symbols of functions that it names */
	size_t callee_count, callee_capacity;
	bool is_reached;   /* from the top function */
	bool is_recursive; /* reaches itself */
};

struct source_loop {
	char *label; /* NULL: it has none */
	size_t function;
	enum sites_loop_kind kind;
	struct sites_place start, end, body, body_end;
};

struct source_variable {
	char *name;
	size_t function; /* SIZE_MAX: of the file */
	struct sites_place place;
	uint64_t elements; /* of a parameter, if its declaration says so */
	bool is_static;	   /* keeps its value between calls */
	bool is_constant;
};

/* A typedef of the kernel's own. */
struct source_alias {
	char *name;
	char *type; /* without any typedef */
};

/* Lines that the preprocessor leaves out. */
struct source_gap {
	struct sites_place start, end;
};

struct kernel_source {
	char **file; /* the kernel's own, not those of the system */
	size_t file_count;
	struct source_function *function;
	size_t function_count;
	struct source_function *declared; /* only; the rest is elsewhere */
	size_t declared_count, declared_capacity;
	struct source_loop *loop;
	size_t loop_count;
	struct source_variable *variable;
	size_t variable_count;
	struct source_gap *gap;
	size_t gap_count;
	struct source_alias *alias;
	size_t alias_count;
	char **type; /* names of types of variables, each once */
	size_t type_count;
};

/* Parses PATH as a compiler would with ARGUMENT, and adds what is in it; all
 * zeros is the empty source. Returns 0, or -1 with ERR filled: also when this was
 * built without a parser. */
int source_parse(struct kernel_source *source, const char *path,
	char *const *argument, size_t count, struct error *err);
void source_release(struct kernel_source *source);
/* Whether there is a parser. */
bool source_can_parse(void);

/* Marks what TOP reaches, of declared functions those that no source defines, and
 * what is recursive. False: there is no such function. */
bool source_reach(struct kernel_source *source, const char *top);

#endif
