/* SPDX-License-Identifier: MIT
 * The watch list: what a program's debug information says of a kernel's sites.
 *
 * Where variables of a program that was compiled with -O0 are is identified by DWARF;
 * retread-spectra(5) has the list's form, which the Valgrind tool reads. */
#ifndef RETREAD_ANALYZER_SPECTRA_WATCH_H
#define RETREAD_ANALYZER_SPECTRA_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct error;
struct kernel_sites;

#define WATCH_NO_FUNCTION SIZE_MAX

enum watch_kind { WATCH_SCALAR, WATCH_ARRAY, WATCH_POINTER, WATCH_STREAM };

/* Of a variable, an element, or what a pointer points to. */
struct watch_type {
	char *name;	   /* as in the source */
	uint64_t bytes;	   /* 0: not known */
	char number;	   /* u, s, f; o: more than a number */
	uint64_t inner;	   /* where in it the number is */
	unsigned bits;	   /* declared; of the CPU's type unless IS_CUSTOM */
	unsigned fraction; /* right of the point */
	bool is_signed;	   /* as declared */
	bool is_custom;	   /* a width that the CPU has not */
	bool is_class;
	bool is_stream;
};

struct watch_function {
	size_t id;
	char *name;
	unsigned file, line; /* in sites.file */
	uint64_t low, high;
	bool is_constructor;
	bool is_recursive;
	const struct sites_function *site; /* NULL: a constructor */
};

struct watch_object {
	size_t id;
	enum watch_kind kind;
	size_t function; /* index, or WATCH_NO_FUNCTION */
	bool is_static;
	int64_t offset; /* from the CFA, or a link-time address */
	uint64_t count;
	uint64_t low, high; /* where it lives; 0: anywhere in its function */
	unsigned file, line;
	char *name;
	struct watch_type type;
};

struct watch_loop {
	size_t id;
	size_t function;
	size_t site; /* in sites.loop */
	uint64_t low, high, body;
};

struct watch_boundary {
	size_t id; /* of an entity */
	const char *what;
	uint64_t a, b;
	unsigned file, line;
	char *text;
};

struct watch {
	const struct kernel_sites *sites;
	char *module; /* absolute path */
	uint64_t hash, module_bytes;
	struct watch_function *function;
	size_t function_count, function_capacity;
	struct watch_object *object;
	size_t object_count, object_capacity;
	struct watch_loop *loop;
	size_t loop_count, loop_capacity;
	struct watch_boundary *boundary;
	size_t boundary_count, boundary_capacity;
	size_t placeless_count; /* variables without a place in memory */
	char **warning;
	size_t warning_count, warning_capacity;
};

/* Looks SITES, which must live as long, up in PROGRAM, an executable or a shared
 * object. Returns 0, or -1: ERR says what PROGRAM lacks. */
int watch_build(struct watch *watch, const struct kernel_sites *sites,
	const char *program, struct error *err);
void watch_release(struct watch *watch);
void watch_print(const struct watch *watch, FILE *out);

#endif
