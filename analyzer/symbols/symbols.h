/* SPDX-License-Identifier: MIT
 * Address -> function, file, line, names of variables and fields; the only
 * user of libdw. A unit of an object file is read once, when an address in it
 * is first asked for, into an interval table (functions, inlined chains, line
 * rows). Tables and answers are kept between runs, one file per build-id, when
 * symbols_keep says where: then the second run opens no debug information. */
#ifndef RETREAD_ANALYZER_SYMBOLS_SYMBOLS_H
#define RETREAD_ANALYZER_SYMBOLS_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct error;
struct symbols;

/* One source function. An inlined instance and the out-of-line copy of one
 * function are the same symbol_function, so pointers compare. Without debug
 * info: the ELF symbol; without a symbol: the object's name and has_debug
 * false. Lives as long as the symbols handle. */
struct symbol_function {
	const char
		*name; /* for people: demangled, no parameters; IFUNC suffixes
	                      * such as _avx2 removed from libc's str and mem functions */
	const char *linkage; /* as in the object file */
	const char *object;  /* path of the object file */
	const char *file;    /* declared in; NULL without debug info */
	unsigned line;	     /* of the declaration, 0: not known */
	bool has_debug;	     /* DWARF describes it; the system's libraries
			      * (below /lib, /usr/lib) count as having none */
	signed char
		chosen; /* of chosen_code_judge: 1 included, below 0 left out */
	uint64_t
		key; /* stable across runs: hash of object base name, linkage, file */
	unsigned index; /* dense, from 0, in order of first resolution */
};

/* A position inside a function. COLUMN 0: not known. LINE 0: not known. */
struct symbol_position {
	const struct symbol_function *function;
	const char *
		file; /* may differ from function->file (macros, includes); NULL: not known */
	unsigned line;
	unsigned column;
	uint64_t
		offset; /* of the instruction: its virtual address in the object
			  * file, as objdump and addr2line use it */
};

struct symbols *symbols_new(void);
/* Writes what was found out to the directory of symbols_keep. */
void symbols_free(struct symbols *symbols);

/* Uses what earlier runs left in DIRECTORY, which symbols_free makes if need be.
 * To be called before the first module is added. Whatever is wrong with files
 * there, or with writing them, makes answers slower and nothing else. Files
 * used longest ago are removed beyond TOTAL_BYTES_MAX. */
void symbols_keep(struct symbols *symbols, const char *directory,
	uint64_t total_bytes_max);

/* Empties DIRECTORY, as symbols_keep has it, if the file system of BESIDE is full and
 * has it, too: names can be found again, results cannot. Returns whether it did. */
bool symbols_give_way(const char *directory, const char *beside);

/* Judges the functions that are resolved from now on; borrowed. */
struct code_choice;
void symbols_choose(struct symbols *symbols, const struct code_choice *chosen);

/* A mapping [start, end) of PATH at FILE_OFFSET appears at, or disappears from,
 * the address space. The object is opened when an address in it is first asked for.
 * An object that cannot be read, or has damaged debug info, is not an error:
 * its addresses resolve to what is known (ELF symbols, or the object only), and
 * symbols_warning tells. */
void symbols_add_module(struct symbols *symbols, uint64_t start, uint64_t end,
	uint64_t file_offset, const char *path);
void symbols_remove_range(
	struct symbols *symbols, uint64_t start, uint64_t end);

/* Resolves the instruction at ADDRESS into the chain of functions it stands in,
 * outermost (the ELF function) first, innermost inlined instance last. The
 * position of each but the last is the call that was inlined. Line 0 rows fall
 * back to the nearest preceding row with a line in the same function.
 * Returns the number of positions written (1 .. MAX, innermost ones dropped
 * when there are more), never 0: an unknown address gives a function named
 * "??" with has_debug false. */
size_t symbols_resolve(struct symbols *symbols, uint64_t address,
	struct symbol_position *chain, size_t max);

/* The function that begins at (or covers) ADDRESS, outermost. Cheap. */
const struct symbol_function *symbols_function_at(
	struct symbols *symbols, uint64_t address);

/* A read instruction in words of the source. Strings live as long
 * as the handle; NULL: not known. */
struct symbol_label {
	const char *
		variable; /* where the address came from: `list`, `n`, `table` */
	bool variable_is_parameter;
	const char *
		field; /* what is read of the object: `next`, `items[*]`, `[*]`, `buckets` */
	const char *object_type; /* type of the object read: `struct node` */
	const char *
		value_type; /* type of the value read, when that is a pointer to something: its target, `struct node` */
	bool is_indexed;    /* by a register, as elements of an array are */
	bool is_floating;   /* the value read is a floating-point number */
	/* That the type of the array that is read gives it; 0: there is none. */
	uint32_t elements;
	uint32_t array_bytes;
	uint32_t row; /* of these elements, those of the last dimension */
};

/* Labels the read at PC whose address is formed by BASE and STEPS as
 * trace_site describes (lib/format/trace_format.h). SIZE_BYTES: of the read. */
struct trace_site;
void symbols_label_read(struct symbols *symbols, const struct trace_site *site,
	struct symbol_label *label);

/* Where something lies that is walked: in a variable of a module, or in the frame of the
 * function that has the call at ADDRESS, OFFSET bytes from its canonical frame address. */
struct symbol_place {
	uint64_t address; /* 0: not known */
	int64_t offset;
	bool is_frame, is_own; /* the subject's, or of what it calls */
};

/* Fills ELEMENTS, ARRAY_BYTES and ROW of LABEL, and nothing else of it, with the smallest array
 * at PLACE that has more than SPAN_BYTES, by its variable's type; 0: there is none. Its
 * FIELD is the member of a structure that it is; NULL: none. */
void symbols_label_array(struct symbols *symbols,
	const struct symbol_place *place, uint64_t span_bytes,
	struct symbol_label *label);

/* Formal parameters of FUNCTION in order, with the integer argument register
 * each arrives in (System V: 0 rdi, 1 rsi, 2 rdx, 3 rcx, 4 r8, 5 r9; -1: elsewhere). */
struct symbol_parameter {
	const char *name; /* "" when it has none */
	const char *type; /* `struct list *` */
	const char *
		pointee; /* `struct list` when it is a pointer or reference, else NULL */
	uint32_t pointee_bytes; /* when that is a structure, else 0 */
	int argument_register;
};
size_t symbols_parameters(struct symbols *symbols,
	const struct symbol_function *function,
	const struct symbol_parameter **parameters);

/* Whether ADDRESS is in a module, its data included. */
bool symbols_has_module(struct symbols *symbols, uint64_t address);

/* The global, static or thread-local variable that covers ADDRESS (DWARF, else
 * ELF symbol). Returns false when none is known. */
struct symbol_variable {
	const char *name;
	const char *type; /* NULL without debug info */
	uint64_t start;
	uint64_t size_bytes;
	bool writable; /* in a writable segment */
};
bool symbols_find_variable(struct symbols *symbols, uint64_t address,
	struct symbol_variable *variable);

/* Warnings gathered so far (one per object and cause), as sentences; NULL after
 * the last. */
const char *symbols_warning(const struct symbols *symbols, size_t index);

/* Adds the paths of all object files that were mapped to PATHS. */
struct arguments;
void symbols_list_objects(
	const struct symbols *symbols, struct arguments *paths);
/* Adds the source files of the units of which something was resolved, and what these
 * include, except for the system's; some more than once. */
void symbols_list_sources(struct symbols *symbols, struct arguments *paths);

#endif
