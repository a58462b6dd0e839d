/* SPDX-License-Identifier: MIT
 * Knowledge about an object file, kept on disk between runs: layout of the
 * file, and how it is found, read and written.
 *
 * A cache file is DIRECTORY/BUILD-ID.symbols: a header and sections of records
 * of one size each, in the byte order of the machine. It holds what was asked
 * for so far, and nothing else: what it does not know is read from the DWARF
 * and added when the handle is freed. It is trusted as little as any other file: a
 * checksum finds accidents, and no number in it is used before it is checked. */
#ifndef RETREAD_ANALYZER_SYMBOLS_CACHE_H
#define RETREAD_ANALYZER_SYMBOLS_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct symbols;
struct symbols_object;

#define CACHE_MAGIC   "RTSYMBOL"
#define CACHE_VERSION 3
#define CACHE_SUFFIX  ".symbols"

enum cache_section {
	CACHE_TEXT,	    /* strings, each ended by NUL; 0 stands for none */
	CACHE_UNIT_SPANS,   /* cache_span: which unit is where */
	CACHE_UNITS,	    /* cache_unit, all of the object */
	CACHE_NODES,	    /* symbols_node, of all units that are known */
	CACHE_DESCRIBED,    /* of each node: 1 + its function, or 0 */
	CACHE_STARTS,	    /* of each piece, as symbols_unit has them */
	CACHE_PIECES,	    /* symbols_piece, of all units that are known */
	CACHE_PATHS,	    /* text, of all units' file numbers */
	CACHE_FUNCTIONS,    /* cache_function */
	CACHE_LISTS,	    /* cache_list, in order of unit and node */
	CACHE_PARAMETERS,   /* cache_parameter, of all lists */
	CACHE_SYMBOL_SPANS, /* cache_span: which ELF function is where */
	CACHE_SYMBOL_NAMES, /* text, of each ELF function */
	CACHE_DATA,	    /* cache_item, ELF symbols of data */
	CACHE_VARIABLES,    /* cache_item */
	CACHE_LABELS,	    /* cache_label, in order of their keys */
	CACHE_SECTIONS
};

#define CACHE_HAS_UNITS	    1u
#define CACHE_HAS_SYMBOLS   2u
#define CACHE_HAS_VARIABLES 4u

struct cache_header {
	char magic[8];
	uint32_t version;
	uint32_t flags;
	uint64_t size_bytes; /* of the whole file */
	uint64_t checksum;   /* of all that follows it */
	uint64_t stamp[2];   /* of who wrote it, and from which files */
	struct {
		uint64_t offset; /* a multiple of 8 */
		uint64_t count;
	} sections[CACHE_SECTIONS];
};

struct cache_span {
	uint64_t start;
	uint32_t value;
	uint32_t reserved;
};

#define CACHE_UNIT_LOADED   1u
#define CACHE_UNIT_HAS_TAGS 2u

/* FIRST_... count records of the sections. */
struct cache_unit {
	uint64_t base;
	uint32_t flags;
	uint32_t first_node;
	uint32_t node_count;
	uint32_t first_piece;
	uint32_t piece_count;
	uint32_t first_line_path;
	uint32_t line_path_count;
	uint32_t first_declared_path;
	uint32_t declared_path_count;
	uint32_t reserved;
};

struct cache_function {
	uint32_t linkage;
	uint32_t name;
	uint32_t file;
	uint32_t line;
};

struct symbol_cache_list {
	uint32_t unit;
	uint32_t node;
	uint32_t first_parameter;
	uint32_t parameter_count;
};

struct cache_parameter {
	uint32_t name;
	uint32_t type;
	uint32_t pointee;
	uint32_t pointee_bytes;
	int32_t argument_register;
};

#define CACHE_ITEM_HAS_TAGS 1u
#define CACHE_ITEM_NAMED    2u
#define CACHE_ITEM_TYPED    4u

struct cache_item {
	uint64_t start;
	uint64_t size_bytes;
	uint32_t name;
	uint32_t type;
	uint32_t unit;
	uint32_t die;
	uint32_t flags;
	uint32_t reserved;
};

#define CACHE_LABEL_PARAMETER 1u
#define CACHE_LABEL_INDEXED   2u
#define CACHE_LABEL_FLOATING  4u

struct cache_label {
	uint64_t key[2]; /* of the place and the shape of the read */
	uint32_t variable;
	uint32_t field;
	uint32_t object_type;
	uint32_t value_type;
	uint32_t flags;
	uint32_t elements;
	uint32_t array_bytes;
	uint32_t row;
};

/* A file that was read and found whole. */
struct symbols_cache {
	char *bytes;
	struct cache_header header;
};

/* Bytes of a record of SECTION. */
size_t cache_record_bytes(enum cache_section section);
uint64_t cache_checksum(const void *bytes, size_t size_bytes);

/* symbols_stamp.c: what must be the same for a cache file of OBJECT to be used:
 * this program, and the files that the names come from. */
void symbols_stamp(const struct symbols_object *object, uint64_t stamp[2]);

/* symbols_cache_read.c: SIZE_BYTES at BYTES, which the result keeps and frees;
 * NULL, and BYTES freed, when they are not a cache file with this STAMP. */
struct symbols_cache *symbols_cache_parse(
	char *bytes, size_t size_bytes, const uint64_t stamp[2]);
void symbols_cache_free(struct symbols_cache *cache);
/* The records of SECTION, and the string at OFFSET: NULL for none. */
const void *symbols_cache_records(const struct symbols_cache *cache,
	enum cache_section section, size_t *count);
const char *symbols_cache_text(
	const struct symbols_cache *cache, uint32_t offset);

/* symbols_cache_write.c: all that is known of OBJECT, as a file. Free BYTES. */
void symbols_cache_format(struct symbols *symbols,
	struct symbols_object *object, const uint64_t stamp[2], char **bytes,
	size_t *size_bytes);

/* symbols_cache_directory.c. All of these may fail, and it does not matter: NULL
 * when there is no such file. */
char *cache_directory_read(
	const char *directory, const char *name, size_t *size_bytes);
/* Replaces NAME at once; removes the files used longest ago until no more than
 * TOTAL_BYTES_MAX are kept. */
void cache_directory_write(const char *directory, const char *name,
	const char *bytes, size_t size_bytes, uint64_t total_bytes_max);

#endif
