/* SPDX-License-Identifier: MIT
 * Writes the XML of JUnit. */
#include "config.h"

#include "lib/output/junit.h"

#include "lib/markup.h"

void junit_print_attribute(FILE *out, const char *name, const char *text)
{
	fprintf(out, " %s=\"", name);
	markup_print(out, text ? text : "?");
	putc('"', out);
}

void junit_begin(FILE *out)
{
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n",
		out);
}

void junit_end(FILE *out)
{
	fputs("</testsuites>\n", out);
}

void junit_begin_suite(FILE *out, const char *name, size_t cases,
	const char *trouble, size_t count)
{
	fputs(" <testsuite", out);
	junit_print_attribute(out, "name", name);
	fprintf(out, " tests=\"%zu\" %s=\"%zu\">\n", cases, trouble, count);
}

void junit_end_suite(FILE *out)
{
	fputs(" </testsuite>\n", out);
}

void junit_begin_case(FILE *out, const char *class, const char *name)
{
	fputs("  <testcase", out);
	junit_print_attribute(out, "classname", class);
	junit_print_attribute(out, "name", name);
}

void junit_end_case(FILE *out)
{
	fputs("</testcase>\n", out);
}
