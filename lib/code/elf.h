/* SPDX-License-Identifier: MIT
 * Inspects a program before it runs: its machine, debug information,
 * compiler, sanitizer. */
#ifndef RETREAD_LIB_CODE_ELF_H
#define RETREAD_LIB_CODE_ELF_H

#include <stdbool.h>
#include <stddef.h>

struct error;

struct elf_facts {
	bool is_elf; /* all else is unset when it is not */
	bool is_x86_64;
	bool is_static;		/* no dynamic linker: no malloc replacement */
	const char *sanitizer;	/* "AddressSanitizer"; NULL: none */
	unsigned dwarf_version; /* 0: no debug information found */
	bool has_zstd_debug; /* it is compressed so, which this libdw cannot read */
	char debug_file[512]; /* that holds it, when it is another file */
	char compiler[128];   /* "GCC 12.2.0"; empty: not known */
	bool needs_avx512;    /* marked x86-64-v4 */
	char build_id[129];   /* in hexadecimal; empty: it has none */
	bool is_harness; /* a fuzz target: takes inputs as files, in a row */
};

/* Returns -1 with ERR filled when PATH cannot be read or is a damaged ELF. */
int elf_read_facts(
	const char *path, struct elf_facts *facts, struct error *err);

#endif
