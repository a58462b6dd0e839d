/* SPDX-License-Identifier: MIT
 * Writes what a search finds: inputs to the queue, crashes and hangs. */
#ifndef RETREAD_FUZZ_PERF_SEARCH_KEEP_H
#define RETREAD_FUZZ_PERF_SEARCH_KEEP_H

#include <stdint.h>

struct corpus_input;
struct error;
struct fuzz;

/* Writes INPUT to the queue. ORIGIN is a mutator's name or "orig:...". */
void keep_new_input(struct fuzz *fuzz, struct corpus_input *input,
	const char *origin, unsigned steps);

/* Writes the input of slot NUMBER to FOLDER, as its file ID. Free its name. */
char *keep_end(struct fuzz *fuzz, unsigned number, const char *folder,
	uint64_t id, uint32_t parent, const char *origin);

/* Writes an input that has its name, or notes that it is still unwritten. */
void keep_write_input(struct fuzz *fuzz, struct corpus_input *input);

/* Takes the RESULT of a write. A full disk does not end a campaign: what could not be
 * written is tried again, and said once. */
void keep_note_write(struct fuzz *fuzz, int result, const struct error *err);

/* The number in the name of a file of the queue; 0: none. */
uint64_t keep_name_number(const char *name);

#endif
