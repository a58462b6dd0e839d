/* SPDX-License-Identifier: MIT
 * The directory of a finding: what is printed of it, what the compiler's own tools say, and
 * which findings of a folder are one cause. */
#include "config.h"

#include "fuzz-perf/ir/findings.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fuzz-perf/ir/confirm.h"
#include "lib/folders.h"
#include "lib/memory.h"
#include "lib/words.h"

#define TEXTS_MS 20000

/* ---- what is printed ---- */

/* A release that keeps the meaning; NULL: none does, or none was asked. */
static const char *find_sound(const struct ir_finding *finding)
{
	for (unsigned i = 0; i < finding->opinions; i++)
		if (!strcmp(finding->opinion[i].verdict,
			    ir_class_name(IR_FINE)))
			return finding->opinion[i].release;
	return NULL;
}

static void findings_print_evidence(const struct ir_setup *setup,
	const struct ir_finding *finding, FILE *out)
{
	bool is_output = finding->verdict.class == IR_OUTPUT;
	bool is_interpreted = is_output || finding->verdict.class == IR_SLOWER;
	const char *sound = is_output ? find_sound(finding) : NULL;

	fputs("evidence: ", out);
	if (finding->verdict.is_confirmed)
		fputs("confirmed by native code\n", out);
	else if (sound)
		fprintf(out, "confirmed by %s, which keeps the meaning\n",
			sound);
	else if (finding->shown == IR_SHOWN)
		fputs("confirmed by its command\n", out);
	else
		fprintf(out, "%s\n",
			is_interpreted && setup->target->exec
				? "interpreter only"
			: is_output ? "interpreter and reference"
				    : "seen once more");
}

static unsigned count_passes(const struct ir_finding *finding)
{
	return finding->verdict.culprit >= 0 ? finding->verdict.prefix
					     : finding->case_.passes;
}

char *ir_finding_passes(
	const struct ir_setup *setup, const struct ir_finding *finding)
{
	struct arguments names = {0};

	for (unsigned i = 0; i < count_passes(finding); i++)
		arguments_add(&names, setup->pass[finding->case_.pass[i]].name);
	char *list = names.count ? arguments_join_dup(&names, ",")
				 : memory_string_dup("");
	arguments_release(&names);
	return list;
}

static void findings_print_releases(const struct ir_finding *finding, FILE *out)
{
	for (unsigned i = 0; i < finding->opinions; i++)
		fprintf(out, "%s%s %s",
			i ? "; " : "releases: ", finding->opinion[i].release,
			finding->opinion[i].verdict);
	if (finding->opinions)
		putc('\n', out);
}

/* Adds COMMAND, which is freed, to the pipe *ALL. */
static void add_to_pipe(char **all, char *command)
{
	char *longer = memory_format(
		"%s%s%s", *all ? *all : "", *all ? " | " : "", command);

	free(command);
	free(*all);
	*all = longer;
}

/* The compiler's own command; passes one by one are a pipe of them. Free it. */
static char *findings_command_of(const struct ir_setup *setup,
	const struct ir_finding *finding, const char *file)
{
	const struct irf_target *target = setup->target;
	const unsigned *pass = finding->case_.pass;
	unsigned count = count_passes(finding);
	bool optimises = finding->verdict.is_optimised;
	char *all = NULL;

	if (!finding->case_.is_stepwise || count < 2)
		all = target->command(setup->t, pass, count, optimises, file);
	else
		for (unsigned i = 0; i < count; i++)
			add_to_pipe(&all, target->command(setup->t, pass + i, 1,
						  optimises, i ? "-" : file));
	if ((finding->compiles || finding->verdict.class == IR_CODEGEN) &&
		count)
		add_to_pipe(&all,
			target->command(setup->t, NULL, 0, optimises, "-"));
	return all;
}

/* What shows it: by the compiler's own tool, and by ours. */
static void findings_print_commands(const struct ir_findings *findings,
	const struct ir_finding *finding, const char *directory, FILE *out)
{
	const struct ir_setup *setup = findings->campaign->setup;
	const struct irf_target *target = setup->target;
	char *module = memory_format("%s/before", directory);
	char *file = words_shell_quote(module);
	char *command = target->command
				? findings_command_of(setup, finding, file)
				: NULL;

	if (command)
		fprintf(out, "command: %s\n", command);
	fprintf(out, "replay: %s replay", findings->program->command);
	for (size_t i = 0; i < findings->options->count; i++) {
		char *word = words_shell_quote(findings->options->word[i]);
		fprintf(out, " %s", word);
		free(word);
	}
	free(module);
	free(file);
	module = memory_format("%s/input", directory);
	file = words_shell_quote(module);
	fprintf(out, " %s\n", file);
	free(command);
	free(module);
	free(file);
}

void ir_finding_print(const struct ir_findings *findings,
	const struct ir_finding *finding, const char *directory, FILE *out)
{
	const struct ir_setup *setup = findings->campaign->setup;
	const struct irf_target *target = setup->target;
	const struct ir_verdict *verdict = &finding->verdict;
	char *passes = ir_finding_passes(setup, finding);

	fprintf(out, "class: %s\n", ir_class_name(verdict->class));
	fprintf(out, "target: %s%s%s\n", target->name,
		target->version ? " " : "",
		target->version ? target->version : "");
	fprintf(out, "pass: %s\n",
		*finding->culprit ? finding->culprit : "none");
	fprintf(out, "passes: %s\n", passes);
	fprintf(out, "detail: %s\n", verdict->text);
	findings_print_evidence(setup, finding, out);
	findings_print_releases(finding, out);
	fprintf(out, "operations: %s\n", finding->operations);
	fprintf(out, "nodes: %u\n", finding->nodes);
	if (directory)
		findings_print_commands(findings, finding, directory, out);
	if (findings->campaign->counts.runs)
		fprintf(out, "found: run %" PRIu64 " of seed %" PRIu64 "\n",
			findings->campaign->counts.runs, findings->seed);
	free(passes);
}

/* ---- what is written ---- */

static int findings_write_text(
	const char *directory, const char *name, const void *text, size_t size)
{
	char *path = memory_format("%s/%s", directory, name);
	FILE *out = fopen(path, "we");
	bool is_written = out && fwrite(text, 1, size, out) == size;

	if (out && fclose(out) != 0)
		is_written = false;
	free(path);
	return is_written ? 0 : -1;
}

/* What the target says of the function, before its passes and after; it may die on
 * the way. */
static void write_modules(const struct ir_findings *findings,
	const struct ir_finding *finding, const char *directory)
{
	const struct ir_setup *setup = findings->campaign->setup;
	const struct irf_target *target = setup->target;
	struct irf_log log = {0};
	pid_t child = target->print ? fork() : -1;
	int status;

	if (child > 0)
		while (waitpid(child, &status, 0) < 0 && errno == EINTR)
			;
	if (child)
		return;
	alarm(TEXTS_MS / 1000);
	void *m = ir_case_lower(setup, &finding->case_);
	char *text = m ? target->print(setup->t, m) : NULL;
	if (text)
		findings_write_text(directory, "before", text, strlen(text));
	ir_confine(findings->campaign);
	if (m && ir_run_passes(setup, &finding->case_, m,
			 finding->verdict.prefix, &log) == IRF_OK)
		text = target->print(setup->t, m);
	else
		text = NULL;
	if (text)
		findings_write_text(directory, "after", text, strlen(text));
	_exit(0);
}

/* What other releases make of it. */
static void ask_releases(const struct ir_findings *findings,
	struct ir_finding *finding, const char *directory)
{
	struct arguments options = {0};
	char *input = memory_format("%s/input", directory);
	char *passes = ir_finding_passes(findings->campaign->setup, finding);

	if (findings->options->count)
		arguments_add_all(&options, findings->options->word);
	arguments_add_option(&options, "passes", passes);
	finding->opinions = ir_ask_releases(findings->program, &options, input,
		ir_function_key(finding->case_.fn), finding->opinion);
	arguments_release(&options);
	free(passes);
	free(input);
}

/* Whether the compiler's own tools show what FINDING says of the module in DIRECTORY. */
static enum ir_shown ask_tools(const struct ir_findings *findings,
	const struct ir_finding *finding, const char *directory)
{
	const struct ir_setup *setup = findings->campaign->setup;
	const struct irf_target *target = setup->target;
	unsigned last = (unsigned)finding->verdict.culprit;
	unsigned seconds = findings->timeout_ms / 1000 + 1;
	enum ir_shown shown = IR_NOT_TRIED;

	if (!target->command || !target->print)
		return shown;
	char *module = memory_format("%s/before", directory);
	char *file = words_shell_quote(module);
	char *command = findings_command_of(setup, finding, file);
	if (finding->verdict.class == IR_UNSETTLED) {
		char *again = target->command(setup->t, &last, 1, false, "-");
		shown = ir_confirm_unsettled(command, again, seconds);
		free(again);
	} else {
		shown = ir_confirm_failure(command, seconds);
	}
	free(command);
	free(file);
	free(module);
	return shown;
}

/* What only we see is our own mistake: fails, if the compiler's own tools do not show a process
 * that ends, a module that is invalid, or a pass that does not settle. */
static bool findings_confirm(const struct ir_findings *findings,
	struct ir_finding *finding, const char *directory)
{
	enum ir_class class = finding->verdict.class;
	bool is_end = class == IR_CRASH || class == IR_HANG;

	if (!is_end && class != IR_FATAL && class != IR_INVALID &&
		class != IR_UNSETTLED)
		return true;
	finding->shown = ask_tools(findings, finding, directory);
	if (finding->shown != IR_NOT_SHOWN || !is_end || !count_passes(finding))
		return finding->shown != IR_NOT_SHOWN;
	/* Not the passes, but making native code of what they leave. */
	finding->compiles = true;
	finding->shown = ask_tools(findings, finding, directory);
	return finding->shown != IR_NOT_SHOWN;
}

/* Into the folder UNNAMED, which will be called DIRECTORY. Returns 1 if it is not
 * worth that. */
static int write_finding(const struct ir_findings *findings,
	struct ir_finding *finding, const char *unnamed, const char *directory,
	struct error *err)
{
	char *text = irf_print(finding->case_.fn), *lines = NULL;
	size_t size;
	FILE *out = open_memstream(&lines, &size);
	int result = 0;

	write_modules(findings, finding, unnamed);
	if (findings_write_text(unnamed, "portable", text, strlen(text)) != 0 ||
		findings_write_text(
			unnamed, "input", finding->input, finding->length) != 0)
		result = error_set_errno(err, "%s", unnamed);
	else if (findings_confirm(findings, finding, unnamed))
		ask_releases(findings, finding, unnamed);
	else
		result = 1;
	ir_finding_print(findings, finding, directory, out);
	fclose(out);
	if (result == 0 &&
		findings_write_text(unnamed, "finding", lines, size) != 0)
		result = error_set_errno(err, "%s", unnamed);
	free(text);
	free(lines);
	return result;
}

/* The compiler says itself that this pass fails. */
static bool is_no_news(
	const struct ir_setup *setup, const struct ir_finding *finding)
{
	const struct ir_verdict *verdict = &finding->verdict;

	return verdict->culprit >= 0 &&
	       setup->pass[verdict->culprit].flags & IRF_PASS_UNSTABLE &&
	       (verdict->class == IR_FATAL || verdict->class >= IR_CRASH);
}

/* Whether a line of the known ones begins with ID. */
static bool findings_is_known(
	const struct ir_findings *findings, const char *id)
{
	size_t length = strlen(id);

	for (const char *line = findings->known; line && *line;) {
		if (!strncmp(line, id, length) &&
			!isxdigit((unsigned char)line[length]))
			return true;
		line += strcspn(line, "\n");
		line += *line == '\n';
	}
	return false;
}

/* ---- which are one ---- */

/* Whether each word of FEW is one of MANY. */
static bool has_words(const char *few, const char *many)
{
	while (*few) {
		size_t length = strcspn(few, " ");
		const char *at = many;
		while (*at && (strcspn(at, " ") != length ||
				      strncmp(at, few, length) != 0)) {
			at += strcspn(at, " ");
			at += *at == ' ';
		}
		if (!*at)
			return false;
		few += length;
		few += *few == ' ';
	}
	return true;
}

/* The rest of the line of TEXT that begins with KEY, to be freed; NULL. */
static char *findings_field_dup(const char *text, const char *key)
{
	size_t length = strlen(key);

	while (strncmp(text, key, length) != 0) {
		text += strcspn(text, "\n");
		if (!*text++)
			return NULL;
	}
	text += length;
	return memory_format("%.*s", (int)strcspn(text, "\n"), text);
}

static bool has_field(const char *text, const char *key, const char *value)
{
	char *field = findings_field_dup(text, key);
	bool is_equal = field && !strcmp(field, value);

	free(field);
	return is_equal;
}

/* The operations of the finding in DIRECTORY, to be freed, if its class and pass are those
 * of FINDING; else NULL. Whether it is one for any is in *IS_OF_ANY. */
static char *related_operations_dup(const char *directory,
	const struct ir_finding *finding, bool *is_of_any)
{
	char *path = memory_format("%s/finding", directory);
	char *operations = NULL;
	size_t length;
	char *text = (char *)gen_file_read(path, &length);

	free(path);
	if (!text)
		return NULL;
	text = memory_resize(text, length + 1, 1);
	text[length] = '\0';
	*is_of_any = strstr(text, IR_TEXT_OF_ANY "\n");
	if (has_field(text, "class: ", ir_class_name(finding->verdict.class)) &&
		has_field(text, "pass: ",
			*finding->culprit ? finding->culprit : "none"))
		operations = findings_field_dup(text, "operations: ");
	free(text);
	return operations;
}

static int findings_is_shown(const struct dirent *entry)
{
	return *entry->d_name != '.';
}

/* Removes the finding in DIRECTORY, as a whole; returns whether it was there. */
static bool remove_finding(
	const struct ir_findings *findings, const char *directory)
{
	char *unnamed = memory_format(
		"%s/.gone-%" PRIu64, findings->directory, findings->seed);
	bool is_gone = rename(directory, unnamed) == 0;

	folders_remove(unnamed);
	free(unnamed);
	return is_gone;
}

/* Of two findings of one class and pass, one of which has all operations of the other, the
 * smaller one is kept: what it needs to be wrong the larger one has as well. One for any
 * operations says less than another one. Returns whether
 * the folder has one that is smaller than FINDING; else, if FINDING IS_KEPT, larger ones are
 * removed. */
static bool findings_merge(struct ir_findings *findings,
	const struct ir_finding *finding, bool is_kept)
{
	struct ir_counts *counts = &findings->campaign->counts;
	struct dirent **entry;
	bool has_smaller = false;
	int count = scandir(
		findings->directory, &entry, findings_is_shown, alphasort);

	for (int i = 0; i < count; i++) {
		char *directory = memory_format(
			"%s/%s", findings->directory, entry[i]->d_name);
		bool is_of_any = false;
		/* One cause has one place, whatever operations it was kept with. */
		char *other = strcmp(entry[i]->d_name, finding->id)
				      ? related_operations_dup(
						directory, finding, &is_of_any)
				      : NULL;
		if (other && strcmp(other, finding->operations) != 0) {
			has_smaller |= !is_of_any &&
				       has_words(other, finding->operations);
			if (is_kept && !finding->verdict.is_of_any &&
				has_words(finding->operations, other) &&
				remove_finding(findings, directory))
				counts->kept -= counts->kept > 0;
		}
		free(other);
		free(directory);
		free(entry[i]);
	}
	if (count >= 0)
		free(entry);
	return has_smaller;
}

/* The folder has it as a whole or not at all. An earlier search may have kept it. */
static int findings_keep(const struct ir_findings *findings,
	struct ir_finding *finding, struct error *err)
{
	char *directory =
		memory_format("%s/%s", findings->directory, finding->id);
	/* The same if this process is killed, and another one goes on. */
	char *unnamed = memory_format("%s/.%s-%" PRIu64, findings->directory,
		finding->id, findings->seed);
	int result = folders_make_all(findings->directory, err);

	if (result == 0 && access(directory, F_OK) != 0) {
		folders_remove(unnamed);
		result = folders_make(unnamed, err);
		if (result == 0)
			result = write_finding(
				findings, finding, unnamed, directory, err);
		/* Another campaign of this search may have been faster. */
		if (result == 0 && rename(unnamed, directory) != 0 &&
			access(directory, F_OK) != 0)
			result = error_set_errno(err, "%s", directory);
		folders_remove(unnamed);
	}
	free(unnamed);
	free(directory);
	return result;
}

/* Returns 1 if FINDING is not worth a directory, else as ir_findings_add() does. */
static int findings_keep_smallest(struct ir_findings *findings,
	struct ir_finding *finding, struct error *err)
{
	int result = 1;

	if (!findings_merge(findings, finding, false))
		result = findings_keep(findings, finding, err);
	/* Meanwhile another campaign may have kept a smaller one. */
	if (result == 0 && findings_merge(findings, finding, true)) {
		char *directory = memory_format(
			"%s/%s", findings->directory, finding->id);
		remove_finding(findings, directory);
		free(directory);
		result = 1;
	}
	return result;
}

int ir_findings_add(struct ir_findings *findings, struct error *err)
{
	struct ir_campaign *campaign = findings->campaign;
	struct ir_finding finding;
	struct parameters input;
	uint8_t streams[IR_INPUT_BYTES];
	uint64_t key = ir_verdict_key(&campaign->verdict);
	int result = 0;

	gen_record_parameters(campaign->record, &input, streams);
	if (!ir_finding_make(findings, &finding, &input, true))
		return 0;
	if (!is_no_news(campaign->setup, &finding) &&
		!findings_is_known(findings, finding.id)) {
		/* Once it is kept it may be called met: we may be killed. */
		result = findings_keep_smallest(findings, &finding, err);
		if (result == 0 && !ir_campaign_meet(campaign,
					   strtoull(finding.id, NULL, 16))) {
			campaign->counts.kept++;
			campaign->counts.kept_hangs +=
				finding.verdict.class == IR_HANG;
			fprintf(stderr, "%s: %s %s: %s: %s\n", finding.id,
				ir_class_name(finding.verdict.class),
				finding.culprit, finding.operations,
				finding.verdict.text);
		}
	}
	/* One that a smaller one stands for is not for all operations. */
	if (result == 0 && ir_verdict_is_general(&finding.verdict))
		finding.needs = (struct ir_operations){{0}};
	ir_campaign_note_cause(campaign, key, &finding.needs);
	ir_finding_release(&finding);
	return result < 0 ? -1 : 0;
}
