/* SPDX-License-Identifier: MIT
 * The words that pages use in a sense of their own. */
#include "config.h"

#include "viz/glossary.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"
#include "viz/html.h"
#include "viz/site.h"

/* In the order of the alphabet. MEANING is markup. */
static const struct term {
	enum glossary of;
	const char *id, *word, *meaning;
} terms[] = {
	{GLOSSARY_WALKS, "again", "again",
		"Reads of a line that repeat an earlier read of something "
		"that nobody has written since."},
	{GLOSSARY_WALKS, "call", "call",
		"One activation of the function that a finding is about, with "
		"all that it calls."},
	{GLOSSARY_WALKS, "cause", "cause",
		"Findings of one function and one structure: one change "
		"usually mends them all. The one that costs most leads."},
	{GLOSSARY_WALKS, "cell", "cell",
		"What one load reads: a field or an element, until it is "
		"written again."},
	{GLOSSARY_WALKS, "evidence", "evidence of a proof",
		"How firmly a law stands. <em>Exact</em>: a polynomial "
		"meets every count. <em>Fitted</em>: a law at sizes that "
		"were chosen for it. <em>Search</em>: a law at sizes that a "
		"search came to. <em>Bounded</em>: the structure grew and the "
		"count did not. <em>Not shown</em>: none of these. A weaker "
		"proof never takes the place of a stronger one."},
	{GLOSSARY_WALKS, "exactness", "exact, lower bound, estimate",
		"Whether all of the run was seen, a part, or a number was "
		"calculated from a part. What only repeats what is known is "
		"left out; <code>retread record --follow-all</code> counts "
		"it."},
	{GLOSSARY_WALKS, "graph", "access graph",
		"Which fields lead from the variables of a function to what "
		"it walks, and where these are read."},
	{GLOSSARY_WALKS, "growth", "growth",
		"The power of the number of cells that the reads grow with, "
		"measured over calls of different size. n<sup>2</sup>: twice "
		"the data, four times the reads. Not clear: the interval of "
		"95 % is wider than half a power."},
	{GLOSSARY_WALKS, "proof", "proof",
		"What <code>retread prove</code> measured at many sizes. "
		"<em>Proved</em>: it grows faster than n log n in this range."},
	{GLOSSARY_WALKS, "repeated", "repeated read",
		"A read of a cell that the same place read before, and that "
		"nobody has written since."},
	{GLOSSARY_WALKS, "root", "root",
		"The variable and the fields by which a function reaches the "
		"structure that it walks."},
	{GLOSSARY_WALKS, "severity", "severity",
		"How much a change may save. High: walks repeat and grow with "
		"the structure. Medium: they repeat, and that they stop "
		"growing was not seen. Low: they repeat over few cells or do "
		"not grow. Info: nothing to mend by itself."},
	{GLOSSARY_WALKS, "shift", "shift",
		"Bytes moved within one object, as by <code>memmove</code> "
		"when something is taken from its front."},
	{GLOSSARY_WALKS, "walk", "walk",
		"One pass over connected cells at one place of the program."},
	{GLOSSARY_HARDWARE, "bits", "bits",
		"How many the largest value needed, beside how many the "
		"variable was declared with."},
	{GLOSSARY_HARDWARE, "boundary", "boundary",
		"A value, offset or count from which on hardware may do what "
		"the CPU does not. Near: within one bit or element. Crossed: "
		"seen beyond it."},
	{GLOSSARY_HARDWARE, "cause", "cause",
		"The place of the kernel whose hardware behaviour alone "
		"suffices for the difference."},
	{GLOSSARY_HARDWARE, "class", "class",
		"How the hardware differs: a wrong or unknown value, stale "
		"state, a fault of the host, or no end."},
	{GLOSSARY_HARDWARE, "enough", "enough",
		"The narrowest type that holds all values that were seen. It "
		"is no promise about others."},
	{GLOSSARY_HARDWARE, "histogram", "histogram",
		"How many values needed how many bits."},
	{GLOSSARY_HARDWARE, "kernel", "kernel",
		"The function that becomes hardware, with all that it calls."},
	{GLOSSARY_HARDWARE, "offset", "offset",
		"The element of an array that was read or written, from 0."},
	{GLOSSARY_HARDWARE, "spectrum", "spectrum",
		"All values, offsets or trips that one variable, array or loop "
		"had over all tests."},
	{GLOSSARY_HARDWARE, "trips", "trips",
		"How often a loop ran its body each time it was entered."},
	{GLOSSARY_COMPILERS, "class-of-finding", "class",
		"What went wrong: a pass changed what a function computes "
		"(output), native code computes something else (codegen), the "
		"compiler refuses what its own pass made (invalid), it died, "
		"or did not come to an end."},
	{GLOSSARY_COMPILERS, "evidence", "evidence",
		"Who says so beside the evaluation of the compiler's IR. "
		"Confirmed: native code differs, too, or another release "
		"keeps the meaning. Interpreter only: nobody, and poison may "
		"be all that differs."},
	{GLOSSARY_COMPILERS, "release", "release",
		"A version of the compiler that is installed beside the one "
		"that was searched. Each ran the same passes on the same "
		"function with the same arguments."},
};

#define TERMS (sizeof terms / sizeof terms[0])

void glossary_print(FILE *out, enum glossary which, const char *prefix)
{
	fputs("<dl class=\"words\">\n", out);
	for (size_t i = 0; i < TERMS; i++)
		if (terms[i].of == which)
			html_print(out, "<dt id=\"%r%r\">%r</dt><dd>%r</dd>\n",
				prefix, terms[i].id, terms[i].word,
				terms[i].meaning);
	fputs("</dl>\n", out);
}

void glossary_print_link(
	FILE *out, const char *before, const char *id, const char *words)
{
	html_print(out, "<a class=\"term\" href=\"%r%r\">%r</a>", before, id,
		words);
}

char *glossary_place_dup(const struct page *page)
{
	char *reference = site_reference(page, PAGE_GLOSSARY, 0, 0);
	char *place = memory_format(
		"%s%s", reference, page->site->options.is_one_file ? "-" : "#");

	free(reference);
	return place;
}

void glossary_print_term(struct page *page, const char *id, const char *words)
{
	char *place = glossary_place_dup(page);

	glossary_print_link(page->out, place, id, words);
	free(place);
}

void page_glossary(struct page *page, size_t unused)
{
	(void)unused;
	fputs("<h1>Glossary</h1>\n", page->out);
	glossary_print(page->out, GLOSSARY_WALKS, page->prefix);
}
