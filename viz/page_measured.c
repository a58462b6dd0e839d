/* SPDX-License-Identifier: MIT
 * What was proved of a finding: the strongest proof first, and the others. */
#include "config.h"

#include <stdlib.h>

#include "lib/report/proof.h"
#include "lib/words.h"
#include "viz/frame.h"
#include "viz/glossary.h"
#include "viz/html.h"
#include "viz/site.h"

#define TEXT_CHARACTERS 600

static void page_measured_print_evidence(
	struct page *page, enum proof_evidence evidence)
{
	fputs(" (", page->out);
	glossary_print_term(page, "evidence",
		evidence == PROOF_BY_NOTHING ? "not shown"
					     : proof_evidence_names[evidence]);
	fputs(")", page->out);
}

static void page_measured_print_proof(
	struct page *page, const struct proof_result *proof)
{
	char *sentence = words_shorten(proof->law.sentence, TEXT_CHARACTERS);

	html_print(page->out, "%t", sentence);
	free(sentence);
	page_measured_print_evidence(page, proof_evidence(proof));
	if (proof->pattern) {
		char *pattern = words_shorten(proof->pattern, TEXT_CHARACTERS);
		html_print(page->out, ", by <code>%t</code>", pattern);
		free(pattern);
	}
	if (proof->is_partial)
		fputs(", stopped early", page->out);
}

static void print_others(struct page *page, const struct site_proof *proof)
{
	for (size_t i = 0; i < proof->other_count; i++) {
		fputs("<li>", page->out);
		page_measured_print_proof(page, proof->other[i]);
		fputs("</li>\n", page->out);
	}
}

/* As the report has it, which may be without its folder. */
static void print_kept(struct page *page, const struct report_proof *proof)
{
	char *sentence = words_shorten(proof->sentence, TEXT_CHARACTERS);

	html_print(page->out, "<li>%t", sentence);
	page_measured_print_evidence(page, proof->evidence);
	fputs("</li>\n", page->out);
	free(sentence);
	for (size_t i = 0; i < proof->other_count; i++) {
		sentence = words_shorten(proof->other[i], TEXT_CHARACTERS);
		html_print(page->out, "<li>%t</li>\n", sentence);
		free(sentence);
	}
}

void page_print_measured(struct page *page, size_t finding)
{
	const struct website *site = page->site;
	const struct report_proof *kept = site->report->finding[finding].proof;
	size_t index = site_proof_of(site, finding);

	if (index == SIZE_MAX && !kept)
		return;
	frame_print_heading(page->out, page->prefix, "measured", "Measured");
	fputs("<ul>\n", page->out);
	if (index == SIZE_MAX) {
		print_kept(page, kept);
	} else {
		const struct site_proof *proof = &site->proof[index];
		bool is_link;
		fputs("<li>", page->out);
		is_link = site_begin_link(page, PAGE_PROOF, index);
		html_print(page->out, "%t%r", proof->result->law.sentence,
			is_link ? "</a>" : "");
		page_measured_print_evidence(
			page, proof_evidence(proof->result));
		fputs("</li>\n", page->out);
		print_others(page, proof);
	}
	fputs("</ul>\n", page->out);
}

void page_print_other_proofs(struct page *page, const struct site_proof *proof)
{
	if (proof->other_count == 0)
		return;
	frame_print_heading(page->out, page->prefix, "others",
		"What other measurements say");
	fputs("<ul>\n", page->out);
	print_others(page, proof);
	fputs("</ul>\n", page->out);
}
