/* SPDX-License-Identifier: MIT
 * Directives to a hardware compiler: `#pragma HLS ...` in a source, or
 * `set_directive_... ` in a Tcl file. */
#ifndef RETREAD_ANALYZER_SPECTRA_DIRECTIVE_H
#define RETREAD_ANALYZER_SPECTRA_DIRECTIVE_H

#include <stdbool.h>
#include <stddef.h>

struct error;

struct directive_key {
	char *name; /* in lower case */
	char *value;
};

struct directive {
	char *name;  /* in lower case */
	char *text;  /* as it stands there */
	size_t file; /* index in what was read */
	unsigned line;
	char *location; /* of Tcl: "function" or "function/label"; NULL: where
			   the pragma stands */
	struct directive_key *key;
	size_t key_count;
};

struct directives {
	struct directive *directive;
	size_t count, room;
};

/* Appends those in PATH, a C source or, if IS_TCL, a Tcl file. */
int directives_read(struct directives *directives, const char *path,
	size_t file, bool is_tcl, struct error *err);
void directives_release(struct directives *directives);
/* The value of key NAME; NULL: it has none. */
const char *directive_value(
	const struct directive *directive, const char *name);

#endif
