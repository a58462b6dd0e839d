/* SPDX-License-Identifier: MIT
 * Mutators for inputs made of words: what stands between two bytes of one
 * value, which any byte of the input may be. Text, records and markup have such
 * a byte, and a cost that grows with words wants whole ones. */
#ifndef RETREAD_FUZZ_PERF_MUTATE_MUTATE_WORDS_H
#define RETREAD_FUZZ_PERF_MUTATE_MUTATE_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mutation;

/* One word in place of another one. */
bool mutate_copy_word(struct mutation *mutation);
/* One word once more, before another one. */
bool mutate_repeat_word(struct mutation *mutation);
/* One word in place of another one, changed so that many a hash stays the same. */
bool mutate_vary_word(struct mutation *mutation);
/* A short word of any bytes in place of another one. */
bool mutate_invent_word(struct mutation *mutation);
/* The same in place of a short one, and shorter. */
bool mutate_shorten_word(struct mutation *mutation);
/* Two words change places. */
bool mutate_swap_words(struct mutation *mutation);
/* A word, and the byte that ends it, go. */
bool mutate_delete_word(struct mutation *mutation);

#endif
