/* SPDX-License-Identifier: MIT
 * Knobs: places of an unmodified test that decide how much data it makes.
 *
 * Each kind is one row of a table: it finds its knobs, and writes down what the agent
 * has to change to set one. */
#ifndef RETREAD_FUZZ_PERF_GROW_KNOBS_H
#define RETREAD_FUZZ_PERF_GROW_KNOBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "fuzz-perf/breakpoints/decode.h"
#include "fuzz-perf/grow/code.h"
#include "lib/families/family.h"

struct arguments;
struct count_limits;
struct error;
struct json_value;

/* An instruction of a function. */
struct grow_step {
	uint64_t at;
	struct decoded is;
	bool is_target; /* of a branch or jump in the function */
};

struct grow_steps {
	struct grow_step *step;
	size_t count, capacity;
};

/* All of FUNCTION up to what does not decode. Free the steps. */
void grow_steps_read(struct grow_steps *steps, const struct grow_code *code,
	const struct grow_function *function);
/* Calls VISIT for each step of each function of test code. */
struct grow_knobs;
typedef void grow_step_visit(struct grow_knobs *knobs,
	const struct grow_function *function, const struct grow_steps *steps,
	size_t index);
void grow_steps_visit(struct grow_knobs *knobs, grow_step_visit *visit);

/* The registers of arguments, in their order. */
extern const int grow_argument_registers[GROW_ARGUMENTS];
/* The last instruction before step CALL, in its block, that writes to the register
 * DESTINATION; NULL: there is none. */
const struct grow_step *grow_steps_writer(
	const struct grow_steps *steps, size_t call, int destination);
uint64_t grow_step_target(const struct grow_step *step);
/* The branch or jump that leads back to TOP or before it, from BOTTOM up to END; NULL:
 * there is none. */
const struct grow_step *grow_steps_way_back(const struct grow_steps *steps,
	uint64_t top, uint64_t bottom, uint64_t end);

enum grow_kind {
	GROW_SIZE,
	GROW_LOOP,
	GROW_INT,
	GROW_CALLS,
	GROW_TEXT,
	GROW_ARG,
	GROW_FILE,
	GROW_ARRAY,
	GROW_KINDS
};

/* A number that follows the bound of a loop. */
struct grow_along {
	struct grow_along *next;
	uint64_t at;
	struct decoded is;
	uint64_t times;	      /* the bound: how large one of its elements is */
	uint64_t more;	      /* than that */
	bool is_smaller_only; /* it follows if the bound is made smaller only */
};

/* An instruction that takes the address of an array, or of its end. */
struct grow_table_use {
	const struct grow_table_use *next;
	uint64_t at;
	struct decoded is;
	uint64_t offset; /* in the array */
	bool is_end;
};

/* A static array that a loop goes through: more rounds go through a larger copy. */
struct grow_table {
	const struct grow_array *array;
	const struct grow_table_use *use;
};

struct grow_knob {
	enum grow_kind kind;
	const char *id;
	const char *what; /* "loop bound at test.c:82: 100" */
	const struct grow_function *function; /* NULL: of an ARG */
	const char *file;
	unsigned line;
	uint64_t base, min, max;
	/* The constant that is changed: CONSTANT = base * STEP - LESS. */
	uint64_t at;
	struct decoded is;
	uint64_t step, less;
	uint64_t first; /* of a LOOP: what it begins with, in steps */
	/* Of a LOOP: the branch that follows the comparison; its rounds are counted
	 * where the loop goes on. LENGTH 0: the constant is not compared. */
	struct decoded branch;
	uint64_t back,
		top; /* what closes the loop, and where it leads; of an INT
			     * BACK is the call, of indirect CALLS TOP is where
			     * the code begins that moves with them */
	struct grow_along *along; /* of a LOOP; NULL: none */
	const struct grow_table *
		table; /* of a LOOP; NULL: it goes through none that can grow */
	size_t word;   /* of an ARG, in the command or after it */
	/* Of a TEXT: where it is, the word of a table that leads there (0: none), and
	 * the text. */
	uint64_t text, slot;
	struct bytes bytes;
	struct family *family;
	bool is_made;	    /* it is made while the test runs, or */
	bool is_copied;	    /* copies of it are: calls look for what it says */
	bool is_further;    /* it is one of many ways to make the text longer */
	const char *callee; /* of CALLS */
	/* A bit for each argument that is one. */
	unsigned texts, integers, strings;
	unsigned views; /* of calls that texts go through */
	unsigned
		replaced; /* 1 for the first argument, ...: the call returns what
			    * takes its place; 0: none */
	uint64_t source[GROW_ARGUMENTS]; /* of arguments: equal where they are
					  * the same; 0: not known */
	const char *arrays; /* of an ARRAY: as agent_arrays.c reads it */
	bool is_one_of;	    /* of an INT: the call takes nothing but numbers */
	bool is_same;	    /* of CALLS: they take no more than pointers */
	bool is_end;	    /* of a LOOP: its constant is an address */
	bool ends_room;	    /* of a LOOP: rooms.c sets it, where its array is */
};

/* A text of the file, and the word of a table that leads to it; 0: code does. */
struct grow_text_place {
	uint64_t address, slot;
	struct bytes text;
};

/* An instruction that loads the address of a text, or stores its length. */
struct grow_load {
	uint64_t text, at;
	struct decoded is;
	bool is_length;
};

/* What the agent is told for a test that stands alone. */
struct grow_alone {
	const struct grow_function *only; /* NULL: all tests run */
	char *text;			  /* NULL: it is not known */
	size_t length;
};

struct grow_knobs {
	struct grow_code code;
	char *const *command;
	struct grow_knob *knob;
	size_t count, capacity;
	/* Every call of code that is not the test's: there texts can be replaced. */
	struct grow_knob *call;
	size_t call_count, call_capacity;
	struct grow_load *load; /* of all TEXTs */
	size_t load_count, load_capacity;
	struct arena arena;
	struct grow_rooms *rooms;  /* of functions that have some */
	struct arguments *refused; /* what could not be a knob, and why */
	bool *idle; /* by index of functions: no knobs are there; NULL: all */
	struct grow_alone *alone; /* of all tests, and of the newest one */
};

/* Repetitions of a call that are done alone: what one of them costs may be little by
 * chance. */
#define GROW_CALLS_LAST 4

/* A knob and what it is set to. */
struct grow_choice {
	const struct grow_knob *knob;
	uint64_t value;
	bool has_last_alone; /* of CALLS: only the repetitions with the largest numbers are done */
};

extern const char *const grow_kind_names[GROW_KINDS];
/* What its size counts: "rounds", "bytes". */
extern const char *const grow_kind_units[GROW_KINDS];

/* Lists the knobs of COMMAND, which stays with the caller; if it has a test ONLY, those
 * that matter when that runs alone. A text is made longer in a few ways, or in many if
 * HAS_MANY_TEXTS: for who looks at them without a recorder. Returns 0, or -1 with ERR filled; to be released in
 * any case. */
int grow_knobs_find(struct grow_knobs *knobs, char *const *command,
	const char *only, bool has_many_texts, struct error *err);
void grow_knobs_release(struct grow_knobs *knobs);

/* Whether the function at INDEX may have knobs. */
bool grow_knobs_look_into(const struct grow_knobs *knobs, size_t index);
/* Whether the code at ADDRESS is in the file of FUNCTION. */
bool grow_knobs_is_own(const struct grow_knobs *knobs,
	const struct grow_function *function, uint64_t address);
/* An identity, without blanks, of the knob of that NUMBER at LINE of FUNCTION. */
char *grow_knobs_id(struct grow_knobs *knobs, const char *kind,
	const char *function, unsigned line, size_t number);
/* NULL: the code at ADDRESS has no line. */
struct grow_knob *grow_knobs_add(struct grow_knobs *knobs, enum grow_kind kind,
	const struct grow_function *function, uint64_t address);
const struct grow_knob *grow_knobs_by_id(
	const struct grow_knobs *knobs, const char *id, size_t length);
/* The test NAME, or "NAME@FILE", if several files have one of that name. */
const struct grow_function *grow_knobs_test(
	const struct grow_knobs *knobs, const char *name);

struct json_value *grow_knobs_describe(
	const struct grow_knobs *knobs, const char *only);

/*--- the kinds: loops.c, arguments.c, ... ---*/

void grow_loops_find(struct grow_knobs *knobs);
/* Sets any knob that is a constant in the code. */
void grow_loops_set(const struct grow_knobs *knobs,
	const struct grow_choice *choice, FILE *out);
/* What follows KNOB, the bound of a loop, in the code of STEPS. */
void grow_along_find(struct grow_knobs *knobs, struct grow_knob *knob,
	const struct grow_steps *steps);
/* Whether argument NUMBER of the function NAME is how much memory is wanted. */
bool grow_along_is_memory(const char *name, unsigned number);
/* Whether CONSTANT is how much memory the code of STEPS asks for. */
bool grow_along_is_asked(const struct grow_knobs *knobs,
	const struct grow_steps *steps, int64_t constant);
void grow_along_set(const struct grow_knobs *knobs,
	const struct grow_choice *choice, FILE *out);
/* Whether the code at step I can be elsewhere, up to where a jump fits. */
bool grow_along_can_move(const struct grow_steps *steps, size_t i);
/* The code at ALONG, with VALUE, and what is after it move to where there is room. */
void grow_along_move(const struct grow_knobs *knobs,
	const struct grow_knob *knob, const struct grow_along *along,
	int32_t value, FILE *out);
void grow_sizes_find(struct grow_knobs *knobs);
grow_step_visit grow_numbers_look_at;
grow_step_visit grow_calls_look_at;
void grow_calls_set(const struct grow_knobs *knobs,
	const struct grow_choice *choice, FILE *out);
/* Arguments that are the same in each call of a function, while others differ, stay the same
 * in calls that are repeated: where things are put, and not what. */
void grow_calls_compare(struct grow_knobs *knobs);
/* The function under test that step CALL of FUNCTION calls; NULL: it is none of the
 * program. */
const struct grow_function *grow_calls_subject(const struct grow_knobs *knobs,
	const struct grow_function *function, const struct grow_step *call);
grow_step_visit grow_arrays_look_at;
void grow_arrays_set(const struct grow_knobs *knobs,
	const struct grow_choice *choice, FILE *out);
/* Whether the call STEP may hand a text to the code under test. */
bool grow_calls_pass_text(
	const struct grow_knobs *knobs, const struct grow_step *step);
grow_step_visit grow_texts_look_at;
/* More ways to make texts longer, which have names after those of the others. */
grow_step_visit grow_texts_look_further;
/* The text at PLACE, which the call at AT hands over, is made while FUNCTION runs. */
void grow_texts_add_made(struct grow_knobs *knobs,
	const struct grow_function *function, uint64_t at,
	const struct grow_text_place *place, bool has_many_texts);
void grow_texts_release(struct grow_knobs *knobs);
void grow_texts_set(const struct grow_knobs *knobs,
	const struct grow_choice *choice, FILE *out);
/* Calls of code that is not the test's look for the COUNT texts at CHOICE, or say what texts
 * they hand over if it IS_LOOK. */
void grow_texts_set_calls(const struct grow_knobs *knobs,
	const struct grow_choice *choice, size_t count, bool is_look,
	FILE *out);
void grow_arguments_find(struct grow_knobs *knobs);
/* One that the command has not, but is looked for. */
grow_step_visit grow_arguments_look_at;

/*--- tables.c ---*/

/* Whether a copy of ARRAY can be larger. */
bool grow_tables_can_grow(
	const struct grow_code *code, const struct grow_array *array);
/* KNOB's loop goes through ARRAY, which can: if only instructions among STEPS, one of them at END (0:
 * none does) where it ends, take its address, it may go on in a larger copy. */
void grow_tables_find(struct grow_knobs *knobs, struct grow_knob *knob,
	const struct grow_steps *steps, const struct grow_array *array,
	uint64_t end);
void grow_tables_set(const struct grow_knobs *knobs,
	const struct grow_choice *choice, FILE *out);

/*--- rooms.c ---*/

/* Finds what test code has room in that could be larger: arrays on its stack, and memory that it
 * asks for. */
struct grow_rooms;
void grow_rooms_find(struct grow_knobs *knobs);
/* Makes it larger, as many times as the largest of the COUNT choices at CHOICE is, in what runs
 * when ONLY (NULL: all) does. */
void grow_rooms_set(const struct grow_knobs *knobs,
	const struct grow_choice *choice, size_t count,
	const struct grow_function *only, FILE *out);

/*--- files.c ---*/

void grow_files_find(struct grow_knobs *knobs);
/* What a command reads as its standard input: ours, if that is a file, or NULL. */
const char *grow_files_input(void);
/* Where the file of KNOB is when it is set. Free it. */
char *grow_files_place_dup(const struct grow_knobs *knobs,
	const struct grow_knob *knob, const char *directory);
/* Puts a file there as CHOICE says. */
int grow_files_write(const struct grow_knobs *knobs,
	const struct grow_choice *choice, const char *directory,
	struct error *err);

/*--- text_places.c ---*/

#define GROW_TEXT_PLACES_MAX 64 /* of one table */

struct grow_text_places {
	struct grow_text_place place[GROW_TEXT_PLACES_MAX];
	size_t count;
};

/* The texts that step I of a function takes the address of. */
void grow_text_places_find(const struct grow_knobs *knobs,
	const struct grow_steps *steps, size_t i,
	struct grow_text_places *places);
/* Where STEP takes the address of data; 0: it does not. */
uint64_t grow_text_address(
	const struct grow_knobs *knobs, const struct grow_step *step);

/*--- setting.c ---*/

/* What is run: some knobs at values, and perhaps one test alone. */
struct grow_setting {
	const struct grow_choice *choice;
	size_t count;
	const struct grow_function *only; /* NULL: all tests run */
	bool is_look; /* calls say what texts they hand over */
};

/* Writes DIRECTORY/settings for the agent. Returns 0, or -1 with ERR filled. */
int grow_setting_write(const struct grow_knobs *knobs,
	const struct grow_setting *setting, const char *directory,
	struct error *err);
/* The command with its arguments changed, added to WORDS. Files are in DIRECTORY. */
void grow_setting_command(const struct grow_knobs *knobs,
	const struct grow_setting *setting, const char *directory,
	struct arguments *words);
/* What it reads as its standard input; NULL: nothing. Free it. */
char *grow_setting_input_dup(const struct grow_knobs *knobs,
	const struct grow_setting *setting, const char *directory);
/* "loop bound at test.c:82: 100 -> 400, ...". Free it. */
char *grow_setting_dup(const struct grow_setting *setting);

/*--- made.c ---*/

/* Adds knobs of texts that the test ONLY (NULL: any) makes while it runs, which is done once,
 * as LIMITS say, with DIRECTORY for what it leaves. If it cannot be run there are none. */
void grow_made_find(struct grow_knobs *knobs, const char *only,
	bool has_many_texts, const char *directory,
	const struct count_limits *limits);

/*--- died.c ---*/

/* Where the newest run with the settings in DIRECTORY died, as " in list_add (list.c:20)", or
 * "". Free it. */
char *grow_died_dup(const struct grow_knobs *knobs, const char *directory);

/*--- watched.c ---*/

/* Reads DIRECTORY/lines, each "BITS LINE COLUMN FILE<tab>OBJECT", and writes the instructions
 * that begin these lines to DIRECTORY/watched, for the agent to count. Returns 0, or -1 with
 * ERR filled. */
int grow_watched_write(const struct grow_knobs *knobs, const char *directory,
	struct error *err);

void grow_write_hex(FILE *out, const uint8_t *bytes, size_t count);
/* A line of the settings: the LENGTH bytes at ADDRESS become NEW. */
void grow_write_patch(const struct grow_knobs *knobs, const char *id,
	uint64_t address, const uint8_t *changed, size_t length, FILE *out);

/*--- isolate.c: the test stands alone ---*/

/* Whether the function NAME ends a test, or the program. */
bool grow_isolate_ends(const char *name);
void grow_isolate(const struct grow_knobs *knobs,
	const struct grow_function *only, FILE *out);

#endif
