/* SPDX-License-Identifier: MIT
 * spectra.conf: which types, pragmas and declarations of a kernel mean which
 * spectrum, and where hardware begins to differ (HeteroFuzz, table 2). */
#ifndef RETREAD_ANALYZER_SPECTRA_CONF_H
#define RETREAD_ANALYZER_SPECTRA_CONF_H

#include <stdbool.h>
#include <stddef.h>

struct error;

/* `type PATTERN -> u W FRACTION`; PATTERN has a W where digits are, maybe an
 * I. */
struct conf_type {
	char *pattern;
	bool is_signed;
	bool has_fraction; /* of W - I bits */
};

/* A number of a boundary: a key of the pragma, or a constant. */
struct conf_number {
	char *key; /* NULL: none, NUMBER counts */
	bool has_default;
	unsigned long number;
};

/* `CATEGORY pragma NAME -> SPECTRUM:TARGET WHAT A B`, and the same for
 * declarations: `static`, `recursion`. */
struct conf_rule {
	char *category;
	bool is_pragma;
	char *name;	/* in lower case */
	char *spectrum; /* NULL: ignored, results do not depend on it */
	char *target;	/* loop, function, *, or a key that names it */
	char *what;	/* NULL: the spectrum is of interest, no boundary is
			   known */
	struct conf_number a, b;
};

struct conf {
	struct conf_type *type;
	size_t type_count;
	struct conf_rule *rule;
	size_t rule_count;
};

int conf_read(struct conf *conf, const char *path, struct error *err);
void conf_release(struct conf *conf);

/* Looks up NAME, a type as it is spelled, in the rules. Returns false if it has
 * no width of its own. */
bool conf_match_type(const struct conf *conf, const char *name, bool *is_signed,
	unsigned *bits, unsigned *fraction);

#endif
