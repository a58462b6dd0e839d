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
