/* SPDX-License-Identifier: MIT
 * A kernel's source as a parser sees it: functions, loops, variables. */
#ifndef RETREAD_LIB_KERNEL_SOURCE_H
#define RETREAD_LIB_KERNEL_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct error;

/* A position; COLUMN 0: not known. */
struct source_place {
	unsigned file; /* an index, of whoever has the place */
	unsigned line;
	unsigned column;
};

enum source_loop_kind { SOURCE_FOR, SOURCE_WHILE, SOURCE_DO };

struct source_function {
	char *name;
	struct source_place place, start, end;
	char *symbol;  /* what its definition and its uses have in common */
	char **callee; /* symbols of functions that it names */
	size_t callee_count, callee_capacity;
	bool is_reached;   /* from the top function */
	bool is_recursive; /* reaches itself */
};

struct source_loop {
	char *label; /* NULL: it has none */
	size_t function;
	enum source_loop_kind kind;
	struct source_place start, end, body, body_end;
};

struct source_variable {
	char *name;
	size_t function; /* SIZE_MAX: of the file */
	struct source_place place;
	uint64_t elements; /* of a parameter, if its declaration says so */
	bool is_static;	   /* keeps its value between calls */
	bool is_constant;
	bool is_stream; /* not a parameter */
	uint64_t depth; /* of a stream, as its type says; 0: it does not */
};

/* A typedef of the kernel's own. */
struct source_alias {
	char *name;
	char *type; /* without any typedef */
};

/* Lines that the preprocessor leaves out. */
struct source_gap {
	struct source_place start, end;
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

/* How a compiler is called on a kernel. */
struct source_request {
	char *const *path;
	size_t count;
	char *const *argument;
	size_t argument_count;
};

/* Parses the files of REQUEST, and adds what is in them; all zeros is the empty
 * source. Returns 0, or -1 with ERR filled: also when this was built without a
 * parser. */
int source_parse(struct kernel_source *source,
	const struct source_request *request, struct error *err);
void source_release(struct kernel_source *source);
/* Whether there is a parser. */
bool source_can_parse(void);

/* Marks what TOP reaches, of declared functions those that no source defines, and
 * what is recursive. False: there is no such function. */
bool source_reach(struct kernel_source *source, const char *top);

/* The index of the function around LINE; SIZE_MAX: none. */
size_t source_function_at(
	const struct kernel_source *source, size_t file, unsigned line);
/* The index of the innermost loop around LINE; without one, of the next that begins
 * below it in the same function; SIZE_MAX: none. */
size_t source_loop_at(
	const struct kernel_source *source, size_t file, unsigned line);
/* The label of loop INDEX, or FUNCTION:LINE. Free it. */
char *source_loop_name_dup(const struct kernel_source *source, size_t index);
/* Whether the preprocessor leaves LINE out. */
bool source_is_left_out(
	const struct kernel_source *source, size_t file, unsigned line);
/* Whether LINE is one from START to END. */
bool source_is_within(const struct source_place *start,
	const struct source_place *end, size_t file, unsigned line);

/* An integer that a pragma says by an expression. */
struct source_expression {
	size_t file; /* in the source */
	unsigned line;
	const char *text;
	bool is_known, is_ambiguous, is_refused;
	int64_t value;
	char *why; /* of a refused one; free it */
};

/* Evaluates COUNT of them in all units of REQUEST, by the macros, constants and
 * template arguments of their places. One that belongs to a template without
 * instances is neither known nor refused. */
int source_evaluate(const struct kernel_source *source,
	const struct source_request *request,
	struct source_expression *expression, size_t count, struct error *err);

/* Calls TAKE, given DATA, for each operator _Pragma in the source's files, with the
 * place at which its macro is used. */
int source_list_operators(const struct kernel_source *source,
	const struct source_request *request,
	void (*take)(void *data, size_t file, unsigned line, const char *text),
	void *data, struct error *err);

#endif
