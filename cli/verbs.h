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
	int (*run)(int argc, char **argv);
	const char *summary;
};

/* In the order of the help, group by group; ends in a row without a name. */
extern const struct cli_verb cli_verbs[];

/* The whole program. */
int cli_run(int argc, char **argv);

/* Runs a verb with the options that the project has for NAME, if any, before those
 * in ARGV: see cli/project.h. */
int cli_run_verb(const char *name, int (*run)(int argc, char **argv), int argc,
	char **argv);

int verb_cache(int argc, char **argv);
int verb_config(int argc, char **argv);
int verb_diff(int argc, char **argv);
int verb_discover(int argc, char **argv);
int verb_doctor(int argc, char **argv);
int verb_dump(int argc, char **argv);
int verb_export(int argc, char **argv);
int verb_fuzz(int argc, char **argv);
int verb_graph(int argc, char **argv);
int verb_harness(int argc, char **argv);
int verb_history(int argc, char **argv);
int verb_hunt(int argc, char **argv);
int verb_help(int argc, char **argv);
int verb_plan(int argc, char **argv);
int verb_prove(int argc, char **argv);
int verb_merge(int argc, char **argv);
int verb_record(int argc, char **argv);
int verb_report(int argc, char **argv);
int verb_repro(int argc, char **argv);
int verb_gen(int argc, char **argv);
int verb_shrink(int argc, char **argv);
int verb_show(int argc, char **argv);
int verb_spectra(int argc, char **argv);
int verb_hls(int argc, char **argv);
int verb_ir(int argc, char **argv);
int verb_submit(int argc, char **argv);
int verb_branches(int argc, char **argv);
int verb_wrap(int argc, char **argv);
/* What `fuzz` and `repro` do: becomes retread-fuzz. */
int verb_start_fuzzer(int argc, char **argv);
/* What `fuzz` and `prove` do: becomes FILE, findings in its arguments being
 * replaced by the functions they are about. */
int verb_start_about(const char *file, char *const *argv);
/* `retread [OPTION]... -- CMD`: record, then report. */
int verb_record_and_report(int argc, char **argv);

#endif
