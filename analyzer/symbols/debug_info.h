/* SPDX-License-Identifier: MIT
 * Shared by the files of symbols and labels: objects, units, tables.
 *
 * Addresses named `address` are the client's; those named `pc` are virtual
 * addresses of the object file, as its ELF and DWARF tables use them. */
#ifndef RETREAD_ANALYZER_SYMBOLS_DEBUG_INFO_H
#define RETREAD_ANALYZER_SYMBOLS_DEBUG_INFO_H

#include <libelf.h>
#include <sys/stat.h>

#include "analyzer/symbols/die.h"
#include "analyzer/symbols/symbols.h"
#include "lib/memory.h"
#include "lib/table.h"

/* No node, no file, nothing here. */
#define SYMBOLS_NONE UINT32_MAX

/* Sorted pieces of an address range: VALUE holds from START to the start of
 * the next piece; the last piece is SYMBOLS_NONE. */
struct symbols_span {
	uint64_t start;
	uint32_t value;
};

/* [start, end) with a value; where intervals overlap the highest rank wins,
 * then the lowest value. */
struct symbols_interval {
	uint64_t start;
	uint64_t end;
	uint32_t rank;
	uint32_t value;
};

struct symbols_table {
	struct symbols_span *spans;
	size_t count;
};

struct symbols_intervals {
	struct symbols_interval *list;
	size_t count;
	size_t capacity;
};

/* symbols_table.c */
void symbols_intervals_add(struct symbols_intervals *intervals, uint64_t start,
	uint64_t end, uint32_t rank, uint32_t value);
/* Sorts INTERVALS, flattens them into TABLE and frees them. */
void symbols_table_build(
	struct symbols_table *table, struct symbols_intervals *intervals);
uint32_t symbols_table_find(const struct symbols_table *table, uint64_t pc);
void symbols_table_release(struct symbols_table *table);

/* A subprogram or an inlined instance of one. */
struct symbols_node {
	uint32_t die;	 /* where its DIE is, in bytes from the unit's DIE */
	uint32_t parent; /* the node it is inlined into, or SYMBOLS_NONE */
	uint32_t call_file;
	uint32_t call_line;
	uint16_t call_column;
	uint16_t depth; /* 0: a subprogram */
};

/* A stretch of code: the innermost node and the position in the source. */
struct symbols_piece {
	uint32_t node; /* or SYMBOLS_NONE */
	uint32_t file; /* in the unit's line table, or SYMBOLS_NONE */
	uint32_t line;
	uint32_t column;
};

/* The file names of a unit, each made when it is first asked for. */
struct symbols_files {
	Dwarf_Files *files;
	const char **paths;
	size_t count;
	bool is_read; /* FILES was asked for */
};

/* A compilation unit with code. Its tables are made when an address in it is
 * first resolved, or come from the cache; then CU is NULL until a DIE is
 * needed. */
struct symbols_unit {
	Dwarf_CU *cu;
	Dwarf_Die skeleton; /* has the ranges and the line table */
	Dwarf_Die die;	    /* has the functions: the same, or its split part */
	size_t size_bytes;  /* of its DIEs: a bound for every walk over them */
	bool is_open;	    /* the split part was looked for */
	bool is_loaded;	    /* the tables are made */
	bool is_borrowed;   /* they are the cache's */
	bool is_used;	    /* the process ran or read something of it */
	bool has_tags; /* a language that writes `struct node`, not `node` */
	struct symbols_files line_files;     /* of its line rows */
	struct symbols_files declared_files; /* of its DIEs */
	struct symbols_node *nodes;
	struct symbols_function **functions; /* of NODES, NULL at first */
	const uint32_t *described; /* of NODES: see CACHE_DESCRIBED; or NULL */
	size_t node_count;
	/* Piece I is from BASE + STARTS[I] to the next one; apart from the
	 * pieces, so that a search touches little memory. */
	uint64_t base;
	uint32_t *starts;
	struct symbols_piece *pieces;
	size_t piece_count;
};

/* The public function, and where its DIEs are. */
struct symbols_function {
	struct symbol_function shown; /* first: pointers convert */
	struct symbols_object *object;
	struct symbols_unit *unit; /* of NODE; NULL without debug info */
	uint32_t node;	     /* an instance: out of line if one is known */
	bool has_parameters; /* the list below is made, from this instance: */
	struct symbols_unit *read_unit;
	uint32_t read_node;
	struct symbol_parameter *parameters;
	size_t parameter_count;
};

struct symbols_segment {
	uint64_t start; /* virtual address */
	uint64_t end;
	uint64_t file_offset;
	uint64_t file_bytes;
	bool writable;
	bool executable;
};

/* A variable or an ELF symbol. */
struct symbols_item {
	const char *name;
	uint64_t start;
	uint64_t size_bytes;
	const char *type; /* as people write it, once it is asked for */
	uint32_t unit;	  /* of a variable; SYMBOLS_NONE: from the ELF symbol */
	uint32_t die;	  /* in bytes from the unit's DIE */
	bool has_tags;
	bool is_named; /* NAME of an ELF symbol is what people call it */
	bool is_typed; /* TYPE was asked for */
};

/* A label, and a hash of the place and the shape of the read. */
struct symbols_kept_label {
	uint64_t key[2];
	struct symbol_label label;
};

/* One file. Opened in steps: headers, ELF symbols, DWARF units, variables,
 * each when it is first needed. */
struct symbols_object {
	struct symbols_object *next;
	char *path;
	const char *base_name;
	dev_t device; /* a file replaced under the same name is another object */
	ino_t inode;
	int64_t changed_ns;

	int fd;
	Elf *elf;	/* NULL: cannot be read */
	int open_error; /* errno of that; 0: not an ELF file */
	struct symbols_segment *segments;
	size_t segment_count;
	char *build_id;
	bool warned_debug;
	bool has_news; /* something is known that the cache does not hold */
	const char *debug_directory; /* of debug packages */
	bool is_system;		     /* named by its ELF symbols only */

	bool has_dwarf; /* the DWARF is opened, or is known to be missing */
	Elf *debug_elf; /* of PATH or the separate debug file; NULL: none */
	char *debug_path;
	int debug_fd;
	char *image; /* what DEBUG_ELF reads, unless it is a file */
	Dwarf *dwarf;
	Dwarf *shared_dwarf; /* of a file dwz made, where libdw missed it */
	Elf *shared_elf;
	int shared_fd;
	struct symbols_unit *units;
	size_t unit_count;
	struct symbols_table unit_table;
	bool has_units;	   /* the two above are made, or come from the cache */
	Dwarf_CFI *cfi_eh; /* of .eh_frame; freed with the object */
	bool has_cfi;

	bool has_symbols;
	const char **symbol_names;
	size_t symbol_count;
	struct symbols_function *
		*symbol_functions; /* parallel, NULL at first */
	struct symbols_table symbol_table;
	struct symbols_item *data_symbols; /* sorted by start */
	size_t data_symbol_count;

	bool has_variables;
	struct symbols_item *variables; /* sorted by start */
	size_t variable_count;

	struct symbols_function *whole; /* stands for code that has no name */

	struct symbols_cache *cache; /* what earlier runs knew; may be NULL */
	struct symbols_kept_label *labels; /* found out in this one */
	size_t label_count;
	size_t label_capacity;
	struct table label_of; /* key -> 1 + index in LABELS */
};

/* An object in the address space. address = pc + bias. */
struct symbols_mapping {
	uint64_t start;
	uint64_t end;
	uint64_t bias;
	uint64_t file_offset; /* of START */
	struct symbols_object *object;
	bool is_code; /* as the trace said; else a segment of such an object */
	bool is_settled; /* bias and segments are known */
};

/* An interned string, and what hangs on it. */
struct symbols_entry {
	struct symbols_entry *next;
	uint64_t hash;
	void *value;
	uint32_t length;
	char text[];
};

struct symbols {
	struct arena arena; /* strings, functions, parameters */
	struct symbols_entry **buckets;
	size_t bucket_count; /* a power of two */
	size_t entry_count;

	struct symbols_object *objects;
	struct symbols_mapping *mappings; /* sorted, disjoint */
	size_t mapping_count;
	size_t mapping_capacity;
	bool has_unsettled;
	size_t last_mapping; /* most lookups stay in one object */
	/* Where there was nothing at the last look-up that found nothing. */
	uint64_t gap_start, gap_end;

	struct symbols_function *unknown;
	unsigned function_count;

	char **warnings;
	size_t warning_count;
	size_t warning_capacity;

	const char *debug_directory; /* of debug packages; NULL: the system's */
	const struct code_choice *chosen;    /* NULL: no patterns were given */
	const struct test_framework *tested; /* by its own tests; NULL: none */

	char *cache_directory; /* NULL: nothing is kept between runs */
	uint64_t cache_bytes_max;
};

/* symbols_names.c: strings and what is made of them. */
struct symbols_entry *symbols_intern(
	struct symbols *symbols, const void *bytes, size_t length);
const char *symbols_intern_text(struct symbols *symbols, const char *text);
/* PATH without `.`, `..` and doubled slashes. */
const char *symbols_intern_path(struct symbols *symbols, const char *path);
/* From the root, the name of file number FILE of UNIT. */
const char *symbols_die_path(struct symbols *symbols, Dwarf_Die *unit,
	Dwarf_Files *files, size_t file);
uint64_t symbols_hash(uint64_t seed, const void *bytes, size_t length);
/* The name that people use for the function with this linkage name. */
const char *symbols_display_name(struct symbols *symbols, const char *linkage);
/* LINKAGE without `.constprop.0`, `.isra.0`, `.part.0`, `.cold`, `@VERSION`. */
const char *symbols_plain_linkage(struct symbols *symbols, const char *linkage);

/* symbols_map.c */
void symbols_map_settle(struct symbols *symbols);
struct symbols_mapping *symbols_map_find(
	struct symbols *symbols, uint64_t address);

/* symbols_object.c */
struct symbols_object *symbols_object_find(
	struct symbols *symbols, const char *path);
void symbols_object_open_dwarf(
	struct symbols *symbols, struct symbols_object *object);
void symbols_object_free(struct symbols_object *object);
/* The segment that holds PC, or NULL. */
const struct symbols_segment *symbols_object_segment(
	const struct symbols_object *object, uint64_t pc);
void symbols_warn(struct symbols *symbols, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* The one warning about OBJECT's debug information. */
void symbols_warn_damage(struct symbols *symbols, struct symbols_object *object,
	const char *what);

/* Says so, once, if OBJECT could not be read. */
void symbols_warn_unreadable(
	struct symbols *symbols, struct symbols_object *object);

/* symbols_debugfile.c: opens the file with the debug information of OBJECT, its
 * own or a separate one. False: there is none. */
bool symbols_debugfile_open(
	struct symbols *symbols, struct symbols_object *object);
void symbols_debugfile_open_shared(
	struct symbols *symbols, struct symbols_object *object);
/* Calls VISIT for each place where a separate file may be. */
void symbols_debugfile_list(const struct symbols_object *object,
	void (*visit)(void *data, const char *path), void *data);
/* Opens PATH; NULL if it is not an ELF file. */
Elf *symbols_elf_open(const char *path, int *fd);
bool symbols_elf_has_section(Elf *elf, const char *name);
char *symbols_elf_build_id(Elf *elf);

/* symbols_elf.c */
void symbols_elf_read(struct symbols *symbols, struct symbols_object *object);
/* The function whose ELF symbol covers PC, else the object itself. */
struct symbols_function *symbols_elf_function(
	struct symbols *symbols, struct symbols_object *object, uint64_t pc);
/* The raw name of the ELF symbol that covers PC, or NULL. */
const char *symbols_elf_name(
	struct symbols *symbols, struct symbols_object *object, uint64_t pc);

/* symbols_unit.c */
void symbols_units_find(struct symbols *symbols, struct symbols_object *object);
/* Finds the DIE of UNIT, in its split part if it has one. False: its debug
 * information cannot be read. */
bool symbols_unit_open(struct symbols *symbols, struct symbols_object *object,
	struct symbols_unit *unit);
/* The unit with code at PC, loaded; NULL without debug information there. */
struct symbols_unit *symbols_unit_at(
	struct symbols *symbols, struct symbols_object *object, uint64_t pc);
const struct symbols_piece *symbols_unit_piece(
	const struct symbols_unit *unit, uint64_t pc);
void symbols_unit_release(struct symbols_unit *unit);
/* File number FILE of UNIT's line rows, and of its DIEs; NULL: not known. */
const char *symbols_unit_line_file(struct symbols *symbols,
	struct symbols_object *object, struct symbols_unit *unit,
	uint32_t file);
const char *symbols_unit_declared_file(struct symbols *symbols,
	struct symbols_object *object, struct symbols_unit *unit,
	uint32_t file);

/* symbols_lines.c: joins the line rows of UNIT with the table of its nodes
 * into its pieces. */
void symbols_lines_join(struct symbols *symbols, struct symbols_object *object,
	struct symbols_unit *unit, const struct symbols_table *nodes);

/* symbols_function.c */
struct symbols_function *symbols_function_of_node(struct symbols *symbols,
	struct symbols_object *object, struct symbols_unit *unit,
	uint32_t node);
struct symbols_function *symbols_function_of_symbol(struct symbols *symbols,
	struct symbols_object *object, const char *linkage);
struct symbols_function *symbols_function_of_object(
	struct symbols *symbols, struct symbols_object *object);
struct symbols_function *symbols_function_unknown(struct symbols *symbols);

/* symbols_unit.c: the DIE that is DISTANCE bytes after that of UNIT, which is open. */
Dwarf_Die symbols_die_at(const struct symbols_unit *unit, uint32_t distance);

/* symbols_type_name.c */
/* In words of the source: `struct list *`. TYPE NULL is void. */
const char *symbols_type_name(
	struct symbols *symbols, Dwarf_Die *type, bool has_tags);
/* Without qualifiers and typedefs, unless only a typedef names it; NULL: void. */
const char *symbols_type_object_name(
	struct symbols *symbols, Dwarf_Die *type, bool has_tags);
/* `ns::Outer::` around DIE, "" at the top. */
const char *symbols_scope_name(struct symbols *symbols, Dwarf_Die *die);

/* symbols_cache.c: what earlier runs left is used from now on, and what this one
 * found out is kept. */
void symbols_cache_open(struct symbols *symbols, struct symbols_object *object);
void symbols_cache_save(struct symbols *symbols, struct symbols_object *object);
/* A read's place in OBJECT, and its shape; BIAS is that of the mapping. */
void symbols_cache_key(
	const struct trace_site *site, uint64_t bias, uint64_t key[2]);
void symbols_cache_keep_label(struct symbols_object *object,
	const uint64_t key[2], const struct symbol_label *label);

/* symbols_cache_read.c: false, and nothing done, if the cache of OBJECT does not
 * know. */
bool symbols_cache_units(
	struct symbols *symbols, struct symbols_object *object);
bool symbols_cache_unit(
	struct symbols_object *object, struct symbols_unit *unit);
bool symbols_cache_elf(struct symbols *symbols, struct symbols_object *object);
bool symbols_cache_variables(
	struct symbols *symbols, struct symbols_object *object);
/* Fills the names and the line of the function of NODE. */
bool symbols_cache_function(struct symbols *symbols,
	const struct symbols_object *object, const struct symbols_unit *unit,
	uint32_t node, struct symbol_function *shown);
bool symbols_cache_parameters(
	struct symbols *symbols, struct symbols_function *function);
bool symbols_cache_label(struct symbols *symbols,
	const struct symbols_object *object, const uint64_t key[2],
	struct symbol_label *label);

/* symbols_parameter.c */
void symbols_parameters_read(
	struct symbols *symbols, struct symbols_function *function);

/* symbols_variable.c */
void symbols_variables_read(
	struct symbols *symbols, struct symbols_object *object);
/* The variable or data symbol that covers PC. */
struct symbols_item *symbols_variable_at(
	struct symbols *symbols, struct symbols_object *object, uint64_t pc);
/* The DIE of ITEM; false: it has none. */
bool symbols_variable_die(struct symbols *symbols,
	struct symbols_object *object, const struct symbols_item *item,
	Dwarf_Die *die);
const char *symbols_variable_type(struct symbols *symbols,
	struct symbols_object *object, struct symbols_item *item);

#endif
