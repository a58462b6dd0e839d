/* SPDX-License-Identifier: MIT
 * Words worth putting into inputs: from a file, from the target's constants. */
#ifndef RETREAD_FUZZ_PERF_MUTATE_DICTIONARY_H
#define RETREAD_FUZZ_PERF_MUTATE_DICTIONARY_H

#include <stddef.h>
#include <stdint.h>

struct error;

#define DICTIONARY_WORD_BYTES 128

struct dictionary_word {
	uint8_t bytes[DICTIONARY_WORD_BYTES];
	size_t length;
};

struct dictionary {
	struct dictionary_word *word;
	size_t count;
	size_t capacity;
	/* Of each byte that is a case of a switch, the other cases. */
	uint8_t sibling[256][256];
	uint16_t sibling_count[256];
};

void dictionary_release(struct dictionary *dictionary);

/* Adds a word that is not there yet; longer ones are cut. */
void dictionary_add(
	struct dictionary *dictionary, const uint8_t *bytes, size_t length);

/* Adds bytes that are cases of one switch. */
void dictionary_add_cases(
	struct dictionary *dictionary, const uint8_t *bytes, size_t count);

/* Adds the words of a file in AFL's or libFuzzer's syntax: lines of
 * `name="value"`, `name@level="value"` or `"value"`, with \\, \" and \xAB in
 * the value. Returns 0, or -1 with ERR filled. */
int dictionary_read(
	struct dictionary *dictionary, const char *path, struct error *err);

#endif
