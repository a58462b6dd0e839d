/* SPDX-License-Identifier: MIT
 * The members of each kind of finding: reading, printing and JSON follow from them. */
#include "config.h"

#include "lib/found/kinds.h"

#include <string.h>

#include "lib/json.h"

#define ID_DIGITS 16

static void check_id(const void *record, const struct json_at *at)
{
	const struct found *found = record;

	if (strlen(found->id) != ID_DIGITS ||
		strspn(found->id, "0123456789abcdef") != ID_DIGITS)
		json_at_fail(
			at, "id", "is not 16 hexadecimal digits in lower case");
}

#define ID_ROW			ROW(found, id, 0, "Names the finding: 16 hexadecimal digits.")
#define CLASS_ROW		ROW(found, class, 0, "How it shows.")
#define TEXT_ROW(member, about) ROW(found, member, ROW_SPARSE, about)

/*--- divergences ---*/

static const struct row divergence_row[] = {
	ID_ROW,
	ROW(found, directory, 0, "The folder that it is in."),
	CLASS_ROW,
	TEXT_ROW(severity, "Of a lost value: high, or low if it is meant."),
	TEXT_ROW(wide, "The outcome if no number is cut."),
	TEXT_ROW(cpu, "The outcome on the CPU."),
	TEXT_ROW(hardware, "The outcome of hardware."),
	ROW_TEXTS("causes", found, cause, cause_count, ROW_LATER,
		"Sites that make the difference."),
	ROW(found, each_suffices, ROW_LATER, "Each cause does so alone."),
	TEXT_ROW(simulator, "What the kernel's Verilog does."),
	TEXT_ROW(test, "The number of the input that showed it first."),
	TEXT_ROW(calls, "Inputs that the simulator had been run on."),
	TEXT_ROW(command, "What the command of confirm= answers."),
	ROW(found, input, ROW_NULLABLE, "As it was found."),
	ROW(found, minimal, ROW_NULLABLE, "The smallest input."),
	{0},
};
static const struct rows divergence_rows = {"divergence",
	"A class of differences, with its causes.", divergence_row,
	sizeof(struct found), check_id};

static const struct row divergences_row[] = {
	ROW_LIST("symptoms", found_list, found, count, &divergence_rows, 0,
		NULL),
	ROW(found_list, inputs, ROW_LATER, "That were tried."),
	ROW(found_list, failed, ROW_LATER,
		"Of these, failed on the CPU: nothing was compared."),
	ROW(found_list, failure, ROW_LATER | ROW_NULLABLE,
		"How the first of them did."),
	ROW(found_list, uncompared, ROW_LATER,
		"Campaigns all of whose inputs failed on the CPU."),
	ROW(found_list, unmodelled, ROW_LATER | ROW_NULLABLE,
		"Pragmas of which the model knows nothing, with their lines."),
	{0},
};

static const struct found_rule divergence_rule[] = {
	{"wrong value", "Hardware computes something else than the CPU."},
	{"unknown value", "Hardware reads what was never written."},
	{"stale state", "Hardware keeps what an earlier call left."},
	{"host fault", "The host faults on what hardware computed."},
	{"hang", "Hardware does not come to an end."},
	{"deadlock", "All tasks wait at streams."},
	{"order", "The result depends on which task goes first."},
	{"broken promise", "The kernel does what a pragma says it does not."},
	{"lost value",
		"Hardware and the CPU cut a number that a wide computation "
		"keeps."},
	{NULL},
};

/*--- compilers ---*/

static const struct row release_row[] = {
	ROW(found_release, release, 0, NULL),
	ROW(found_release, class, 0, "What it does with the same input."),
	{0},
};
static const struct rows release_rows = {
	"release", NULL, release_row, sizeof(struct found_release), NULL};

static const struct row miscompilation_row[] = {
	ID_ROW,
	CLASS_ROW,
	TEXT_ROW(target, "The compiler."),
	TEXT_ROW(pass, "The pass to blame; \"none\": none is."),
	TEXT_ROW(passes, "Passes that the finding needs."),
	TEXT_ROW(detail, NULL),
	TEXT_ROW(evidence, "What says so besides the interpreter."),
	ROW_LIST("releases", found, release, release_count, &release_rows,
		ROW_LATER, "Other releases of the compiler."),
	TEXT_ROW(operations, "Of the smallest function."),
	TEXT_ROW(nodes, "Its size."),
	TEXT_ROW(command, "Shows it with the compiler's own tool."),
	TEXT_ROW(replay, "Shows it again."),
	TEXT_ROW(found, "When it was found."),
	TEXT_ROW(portable, "The smallest function."),
	TEXT_ROW(before, "The same, as the compiler gets it."),
	TEXT_ROW(after, "The same after the passes."),
	{0},
};
static const struct rows miscompilation_rows = {"miscompilation",
	"A way in which a compiler goes wrong.", miscompilation_row,
	sizeof(struct found), check_id};

static const struct row point_row[] = {
	ROW(found_point, runs, 0, NULL),
	ROW(found_point, covered, 0,
		"Features of code, blocks, remarks; edges of a target."),
	ROW(found_point, seconds, ROW_SPARSE, NULL),
	ROW(found_point, path, ROW_SPARSE,
		"Most executions of all edges by one input."),
	ROW(found_point, hot_spot, ROW_SPARSE,
		"Most executions of one edge by one input."),
	{0},
};
static const struct rows point_rows = {
	"point", NULL, point_row, sizeof(struct found_point), NULL};

static const struct row search_row[] = {
	ROW(found_search, name, 0, "Its folder."),
	ROW(found_search, seconds, 0, NULL),
	ROW(found_search, runs, 0, NULL),
	ROW(found_search, seeds, 0, "That it keeps."),
	ROW(found_search, findings, 0, "That it met first."),
	ROW_LIST("points", found_search, point, point_count, &point_rows, 0,
		"What it had covered, as it went on."),
	{0},
};
static const struct rows search_rows = {
	"search", NULL, search_row, sizeof(struct found_search), NULL};

static const struct row miscompilations_row[] = {
	ROW_SCHEMA("retread-ir-1"),
	ROW_LIST("findings", found_list, found, count, &miscompilation_rows, 0,
		NULL),
	ROW_LIST("searches", found_list, search, search_count, &search_rows,
		ROW_LATER, "Processes that searched."),
	{0},
};

static const struct found_rule miscompilation_rule[] = {
	{"lowering", "What was lowered does not mean what the function does."},
	{"undefined", "What was lowered has undefined behaviour."},
	{"invalid", "A pass left what the compiler's own check refuses."},
	{"output", "A pass changed what a function computes."},
	{"codegen", "Native code computes something else."},
	{"fatal", "The compiler says that it failed."},
	{"slower", "Passes made a function take more steps."},
	{"unsettled", "A pass changes its own output again and again."},
	{"compile time", "Passes took too many steps of their own."},
	{"crash", "The compiler crashed."},
	{"hang", "The compiler does not come to an end."},
	{NULL},
};

/*--- inputs ---*/

static const struct row input_row[] = {
	ID_ROW,
	CLASS_ROW,
	TEXT_ROW(detail, NULL),
	TEXT_ROW(target, "The program and its arguments."),
	TEXT_ROW(file, "The input."),
	TEXT_ROW(found, "When it was found, and how."),
	{0},
};
static const struct rows input_rows = {"input",
	"An input with which a target fails.", input_row, sizeof(struct found),
	check_id};

static const struct row inputs_row[] = {
	ROW_SCHEMA("retread-inputs-1"),
	ROW_LIST("findings", found_list, found, count, &input_rows, 0, NULL),
	ROW(found_list, inputs, ROW_LATER, "That were tried."),
	ROW_LIST("searches", found_list, search, search_count, &search_rows,
		ROW_SPARSE, "Instances of campaigns."),
	{0},
};

static const struct found_rule input_rule[] = {
	{"crash", "The target was ended by a signal."},
	{"hang", "It takes more time, or edges, than it may."},
	{"failure", "A property does not hold."},
	{NULL},
};

/*--- boundaries ---*/

static const struct row boundary_row[] = {
	ID_ROW,
	CLASS_ROW,
	TEXT_ROW(detail, NULL),
	TEXT_ROW(file, "Of the kernel."),
	ROW(found, line, ROW_SPARSE, "From 1; 0: not known."),
	TEXT_ROW(target, "The variable, loop or function."),
	TEXT_ROW(portable, "The line of the kernel."),
	{0},
};
static const struct rows boundary_rows = {"boundary",
	"A boundary of hardware that values come to.", boundary_row,
	sizeof(struct found), check_id};

static const struct row boundaries_row[] = {
	ROW_SCHEMA("retread-boundaries-1"),
	ROW_LIST("findings", found_list, found, count, &boundary_rows, 0, NULL),
	{0},
};

static const struct found_rule boundary_rule[] = {
	{"crossed", "Hardware may differ from the CPU."},
	{"near", "The largest value that still fits was seen."},
	{NULL},
};

#define FILE_ROWS(title, about, members)                                       \
	&(const struct rows)                                                   \
	{                                                                      \
		title, about, members, sizeof(struct found_list), NULL         \
	}

const struct found_kind_row found_kinds[] = {
	[FOUND_DIVERGENCE] = {.tool = "retread hls",
		.one = "divergence of hardware from the CPU",
		.many = "divergences of hardware from the CPU",
		.folder = "symptoms",
		.facts = "symptom",
		.file = FILE_ROWS("divergences",
			"What `retread hls report --json` prints.",
			divergences_row),
		.each = &divergence_rows,
		.shown = "minimal",
		.margin = "  input: ",
		.line_max = 100,
		.rule = divergence_rule,
		.has_page = true},
	[FOUND_MISCOMPILATION] = {.tool = "retread ir",
		.one = "finding",
		.many = "findings",
		.facts = "finding",
		.file = FILE_ROWS("miscompilations",
			"What `retread ir report --json` prints.",
			miscompilations_row),
		.each = &miscompilation_rows,
		.shown = "portable",
		.margin = "    ",
		.rule = miscompilation_rule,
		.has_page = true},
	[FOUND_INPUT] = {.tool = "retread fuzz",
		.one = "input with which the target fails",
		.many = "inputs with which the target fails",
		.file = FILE_ROWS("inputs",
			"What `retread found --json` prints of inputs.",
			inputs_row),
		.each = &input_rows,
		.rule = input_rule,
		.has_page = true},
	[FOUND_BOUNDARY] = {.tool = "retread spectra",
		.one = "boundary",
		.many = "boundaries",
		.file = FILE_ROWS("boundaries",
			"Boundaries that spectra come to.", boundaries_row),
		.each = &boundary_rows,
		.shown = "portable",
		.margin = "    ",
		.rule = boundary_rule},
};

bool found_counts(const struct found_list *list, const struct found *found)
{
	return list->counts_lost || strcmp(found->class, "lost value") != 0;
}

bool found_is_fact(const struct row *row)
{
	return row->offset >= offsetof(struct found, class) &&
	       row->offset < offsetof(struct found, input);
}

const char **found_text_at(struct found *found, const struct row *row)
{
	return (const char **)((char *)found + row->offset);
}
