/* SPDX-License-Identifier: MIT
 * What to do about errors that users meet, each with a number that `retread help`
 * explains. The text of an error and that of the help are one. */
#ifndef RETREAD_CLI_KNOWN_ERRORS_H
#define RETREAD_CLI_KNOWN_ERRORS_H

#include <stdio.h>

#define CURE_RECORD    "Record something first: retread record -- CMD"
#define CURE_PATH      "Give its path, or a program in PATH."
#define CURE_SANITIZER "Record a build without -fsanitize=... (but with -g)."
#define CURE_DEBUG     "Compile with -g, or leave --strict out."
#define CURE_MACHINE   "Record a build for x86-64."
#define CURE_DOCTOR    "See what is missing: retread doctor"
#define CURE_VALGRIND                                                          \
	"Does it run under Valgrind? Try: valgrind --tool=none CMD; then: "    \
	"retread doctor"
#define CURE_OUT	  "Name a directory that can be written: --out DIR"
#define CURE_INSTALL	  "Install retread again, or build it: ./quickstart"
#define CURE_GRAPHVIZ	  "Build retread with libgraphviz-dev installed."
#define CURE_SUPPRESSIONS "Their form is told by retread-report(1)."
#define CURE_BASELINE	  "A baseline is a report.json that was kept."

/* With the name of a file. */
#define CURE_BUG "That is a bug in retread. Please report it, with the file %s"

/* "E01" of a cure; NULL: it has no number. */
const char *known_errors_number(const char *cure);

/* Explains NUMBER on OUT. Returns -1 if there is no such number. */
int known_errors_explain(const char *number, FILE *out);

#endif
