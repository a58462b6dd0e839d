/* SPDX-License-Identifier: MIT
 * What the verbs of this room share. */
#ifndef RETREAD_CLI_REPORT_FORMS_H
#define RETREAD_CLI_REPORT_FORMS_H

#include <stdbool.h>
#include <stdio.h>

#include "lib/report/compare.h"
#include "lib/report/report.h"

struct error;
struct json_value;
struct source;
struct stacks;
struct suppressions;

/* --- names.c: of functions and types of C++ and Rust --------------------- */

/* How much of a function's name is shown; the values of --names. */
enum names_length {
	NAMES_QUALIFIED, /* std::vector<...>::push_back */
	NAMES_SHORT,	 /* push_back */
	NAMES_FULL,	 /* std::vector<int>::push_back(int const&) */
	NAMES_MANGLED,	 /* _ZNSt6vectorIiE9push_backERKi */
};
extern const char *const names_lengths[];
#define NAMES_ROW(chosen)                                                      \
	{                                                                      \
		"names", 0, OPTION_CHOICE, chosen,                             \
			.argument = "LENGTH",                                  \
			.help = "name functions of C++ and Rust qualified, "   \
				"short, full (with parameters) or mangled",    \
			.choices = names_lengths                               \
	}

/* NAME, which the object file calls LINKAGE (NULL: so, too). Free it. */
char *names_show(
	enum names_length length, const char *name, const char *linkage);

/* What FINDING claims, in full and as a title, with names of that length. Free
 * it. */
char *names_claim_dup(
	enum names_length length, const struct report_finding *finding);
char *names_title_dup(
	enum names_length length, const struct report_finding *finding);

/* --- export.c ------------------------------------------------------------ */

#define EXPORT_NAMES -1

/* Where files are named from, and what was there before. */
struct export_options {
	/* JUnit: what is as severe is a failure; above all severities: nothing is. */
	unsigned fails;
	int names; /* enum names_length; EXPORT_NAMES: the format's own choice */
	const char *source_root;	 /* absolute, no slash at its end */
	const struct comparison *before; /* NULL: no baseline */
	const char *pages; /* where the pages are published; NULL: nowhere */
};

/* Each writes the whole REPORT, sorted. Returns 0, or -1 with ERR filled; the
 * caller checks OUT. */
int export_callgrind(const struct report *report,
	const struct export_options *options, FILE *out, struct error *err);
int export_folded(const struct report *report,
	const struct export_options *options, FILE *out, struct error *err);
/* What each finding that is shown repeats, as what was after. */
void export_add_stacks(const struct report *report,
	const struct export_options *options, struct stacks *stacks);
int export_csv(const struct report *report,
	const struct export_options *options, FILE *out, struct error *err);
int export_points(const struct report *report,
	const struct export_options *options, FILE *out, struct error *err);
int export_sarif(const struct report *report,
	const struct export_options *options, FILE *out, struct error *err);

int export_junit(const struct report *report,
	const struct export_options *options, FILE *out, struct error *err);
int export_codeclimate(const struct report *report,
	const struct export_options *options, FILE *out, struct error *err);
int export_markdown(const struct report *report,
	const struct export_options *options, FILE *out, struct error *err);

/* FILE as seen from the source root if it is below that, else absolute. Free it. */
char *export_path_dup(const char *file, const struct export_options *options,
	bool *is_relative);
/* Of functions in sentences. */
enum names_length export_names(const struct export_options *options);
/* What FINDING claims, and what was proved of it. Free it. */
char *export_claim_dup(const struct report_finding *finding,
	const struct export_options *options);

/* Each writes to PATH as a whole. */
int export_write_sarif(const struct report *report,
	const struct comparison *before, const char *path, struct error *err);
int export_write_markdown(const struct report *report,
	const struct comparison *before, const char *pages, const char *path,
	struct error *err);

/* --- fold.c -------------------------------------------------------------- */

/* In a line that may be longer than a terminal: where the next one begins if it
 * is. No text of a program has it. */
#define FOLD "\v"
/* The same, but what is too long is left out. */
#define CLIP "\f"

struct fold {
	FILE *to, *lines;
	size_t width, bytes;
	char *text;
};

/* Where to print lines that go to TO, those with a FOLD or CLIP in at most WIDTH columns (0:
 * any), when fold_end is called. */
FILE *fold_begin(struct fold *fold, FILE *to, size_t width);
void fold_end(struct fold *fold);

/* --- text.c -------------------------------------------------------------- */

struct text_style {
	FILE *out;
	struct source *source;
	bool all;  /* also severity info, and what is suppressed */
	bool full; /* whole names of types and paths, nothing left out */
	enum names_length names; /* of functions */
	bool colour;
	size_t width; /* columns; 0: any */
	/* With a baseline, about the printed report: what is new says so. */
	const struct comparison *before;
	const char *results; /* their directory; NULL: from a file */
};

/* What each clause of the rules says of FINDING. */
void why_print(FILE *out, const struct report_finding *finding);

/* Whether the report lists FINDING. */
bool text_shows(
	const struct text_style *style, const struct report_finding *finding);

/* How a file is named: for people, or for programs that open it. */
typedef const char *text_name_file(struct source *source, const char *file);

/* "file.c:31:20", or the object without debug info. */
void text_print_position(const struct text_style *style,
	const struct report_place *place, text_name_file *name);
void text_print_place(
	const struct text_style *style, const struct report_place *place);
/* By SENTENCE_DUP, a function of names.c. */
void text_print_sentence(const struct text_style *style,
	const struct report_finding *finding,
	char *(*sentence_dup)(enum names_length length,
		const struct report_finding *finding));

#define TEXT_MARGIN "            "
/* The first lines of a finding; with style->full all that is in it. */
void text_print_block(
	const struct text_style *style, const struct report_finding *finding);

/* What some processes of REPORT are known in part for, and its warnings. */
/* "; 1 s of CPU at about n = 44,578", if that is known. */
void text_print_second(
	const struct text_style *style, const struct report_proof *proof);
void text_print_warnings(
	const struct text_style *style, const struct report *report);

/* One finding with all that is known about it. */
void text_print_finding(const struct text_style *style,
	const struct report *report, const struct report_finding *finding);

/* --- text_report.c --------------------------------------------------------- */

/* The causes, those that cost most first, a block of lines each. */
void text_print_report(
	const struct text_style *style, const struct report *report);

/* file:line:col: warning: ... [retread-rewalk] (RT-1f3c9a) */
void text_print_gcc(
	const struct text_style *style, const struct report *report);

/* --- text_source.c -------------------------------------------------------- */

/* The line of PLACE after INDENT, with a caret below the column where all is printed; nothing if its source
 * is not known. WHOLE: with the blanks it begins with. */
void text_print_line(const struct text_style *style,
	const struct report_place *place, const char *indent, bool whole);

/* That line as a whole, and those around it. */
void text_print_lines(
	const struct text_style *style, const struct report_place *place);

/* --- gate.c -------------------------------------------------------------- */

struct gate {
	bool is_set;
	bool only_grown;
	bool only_new; /* what is new, or was below the severity before */
	enum report_severity severity;
};

#define GATE_HELP                                                              \
	"exit with 1 if there is a finding of SEVERITY (low, medium, high) "   \
	"or above, or one that was shown to grow (grows); new:SEVERITY: one "  \
	"that was not there, or did not grow, before; none: never "            \
	"(default)"

/* TEXT NULL: none. Returns 0, or -1 with ERR filled. */
int gate_parse(struct gate *gate, const char *text, struct error *err);

/* Whether the finding of REPORT at INDEX reaches GATE, as below. */
bool gate_is_tripped(const struct gate *gate, const struct report *report,
	const struct comparison *before, size_t index);
/* How many findings of REPORT reach GATE. BEFORE (NULL: nothing is known of
 * before, so all is new) is about REPORT. */
size_t gate_count(const struct gate *gate, const struct report *report,
	const struct comparison *before);

/* --- suppress.c ---------------------------------------------------------- */

struct suppressions *suppressions_new(void);
void suppressions_free(struct suppressions *suppressions);

/* Adds what FILE says about us; what it says about other tools is passed over.
 * Returns 0, or -1 with ERR filled. */
int suppressions_read(
	struct suppressions *suppressions, const char *file, struct error *err);

/* Marks the findings of REPORT that a file, or a comment at a line they name or
 * above it, suppresses. */
void suppressions_apply(
	struct suppressions *suppressions, struct report *report);

/* Tells REPORT which there are, and what each suppressed. */
void suppressions_describe(
	const struct suppressions *suppressions, struct report *report);

/* A line for each that suppressed nothing. */
void suppressions_print_unused(
	const struct suppressions *suppressions, FILE *out);

/* A suppression for each finding that is shown without --all. */
void suppressions_generate(const struct report *report, FILE *out);

/* --- diff.c -------------------------------------------------------------- */

/* "1 new, 0 worse, ..." */
void diff_print_counts(const struct comparison *comparison, FILE *out);

/* "retread-diff-1". Free it by json_free. */
struct json_value *diff_make_json(const struct comparison *comparison);

/* A block for each finding that is new, worse, better or gone. */
void diff_print_text(const struct comparison *comparison, FILE *out);

#endif
