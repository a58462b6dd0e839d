/* SPDX-License-Identifier: MIT
 * A small program compiled while the tests run, mapped into the address space
 * of a symbols handle, with its load instructions as sites. */
#ifndef RETREAD_TESTSUITE_SUBJECT_H
#define RETREAD_TESTSUITE_SUBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/symbols/symbols.h"
#include "lib/format/trace_format.h"

#define SUBJECT_SITES_MAX 512

struct subject {
	char directory[64];
	char path[128];
	uint64_t bias; /* added to the addresses in the file */
	struct symbols *symbols;
	struct trace_site sites[SUBJECT_SITES_MAX];
	size_t site_count;
};

/* A compiler and how it is asked to compile. */
struct subject_config {
	const char *compiler;
	const char *flags;
};

#define SUBJECT_CONFIGS 8
extern const struct subject_config subject_configs[SUBJECT_CONFIGS];
/* A C program of two files and a header that walks a list. */
extern const char *const subject_list_files[];

/* The line of FILES' file NAME that holds MARKER, from 1. */
unsigned subject_line(
	const char *const *files, const char *name, const char *marker);
/* Can COMPILER be run? */
bool subject_has_compiler(const char *compiler);
/* Writes FILES (pairs of name and text, NULL after the last), runs
 * `COMPILER FLAGS -o subject` on those that are no headers. Returns false, with
 * a note for the reader of the log, when that fails. */
bool subject_build(struct subject *subject, const char *compiler,
	const char *flags, const char *const *files);
/* Builds the list program by every configuration whose compiler is there: others
 * have no handle. Returns 0, or -1. */
int subject_build_all(struct subject subject[SUBJECT_CONFIGS]);
void subject_release_all(struct subject subject[SUBJECT_CONFIGS]);
/* Does configuration I optimise? */
bool subject_is_optimised(int i);
/* Runs a shell command in the subject's directory. */
bool subject_run(const struct subject *subject, const char *command);
/* Makes a new handle in which PATH is mapped as the loader would. */
void subject_map(struct subject *subject, const char *path, uint64_t bias);
/* The address of a function or variable, by nm; 0: there is none. SIZE_BYTES
 * may be NULL. */
uint64_t subject_address(
	const struct subject *subject, const char *name, uint64_t *size_bytes);
/* Disassembles FUNCTION: fills the sites of its loads. A register that was
 * itself loaded in the same block is described by how it was loaded. */
void subject_read_sites(struct subject *subject, const char *function);
/* Is there a site in FUNCTION labelled like this? `variable field type target`,
 * `-` for NULL, `*` for any variable. */
bool subject_has_label(
	struct subject *subject, const char *function, const char *expected);
void subject_release(struct subject *subject);

#endif
