/* SPDX-License-Identifier: MIT
 * JUnit's XML, as servers that run tests read it: suites of cases, some of which have
 * trouble. */
#ifndef RETREAD_LIB_OUTPUT_JUNIT_H
#define RETREAD_LIB_OUTPUT_JUNIT_H

#include <stddef.h>
#include <stdio.h>

void junit_begin(FILE *out);
void junit_end(FILE *out);

/* TROUBLE, "failures" or "errors", says which COUNT of the CASES have. */
void junit_begin_suite(FILE *out, const char *name, size_t cases,
	const char *trouble, size_t count);
void junit_end_suite(FILE *out);

/* <testcase classname="CLASS" name="NAME", to which attributes may be added. */
void junit_begin_case(FILE *out, const char *class, const char *name);
void junit_end_case(FILE *out);
/* NAME="TEXT"; NULL: "?". */
void junit_print_attribute(FILE *out, const char *name, const char *text);

#endif
