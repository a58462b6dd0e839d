/* SPDX-License-Identifier: MIT
 * Prints a table of spectra, as table 3 of HeteroFuzz has them. */
#ifndef RETREAD_ANALYZER_SPECTRA_REPORT_H
#define RETREAD_ANALYZER_SPECTRA_REPORT_H

#include <stddef.h>
#include <stdio.h>

#include "analyzer/spectra/table.h"

struct error;
struct found_list;

/* How many boundaries are crossed. */
size_t report_count_crossed(const struct spectra_table *table);

void report_print_text(const struct spectra_table *table, FILE *out);
int report_print_table_json(
	const struct spectra_table *table, FILE *out, struct error *err);

/* Adds the boundaries that were crossed, or nearly, to LIST, which must be released
 * before TABLE. */
void report_list_found(
	const struct spectra_table *table, struct found_list *list);

/*--- what the forms share ---*/

/* "far", "near" or "crossed". */
const char *report_boundary_state(enum table_state state);

/* "value", "offset", "loop", ... */
const char *report_spectrum(const struct table_entity *entity);
/* The state of the worst boundary. */
enum table_state report_state(const struct table_entity *entity);
/* Was it seen, and is it for the user? */
bool report_is_shown(const struct table_entity *entity);
/* The value WORD as ENTITY's type has it. Free it. */
char *report_value(const struct table_entity *entity, uint64_t word);
/* "u8", "s16", "float". Free it. */
char *report_width(const struct table_entity *entity);
/* "0-3,7": offsets, at most LIMIT ranges. Free it. */
char *report_offsets(const struct table_entity *entity, size_t limit);
/* How the run ended, in words; NULL: as it should. Free it. */
char *report_end(const struct spectra_table *table);

#endif
