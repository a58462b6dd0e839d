/* SPDX-License-Identifier: MIT
 * Makes the sites of a kernel from its source, its pragmas and its Tcl
 * directives. */
#ifndef RETREAD_ANALYZER_SPECTRA_PREPARE_H
#define RETREAD_ANALYZER_SPECTRA_PREPARE_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/kernel/source.h"

struct error;
struct kernel_sites;

struct prepare {
	struct source_request source; /* one or more files */
	const char *top;
	const char *conf;
	const char *const *directives; /* Tcl files */
	size_t directives_count;
};

int prepare_sites(const struct prepare *prepare, struct kernel_sites *sites,
	struct error *err);

/*--- conf.c ---*/

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
