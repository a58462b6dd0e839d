/* SPDX-License-Identifier: MIT
 * Tables whose rows become cards on a narrow screen. */
#include "config.h"

#include "viz/cards.h"

#include <stdlib.h>

#include "viz/glossary.h"
#include "viz/html.h"
#include "viz/site.h"

void cards_begin(FILE *out, const struct cards *cards)
{
	html_print(out,
		"<div class=\"scroll\"><table class=\"cards\" id=\"%r%r\"%r>\n"
		"<caption>%r</caption>\n<thead><tr>",
		cards->prefix, cards->id,
		cards->has_filter ? " data-filter" : "", cards->caption);
	for (size_t i = 0; i < cards->count; i++) {
		const struct cards_column *column = &cards->column[i];
		html_print(out, "<th scope=\"col\"%r>",
			column->is_number ? " class=\"number\"" : "");
		if (column->term && cards->glossary)
			glossary_print_link(out, cards->glossary, column->term,
				column->name);
		else
			fputs(column->name, out);
		fputs("</th>", out);
	}
	fputs("</tr></thead>\n<tbody>\n", out);
}

void cards_end(FILE *out)
{
	fputs("</tbody>\n</table></div>\n", out);
}

void cards_begin_on(struct page *page, const struct cards *cards)
{
	struct cards placed = *cards;
	char *glossary = glossary_place_dup(page);

	placed.prefix = page->prefix;
	placed.glossary = glossary;
	cards_begin(page->out, &placed);
	free(glossary);
}
