/* SPDX-License-Identifier: MIT
 * What to do about errors that users meet, each with a number that `retread help`
 * explains. The text of an error and that of the help are one. */
#ifndef RETREAD_LIB_COMMAND_KNOWN_ERRORS_H
#define RETREAD_LIB_COMMAND_KNOWN_ERRORS_H

#include <stdio.h>

#define HINT_RECORD    "Record something first: retread record -- CMD"
#define HINT_PATH      "Give its path, or the name of a program in PATH."
#define HINT_SANITIZER "Record a build without -fsanitize=... (but with -g)."
#define HINT_DEBUG     "Compile with -g, or drop --strict."
#define HINT_MACHINE   "Record a build for x86-64."
#define HINT_DOCTOR    "See what is missing: retread doctor"
#define HINT_VALGRIND                                                          \
	"Does it run under Valgrind? Try: valgrind --tool=none CMD; then: "    \
	"retread doctor"
#define HINT_INTERPRETERS                                                      \
	"Name the program that they test, or give --interpreters to analyse "  \
	"them."
#define HINT_OUT	  "Name a writable directory: --out DIR"
#define HINT_INSTALL	  "Install retread again, or build it: ./quickstart"
#define HINT_GRAPHVIZ	  "Build retread with libgraphviz-dev installed."
#define HINT_SUPPRESSIONS "See retread-report(1) for their format."
#define HINT_BASELINE	  "A baseline is a report.json kept from an earlier run."

/* With the name of a file. */
#define HINT_BUG "That is a bug in retread. Please report it, with the file %s"

/* "E01" of a hint; NULL: it has no number. */
const char *known_errors_number(const char *hint);

/* Explains NUMBER on OUT. Returns -1 if there is no such number. */
int known_errors_explain(const char *number, FILE *out);

#endif
