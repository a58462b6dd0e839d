/* SPDX-License-Identifier: MIT
 * The instructions that read or call: site id -> where it stands in the source.
 *
 * A PLACE is a canonical source position: function, file, line and column, or the
 * instruction's offset without debug info. Unrolled
 * copies of one source position share one place, dense from 1; 0 is not a place. */
#ifndef RETREAD_ANALYZER_PROGRAM_SITES_H
#define RETREAD_ANALYZER_PROGRAM_SITES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/symbols/symbols.h"
#include "lib/format/trace_format.h"

struct sites;

/* One function of the inlined chain at a site, and the position in it. */
struct site_frame {
	const struct symbol_function *function;
	uint32_t place;
};

#define SITE_DEPTH_MAX 24

struct site {
	struct trace_site definition;
	/* Outermost first; of a read the last is the read itself, of a call the
	 * last is the call. For sites_resolve to fill. */
	struct site_frame *frame;
	uint32_t depth;
	bool is_resolved;
	bool has_label;
	bool has_called;
	struct symbol_label *label; /* for sites_label to fill */
};

struct sites *sites_new(struct symbols *symbols);
void sites_free(struct sites *sites);

void sites_define(struct sites *sites, const struct trace_site *definition);

/* The site with this ID, resolved. ID was defined (lib/trace checks it). */
struct site *sites_resolve(struct sites *sites, uint32_t id);

/* Whether the call at the site ID, which happens now, is its first one. */
bool sites_begin_call(struct sites *sites, uint32_t id);

/* The innermost place of the site ID, 0 of 0. */
uint32_t sites_place_of(struct sites *sites, uint32_t id);

/* The code at [START, END) goes: what is known of its sites stays. */
void sites_keep(struct sites *sites, uint64_t start, uint64_t end);

/* Other code appears at the addresses [START, END): its sites are resolved anew.
 * Places stay. */
void sites_forget(struct sites *sites, uint64_t start, uint64_t end);

/* What the read at the site is called in the source. */
const struct symbol_label *sites_label(struct sites *sites, uint32_t id);

/* The position that PLACE stands for; place is not 0. */
const struct symbol_position *sites_place(
	const struct sites *sites, uint32_t place);

/* How many parameters FUNCTION has; 0: none, or it is not known. */
size_t sites_count_parameters(
	const struct sites *sites, const struct symbol_function *function);

/* Places are numbered from 1 to this. */
uint32_t sites_place_count(const struct sites *sites);

#endif
