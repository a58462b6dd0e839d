/* SPDX-License-Identifier: MIT
 * The code of a test program: its functions, which of them are the test's own, and
 * where its instructions come from. */
#ifndef RETREAD_FUZZ_PERF_GROW_CODE_H
#define RETREAD_FUZZ_PERF_GROW_CODE_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <elfutils/libdw.h>

#include "fuzz-perf/breakpoints/blocks.h"
#include "lib/memory.h"
#include "lib/table.h"

struct decoded;
struct error;
struct Dwfl;

/* An array of fixed size, on the stack (ADDRESS 0) or static. */
struct grow_array {
	uint64_t address, bytes, elements;
	const char *
		layout; /* of a static one, as elements.h says; NULL: it is not copied */
	int64_t frame; /* of one on the stack: where it is from what rbp is by then; 0: not known */
	bool is_given; /* the code says what is in it: there is no more of that */
	bool can_move; /* all code that refers to it can refer to another place: rooms.c */
};

/* A word that the dynamic linker fills with the address of a function; or a function without
 * debug information, at SLOT itself. */
struct grow_import {
	uint64_t slot;
	const char *name;
};

/* A word that the dynamic linker makes an address of the program. */
struct grow_relocation {
	uint64_t slot, address;
};

#define GROW_ARGUMENTS 6 /* in registers */

/* Addresses are those of the file. */
struct grow_function {
	const char *name;    /* as people write it, without parameters */
	const char *linkage; /* as in the file */
	const char *file;
	unsigned line;
	uint64_t start, end;
	Dwarf_Die die, *unit; /* its own, and that of the unit that it is in */
	size_t parameters;
	uint64_t takes; /* a number for the types of its parameters */
	/* For integers, that its parameters are in, and where its result is to be;
	 * bits for parameters go by these. */
	unsigned registers;
	bool returns_nothing;
	bool returns_object; /* a reference, or a pointer to a structure */
	bool returns_large;  /* in memory, whose address is a hidden argument */
	/* A bit for each of the first parameters that is a text that is only read, or
	 * an integer. */
	unsigned texts, integers;
	/* And for each that is a text that may be written to. */
	unsigned buffers;
	unsigned messages; /* texts that only say what a test does */
	unsigned
		lengths; /* integers that may be how long the array before them is */
	unsigned
		strings; /* a bit for each that is a std::string, or refers to one */
	unsigned views;	  /* for the first register of each std::string_view */
	unsigned vectors; /* and for each that is a std::vector with ELEMENTS */
	unsigned
		counts; /* and for each that is how many elements are before it */
	/* Of arrays and vectors; NULL: not known. */
	const char *elements[GROW_ARGUMENTS];
	unsigned
		replaced; /* 1 for the first parameter, ...: the function returns
			    * what takes its place; 0: none */
	uint8_t width[6]; /* bytes of each parameter that is in one register */
	bool follows_array;    /* the next parameter does */
	bool follows_pointers; /* and it has, or is, a pointer to a structure */
	bool takes_test_state; /* one parameter: int, or a pointer to pointers */
	bool takes_object;     /* one parameter: a pointer to something else */
	bool takes_fixture; /* two: pointers to parameters and to a fixture */
	bool takes_list;    /* one parameter: a pointer to pointers */
	bool is_address_taken;
	bool is_called; /* directly, by test code or what runs it */
	bool is_test_code;
	bool is_framework;
	bool inlines_tests; /* their code cannot be left out */
	bool is_test;	    /* a test of its own: the others can be skipped */
	bool keeps_frame;   /* in rbp, from its beginning on */
	struct grow_array *array;
	size_t array_count;
	int64_t *object; /* where others of its variables on the stack are */
	size_t object_count;
	/* Functions that it calls directly or takes the address of, by index. */
	size_t *callee;
	size_t callee_count, callee_capacity;
};

struct grow_code {
	struct blocks_object object;
	char *path;			/* real */
	struct grow_function *function; /* by START */
	size_t count, capacity;
	bool has_tests; /* or is one, by the names of files, functions, frameworks */
	/* By index of functions, those that each leads to, by index; NULL: nobody has asked. */
	bool **reached;
	struct grow_array *array; /* static ones */
	size_t array_count, array_capacity;
	struct grow_import *import; /* by SLOT */
	size_t import_count, import_capacity;
	struct grow_relocation *relocation; /* by SLOT */
	size_t relocation_count, relocation_capacity;
	struct Dwfl *debug;
	void *module;
	uint64_t bias;	     /* of debug information */
	struct table places; /* by address: what was asked for */
	struct arena arena;
};

/* Where an instruction is in the source; inlined code is where it was written. */
struct grow_place {
	const char *function, *file;
	unsigned line;
};

/* Opens the program or library at PATH. Returns 0, or -1 with ERR filled; to be
 * released in any case. */
int grow_code_open(struct grow_code *code, const char *path, struct error *err);
void grow_code_release(struct grow_code *code);

/* The function around ADDRESS; NULL: none with debug information. */
const struct grow_function *grow_code_find(
	const struct grow_code *code, uint64_t address);
size_t grow_code_index(
	const struct grow_code *code, const struct grow_function *function);

/* The bytes at ADDRESS, of which *LEFT follow; NULL: the file has none. */
const uint8_t *grow_code_bytes(
	const struct grow_code *code, uint64_t address, size_t *left);
/* The address of the file that the word at ADDRESS of its data is; 0: it is none. */
uint64_t grow_code_word(const struct grow_code *code, uint64_t address);
/* The address of what is at OFFSET of the file; 0: it is not loaded. */
uint64_t grow_code_address(const struct grow_code *code, uint64_t offset);
/* The same the other way round. */
uint64_t grow_code_offset(const struct grow_code *code, uint64_t address);

/* The linkage name of what the call or jump IS at ADDRESS leads to, perhaps by a stub
 * or a slot that the linker fills; NULL: it depends. */
const char *grow_code_callee(const struct grow_code *code, uint64_t address,
	const struct decoded *is);
/* Whether a function of that name finds memory or takes it back, and does nothing with what is
 * in it: calloc() and realloc() do. */
bool grow_imports_manage_memory(const char *linkage);

#define GROW_NAMES_MAX 16

/* Functions around an address, inlined ones included, from the innermost. */
struct grow_names {
	const char *name[GROW_NAMES_MAX];
	size_t count;
};

/* MAX at most. */
void grow_code_list_names(const struct grow_code *code, uint64_t address,
	size_t max, struct grow_names *names);

/* The compilation unit that ADDRESS is in; NULL: no debug information covers it. */
Dwarf_Die *grow_code_unit(const struct grow_code *code, uint64_t address);

/* NULL: no debug information covers ADDRESS. */
const char *grow_code_file(
	const struct grow_code *code, uint64_t address, unsigned *line);

/* False, with PLACE zero: no debug information covers it. */
bool grow_code_place(const struct grow_code *code, uint64_t address,
	struct grow_place *place);

/* Whether FILE is a header of the system. */
bool grow_code_is_header(const char *file);
/* Where the code at ADDRESS, of such a header, is inlined into code that is not; false: it is
 * not. */
bool grow_code_leave_headers(const struct grow_code *code, uint64_t address,
	struct grow_place *place);

/* Whether TO is FROM, or is reached from it through test code by direct calls and
 * addresses that are taken. */
bool grow_code_reaches(const struct grow_code *code,
	const struct grow_function *from, const struct grow_function *to);
/* The same for all of CODE's functions at once, by index. Free it. */
bool *grow_code_reached_dup(
	const struct grow_code *code, const struct grow_function *from);
/* What does not run while ONLY runs alone, by index: the tests that neither lead to it nor
 * are reached from it, and what is reached only from those. Free it. */
bool *grow_code_idle_dup(
	const struct grow_code *code, const struct grow_function *only);

/* Whether FUNCTION hands the address DATA, which the register DESTINATION gets, to code
 * that is inlined into it: handed.c. */
bool grow_code_hands_over(
	const struct grow_function *function, uint64_t data, int destination);

/* NULL: there are fewer than I. */
const Elf64_Phdr *grow_code_segment(const struct grow_code *code, unsigned i);
/* Opens debug information, and lists the functions: functions.c. Returns 0, or -1 with ERR
 * filled. */
int grow_functions_read(struct grow_code *code, struct error *err);
/* Where the code at ADDRESS is inlined, and where that is, MAX at most and without tests that
 * others than the first are inlined into. Returns how many PLACE has got. */
size_t grow_code_inlined_at(const struct grow_code *code, uint64_t address,
	struct grow_place *place, size_t max);
/* The name of DIE, of a function, as people write it; NULL: it has none. */
const char *grow_functions_name(struct grow_code *code, Dwarf_Die *die);
/* LINKAGE, the name of a function for linkers, as people write it. */
const char *grow_functions_written(struct arena *arena, const char *linkage);
/* The file that DIE is declared in; NULL: not known. */
const char *grow_functions_file(Dwarf_Die *die);
/* FILE, which may be NULL, without "folder/..": "tests/../list.c" is not in tests. So are the
 * files of functions. */
const char *grow_functions_plain_path(struct arena *arena, const char *file);
/* Whether OPERATION of LOCATION says that something is at an address: *ADDRESS then is it. */
bool grow_functions_address(Dwarf_Attribute *location,
	const Dwarf_Op *operation, uint64_t *address);
/* Fills what imports and relocations there are: imports.c. */
void grow_code_read_imports(struct grow_code *code);
/* Says of each function whether it is the test's, and a test: own_tests.c. */
void grow_code_mark_tests(struct grow_code *code);

#endif
