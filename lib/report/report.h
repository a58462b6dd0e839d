/* SPDX-License-Identifier: MIT
 * The report model and its JSON form, "retread-report-1".
 *
 * One struct report holds the findings of one process or of many merged ones.
 * Strings and arrays inside belong to the report (an arena); borrowed pointers
 * given to report_add_* are copied. */
#ifndef RETREAD_LIB_REPORT_REPORT_H
#define RETREAD_LIB_REPORT_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "lib/growth/growth.h"
#include "lib/report/proof.h"

struct arena;
struct error;

#define REPORT_SCHEMA "retread-report-1"

enum report_rule {
	REPORT_REDUNDANT,
	REPORT_REWALK,
	REPORT_TRAVERSAL,
	REPORT_SHIFT,  /* bytes are moved within one object again and again */
	REPORT_COPY,   /* the same content is copied again and again */
	REPORT_GROWTH, /* a line is executed more often than the data grows */
	/* A range is written again and again before what is there is read. */
	REPORT_OVERWRITE,
	REPORT_RECOMPUTED /* a function works out again what it has */
};
enum report_severity { REPORT_INFO, REPORT_LOW, REPORT_MEDIUM, REPORT_HIGH };
enum report_shape {
	REPORT_SHAPE_UNKNOWN,
	REPORT_SHAPE_ARRAY,
	REPORT_SHAPE_LINKED
};
enum report_exactness { REPORT_EXACT, REPORT_LOWER_BOUND, REPORT_ESTIMATE };

/* MIN and MAX over activations. */
struct report_range {
	uint64_t min;
	uint64_t max;
};

/* A place in the source, or in an object without debug info. */
struct report_place {
	const char *function; /* demangled, without parameters */
	const char *file;     /* NULL: no debug info */
	const char *object;   /* path of the object file */
	unsigned line;
	unsigned column;
	const char *
		text; /* the source line, without leading blanks; NULL: not read */
	/* Orders sites and callers, larger first (times seen, when that is
	 * known). All 0: report_add_finding keeps the order given. */
	uint64_t weight;
	/* Of a site that deserves a finding: the longest walk of a call, over
	 * calls. {0, 0}: not known. */
	struct report_range longest;
	const char *linkage; /* mangled, as in the object; NULL: it is not */
};

struct report_places {
	struct report_place *place;
	size_t count;
};

/* One walk: of its LENGTH cells, AGAIN were read in the same call before. */
struct report_walk {
	uint32_t length;
	uint32_t again;
};

/* As many of them are kept. */
#define REPORT_WALKS_MAX  24
#define REPORT_POINTS_MAX 24

struct report_evidence {
	uint64_t activations;		 /* of the function, that show it */
	struct report_range walks;	 /* per activation */
	struct report_range walk_length; /* cells, over all walks */
	uint64_t reads;
	uint64_t distinct;   /* cells, summed over the activations */
	double rewalk_ratio; /* reads that repeat / reads */
	double multiplicity; /* reads / distinct */
	/* Growth of reads over footprint; points == 0: not fitted. */
	double degree, degree_low, degree_high;
	uint64_t points;
	/* The first walks of one call; 0: not known. */
	const struct report_walk *walk;
	size_t walk_count;
	/* Some of the calls, by size: COST reads of SIZE cells. Whoever adds a finding gives them in any
	 * order, and as many as there are. */
	const struct growth_point *point;
	size_t point_count;
};

/* One process, told apart from all others. */
struct report_process_key {
	const char *program;
	const char *command;
	unsigned pid;
	uint64_t started_unix_ms;
};

/* A clause of doc/rewalk.md that lowers a severity, whatever its size: lib/report/clause.h
 * has its words. */
enum report_clause {
	REPORT_CLAUSE_NONE,
	REPORT_CLAUSE_OUTPUT,
	REPORT_CLAUSE_CONSTANT,
	REPORT_CLAUSE_KEY,
	REPORT_CLAUSE_TEXT,
	REPORT_CLAUSE_PARALLEL,
	REPORT_CLAUSE_KERNEL,
	REPORT_CLAUSE_PROGRAM,
	REPORT_CLAUSE_TABLE,
	REPORT_CLAUSE_CAPACITY,
	REPORT_CLAUSE_LOOKUP,
	REPORT_CLAUSE_OPERATIONS,
	REPORT_CLAUSE_DOUBLING,
	REPORT_CLAUSE_ROUNDS,
	REPORT_CLAUSE_RARE,
	REPORT_CLAUSE_DEPTH,
	REPORT_CLAUSE_PROMISED,
	REPORT_CLAUSE_RUNTIME,
	REPORT_CLAUSE_TEST,
	REPORT_CLAUSE_BOUNDED
};

/* What is true of a finding, and with which limit it was compared. */
struct report_fact {
	enum report_clause clause;
	double value, limit;
	bool lowers;
};

/* What one process tells about a finding. A finding's totals are computed from
 * its witnesses, so a result that is merged twice counts once. */
struct report_witness {
	struct report_process_key process;
	struct report_evidence evidence;
	enum report_severity severity;
	bool is_bounded; /* low because larger calls walk no further */
	enum report_clause clause; /* that made it low or info */
	const struct report_fact *fact;
	size_t fact_count;
	enum report_exactness exactness;
	uint64_t score;
	const char **tests;
	size_t test_count;
	/* Where the test begins in which a walk is longest: what the framework calls, or
	 * main(); no function: not known. */
	struct report_place test_function;
};

/* What is known of a finding, from the least to what must be acted on; a
 * finding that is suppressed is that, whatever else is known. */
enum report_state {
	REPORT_KNOWN,	  /* nothing was measured for it */
	REPORT_NOT_SHOWN, /* measured; no growth steeper than n log n was shown */
	REPORT_BOUNDED,	  /* measured; the counts do not grow */
	REPORT_PROVED,	  /* measured; grows faster than n log n */
	REPORT_SUPPRESSED
};

/* What `retread prove` said about a finding. */
struct report_proof {
	enum report_state state;
	enum proof_verdict verdict;
	const char *sentence; /* "grows as n^2 for n = 19..2305" */
	const char *model;    /* "n^2"; NULL: none */
	const char *pattern;  /* of the inputs; NULL: not known */
	double degree, degree_low, degree_high; /* all 0: does not grow */
	uint64_t from, to;			/* sizes; 0: not known */
	uint64_t one_second; /* size for a second; 0: not known */
	bool is_partial;
	enum proof_evidence evidence;
	const char **other; /* what weaker proofs say */
	size_t other_count;
};

/* A decision of the project about a cause. */
struct report_triage {
	const char *state; /* "accepted", "wontfix"; NULL: none */
	const char *until; /* YYYY-MM-DD, the last day; NULL: for ever */
	const char *note;  /* NULL: none */
};

/* Whoever adds a finding of one process fills everything up to SCORE, and
 * leaves the witnesses empty: they are made from it. */
struct report_finding {
	char id[16];	      /* "RT-1f3c9a", from the fingerprint */
	uint64_t fingerprint; /* the identity; equal ids need not be equal */
	enum report_rule rule;
	enum report_severity severity;
	bool is_bounded; /* low because larger calls walk no further */
	enum report_clause clause; /* that made it low or info */
	const struct report_fact *fact;
	size_t fact_count;
	/* The analysed function and where in it the traversal is called. */
	const char *function;
	const char *file; /* NULL without debug info */
	unsigned line;
	struct report_places aec;   /* from the function down to the read */
	struct report_places sites; /* the reads folded into this finding */
	const char
		*root; /* access path: "list", "obj.items"; "?" if not known */
	const char
		*field; /* what is read there: "next", "[*]"; NULL: not known */
	const char *
		structure_kind; /* heap, global, stack, thread-local, mapping */
	const char *structure_type; /* "struct node"; NULL: not known */
	uint64_t structure_bytes;   /* of one block or variable; 0: not known */
	enum report_shape shape;
	bool is_test; /* the function is a test's own */
	/* The place of the AEC whose function leads: the first one that is not a
	 * test's and no driver's. */
	uint64_t lead;
	struct report_places allocated_at; /* innermost user frame first */
	struct report_places callers; /* of the function, most frequent first */
	struct report_evidence evidence;
	enum report_exactness exactness;
	const char **tests; /* programs or tests that show it */
	size_t test_count;
	struct report_place
		test_function; /* of the witness with the longest walk */
	bool suppressed;
	struct report_triage triage; /* with a state: it is suppressed, too */
	uint64_t score; /* orders findings of one severity, larger first */
	const struct report_proof *proof; /* NULL: none */
	/* The fingerprint of the finding whose every step repeats this walk; 0: there is
	 * none. */
	uint64_t within;
	/* What of the proof made the severity another one; NULL: nothing did. */
	const char *raised_by, *lowered_by;
	struct report_witness *witness; /* sorted by process */
	size_t witness_count;
};

/* One recorded process. */
struct report_process {
	const char *program;
	const char *test; /* program's base name, or the test's name */
	const char *command;
	unsigned pid;
	unsigned parent_pid;
	uint64_t started_unix_ms; /* trace_header.started_unix_ms */
	int exit_code; /* -1 with a signal, or when the end is not known */
	int signal;
	bool truncated; /* the trace has no end, or hit --max-trace */
	const char *truncated_why; /* NULL: it did not */
	bool is_short;		   /* the analysis came near its memory limit */
	uint64_t events;
	uint64_t calls;
	uint64_t activations;
	/* As in struct report_coverage. All 0 in a report of one process: taken
	 * from the report's coverage. */
	uint64_t functions, traversing, traversal_points, left_out;
	const char *framework; /* NULL: none */
	double seconds;
	/* Regular files that it opened to read them, except for those of the system;
	 * absolute, each once. */
	const char **file;
	size_t file_count;
};

/* How a test of a list came out under the recorder. */
enum report_outcome {
	REPORT_RECORDED, /* and it succeeded */
	REPORT_SKIPPED,	 /* it says so itself */
	REPORT_FAILED,
	REPORT_DIED, /* by a signal */
	REPORT_TIMED_OUT,
	REPORT_NOT_RECORDED, /* nothing of it; it may have succeeded */
	REPORT_NOT_STARTED
};

/* One test that was to be recorded: what a list of tests names, or one command. */
struct report_test {
	const char *name;
	enum report_outcome outcome;
	const char *why; /* "exit code 1"; NULL: nothing to say */
	int exit_code;	 /* -1: it has none */
	int signal;	 /* that ended it; 0: none */
	double seconds;
	double native_seconds; /* without the recorder; 0: not known */
	uint64_t processes;    /* recorded */
	uint64_t processes_in_part;
	uint64_t processes_lost; /* recorded, but not analysed */
};

/* Of many processes: functions and traversal points of one program are those of
 * the process that has most, and programs add up. */
struct report_coverage {
	uint64_t functions;  /* with debug info, that ran */
	uint64_t traversing; /* of them, with a traversal point */
	uint64_t traversal_points;
	uint64_t left_out;     /* other functions, as a test framework's */
	const char *framework; /* its name: lib/code/test_names.h; NULL: none */
	uint64_t events, calls, activations;
};

/* A node of an access graph (dissertation, definition 8): a variable, or an AEC,
 * from the graph's function down to the read. */
struct report_graph_node {
	const char *variable; /* NULL: an AEC */
	struct report_places aec;
	/* In a file, so many places of the node before come first; else 0. */
	uint64_t shared;
	bool is_traversal; /* a traversal point */
	bool is_redundant; /* of a redundant traversal */
	uint64_t reads;
	/* One activation's WALKS walks, each a beginning of the longest: the
	 * lengths of the first WALK_COUNT in cells. 0: none to show. */
	const uint32_t *walk;
	size_t walk_count;
	uint64_t walks;
};

/* The field LABEL of what FROM denotes is read at TO. */
struct report_graph_edge {
	uint64_t from, to; /* indices of nodes */
	const char *label; /* "next", "[2]", "+8"; "*": several */
	uint64_t reads;
};

/* The access graph of a function, from a few of its activations. */
struct report_graph {
	const char *function;
	const char *file; /* NULL without debug info */
	unsigned line;	  /* of the declaration */
	uint64_t activations;
	uint64_t left_out;		/* reads at AECs that are not in it */
	struct report_graph_node *node; /* variables first */
	size_t node_count;
	struct report_graph_edge *edge;
	size_t edge_count;
};

/* What was asked to be left out, and how many findings that was. */
struct report_suppression {
	const char *name;
	const char *file; /* where it stands */
	unsigned line;
	uint64_t findings; /* 0: not used */
};

struct report {
	struct report_process *process;
	size_t process_count;
	struct report_finding
		*finding; /* sorted: proved, severity, score, id */
	size_t finding_count;
	struct report_graph *graph; /* sorted by function and file */
	size_t graph_count;
	struct report_test *test; /* sorted by name */
	size_t test_count;
	struct report_coverage coverage;
	/* By which re-walks of several processes are judged; zeros: the default. */
	struct growth_limits limits;
	/* Tests were grown: what is not shown to grow is not high. */
	bool is_grown;
	const char **
		warning; /* sentences for people: damaged objects, truncation */
	size_t warning_count;
	/* Of this report only: merging leaves them out. */
	struct report_suppression *suppression;
	size_t suppression_count;
	struct report_private *private_; /* arena and capacities */
};

void report_init(struct report *report);
void report_release(struct report *report);

/* Each copies what it is given, and the strings after it. A finding that is
 * already there (same fingerprint; 0: report_identify is called) is added up:
 * both are of the one process of this report, given before or after. */
void report_add_finding(
	struct report *report, const struct report_finding *finding);
void report_add_process(
	struct report *report, const struct report_process *process);
void report_add_graph(struct report *report, const struct report_graph *graph);
void report_add_test(struct report *report, const struct report_test *test);
void report_add_suppression(
	struct report *report, const struct report_suppression *suppression);
void report_add_warning(struct report *report, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Fills finding->id and fingerprint from rule, functions along the AEC, root with types and the
 * normalised source line text. Needs those fields only. */
void report_identify(struct report_finding *finding);

/* Adds FROM to INTO: findings of one fingerprint become one, tests and
 * witnesses joined, warnings joined. Commutative, associative and idempotent:
 * whatever is known twice about one process counts once, the fuller version.
 * What is merged is not sorted: call report_sort before looking at it. */
void report_merge(struct report *into, struct report *from);
/* Replaces every text in REPORT by what MAP makes of it: the text itself, or another in
 * ARENA, which is the report's. */
void report_map_texts(struct report *report,
	const char *(*map)(
		struct arena *arena, const char *text, const void *closure),
	const void *closure);
/* Joins what is one, computes totals, and brings everything in its one order.
 * Writing does it, too. */
void report_sort(struct report *report);

/* JSON. Writing goes to a temporary name, then renames. Reading checks types
 * and ranges and survives hostile input with a message; then REPORT may hold
 * parts, and is only good for release. */
int report_write_json(
	struct report *report, const char *path, struct error *err);
/* The same as a value, to be freed by json_free. */
struct json_value;
struct json_value *report_make_json(struct report *report);
int report_print_json(struct report *report, FILE *out, struct error *err);
int report_read_json(
	struct report *report, const char *path, struct error *err);

/* The members of the structs above, by their names. */
extern const struct rows report_finding_rows, report_place_rows,
	report_process_rows, report_test_rows, report_suppression_rows,
	report_coverage_rows;

/* How tests came out, in the "commands" of a recording's manifest. Reading adds them
 * to REPORT. */
struct json_value *report_make_test(const struct report_test *test);
int report_read_tests(
	struct report *report, const char *manifest, struct error *err);

/* test.json: how a process ended. Reading fills pid, exit_code, signal and
 * truncated. */
int report_write_test(const struct report_process *process, const char *path,
	struct error *err);
int report_read_test(
	struct report_process *process, const char *path, struct error *err);

/* Is ID the finding's id or the beginning of it? "RT-" may be left out, letters
 * are of either case. */
bool report_finding_matches(
	const struct report_finding *finding, const char *id);

enum report_state report_finding_state(const struct report_finding *finding);
/* "known", "not-shown", "bounded", "proved", "suppressed" */
const char *report_state_name(enum report_state state);
/* Why FINDING is left out: "accepted until 2027-01-31: a table is planned", or
 * "suppressed" where no decision says it. Free it. */
char *report_finding_excuse_dup(const struct report_finding *finding);

/* What a report keeps of PROOF, whose texts it borrows. */
struct report_proof report_proof_of(const struct proof_result *proof);
/* Copies PROOF to the finding at index FINDING; sort the report afterwards. */
void report_set_proof(struct report *report, size_t finding,
	const struct report_proof *proof);

/* Where FINDING of REPORT walks in a test's own code, which is not what it tests. NULL: it
 * does not. */
const struct report_place *report_walk_in_test(
	const struct report *report, const struct report_finding *finding);

/* Does REPORT have findings to show, before any test was grown? */
bool report_waits_for_growth(const struct report *report);

bool report_finding_is_proved(const struct report_finding *finding);
/* Is FINDING worth a change: more than information, or proved? */
bool report_finding_is_notable(const struct report_finding *finding);
/* Is FINDING shown unless all are asked for: notable and not suppressed? */
bool report_finding_is_shown(const struct report_finding *finding);
/* Do EVIDENCE's points tell one power from the next? */
bool report_growth_is_clear(const struct report_evidence *evidence);
/* Reads of FINDING that repeat an earlier one. */
uint64_t report_finding_repeated(const struct report_finding *finding);

/* Reads at SITE of the finding's sites. Their weights say how they compare; the
 * evidence is that of the heaviest. */
uint64_t report_site_reads(const struct report_finding *finding, size_t site);

extern const char *const report_rules[]; /* by number; ends in NULL */
const char *report_rule_name(enum report_rule rule);
/* Whether its findings are of `retread grow`: more work than the data justify. */
bool report_rule_is_grown(enum report_rule rule);
/* Whether its findings matter by what they repeat: re-walks, and what has ranges. */
bool report_rule_is_judged(enum report_rule rule);
/* What is done with ranges of bytes: "shifts" of a function, a "shift", "moved". */
struct report_ranges {
	const char *verb, *noun, *done;
};
/* NULL: its walks have cells. */
const struct report_ranges *report_rule_ranges(enum report_rule rule);
/* As suppressions call it. */
const char *report_rule_kind(enum report_rule rule);
const char *report_severity_name(enum report_severity severity);
/* "recorded", "skipped", "failed", "died", "timed out", "not recorded",
 * "not started" */
const char *report_outcome_name(enum report_outcome outcome);
/* How many tests of REPORT came out so. */
size_t report_count_outcome(
	const struct report *report, enum report_outcome outcome);
const char *report_exactness_name(enum report_exactness exactness);

#endif
