/* SPDX-License-Identifier: MIT
 * Reads, applies and writes what a project decided about causes. */
#include "config.h"

#include "cli/report/decisions.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/common.h"
#include "cli/project.h"
#include "lib/report/cause.h"
#include "lib/whole_file.h"

static const char *const states[] = {"accepted", "wontfix"};

/*--- lines ---*/

bool decision_is_day(const char *text)
{
	static const char form[] = "0000-00-00";
	int month, day;

	for (size_t i = 0; i < sizeof form; i++)
		if (form[i] == '0' ? !isdigit((unsigned char)text[i])
				   : text[i] != form[i])
			return false;
	month = atoi(text + 5);
	day = atoi(text + 8);
	return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

/* The next word of *TEXT, which moves on to the one after it; NULL: there is none. */
static char *decisions_take_word(char **text)
{
	char *word = *text + strspn(*text, " \t");
	size_t length = strcspn(word, " \t");

	if (length == 0)
		return NULL;
	*text = word + length;
	if (**text != '\0')
		*(*text)++ = '\0';
	*text += strspn(*text, " \t");
	return word;
}

const char *decision_state(const char *word)
{
	for (size_t i = 0; word && i < sizeof states / sizeof states[0]; i++)
		if (strcmp(word, states[i]) == 0)
			return states[i];
	return NULL;
}

/* Cuts TEXT into *DECISION, which borrows it. */
static bool decisions_parse(char *text, struct decision *decision)
{
	char *word = decisions_take_word(&text);

	*decision = (struct decision){.id = word};
	if (!word || strncmp(word, "RT-", 3) != 0)
		return false;
	decision->triage.state = decision_state(decisions_take_word(&text));
	if (!decision->triage.state)
		return false;
	if (strncmp(text, "until", 5) == 0 && strchr(" \t", text[5])) {
		decisions_take_word(&text);
		decision->triage.until = decisions_take_word(&text);
		if (!decision->triage.until ||
			!decision_is_day(decision->triage.until))
			return false;
	}
	decision->triage.note = *text != '\0' ? text : NULL;
	return true;
}

static void print_damaged(
	const struct decisions *decisions, const char *text, unsigned number)
{
	fprintf(decisions->log, "retread: %s:%u: \"", decisions->path, number);
	cli_print_clean(decisions->log, text);
	fputs("\" is passed over; a line is \"ID accepted|wontfix "
	      "[until YYYY-MM-DD] [NOTE]\"\n",
		decisions->log);
}

static void decisions_read_line(
	struct decisions *decisions, const char *text, unsigned number)
{
	char *line = arena_string(&decisions->arena, text);
	struct decision decision;

	if (*text == '#') {
		decisions->comment = memory_grow(decisions->comment,
			&decisions->comment_capacity,
			decisions->comment_count + 1,
			sizeof *decisions->comment);
		decisions->comment[decisions->comment_count++] = line;
	} else if (decisions_parse(line, &decision)) {
		decisions_add(decisions, &decision);
	} else if (text[strspn(text, " \t")] != '\0') {
		decisions->damaged++;
		if (decisions->log)
			print_damaged(decisions, text, number);
	}
}

void decisions_read(struct decisions *decisions, FILE *log)
{
	char *found = project_find_dup(DECISIONS_FILE);
	FILE *in = found ? fopen(found, "re") : NULL;
	char *line = NULL;
	size_t bytes = 0;

	*decisions = (struct decisions){.log = log};
	arena_init(&decisions->arena);
	decisions->path = found ?: project_place_dup(DECISIONS_FILE);
	for (unsigned number = 1; in && getline(&line, &bytes, in) >= 0;
		number++) {
		line[strcspn(line, "\r\n")] = '\0';
		decisions_read_line(decisions, line, number);
	}
	free(line);
	if (in)
		fclose(in);
}

void decisions_release(struct decisions *decisions)
{
	free(decisions->decision);
	free(decisions->comment);
	free(decisions->path);
	arena_release(&decisions->arena);
}

/*--- what they say of a report ---*/

bool decision_has_ended(const struct decision *decision)
{
	time_t now = time(NULL);
	struct tm parts;
	char today[sizeof "2026-11-26"];

	return decision->triage.until && localtime_r(&now, &parts) &&
	       strftime(today, sizeof today, "%Y-%m-%d", &parts) > 0 &&
	       strcmp(decision->triage.until, today) < 0;
}

static void print_ended(FILE *log, const struct decision *decision)
{
	fputs("retread: ", log);
	cli_print_clean(log, decision->id);
	fprintf(log, " was %s until %s only; decide again: retread triage ",
		decision->triage.state, decision->triage.until);
	cli_print_clean(log, decision->id);
	fprintf(log, " %s\n", decision->triage.state);
}

void decisions_apply(struct report *report, FILE *log)
{
	struct report_cause *cause = report_join_causes(report);
	struct decisions decisions;

	decisions_read(&decisions, log);
	for (size_t k = 0; k < decisions.count; k++) {
		const struct decision *decision = &decisions.decision[k];
		for (size_t i = 0; i < report->finding_count; i++) {
			if (strcmp(report->finding[i].id, decision->id) != 0)
				continue;
			if (!decision_has_ended(decision))
				report_suppress_cause(
					report, cause, i, &decision->triage);
			else if (log)
				print_ended(log, decision);
		}
	}
	decisions_release(&decisions);
	free(cause);
}

/*--- changes ---*/

static bool is_of_cause(const struct report *report,
	const struct report_cause *cause, size_t index, const char *id)
{
	for (size_t i = cause[index].lead; i != SIZE_MAX; i = cause[i].next)
		if (strcmp(report->finding[i].id, id) == 0)
			return true;
	return false;
}

void decisions_remove(
	struct decisions *decisions, const struct report *report, size_t index)
{
	struct report_cause *cause = report_join_causes(report);
	size_t kept = 0;

	for (size_t i = 0; i < decisions->count; i++)
		if (!is_of_cause(
			    report, cause, index, decisions->decision[i].id))
			decisions->decision[kept++] = decisions->decision[i];
	decisions->count = kept;
	free(cause);
}

static const char *decisions_keep(struct decisions *decisions, const char *text)
{
	return text ? arena_string(&decisions->arena, text) : NULL;
}

void decisions_add(struct decisions *decisions, const struct decision *decision)
{
	decisions->decision =
		memory_grow(decisions->decision, &decisions->capacity,
			decisions->count + 1, sizeof *decisions->decision);
	decisions->decision[decisions->count++] =
		(struct decision){.id = decisions_keep(decisions, decision->id),
			.triage = {.state = decision->triage.state,
				.until = decisions_keep(
					decisions, decision->triage.until),
				.note = decisions_keep(
					decisions, decision->triage.note)}};
}

char *decision_line_dup(const struct decision *decision)
{
	const struct report_triage *triage = &decision->triage;

	return memory_format("%s %s%s%s%s%s", decision->id, triage->state,
		triage->until ? " until " : "", triage->until ?: "",
		triage->note ? " " : "", triage->note ?: "");
}

static int compare_decisions(const void *left, const void *right)
{
	const struct decision *a = left, *b = right;

	return strcmp(a->id, b->id);
}

int decisions_write(struct decisions *decisions, struct error *err)
{
	struct whole_file file;
	int result;

	if (decisions->damaged > 0)
		return error_set(
			err, "%s: mend the lines above first", decisions->path);
	if (decisions->count > 1)
		qsort(decisions->decision, decisions->count,
			sizeof *decisions->decision, compare_decisions);
	result = whole_file_open(&file, decisions->path, err);
	for (size_t i = 0; result == 0 && i < decisions->comment_count; i++)
		fprintf(file.out, "%s\n", decisions->comment[i]);
	for (size_t i = 0; result == 0 && i < decisions->count; i++) {
		char *line = decision_line_dup(&decisions->decision[i]);
		fprintf(file.out, "%s\n", line);
		free(line);
	}
	return whole_file_close(&file, result, err);
}
