/* SPDX-License-Identifier: MIT
 * A finding as text. All that comes from a recorded program goes through
 * cli_print_clean. */
#include "config.h"

#include "cli/report/forms.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "lib/code/short_name.h"
#include "lib/code/source.h"
#include "lib/memory.h"
#include "lib/report/cause.h"
#include "lib/report/claim.h"
#include "lib/report/clause.h"
#include "lib/words.h"

#define MARGIN	 TEXT_MARGIN
#define LIST_MAX 3 /* places or tests of a list that is not full */

static const char *const severity_label[] = {"INFO", "LOW ", "MED ", "HIGH"};
static const char *const severity_colour[] = {
	"", "\033[36m", "\033[33m", "\033[1;31m"};

bool text_shows(
	const struct text_style *style, const struct report_finding *finding)
{
	return style->all || report_finding_is_shown(finding);
}

static void clean(const struct text_style *style, const char *text)
{
	cli_print_clean(style->out, text);
}

void text_print_position(const struct text_style *style,
	const struct report_place *place, text_name_file *name)
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
		style->full ? memory_string_dup(name) : short_name_dup(name);

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

void text_print_place(
	const struct text_style *style, const struct report_place *place)
{
	text_print_position(style, place, source_short_name);
	fputs(" in ", style->out);
	text_print_function(style,
		place->function ? place->function : "a function without a name",
		place->linkage);
}

/* PLACE after WORDS, and its line of source. */
static void text_print_step(const struct text_style *style,
	const struct report_place *place, const char *words)
{
	char *indent = memory_format("%s%s", MARGIN, *words ? "  " : "");

	fprintf(style->out, "%s%s", indent, words);
	text_print_place(style, place);
	putc('\n', style->out);
	text_print_line(style, place, indent, false);
	free(indent);
}

/* The loop that repeats the walk, then the line that walks. */
static void print_aec(
	const struct text_style *style, const struct report_finding *finding)
{
	const struct report_place *loop = report_finding_loop(finding);
	const struct report_place *leaf = report_finding_leaf(finding);

	if (!loop)
		return;
	text_print_step(style, loop, "");
	if (leaf > loop)
		text_print_step(style, leaf, "walks at ");
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

/* "264 bytes moved; 11 times 4 to 44 bytes in 1 call". */
static void print_ranges(const struct text_style *style,
	const struct report_evidence *evidence, const char *done)
{
	char bytes[WORDS_NUMBER_BYTES], calls[WORDS_NUMBER_BYTES];

	fprintf(style->out, "%s bytes %s; ",
		words_number(bytes, evidence->reads), done);
	text_print_range(style, &evidence->walks);
	fputs(" times ", style->out);
	text_print_range(style, &evidence->walk_length);
	fprintf(style->out, " bytes in %s%s call%s\n",
		evidence->activations == 1 ? "" : "each of ",
		words_number(calls, evidence->activations),
		cli_plural(evidence->activations));
}

/* "818,560 at the largest size, 97 % of what the test does more there". */
static void text_print_work(
	const struct text_style *style, const struct report_evidence *evidence)
{
	char count[WORDS_NUMBER_BYTES];

	fprintf(style->out, "%s at the largest size",
		words_number(count, evidence->reads));
	if (evidence->rewalk_ratio > 0)
		fprintf(style->out,
			", %.3g %% of what the test does more there",
			100 * evidence->rewalk_ratio);
	putc('\n', style->out);
}

static void print_any_evidence(const struct text_style *style,
	const struct report_finding *finding,
	const struct report_evidence *evidence)
{
	const struct report_ranges *ranges = report_rule_ranges(finding->rule);

	if (report_rule_is_grown(finding->rule))
		text_print_work(style, evidence);
	else if (ranges)
		print_ranges(style, evidence, ranges->done);
	else
		text_print_evidence(style, evidence);
}

/* Lists are cut, to stay in one line, unless all is to be printed. */
static const char *list_mark(const struct text_style *style)
{
	return style->full ? FOLD : CLIP;
}

static size_t list_limit(const struct text_style *style)
{
	return style->full ? SIZE_MAX : LIST_MAX;
}

/* "9 walks x 40 cells in a call; 10,240 reads, 97 % repeat"; calls that somebody else makes
 * are counted in one of that function. */
static void print_short_evidence(
	const struct text_style *style, const struct report_finding *finding)
{
	const struct report_evidence *evidence = &finding->evidence;
	const char *name = claim_names(finding).caller;
	char *caller = name ? names_show(style->names, name,
				      finding->aec.place[0].linkage)
			    : NULL;
	char walks[WORDS_NUMBER_BYTES], length[WORDS_NUMBER_BYTES],
		reads[WORDS_NUMBER_BYTES];

	if (evidence->walks.max == 0 || report_rule_is_grown(finding->rule) ||
		report_rule_ranges(finding->rule)) {
		print_any_evidence(style, finding, evidence);
		return;
	}
	fprintf(style->out,
		"%s walk%s x %s cells in a call%s%s; %s reads, %.3g %% "
		"repeat\n",
		words_number(walks, evidence->walks.max),
		cli_plural(evidence->walks.max),
		words_number(length, evidence->walk_length.max),
		caller ? " of " : "", caller ? caller : "",
		words_number(reads, evidence->reads),
		100 * evidence->rewalk_ratio);
	free(caller);
}

/* "walks lengthen one by one; 3 to 40 cells in different processes" */
static void print_signs(
	const struct text_style *style, const struct report_finding *finding)
{
	struct report_growth_signs signs = report_growth_signs(finding);
	struct report_range longest = {UINT64_MAX, 0};

	if (!signs.lengthens && !signs.has_lengths)
		return;
	fputs(MARGIN "grew       " CLIP, style->out);
	if (signs.lengthens)
		fputs("walks lengthen one by one", style->out);
	for (size_t i = 0; i < finding->witness_count; i++) {
		uint64_t cells = finding->witness[i].evidence.walk_length.max;
		longest.min = cells < longest.min ? cells : longest.min;
		longest.max = cells > longest.max ? cells : longest.max;
	}
	if (signs.has_lengths) {
		fputs(signs.lengthens ? "; walks of up to " : "walks of up to ",
			style->out);
		text_print_range(style, &longest);
		fputs(" cells in different processes", style->out);
	}
	putc('\n', style->out);
}

static void text_print_growth(
	const struct text_style *style, const struct report_finding *finding)
{
	const struct report_evidence *evidence = &finding->evidence;
	char points[WORDS_NUMBER_BYTES];

	print_signs(style, finding);

	if (finding->clause != REPORT_CLAUSE_NONE)
		fprintf(style->out, MARGIN "%-11s" FOLD "%s (%s)\n",
			finding->severity == REPORT_INFO ? "info" : "low",
			clause_words(finding->clause),
			clause_name(finding->clause));
	else if (finding->lowered_by && !finding->proof)
		fprintf(style->out, MARGIN "%-11s" FOLD "%s\n",
			report_severity_name(finding->severity),
			finding->lowered_by);
	if (evidence->points == 0)
		return;
	words_number(points, evidence->points);
	if (report_growth_is_clear(evidence))
		fprintf(style->out,
			MARGIN "growth     " FOLD
			       "reads grow as n^%.2f (%.2f to %.2f, %s "
			       "point%s)\n",
			evidence->degree, evidence->degree_low,
			evidence->degree_high, points,
			cli_plural(evidence->points));
	else if (style->full)
		fprintf(style->out,
			MARGIN "growth     " FOLD "not clear from %s point%s\n",
			points, cli_plural(evidence->points));
}

/* At most LIMIT of PLACES; those of the system only if there are no others. */
static void text_print_way(const struct text_style *style,
	const struct report_places *places, const char *between)
{
	size_t own = 0, printed = 0, limit = list_limit(style), total;

	for (size_t i = 0; i < places->count; i++)
		own += !report_place_is_of_system(&places->place[i]);
	total = style->full || own == 0 ? places->count : own;
	for (size_t i = 0; i < places->count && printed < limit; i++) {
		const struct report_place *place = &places->place[i];
		if (total == own && own < places->count &&
			report_place_is_of_system(place))
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

static void text_print_structure(
	const struct text_style *style, const struct report_finding *finding)
{
	if (!text_is_known(finding->structure_kind) &&
		!text_is_known(finding->structure_type) &&
		!text_is_known(finding->root))
		return;
	fprintf(style->out, MARGIN "structure  %s", list_mark(style));
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
	text_print_way(style, &finding->allocated_at, " <- ");
}

static void print_callers(
	const struct text_style *style, const struct report_finding *finding)
{
	if (finding->callers.count == 0)
		return;
	fprintf(style->out, MARGIN "callers    %s", list_mark(style));
	text_print_way(style, &finding->callers, ", ");
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

static void text_print_tests(
	const struct text_style *style, const struct report_finding *finding)
{
	size_t limit = list_limit(style);

	fprintf(style->out, MARGIN "%-11s%s",
		finding->test_count == 1 ? "test" : "tests", list_mark(style));
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

void text_print_sentence(const struct text_style *style,
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
	       : finding->triage.state	   ? finding->triage.state
					   : report_state_name(state);
}

void text_print_second(
	const struct text_style *style, const struct report_proof *proof)
{
	char size[WORDS_NUMBER_BYTES];

	if (proof->state == REPORT_PROVED && proof->one_second > 0)
		fprintf(style->out, "; 1 s of CPU at about n = %s",
			words_number(size, proof->one_second));
}

/* "proof      grows as n^2 for n = 19..2305 (degree 1.87, 1.77 to 2.02)" */
static void text_print_proof(
	const struct text_style *style, const struct report_finding *finding)
{
	const struct report_proof *proof = finding->proof;

	if (!proof)
		return;
	fputs(MARGIN "proof      " FOLD, style->out);
	clean(style, proof->sentence);
	if (proof->degree > 0)
		fprintf(style->out, " (degree %.2f, %.2f to %.2f)",
			proof->degree, proof->degree_low, proof->degree_high);
	text_print_second(style, proof);
	if (proof->state != REPORT_PROVED && proof->verdict != PROOF_NOT_SHOWN)
		fputs("; this does not rule out steeper growth", style->out);
	fputs(proof->is_partial ? "; ended early\n" : "\n", style->out);
	for (size_t i = 0; i < proof->other_count; i++) {
		fputs(MARGIN "also       " FOLD, style->out);
		clean(style, proof->other[i]);
		putc('\n', style->out);
	}
}

/* "triage     accepted until 2027-01-31: a table is planned" */
static void text_print_triage(
	const struct text_style *style, const struct report_finding *finding)
{
	char *excuse;

	if (!finding->triage.state)
		return;
	excuse = report_finding_excuse_dup(finding);
	fputs(MARGIN "triage     " FOLD, style->out);
	clean(style, excuse);
	putc('\n', style->out);
	free(excuse);
}

static void print_heading(
	const struct text_style *style, const struct report_finding *finding)
{
	const char *on =
		style->colour ? severity_colour[finding->severity] : "";
	const char *off = style->colour && *on != '\0' ? "\033[0m" : "";

	fprintf(style->out, " %s  %s%s%s   " FOLD, finding->id, on,
		severity_label[finding->severity], off);
	text_print_sentence(style, finding,
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

void text_print_block(
	const struct text_style *style, const struct report_finding *finding)
{
	print_heading(style, finding);
	print_aec(style, finding);
	if (finding->evidence.reads > 0) {
		fputs(MARGIN "evidence   " FOLD, style->out);
		if (style->full)
			print_any_evidence(style, finding, &finding->evidence);
		else
			print_short_evidence(style, finding);
	}
	text_print_growth(style, finding);
	text_print_proof(style, finding);
	text_print_triage(style, finding);
	text_print_structure(style, finding);
	print_callers(style, finding);
	text_print_tests(style, finding);
	if (style->full)
		fprintf(style->out, MARGIN "numbers    " FOLD "%s\n",
			exactness_words[finding->exactness]);
}

/* "12 of 337 processes were recorded in part: --max-trace was reached" with the first
 * reason, if there are several. */
static void print_parts(
	const struct text_style *style, const struct report *report)
{
	const struct report_process *first = NULL;
	size_t count = 0;

	for (size_t i = 0; i < report->process_count; i++) {
		const struct report_process *process = &report->process[i];
		if (!process->truncated)
			continue;
		count++;
		if (!first || (!first->truncated_why && process->truncated_why))
			first = process;
	}
	if (!first)
		return;
	fprintf(style->out,
		" note: " FOLD "%zu of %zu process%s %s recorded in part: ",
		count, report->process_count,
		report->process_count == 1 ? "" : "es",
		count == 1 ? "was" : "were");
	clean(style, first->truncated_why ? first->truncated_why
					  : "its trace has no end");
	fputs(count > 1 ? ", and the like\n" : "\n", style->out);
}

#define WARNINGS_MAX 8

void text_print_warnings(
	const struct text_style *style, const struct report *report)
{
	size_t count = report->warning_count;

	print_parts(style, report);
	if (!style->all && count > WARNINGS_MAX)
		count = WARNINGS_MAX;
	for (size_t i = 0; i < count; i++) {
		fputs(" note: " FOLD, style->out);
		clean(style, report->warning[i]);
		putc('\n', style->out);
	}
	if (count < report->warning_count)
		fprintf(style->out, " and %zu more notes: --all\n",
			report->warning_count - count);
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
	text_print_block(style, finding);
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
