/* SPDX-License-Identifier: MIT
 * The clauses that lower a severity. */
#include "config.h"

#include "lib/report/clause.h"

#include <stddef.h>

const char *const clause_names[] = {"none", "output", "constant", "key", "text",
	"parallel", "kernel", "program", "table", "capacity", "lookup",
	"operations", "doubling", "rounds", "rare", "depth", "promised",
	"runtime", "test", "bounded", NULL};

static const struct {
	const char *words, *measure;
} clauses[] = {
	[REPORT_CLAUSE_OUTPUT] = {"a library prints it, and it does not grow",
		"is printed by a library, and not what grew"},
	[REPORT_CLAUSE_CONSTANT] = {"the data is constant",
		"share of the reads that are of constant data"},
	[REPORT_CLAUSE_KEY] = {"it is one short text",
		"is a short text of fewer lengths than a limit"},
	[REPORT_CLAUSE_TEXT] = {"short texts are read letter by letter",
		"share of the walks over bytes that do not grow nor begin "
		"inside "
		"of a text shorter than a limit"},
	[REPORT_CLAUSE_PARALLEL] = {"each step does other work besides",
		"share of the steps with other work, of walks of one length"},
	[REPORT_CLAUSE_KERNEL] =
		{"numbers of two structures are read side by side",
			"share of the steps beside another structure"},
	[REPORT_CLAUSE_PROGRAM] = {"what is read says what to do",
		"share of the steps by the code of the time before, of several "
		"codes"},
	[REPORT_CLAUSE_TABLE] = {"most of an array of constant size is walked",
		"is most of an array of constant size, or of a small one"},
	[REPORT_CLAUSE_CAPACITY] = {"its type gives it a constant bound",
		"is of a bound that its type gives it"},
	[REPORT_CLAUSE_LOOKUP] = {"a table says something of each character",
		"is a table of characters, in no order of its own"},
	[REPORT_CLAUSE_OPERATIONS] = {"each of many operations reads a part",
		"share of the steps from one call to another, with other work"},
	[REPORT_CLAUSE_DOUBLING] =
		{"each walk is a multiple of the walk before",
			"factor between one walk and the next, at least"},
	[REPORT_CLAUSE_ROUNDS] = {"it is walked a few times from end to end",
		"walks of a call from end to end (to be low, at most the "
		"limit)"},
	[REPORT_CLAUSE_RARE] = {"hardly any call walks again",
		"share of the reads in calls that walk again (to be low, at "
		"most "
		"the limit)"},
	[REPORT_CLAUSE_DEPTH] = {"ways down are short for all that is there",
		"cells of a walk (to be low, at most the limit: the depth of a "
		"balanced tree of all elements)"},
	[REPORT_CLAUSE_PROMISED] = {"the C++ standard promises that it is "
				    "cheap",
		"is an operation that the C++ standard promises to be cheap"},
	[REPORT_CLAUSE_RUNTIME] = {"the language's runtime does it",
		"is the work of the language's runtime"},
	[REPORT_CLAUSE_TEST] = {"a test repeats its calls",
		"is repeated by a test, and does not grow"},
	[REPORT_CLAUSE_BOUNDED] = {"larger calls walk no further",
		"power of what is read, with which reads grow (to be low, at "
		"most "
		"the limit)"},
};

const char *clause_name(enum report_clause clause)
{
	return clause_names[clause];
}

const char *clause_words(enum report_clause clause)
{
	return clauses[clause].words;
}

const char *clause_measure(enum report_clause clause)
{
	return clauses[clause].measure;
}
