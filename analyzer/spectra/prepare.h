/* SPDX-License-Identifier: MIT
 * Makes the sites of a kernel from its source, its pragmas and its Tcl
 * directives. */
#ifndef RETREAD_ANALYZER_SPECTRA_PREPARE_H
#define RETREAD_ANALYZER_SPECTRA_PREPARE_H

#include <stddef.h>

struct error;
struct kernel_sites;

struct prepare {
	const char *source;
	const char *top;
	const char *conf;
	const char *const *directives; /* Tcl files */
	size_t directives_count;
	char *const *argument; /* for the compiler */
	size_t argument_count;
};

int prepare_sites(const struct prepare *prepare, struct kernel_sites *sites,
	struct error *err);

#endif
