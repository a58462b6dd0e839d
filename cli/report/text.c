/* SPDX-License-Identifier: MIT
 * A report as text. All that comes from a recorded program goes through
 * cli_print_clean. */
#include "config.h"

#include "cli/report/forms.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "cli/outcomes.h"
#include "cli/recorded.h"
#include "lib/code/source.h"
#include "lib/memory.h"
#include "lib/words.h"

#define MARGIN	      "            "
#define WHOLE_AEC_MAX 4
#define INDENT_MAX    10 /* steps of an AEC */

static const char *const severity_label[] = {"INFO", "LOW ", "MED ", "HIGH"};
static const char *const severity_colour[] = {
	"", "\033[36m", "\033[33m", "\033[1;31m"};

static bool text_shows(
	const struct text_style *style, const struct report_finding *finding)
{
	return style->all || report_finding_is_shown(finding);
}

static void clean(const struct text_style *style, const char *text)
{
	cli_print_clean(style->out, text);
}

/* How a file is named: for people, or for programs that open it. */
typedef const char *name_file(struct source *source, const char *file);

/* "file.c:31:20", or the object without debug info. */
static void text_print_position(const struct text_style *style,
	const struct report_place *place, name_file *name)
{
	if (!place->file) {
		clean(style, place->object ? place->object : "?");
		return;
	}
	clean(style, name(style->source, place->file));
	if (place->line > 0)
		fprintf(style->out, ":%u", place->line);
	if (place->line > 0 && place->column > 0)
		fprintf(style->out, ":%u", place->column);
}

static void text_print_type(const struct text_style *style, const char *name)
{
	char *shown =
		style->full ? memory_string_dup(name) : names_shorten(name);

	clean(style, shown);
	free(shown);
}

static void text_print_function(
	const struct text_style *style, const char *name, const char *linkage)
{
	char *shown = names_show(style->names, name, linkage);

	clean(style, shown);
	free(shown);
}

static void text_print_place(
	const struct text_style *style, const struct report_place *place)
{
	text_print_position(style, place, source_short_name);
	fputs(" in ", style->out);
	text_print_function(style,
		place->function ? place->function : "a function without a name",
		place->linkage);
}

/* Is it in a header of the system, or in a library without debug information?
 * Nobody changes those. */
static bool text_is_of_system(const struct report_place *place)
{
	return !place->file || strncmp(place->file, "/usr/include/", 13) == 0 ||
	       strncmp(place->file, "/usr/lib/", 9) == 0;
}

/* PLACE, and its line of source; OUTER: it calls what was printed before. */
static void text_print_step(const struct text_style *style,
	const struct report_place *place, bool has_source, int outer)
{
	char *indent = memory_format("%s%*s", MARGIN, 2 * outer, "");

	fprintf(style->out, "%s%s", indent, outer > 0 ? "called at " : "");
	text_print_place(style, place);
	putc('\n', style->out);
	if (has_source)
		text_print_line(style, place, indent, false);
	free(indent);
}

/* How many steps up to I, outwards, can be told in one line: those in the middle that
 * are of the system, if there are some. */
static size_t steps_left_out(const struct text_style *style,
	const struct report_places *aec, size_t i)
{
	size_t left = i;

	while (!style->full && left > 0 && text_is_of_system(&aec->place[left]))
		left--;
	return i - left > 1 ? i - left : 0;
}

/* The innermost step in code that somebody changes, if there is one. */
static size_t innermost_own(
	const struct text_style *style, const struct report_places *aec)
{
	size_t i = aec->count - 1;

	while (!style->full && i > 0 && text_is_of_system(&aec->place[i]))
		i--;
	return i;
}

/* The line to change, then who calls it, outwards up to the loop that multiplies it. */
static void print_aec(
	const struct text_style *style, const struct report_finding *finding)
{
	const struct report_places *aec = &finding->aec;
	size_t own, i;
	int outer = 0;

	if (aec->count == 0)
		return;
	own = innermost_own(style, aec);
	for (i = own + 1; i-- > 0;) {
		size_t left_out = steps_left_out(style, aec, i);
		if (left_out > 0) {
			fprintf(style->out,
				MARGIN "%*s... %zu steps in libraries\n",
				2 * outer, "", left_out);
			i -= left_out - 1;
		} else {
			text_print_step(style, &aec->place[i],
				i == 0 || i == own || own < WHOLE_AEC_MAX,
				outer);
		}
		if (outer < INDENT_MAX)
			outer++;
	}
}

static void text_print_range(
	const struct text_style *style, const struct report_range *range)
{
	char min[WORDS_NUMBER_BYTES], max[WORDS_NUMBER_BYTES];

	if (range->min == range->max)
		fputs(words_number(max, range->max), style->out);
	else
		fprintf(style->out, "%s to %s", words_number(min, range->min),
			words_number(max, range->max));
}

static void text_print_evidence(
	const struct text_style *style, const struct report_evidence *evidence)
{
	char reads[WORDS_NUMBER_BYTES], cells[WORDS_NUMBER_BYTES],
		activations[WORDS_NUMBER_BYTES];

	fprintf(style->out, "%s read%s of %s cell%s, %.3g %% repeat; ",
		words_number(reads, evidence->reads),
		cli_plural(evidence->reads),
		words_number(cells, evidence->distinct),
		cli_plural(evidence->distinct), 100 * evidence->rewalk_ratio);
	text_print_range(style, &evidence->walks);
	fprintf(style->out, " walk%s of ", cli_plural(evidence->walks.max));
	text_print_range(style, &evidence->walk_length);
	fprintf(style->out, " cell%s in %s%s call%s\n",
		cli_plural(evidence->walk_length.max),
		evidence->activations == 1 ? "" : "each of ",
		words_number(activations, evidence->activations),
		cli_plural(evidence->activations));
}

/* "264 bytes moved; 11 shifts of 4 to 44 bytes in 1 call". */
static void print_shifts(
	const struct text_style *style, const struct report_evidence *evidence)
{
	char bytes[WORDS_NUMBER_BYTES], calls[WORDS_NUMBER_BYTES];

	fprintf(style->out, "%s bytes moved; ",
		words_number(bytes, evidence->reads));
	text_print_range(style, &evidence->walks);
	fputs(" shifts of ", style->out);
	text_print_range(style, &evidence->walk_length);
	fprintf(style->out, " bytes in %s%s call%s\n",
		evidence->activations == 1 ? "" : "each of ",
		words_number(calls, evidence->activations),
		cli_plural(evidence->activations));
}

static void print_any_evidence(const struct text_style *style,
	const struct report_finding *finding,
	const struct report_evidence *evidence)
{
	if (finding->rule == REPORT_SHIFT)
		print_shifts(style, evidence);
	else
		text_print_evidence(style, evidence);
}

static void text_print_growth(
	const struct text_style *style, const struct report_finding *finding)
{
	const struct report_evidence *evidence = &finding->evidence;
	char points[WORDS_NUMBER_BYTES];

	if (finding->is_bounded)
		fputs(MARGIN "bounded: larger calls walk no further\n",
			style->out);
	if (evidence->points == 0)
		return;
	words_number(points, evidence->points);
	if (report_growth_is_clear(evidence))
		fprintf(style->out,
			MARGIN "growth     " FOLD
			       "reads grow as n^%.2f of the cells "
			       "read (%.2f to %.2f, %s point%s)\n",
			evidence->degree, evidence->degree_low,
			evidence->degree_high, points,
			cli_plural(evidence->points));
	else
		fprintf(style->out,
			MARGIN "growth     " FOLD "not clear from %s point%s\n",
			points, cli_plural(evidence->points));
}

/* At most LIMIT of PLACES; those of the system only if there are no others. */
static void text_print_way(const struct text_style *style,
	const struct report_places *places, size_t limit, const char *between)
{
	size_t own = 0, printed = 0, total;

	for (size_t i = 0; i < places->count; i++)
		own += !text_is_of_system(&places->place[i]);
	total = style->full || own == 0 ? places->count : own;
	for (size_t i = 0; i < places->count && printed < limit; i++) {
		const struct report_place *place = &places->place[i];
		if (total == own && own < places->count &&
			text_is_of_system(place))
			continue;
		if (printed++ > 0)
			fputs(between, style->out);
		text_print_place(style, place);
	}
	if (total > printed)
		fprintf(style->out, "%s%zu more", between, total - printed);
	putc('\n', style->out);
}

static bool text_is_known(const char *text)
{
	return text && strcmp(text, "?") != 0 && strcmp(text, "unknown") != 0;
}

static void text_print_structure(const struct text_style *style,
	const struct report_finding *finding, size_t limit)
{
	if (!text_is_known(finding->structure_kind) &&
		!text_is_known(finding->structure_type) &&
		!text_is_known(finding->root))
		return;
	fputs(MARGIN "structure  " FOLD, style->out);
	if (finding->structure_type)
		text_print_type(style, finding->structure_type);
	if (finding->structure_kind) {
		fputs(finding->structure_type ? " (" : "", style->out);
		clean(style, finding->structure_kind);
		fputs(finding->structure_type ? ")" : "", style->out);
	}
	if (text_is_known(finding->root)) {
		fputs(" reached by ", style->out);
		clean(style, finding->root);
	}
	if (finding->allocated_at.count == 0) {
		putc('\n', style->out);
		return;
	}
	fputs(", allocated at ", style->out);
	text_print_way(style, &finding->allocated_at, limit, " <- ");
}

static void print_callers(const struct text_style *style,
	const struct report_finding *finding, size_t limit)
{
	if (finding->callers.count == 0)
		return;
	fputs(MARGIN "callers    " FOLD, style->out);
	text_print_way(style, &finding->callers, limit, ", ");
}

/* main() says no more than the program's name. */
static void print_test_function(
	const struct text_style *style, const struct report_place *place)
{
	if (!place->function || strcmp(place->function, "main") == 0)
		return;
	fputs(": ", style->out);
	text_print_place(style, place);
}

static void text_print_tests(const struct text_style *style,
	const struct report_finding *finding, size_t limit)
{
	fprintf(style->out, MARGIN "%-11s" FOLD,
		finding->test_count == 1 ? "test" : "tests");
	for (size_t i = 0; i < finding->test_count && i < limit; i++) {
		fputs(i > 0 ? ", " : "", style->out);
		clean(style, finding->tests[i]);
	}
	if (finding->test_count > limit)
		fprintf(style->out, " and %zu more",
			finding->test_count - limit);
	print_test_function(style, &finding->test_function);
	putc('\n', style->out);
}

/* By SENTENCE_DUP, a function of names.c. */
static void print_sentence(const struct text_style *style,
	const struct report_finding *finding,
	char *(*sentence_dup)(
		enum names_length length, const struct report_finding *finding))
{
	char *sentence = sentence_dup(style->names, finding);

	clean(style, sentence);
	free(sentence);
}

static const char *state_words(const struct report_finding *finding)
{
	enum report_state state = report_finding_state(finding);

	return state == REPORT_KNOWN	   ? "not measured"
	       : state == REPORT_NOT_SHOWN ? "not shown"
					   : report_state_name(state);
}

/* "proof      grows as n^2 for n = 19..2305 (degree 1.87, 1.77 to 2.02)" */
static void text_print_proof(
	const struct text_style *style, const struct report_finding *finding)
{
	const struct report_proof *proof = finding->proof;
	char size[WORDS_NUMBER_BYTES];

	if (!proof)
		return;
	fputs(MARGIN "proof      " FOLD, style->out);
	clean(style, proof->sentence);
	if (proof->degree > 0)
		fprintf(style->out, " (degree %.2f, %.2f to %.2f)",
			proof->degree, proof->degree_low, proof->degree_high);
	if (proof->state == REPORT_PROVED && proof->one_second > 0)
		fprintf(style->out, "; a second of work at about n = %s",
			words_number(size, proof->one_second));
	if (proof->state != REPORT_PROVED && proof->verdict != PROOF_NOT_SHOWN)
		fputs("; this does not rule out steeper growth", style->out);
	fputs(proof->is_partial ? "; ended early\n" : "\n", style->out);
	for (size_t i = 0; i < proof->other_count; i++) {
		fputs(MARGIN "also       " FOLD, style->out);
		clean(style, proof->other[i]);
		putc('\n', style->out);
	}
}

static void print_heading(
	const struct text_style *style, const struct report_finding *finding)
{
	const char *on =
		style->colour ? severity_colour[finding->severity] : "";
	const char *off = style->colour && *on != '\0' ? "\033[0m" : "";

	fprintf(style->out, " %s  %s%s%s   " FOLD, finding->id, on,
		severity_label[finding->severity], off);
	print_sentence(style, finding,
		style->full ? names_claim_dup : names_title_dup);
	if (report_finding_state(finding) != REPORT_KNOWN)
		fprintf(style->out, " (%s)", state_words(finding));
	putc('\n', style->out);
}

static const char *const exactness_words[] = {
	"exact",
	("lower bounds: part of the run was left out (`record --follow-all` "
	 "counts it) or not recorded"),
	"estimate",
};

/* The block of one finding; lists are cut at LIMIT. */
static void print_block(const struct text_style *style,
	const struct report *report, const struct report_finding *finding,
	size_t limit)
{
	print_heading(style, finding);
	print_aec(style, finding);
	if (finding->evidence.reads > 0) {
		fputs(MARGIN "evidence   " FOLD, style->out);
		print_any_evidence(style, finding, &finding->evidence);
	}
	text_print_growth(style, finding);
	text_print_proof(style, finding);
	text_print_structure(style, finding, limit);
	print_callers(style, finding, limit);
	text_print_tests(style, finding, limit);
	fprintf(style->out, MARGIN "numbers    " FOLD "%s\n",
		exactness_words[finding->exactness]);
	if (style->results && finding->severity == REPORT_HIGH &&
		report_finding_state(finding) < REPORT_PROVED) {
		fputs(MARGIN "prove      ", style->out);
		recorded_print_proof(
			style->results, report, finding, style->out);
	}
}

static size_t text_count_shown(
	const struct text_style *style, const struct report *report)
{
	size_t count = 0;

	for (size_t i = 0; i < report->finding_count; i++)
		count += text_shows(style, &report->finding[i]);
	return count;
}

/* "retread: 3 findings in 2 processes of 1 program (not shown: 4 of severity
 * info, 2 suppressed)"; ", 1 proved to grow" if there are any. */
static void text_print_summary(
	const struct text_style *style, const struct report *report)
{
	size_t programs = 0, info = 0, suppressed = 0, proved = 0;
	size_t shown = text_count_shown(style, report);

	for (size_t i = 0; i < report->process_count; i++)
		programs +=
			i == 0 || strcmp(report->process[i].program,
					  report->process[i - 1].program) != 0;
	for (size_t i = 0; i < report->finding_count; i++) {
		const struct report_finding *finding = &report->finding[i];
		bool is_proved = report_finding_state(finding) == REPORT_PROVED;
		suppressed += finding->suppressed;
		proved += is_proved;
		info += !finding->suppressed && !is_proved &&
			finding->severity == REPORT_INFO;
	}
	fprintf(style->out,
		"retread: " FOLD
		"%zu finding%s in %zu process%s of %zu program%s",
		shown, cli_plural(shown), report->process_count,
		report->process_count == 1 ? "" : "es", programs,
		cli_plural(programs));
	if (proved > 0)
		fprintf(style->out, ", %zu proved to grow", proved);
	if (style->all || info + suppressed == 0) {
		putc('\n', style->out);
		return;
	}
	fputs(" (not shown: ", style->out);
	if (info > 0)
		fprintf(style->out, "%zu of severity info%s", info,
			suppressed > 0 ? ", " : "");
	if (suppressed > 0)
		fprintf(style->out, "%zu suppressed", suppressed);
	fputs(")\n", style->out);
}

static void text_print_warnings(
	const struct text_style *style, const struct report *report)
{
	for (size_t i = 0; i < report->process_count; i++) {
		const struct report_process *process = &report->process[i];
		if (!process->truncated)
			continue;
		fprintf(style->out, " note: " FOLD "process %u of ",
			process->pid);
		clean(style, words_base_name(process->program));
		fputs(" was recorded in part: ", style->out);
		clean(style, process->truncated_why ? process->truncated_why
						    : "its trace has no end");
		putc('\n', style->out);
	}
	for (size_t i = 0; i < report->warning_count; i++) {
		fputs(" note: " FOLD, style->out);
		clean(style, report->warning[i]);
		putc('\n', style->out);
	}
}

#define INEXACT_MAX 5 /* that are named one by one */

static void print_exactness(
	const struct text_style *style, const struct report *report)
{
	const char *separator = " except ";
	size_t shown = text_count_shown(style, report), inexact = 0;

	for (size_t i = 0; i < report->finding_count; i++)
		inexact += text_shows(style, &report->finding[i]) &&
			   report->finding[i].exactness != REPORT_EXACT;
	if (shown == 0)
		return;
	if (inexact == shown) {
		fputs(" " FOLD "no number is exact, see each finding\n",
			style->out);
		return;
	}
	fputs(" " FOLD "numbers are exact", style->out);
	if (inexact > INEXACT_MAX) {
		fprintf(style->out, " except in %zu findings, which say so\n",
			inexact);
		return;
	}
	for (size_t i = 0; i < report->finding_count; i++) {
		const struct report_finding *finding = &report->finding[i];
		if (!text_shows(style, finding) ||
			finding->exactness == REPORT_EXACT)
			continue;
		fprintf(style->out, "%s%s (%s)", separator, finding->id,
			report_exactness_name(finding->exactness));
		separator = ", ";
	}
	putc('\n', style->out);
}

#define LIST_MAX  3
#define NAMES_MAX 20 /* tests of one outcome */

static void report_text_print_report(
	const struct text_style *style, const struct report *report)
{
	text_print_summary(style, report);
	if (report->test_count > 1 || outcomes_count_bad(report) > 0) {
		fprintf(style->out, " " FOLD "%zu test%s: ", report->test_count,
			cli_plural(report->test_count));
		outcomes_print(style->out, report, NAMES_MAX);
		putc('\n', style->out);
	}
	if (report->finding_count == 0 && report->coverage.functions == 0 &&
		report->process_count > 0)
		fputs(" " FOLD
		      "No function with debug information read anything: was "
		      "it compiled with -g?\n",
			style->out);
	putc('\n', style->out);
	for (size_t i = 0; i < report->finding_count; i++) {
		if (!text_shows(style, &report->finding[i]))
			continue;
		print_block(style, report, &report->finding[i], LIST_MAX);
		putc('\n', style->out);
	}
	print_exactness(style, report);
	text_print_warnings(style, report);
}

void text_print_report(
	const struct text_style *style, const struct report *report)
{
	struct text_style unfolded = *style;
	struct fold fold;

	unfolded.out = fold_begin(&fold, style->out, style->width);
	report_text_print_report(&unfolded, report);
	fold_end(&fold);
}

/* PLACE with the lines around it. */
static void print_context(
	const struct text_style *style, const struct report_place *place)
{
	fputs("  ", style->out);
	text_print_place(style, place);
	putc('\n', style->out);
	text_print_lines(style, place);
}

static void print_contexts(const struct text_style *style, const char *title,
	const struct report_places *places)
{
	if (places->count == 0)
		return;
	fprintf(style->out, "\n%s\n", title);
	for (size_t i = 0; i < places->count; i++)
		print_context(style, &places->place[i]);
}

static void print_witnesses(
	const struct text_style *style, const struct report_finding *finding)
{
	fputs("\nProcesses that show it\n", style->out);
	for (size_t i = 0; i < finding->witness_count; i++) {
		const struct report_witness *witness = &finding->witness[i];
		const char *command = witness->process.command;
		fprintf(style->out, "  %s  pid %u  " FOLD,
			severity_label[witness->severity],
			witness->process.pid);
		clean(style, command ? command : witness->process.program);
		putc('\n', style->out);
		if (witness->evidence.reads == 0)
			continue;
		fputs("        " FOLD, style->out);
		print_any_evidence(style, finding, &witness->evidence);
	}
}

/* Is the only place of SITES the last of AEC, which was shown already? */
static bool is_end_of(
	const struct report_places *aec, const struct report_places *sites)
{
	const struct report_place *end, *site;

	if (aec->count == 0 || sites->count != 1)
		return false;
	end = &aec->place[aec->count - 1];
	site = &sites->place[0];
	return end->file && site->file && strcmp(end->file, site->file) == 0 &&
	       end->line == site->line && end->column == site->column;
}

static void report_text_print_finding(const struct text_style *style,
	const struct report *report, const struct report_finding *finding)
{
	print_block(style, report, finding, SIZE_MAX);
	fprintf(style->out,
		MARGIN "rule       " FOLD "%s\n" MARGIN "state      " FOLD
		       "%s\n",
		report_rule_name(finding->rule), state_words(finding));
	if (finding->field) {
		fputs(MARGIN "field      " FOLD, style->out);
		clean(style, finding->field);
		putc('\n', style->out);
	}
	print_contexts(
		style, "Path from the function to the read", &finding->aec);
	if (!is_end_of(&finding->aec, &finding->sites))
		print_contexts(style, "Reads", &finding->sites);
	print_contexts(
		style, "The structure is allocated at", &finding->allocated_at);
	print_contexts(style, "Callers", &finding->callers);
	print_witnesses(style, finding);
	text_print_warnings(style, report);
}

void text_print_finding(const struct text_style *style,
	const struct report *report, const struct report_finding *finding)
{
	struct text_style unfolded = *style;
	struct fold fold;

	unfolded.out = fold_begin(&fold, style->out, style->width);
	report_text_print_finding(&unfolded, report, finding);
	fold_end(&fold);
}

static void print_change(
	const struct text_style *style, const struct report_finding *finding)
{
	enum comparison_state state;

	if (!style->before)
		return;
	state = style->before
			->after_state[finding - style->before->after->finding];
	if (state != COMPARISON_SAME)
		fprintf(style->out, "%s: ", comparison_state_name(state));
}

static void print_gcc_line(
	const struct text_style *style, const struct report_finding *finding)
{
	struct report_place own = {.file = finding->file,
		.line = finding->line,
		.function = finding->function};
	const struct report_place *place = &own;
	const char *kind =
		finding->severity >= REPORT_MEDIUM ? "warning" : "note";

	if (finding->aec.count > 0)
		place = &finding->aec
				 .place[innermost_own(style, &finding->aec)];
	if (!place->file && own.file)
		place = &own;
	text_print_position(style, place, source_open_name);
	fprintf(style->out, ": %s: ", kind);
	print_change(style, finding);
	print_sentence(style, finding, names_claim_dup);
	if (report_finding_state(finding) == REPORT_PROVED) {
		fputs("; proved: ", style->out);
		clean(style, finding->proof->sentence);
	}
	fprintf(style->out, " [retread-%s] (%s)\n",
		report_rule_name(finding->rule), finding->id);
}

void text_print_gcc(const struct text_style *style, const struct report *report)
{
	for (size_t i = 0; i < report->finding_count; i++) {
		if (text_shows(style, &report->finding[i]))
			print_gcc_line(style, &report->finding[i]);
	}
}
