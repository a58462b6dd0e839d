/* SPDX-License-Identifier: MIT
 * Recordings that an earlier `retread prove --vary` made, so that one that was
 * ended goes on where it was. */
#ifndef RETREAD_CLI_PROVE_KEPT_H
#define RETREAD_CLI_PROVE_KEPT_H

#include <stdbool.h>

struct report;
struct report_finding;

/* Where to record what is to be in FOLDER: a killed recorder may still write there
 * when the next one begins. Free it. */
char *prove_kept_begin(const char *folder);
/* Puts what is there in FOLDER, in place of what was; if IS_WHOLE notes that this is
 * all of COMMAND, NULL-ended. What cannot be noted is recorded again. */
void prove_kept_end(const char *begun, const char *folder, char *const *command,
	bool is_whole);

/* Is that noted, by this version of retread? */
bool prove_kept_has(const char *folder, char *const *command);

/* Are the programs that REPORT is of, and the objects that FINDING of it is in,
 * still those that were recorded? */
bool prove_kept_is_current(
	const struct report *report, const struct report_finding *finding);

#endif
