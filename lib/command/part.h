/* SPDX-License-Identifier: MIT
 * Runs the programs of libexec, each of which does a part of the work. */
#ifndef RETREAD_LIB_COMMAND_PART_H
#define RETREAD_LIB_COMMAND_PART_H

struct error;

/* Those that several rooms start. */
#define PART_ANALYZER "retread-analyze"
#define PART_FUZZER   "retread-fuzz"
#define PART_GRAPH    "retread-graph"
#define PART_HARNESS  "retread-harness"
#define PART_PAGES    "retread-html"
#define PART_PROVER   "retread-prove"

/* What part_run returns for a program that crashed. */
#define PART_CRASHED (-2)

/* Runs our program NAME ("retread-html") with ARGUMENT, which is NULL-ended and
 * begins with its name. Returns its exit code; -1 with ERR filled: it is not
 * there; PART_CRASHED with ERR filled: a signal ended it, other than SIGPIPE,
 * which is PROGRAM_SIGNAL + SIGPIPE. */
int part_run(const char *name, char *const *argument, struct error *err);
/* The same in DIRECTORY, with its output in the file TO and errors nowhere; NULL: as here. */
int part_run_in(const char *name, char *const *argument, const char *directory,
	const char *to, struct error *err);

/* A page of what a search found, which retread-html makes of JSON. */
struct part_page {
	const char *verb; /* "retread hls report" */
	const char *kind; /* "--found", of retread-html */
	const char *file; /* NULL: none is wanted */
};

/* Name of a file beside PAGE for its JSON; NULL: no page is wanted. Free it. */
char *part_page_json_dup(const struct part_page *page);

/* Turns the file JSON, if there is one, into PAGE, and removes it. Returns STATUS, or an
 * exit code if that fails. */
int part_page_write(const struct part_page *page, const char *json, int status);

#endif
