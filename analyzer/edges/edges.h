/* SPDX-License-Identifier: MIT
 * What the Valgrind tool `snap` left of one process or of several, with names. */
#ifndef RETREAD_ANALYZER_EDGES_EDGES_H
#define RETREAD_ANALYZER_EDGES_EDGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "analyzer/symbols/symbols.h"
#include "lib/format/snap_file.h"
#include "lib/memory.h"

struct error;
struct stubs;

/* An end of an edge. */
struct edge_place {
	uint64_t address;   /* of edges_add_module's mappings */
	const char *object; /* path; "" if the code is in no file */
	struct symbol_position at;
};

struct edge {
	struct edge_place from, to;
	uint64_t count, mispredicted;
	enum snap_kind kind;
};

struct edges {
	struct edge *edge; /* the most executed first, once resolved */
	size_t count, capacity;
	const char **path; /* of modules, by number - 1 */
	struct snap_module *module;
	size_t module_count, path_capacity, module_capacity;
	struct snap_header sum; /* of all processes; COUNTs are not kept */
	size_t process_count;
	struct symbols *symbols;
	struct stubs *stubs; /* of each module, once resolved */
	struct arena arena;
};

void edges_init(struct edges *edges);
void edges_release(struct edges *edges);

/* Adds what PATH has. Returns 0, or -1 with ERR filled; then nothing of it was
 * added. */
int edges_read(struct edges *edges, const char *path, struct error *err);
/* Finds names and lines, and sorts. To be called once, after the last file. */
void edges_resolve(struct edges *edges);

extern const char *const edges_kinds[SNAP_KINDS];
extern const char *const edges_encodings[];
extern const char *const edges_predictors[];
uint64_t edges_total(const struct edges *edges);

/* "scan (list.c:12)", "scan (list.so+0x1234)". Free it. */
char *edges_place_dup(const struct edge_place *place);

/*--- print.c, export.c: the forms ---*/

void edges_print_text(const struct edges *edges, size_t most, FILE *out);
int edges_print_json(const struct edges *edges, FILE *out, struct error *err);
/* For callgrind_annotate and KCachegrind: branches by the line that they are on,
 * calls, and jumps. */
void edges_print_callgrind(
	const struct edges *edges, const char *command, FILE *out);
/* "object;function;file:line COUNT": branches by the line that they are on. */
void edges_print_folded(const struct edges *edges, FILE *out);

#endif
