/* SPDX-License-Identifier: MIT
 * Ranges that are written again before anything reads what is there. */
#ifndef RETREAD_ANALYZER_REWALK_WRITES_H
#define RETREAD_ANALYZER_REWALK_WRITES_H

#include "analyzer/rewalk/rewalk.h"

/* At CLOCK, LENGTH_BYTES from CELL on are read, by a function of libc, or
 * the kernel. */
void rewalk_give(struct rewalk *rewalk, uint64_t cell, uint64_t length_bytes,
	uint64_t clock);

/* Whether enough of RANGE was not read after it was written: evenly, from the first
 * write to the last. */
bool rewalk_is_unread(
	const struct rewalk *rewalk, const struct rewalk_range *range);

#endif
