/* SPDX-License-Identifier: MIT
 * What searches found: divergences of hardware, what compilers get wrong, inputs with which
 * a target crashes or does not end, boundaries that a kernel's values cross.
 *
 * A search keeps its findings in folders; a program may have made them itself. All are
 * records of one kind, which are printed as text, JSON, SARIF or JUnit, and become a page. */
#ifndef RETREAD_LIB_FOUND_FOUND_H
#define RETREAD_LIB_FOUND_FOUND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "lib/memory.h"

struct error;
struct json_at;
struct rows;

enum found_kind {
	FOUND_DIVERGENCE,     /* of hardware from the CPU */
	FOUND_MISCOMPILATION, /* and what else a compiler gets wrong */
	FOUND_INPUT,	      /* with which a target or a property fails */
	FOUND_BOUNDARY,	      /* of hardware, that a spectrum crosses */
	FOUND_KINDS
};

/* What a release of a compiler makes of the same input. */
struct found_release {
	const char *release, *class;
};

/* How far a search was after so many runs. */
struct found_point {
	uint64_t runs, covered, seconds;
	uint64_t path,
		hot_spot; /* most executions of an input's edges, and of one edge */
};

/* A process that searched, by its statistics. */
struct found_search {
	const char *name; /* its folder */
	uint64_t seconds, runs, seeds, findings;
	struct found_point *point; /* as it went on */
	size_t point_count;
};

/* Texts are NULL where the kind has none. */
struct found {
	const char *id;	       /* 16 hexadecimal digits */
	const char *directory; /* that it is in */
	/* The lines that are printed of it. */
	const char *class, *detail;
	const char *file; /* that it is seen in */
	unsigned line;	  /* of that; 0: not known */
	const char *severity, *wide, *cpu, *hardware, *simulator, *test, *calls;
	const char **cause;
	size_t cause_count;
	bool each_suffices; /* of the causes */
	const char *target, *pass, *passes, *evidence;
	struct found_release *release;
	size_t release_count;
	const char *operations, *nodes;
	const char *command, *replay, *found;
	/* Texts of several lines. */
	const char *input, *minimal, *portable, *before, *after;
};

/* Zero-initialise all but KIND. */
struct found_list {
	enum found_kind kind;
	struct found *found; /* in the order of their ids, which differ */
	size_t count, capacity;
	uint64_t inputs; /* that were tried, as far as that is kept */
	/* Of these: ended on the CPU, so nothing was compared; how the first did. */
	uint64_t failed;
	const char *failure;
	uint64_t uncompared; /* campaigns all of whose inputs did */
	const char
		*unmodelled; /* of what was asked of hardware; NULL: nothing */
	struct found_search *search; /* of compilers and targets */
	size_t search_count, search_capacity;
	/* Lost values are divergences, too. */
	bool counts_lost;
	struct arena arena;
};

/* Adds the findings that searches kept in DIRECTORY, a list that ends with a NULL; of one
 * id the first. Returns 0, or -1 with ERR filled. */
int found_read(
	struct found_list *list, char *const *directory, struct error *err);
/* The same of a file that found_write has written. */
int found_read_json(
	struct found_list *list, const char *path, struct error *err);
/* Appends a finding whose texts live as long as LIST. */
void found_add(struct found_list *list, const struct found *found);
/* An id made of the COUNT bytes at BYTES, in ARENA. */
const char *found_make_id(struct arena *arena, const void *bytes, size_t count);
/* Brings what was added into the order of ids, of each of which the first stays. */
void found_sort(struct found_list *list);
void found_release(struct found_list *list);

/* The kind of findings that are in DIRECTORY, or in the file that it names. */
enum found_kind found_detect(const char *directory);
/* The same of the object TOP of such a file. */
enum found_kind found_detect_at(const struct json_at *top);

/* FOUND in one sentence. Free it. */
char *found_sentence(enum found_kind kind, const struct found *found);
/* Does FOUND count for LIST's gate? What hardware and the CPU lose alike does not, unless
 * that is asked for. */
bool found_counts(const struct found_list *list, const struct found *found);
/* May FOUND be a mistake of ours, as no second opinion shares it? */
bool found_is_doubtful(const struct found *found);

/* `--format`; CHOSEN is an int. */
#define FOUND_FORM_ROW(chosen)                                                 \
	{                                                                      \
		"format", 0, OPTION_CHOICE, chosen,                            \
			.argument = "FORM", .choices = found_forms,            \
			.help = "text, json, sarif or junit (text)"            \
	}
enum found_form { FOUND_TEXT, FOUND_JSON, FOUND_SARIF, FOUND_JUNIT };
extern const char *const found_forms[];
/* Return 0, or -1 with ERR filled. */
int found_print(const struct found_list *list, enum found_form form, FILE *out,
	struct error *err);
int found_write(
	const struct found_list *list, const char *path, struct error *err);

/* `retread PART`, which prints what searches of KIND found; FOUND_KINDS: what the first
 * folder has. Returns an exit code. */
struct found_part {
	const char *name, *summary;
	enum found_kind kind;
	const char *few;  /* what is said without a folder */
	const char *gate; /* an option that fails if there is a finding */
	const char
		*gate_all; /* one that has the gate look at lost values; NULL */
};
int found_run_part(const struct found_part *part, int argc, char **argv);

#endif
