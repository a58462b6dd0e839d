/* SPDX-License-Identifier: MIT
 * The verbs of `retread`. Each takes its own argv, argv[0] being its name, and
 * returns the exit code of the program. */
#ifndef RETREAD_CLI_VERBS_H
#define RETREAD_CLI_VERBS_H

#include <stddef.h>

/* As the help groups verbs. */
enum cli_group {
	CLI_TESTS,
	CLI_INPUTS,
	CLI_SUITE,
	CLI_COMPILERS,
	CLI_INSTALLATION
};

struct cli_verb {
	const char *name;
	enum cli_group group;
	const char *summary;
	/* The program of libexec that gets the verb and its words as they were typed,
	 * parses them, prints and ends with the verb's exit code. NULL: RUN does all. */
	const char *part;
	/* With a part: completes the words and starts it. NULL: they are complete. */
	int (*run)(int argc, char **argv);
};

/* In the order of the help, group by group; ends in a row without a name. */
extern const struct cli_verb cli_verbs[];

/* The whole program. */
int cli_run(int argc, char **argv);

int verb_cache(int argc, char **argv);
int verb_config(int argc, char **argv);
int verb_diff(int argc, char **argv);
int verb_discover(int argc, char **argv);
int verb_doctor(int argc, char **argv);
int verb_dump(int argc, char **argv);
int verb_export(int argc, char **argv);
int verb_fuzz(int argc, char **argv);
int verb_graph(int argc, char **argv);
int verb_grow(int argc, char **argv);
int verb_harness(int argc, char **argv);
int verb_history(int argc, char **argv);
int verb_hunt(int argc, char **argv);
int verb_help(int argc, char **argv);
int verb_plan(int argc, char **argv);
int verb_prove(int argc, char **argv);
int verb_merge(int argc, char **argv);
int verb_record(int argc, char **argv);
int verb_repro(int argc, char **argv);
int verb_report(int argc, char **argv);
int verb_triage(int argc, char **argv);
int verb_show(int argc, char **argv);
int verb_submit(int argc, char **argv);
int verb_wrap(int argc, char **argv);
/* `retread [OPTION]... -- CMD`: record, then report. */
int verb_record_and_report(int argc, char **argv);

#endif
