/* SPDX-License-Identifier: MIT
 * From sightings to findings, inside: which belong together, and how much they matter. */
#ifndef RETREAD_ANALYZER_FINDINGS_JUDGE_H
#define RETREAD_ANALYZER_FINDINGS_JUDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/program/sighting.h"
#include "analyzer/program/sites.h"
#include "analyzer/rewalk/limits.h"
#include "lib/memory.h"
#include "lib/report/report.h"
#include "lib/table.h"

/* --- allocation name ------------------------------------------------------- */

/* The variable that a line of source gives what it allocates: a name for what has
 * no other, because the function made it itself. */

/* "char *out = malloc(9);" -> "out"; "list->first = node_new();" -> "list->first";
 * "seen.push_back(n);" and "std::deque<int> seen;" -> "seen". NULL: TEXT, which may be
 * NULL, tells none. For the caller to free. */
char *allocation_name_dup(const char *text);
/* What a method is called of: "text.erase(0, 1);" -> "text". */
char *allocation_name_of_method_dup(const char *text);

/* --- output ---------------------------------------------------------------- */

/* printf and its kin, puts, fwrite, of the C library or of another one of the system.
 * Each call reads its format and what it prints from end to end, and has to: a name
 * is printed as often as it is needed. It repeats for nothing only where what is
 * printed grows, as in a text that is printed again whenever something is added. */

bool output_has_name(const char *name);

/* Whether PATH leads through one. */
bool output_has(const struct path *path);

/* Whether PATH leads through the language's runtime: casts, exceptions and locales read
 * the same descriptions again, however often they are asked, as for a number in a stream. */
bool runtime_has(const struct path *path);

/* --- promised cost --------------------------------------------------------- */

/* Operations of the C++ library that the standard promises to be cheap: logarithmic
 * or amortised constant for each call, n log n for sorting.
 *
 * With a few elements what they read looks like walks (the way up a heap of eight
 * is three cells long; libstdc++ searches small hash tables from end to end), and no
 * size a test has tells the difference. The promise does. Iterators and
 * the linear algorithms (std::find) are not among them. */

enum promised_cost {
	PROMISED_NOTHING,
	PROMISED_SHORT, /* one call reads few elements: a search */
	PROMISED_ALL	/* it may read all: a sort, more room */
};

/* What is promised of NAME, demangled and without parameters, an operation or a part of
 * one, in libstdc++ or libc++. */
enum promised_cost promised_cost_of_name(const char *name);

/* ... of what the innermost such operation of PATH does. */
enum promised_cost promised_cost_of(const struct path *path);

/* --- test code ------------------------------------------------------------- */

/* Which functions are a test's own, by the names of functions, files and folders.
 *
 * A test repeats calls on purpose, and what it walks is small. So what repeats in a
 * test's own function says little; what repeats below it, in what it tests, does. */

/* Where everything is of tests, nothing is: the folder may be called so by
 * chance. Zero-initialise it, and show it all functions before asking. */
struct test_code {
	bool has_other_folder; /* a function outside of folders of tests */
	bool has_other_name;   /* one whose names say nothing of tests */
	bool has_other;	       /* one with neither */
	/* What knows of parameters; NULL: nothing does. */
	const struct sites *sites;
};

void test_code_note(
	struct test_code *code, const struct symbol_function *function);

/* Whether FUNCTION is a test's own. */
bool test_code_is(
	const struct test_code *code, const struct symbol_function *function);

/* Whether what FUNCTION passes to what it calls is a test's: it is one, or main(). */
bool test_code_passes(
	const struct test_code *code, const struct symbol_function *function);

/* Whether a test framework, and no function of yours that it calls, does what PATH
 * ends with. */
bool test_code_is_framework(const struct path *path);

/* Whether the function at the beginning of PATH is a test's own; main() is if the
 * function that it calls, inlined into it, is, and so is what runs constructors. */
bool test_code_has(const struct test_code *code, const struct path *path);
/* Whether all functions of yours in PATH are, except for main() and the like, and for what
 * they call to check a structure, with all that this calls: that has a name of a check and
 * gets the structure alone. With a key it is a look-up. */
bool test_code_has_all(const struct test_code *code, const struct path *path);
/* The part of PATH down to a function of a test that something which is tested calls, if all
 * functions of yours below are a test's, too: a visitor, what compares two elements. NULL:
 * there is none. */
const struct path *test_code_called_back(
	const struct test_code *code, const struct path *path);
/* The place in PATH, from its beginning, of the first function of yours that is not a
 * test's, nor a main() that drives code of other files; 0: there is none. */
uint32_t test_code_lead(const struct test_code *code, const struct path *path);

/* The function of PATH, which begins with the outermost one, that is the test: what a
 * framework calls, else what main() or a runner of the program's own calls; of a program
 * that is one test, main(). NULL: there is none. */
const struct symbol_function *test_code_find(
	const struct test_code *code, const struct path *path);

/* --- severity -------------------------------------------------------------- */

/* How much a finding matters (doc/rewalk.md): what a fix would save
 * and how likely the cost grows. */

/* What each clause says of FACTS; returns how many there are. Those that say more about
 * why it is low come first, and last that larger activations walk no further. */
#define SEVERITY_FACTS_MAX 19
size_t severity_list_facts(enum report_rule rule,
	const struct rewalk_limits *limits, const struct severity_facts *facts,
	struct report_fact fact[SEVERITY_FACTS_MAX]);

/* The first of them that lowers. */
enum report_clause severity_clause(enum report_rule rule,
	const struct rewalk_limits *limits, const struct severity_facts *facts);

enum report_severity severity_of_rewalk(enum report_rule rule,
	const struct rewalk_limits *limits, const struct severity_facts *facts);

/* Of what is not a re-walk: rule `redundant` alone, and traversals. */
enum report_severity severity_of_others(void);

/* --- causes ---------------------------------------------------------------- */

/* What one change of the source would mend: sightings of one cause, and the one
 * that speaks for them. */

/* A place (sites_place; 0: not known) that calls the function of a cause. */
struct cause_caller {
	uint32_t place;
	uint64_t weight;
};

/* Sightings of one cause: one subject function, the same functions along the AEC; of
 * tests, only the functions that they test. */
struct cause {
	struct cause *next;
	enum report_rule rule;
	enum report_severity severity; /* the highest of its sightings */
	bool is_bounded; /* a sighting would be higher if it did not stay small */
	/* Of that severity: the one that is told of, and the one that has most
	 * to show. */
	const struct sighting *best, *heaviest;
	const struct sighting **site;
	size_t site_count, site_capacity;
	struct cause *folded_into;
	struct cause *same_subject; /* another of its function, or NULL */
	struct cause_caller *caller;
	size_t caller_count, caller_capacity;
};

struct causes {
	const struct rewalk_limits *limits; /* that the rule had */
	struct sites *sites;
	struct test_code test_code;
	struct arena arena;
	struct table program; /* (subject, hash of root): it is a program */
	struct table cause;   /* (hash of rule and functions) -> newest cause */
	struct cause **all;   /* by rule, then most reads first */
	size_t count, capacity;
};

/* Joins SIGHTINGS, and folds callers into callees. */
void causes_gather(struct causes *causes, const struct sightings *sightings,
	struct sites *sites, const struct rewalk_limits *limits);
void causes_release(struct causes *causes);

/* PATH without the leaves at its end: that strcmp reads the keys and a container's
 * iterator the links is the doing of the function that called them. */
const struct path *causes_user_path(const struct path *path);
/* What SIGHTING's severity depends on, with what other sightings and the names on its way
 * say. */
struct severity_facts causes_facts(
	const struct causes *causes, const struct sighting *sighting);
/* Notes what is a program by one of SIGHTINGS, for the others. */
void causes_note_programs(
	struct causes *causes, const struct sightings *sightings);

/* The clause that makes SIGHTING low, and what each says of it. */
enum report_clause causes_clause(
	const struct causes *causes, const struct sighting *sighting);
size_t causes_list_facts(const struct causes *causes,
	const struct sighting *sighting,
	struct report_fact fact[SEVERITY_FACTS_MAX]);

/* What SIGHTING has read where it repeats; of one that does not, how often it walks. */
uint64_t causes_reads(const struct sighting *sighting);
/* Whether SIGHTING is medium or high, or would be if it grew. */
bool causes_is_severe(
	const struct causes *causes, const struct sighting *sighting);

#endif
