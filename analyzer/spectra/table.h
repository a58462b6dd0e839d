/* SPDX-License-Identifier: MIT
 * The table that the Valgrind tool `spectra` left, with the names and places of
 * its watch list. */
#ifndef RETREAD_ANALYZER_SPECTRA_TABLE_H
#define RETREAD_ANALYZER_SPECTRA_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/format/spectra_table.h"

struct error;

enum table_kind {
	TABLE_FUNCTION,
	TABLE_SCALAR,
	TABLE_ARRAY,
	TABLE_POINTER,
	TABLE_STREAM,
	TABLE_LOOP,
	TABLE_ARGUMENT,
	TABLE_REGION,
};

enum table_state { TABLE_FAR, TABLE_NEAR, TABLE_CROSSED };

/* Where hardware begins to differ from what the CPU did. */
struct table_boundary {
	char *what;
	uint64_t a, b;
	const char *file;
	unsigned line;
	char *text; /* of the source */
	enum table_state state;
	char *finding; /* in words: "needs 9 bits" */
};

struct table_entity {
	enum table_kind kind;
	bool is_hidden; /* a constructor: of no interest to the user */
	char *name;
	char *type;	      /* NULL: has none */
	const char *function; /* NULL: of the file */
	const char *file;
	unsigned line;
	char number; /* u, s, f, o: as declared */
	unsigned bits;
	unsigned fraction;
	uint64_t element, count;
	unsigned factor;
	struct spectra_entity seen; /* by all tests, or by the last */
	const uint64_t *bitmap;	    /* offsets seen; NULL: none are kept */
	uint64_t bitmap_bits;
	struct table_boundary *boundary;
	size_t boundary_count;
};

struct table_note {
	const char *file;
	unsigned line;
	char *text;
};

struct spectra_table {
	struct spectra_header *header;
	char *bytes; /* the file */
	size_t size;
	char *path;
	char *module;
	char *top;
	char **file;
	size_t file_count;
	struct table_entity *entity;
	size_t entity_count;
	char **warning;
	size_t warning_count;
	struct table_note *unknown, *ignored;
	size_t unknown_count, ignored_count;
	uint64_t edges; /* of the host */
};

/* LAST: spectra of the last test, not of all. Returns 0, or -1 with ERR
 * filled. */
int spectra_table_read(struct spectra_table *table, const char *path, bool last,
	struct error *err);
void spectra_table_release(struct spectra_table *table);

/* Bits that the values seen need, with the sign of the declaration or, if they
 * are negative, one of their own. 0: there were none. */
unsigned table_bits_used(const struct table_entity *entity);

/*--- boundary.c ---*/

/* Fills in STATE and FINDING of all boundaries. */
void spectra_table_judge(struct spectra_table *table);
/* A declaration that fits what was seen: "ap_uint<9>", "[512]", "depth=5".
 * NULL: nothing to say. Free it. */
char *table_suggest(const struct table_entity *entity);

#endif
