/* SPDX-License-Identifier: MIT
 * Parts of the page of a proof. */
#ifndef RETREAD_VIZ_PAGE_PROOF_H
#define RETREAD_VIZ_PAGE_PROOF_H

struct page;
struct proof_result;

/* The input that was found and the typical one, as text and in hexadecimal. */
void page_print_inputs(struct page *page, const struct proof_result *proof);

/* How the search in FOLDER/search went. */
void page_print_search(struct page *page, const char *folder);

#endif
