/* SPDX-License-Identifier: MIT
 * What a project decided about causes: the file `.retread-triage`.
 *
 * A line is "ID accepted|wontfix [until YYYY-MM-DD] [NOTE]"; ID is of any finding of the
 * cause. Lines are sorted, so branches that add some merge. Lines that begin with `#` are
 * comments and stand first. */
#ifndef RETREAD_CLI_REPORT_DECISIONS_H
#define RETREAD_CLI_REPORT_DECISIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "lib/memory.h"
#include "lib/report/report.h"

struct error;

#define DECISIONS_FILE ".retread-triage"

struct decision {
	const char *id;
	struct report_triage triage;
};

struct decisions {
	struct arena arena;
	char *path;		   /* of the file, which need not be there */
	struct decision *decision; /* sorted by id, once they are written */
	size_t count, capacity;
	const char **comment;
	size_t comment_count, comment_capacity;
	size_t damaged; /* lines that are neither */
	FILE *log;	/* NULL: nobody reads it */
};

/* Reads the project's file. A damaged line is reported on LOG (NULL: not) and passed over. */
void decisions_read(struct decisions *decisions, FILE *log);
void decisions_release(struct decisions *decisions);

/* WORD if it is the name of a decision, else NULL. */
const char *decision_state(const char *word);
/* Its line in the file. Free it. */
char *decision_line_dup(const struct decision *decision);
/* Is TEXT a day, YYYY-MM-DD? */
bool decision_is_day(const char *text);
/* Has DECISION's last day passed? */
bool decision_has_ended(const struct decision *decision);

/* Suppresses the causes of REPORT, sorted, that the project's file names; what has ended, or
 * is damaged, is reported on LOG (NULL: not). */
void decisions_apply(struct report *report, FILE *log);

/* Takes out what there is of the cause of the finding at INDEX. */
void decisions_remove(
	struct decisions *decisions, const struct report *report, size_t index);
/* Adds a copy of DECISION. */
void decisions_add(
	struct decisions *decisions, const struct decision *decision);

/* Writes the file as a whole. Returns 0, or -1 with ERR filled. */
int decisions_write(struct decisions *decisions, struct error *err);

#endif
