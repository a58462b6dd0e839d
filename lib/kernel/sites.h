/* SPDX-License-Identifier: MIT
 * A kernel as its source tells it: functions, types of custom width,
 * loops, and where hardware may begin to differ. Text that a person can write,
 * or `retread spectra prepare` does; `retread hls` hands what its pragmas say to the
 * compiler's plug-in in the same form, which retread-spectra(5) has. */
#ifndef RETREAD_LIB_KERNEL_SITES_H
#define RETREAD_LIB_KERNEL_SITES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "lib/kernel/source.h"

struct error;

struct sites_type {
	char *name;
	bool is_signed;
	unsigned bits;
	unsigned fraction; /* of them, right of the point */
};

struct sites_function {
	char *name;
	struct source_place place;
	bool is_recursive;
};

struct sites_loop {
	char *name; /* its label, or FUNCTION:LINE */
	char *function;
	enum source_loop_kind kind;
	struct source_place start, end, body, body_end;
	unsigned factor; /* of unrolling; 0: none */
};

/* WHAT begins to differ for "SPECTRUM:NAME@FUNCTION". */
struct sites_boundary {
	char *what;
	char *target;
	uint64_t a, b; /* their meaning depends on WHAT */
	struct source_place place;
	char *text; /* the pragma or declaration that says so */
};

struct sites_note {
	struct source_place place;
	char *text;
};

struct kernel_sites {
	char *source;
	char *top;
	char **file; /* [0] is SOURCE */
	size_t file_count;
	struct sites_type *type;
	size_t type_count, type_capacity;
	struct sites_function *function;
	size_t function_count, function_capacity;
	struct sites_loop *loop;
	size_t loop_count, loop_capacity;
	struct sites_boundary *boundary;
	size_t boundary_count, boundary_capacity;
	struct sites_note *unknown; /* pragmas nothing is known of */
	size_t unknown_count, unknown_capacity;
	struct sites_note *ignored; /* that do not change results */
	size_t ignored_count, ignored_capacity;
};

void sites_init(struct kernel_sites *sites);
void sites_release(struct kernel_sites *sites);
/* Returns 0, or -1 with ERR filled: "FILE:LINE: what is wrong". */
int sites_read(struct kernel_sites *sites, const char *path, struct error *err);
void sites_print(const struct kernel_sites *sites, FILE *out);

/* The index of PATH in sites->file, added if it is not there. */
unsigned sites_file(struct kernel_sites *sites, const char *path);
/* Each appends an empty one. */
struct sites_type *sites_add_type(struct kernel_sites *sites);
struct sites_function *sites_add_function(struct kernel_sites *sites);
struct sites_loop *sites_add_loop(struct kernel_sites *sites);
struct sites_boundary *sites_add_boundary(struct kernel_sites *sites);
struct sites_note *sites_add_unknown(struct kernel_sites *sites);
struct sites_note *sites_add_ignored(struct kernel_sites *sites);
/* SPECTRUM:NAME@FUNCTION; FUNCTION may be NULL. Free it. */
char *sites_target_dup(
	const char *spectrum, const char *name, const char *function);

#endif
