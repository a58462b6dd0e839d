/* SPDX-License-Identifier: MIT
 * Option tables: parsing and --help from the same rows.
 *
 * A row names where its value goes, which holds the default until then:
 *
 *	bool all = false;
 *	uint64_t limit_bytes = 2ull << 30;
 *	const struct option_row rows[] = {
 *		{"all", 'a', OPTION_FLAG, &all, .help = "show everything"},
 *		{"max-memory", 0, OPTION_SIZE, &limit_bytes, .argument = "SIZE",
 *			.help = "stop at SIZE (2G)"},
 *	};
 *	struct options options = {"retread report", "[OPTION]... [DIR]",
 *		"Prints findings.", OPTION_ROWS(rows),
 *		.most = 1, .many = "one directory at a time"};
 *
 *	return options_run(&options, argc, argv, report, NULL);
 */
#ifndef RETREAD_LIB_COMMAND_OPTIONS_H
#define RETREAD_LIB_COMMAND_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct arguments;
struct error;
struct option_set;

enum option_kind {
	OPTION_HEADING, /* no option: HELP is a title in --help */
	OPTION_SET,	/* the rows of SET, whose values are fields of VALUE */
	OPTION_FLAG,	/* bool: set */
	OPTION_CLEAR,	/* bool: cleared; for "no-..." */
	OPTION_COUNT,	/* int: one more each time */
	OPTION_TEXT,	/* const char *: borrowed from argv */
	OPTION_TEXTS,	/* struct option_texts: one more each time */
	OPTION_NUMBER,	/* uint64_t, decimal or 0x... */
	OPTION_SIZE,	/* uint64_t, in bytes; 64, 4K, 2M, 1G, 1T */
	OPTION_TIME,	/* uint64_t, in seconds; 90s, 10m, 2h, 1d */
	OPTION_CHOICE,	/* int: index into CHOICES */
};

/* Texts in the order given. Borrowed from argv; release with options_free. */
struct option_texts {
	const char **text;
	size_t count;
	size_t capacity;
};

struct option_row {
	const char *name; /* without dashes */
	char alias;	  /* -a; 0: none */
	enum option_kind kind;
	void *value;
	const char *argument; /* in --help: "FILE"; kinds with a value */
	const char *help; /* one sentence or less, no full stop; NULL: hidden */
	const char *const *choices; /* OPTION_CHOICE; ends in NULL */
	uint64_t min, max;	    /* of numbers, inclusive; max 0: any */
	size_t offset;		    /* of the value, for a row of a set */
	const struct option_set *set;
	/* Of a text that must be given: says so, as "-o FILE is missing". */
	const char *missing;
};

/* Rows that several tables have. A program that starts another passes them on by
 * options_add_arguments, so that an option of both is one row. */
struct option_set {
	const struct option_row *row;
	size_t row_count;
};

struct options {
	const char *program; /* as typed: "retread record" */
	const char *synopsis;
	const char *summary; /* one or more sentences; NULL: none */
	const struct option_row *row;
	size_t row_count;
	/* Options end at the first operand, as if `--` stood before it: for
	 * programs that take a command. */
	bool stop_at_operand;
	/* How many operands there must be, and may be (0: any number); FEW, as "which
	 * trace?", and MANY, as "one trace at a time", are what is said else. */
	size_t least, most;
	const char *few, *many;
	const char *hint; /* printed when something is missing; NULL: none */
};

/* The rows of struct options, from an array of them. */
#define OPTION_ROWS(rows) .row = rows, .row_count = sizeof rows / sizeof rows[0]

struct operands {
	char **operand; /* NULL-ended; within argv, which is reordered */
	size_t count;
	size_t before_dashes; /* how many stood before `--`; COUNT without */
};

enum options_result { OPTIONS_ERROR = -1, OPTIONS_RUN = 0, OPTIONS_HELP = 1 };

/* A word of ARGV, known by its address, that stands after options which the user
 * has not typed: an operand before it is an error. */
extern char options_boundary[];

/* Reads ARGV, skipping argv[0]. --help and -h are always known, --output is --out. On OPTIONS_HELP
 * (--help was seen; nothing after it was looked at) call options_print_help. */
enum options_result options_parse(const struct options *options, int argc,
	char **argv, struct operands *operands, struct error *err);

/* options_parse for a program or a verb: prints help to stdout, and to stderr what
 * is wrong or missing. Returns true to go on; else *STATUS is the exit code, 0 or 2. */
bool options_start(const struct options *options, int argc, char **argv,
	struct operands *operands, int *status);

/* A whole verb: options_start, then RUN with CHOSEN, which the values of the rows
 * are in; texts are freed. Returns what RUN returns, or the exit code. */
int options_run(const struct options *options, int argc, char **argv,
	int (*run)(void *chosen, const struct operands *operands),
	void *chosen);

/* Adds options that set the rows of SET to what they are in FIELDS. */
void options_add_arguments(const struct option_set *set, const void *fields,
	struct arguments *arguments);

/* Adds options that set the rows called NAMES, which end in NULL, to what they are; a
 * text of a list once. */
void options_add_values(const struct options *options, const char *const *names,
	struct arguments *arguments);

void options_print_help(const struct options *options, FILE *stream);

/* TEXT is borrowed. */
void options_add_text(struct option_texts *texts, const char *text);
void options_free(struct option_texts *texts);

/* The one of WORDS that WORD most likely meant; NULL if none is close. */
const char *options_nearest(
	const char *word, const char *const *words, size_t count);

/* "64", "4K", "2M", "1.5G" in bytes. Returns 0, or -1 with ERR filled. */
int options_parse_size(const char *text, uint64_t *bytes, struct error *err);

/* "90s", "10m", "2h", "1d", or a number of seconds; at least one. Returns 0, or
 * -1 with ERR filled. */
int options_parse_time(const char *text, uint64_t *seconds, struct error *err);

/* A time, into *SECONDS, or executed edges as 500M or 2G, into *EDGES; the other is
 * 0. Returns 0, or -1 with ERR filled. */
int options_parse_budget(const char *text, uint64_t *seconds, uint64_t *edges,
	struct error *err);

#endif
