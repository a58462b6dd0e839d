/* SPDX-License-Identifier: MIT
 * Rule `rewalk` on ranges: calls of string functions that scan the same bytes
 * again, as the rest of a string or a string that grows (doc/rewalk.md). */
#ifndef RETREAD_ANALYZER_REWALK_RANGES_H
#define RETREAD_ANALYZER_REWALK_RANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/program/stack.h"
#include "analyzer/rewalk/rewalk.h"

struct rewalk_ranges;	  /* all contexts */
struct rewalk_range_node; /* one: a string function called from one place */

/* One call. */
struct rewalk_range {
	uint64_t cell; /* identity of its first byte */
	uint64_t address;
	uint64_t length_bytes; /* not 0 */
	uint64_t now;
	uint64_t written;      /* clock of the newest write in it */
	uint64_t half_written; /* half of its bytes are not newer than this */
	uint64_t library;      /* as in struct rewalk_read */
	bool is_constant;
};

/* What one activation did in one context. */
struct rewalk_range_counts {
	uint64_t events, bytes;
	uint64_t repeats, repeated_bytes; /* events and bytes read before */
	uint64_t constant;		  /* events */
	uint64_t longest;		  /* that repeats */
	uint64_t grown; /* events: bytes written since the event before */
	uint64_t shortest_length, longest_length; /* of all */
	uint32_t lengths; /* different ones, up to REWALK_RANGE_LENGTHS */
	struct rewalk_kept kept[REWALK_WALKS_KEPT]; /* the first events */
};

enum rewalk_range_verdict { RANGES_NOTHING, RANGES_HOT_KEY, RANGES_REWALK };

/* LIMITS live as long. */
struct rewalk_ranges *rewalk_ranges_new(const struct rewalk_limits *limits,
	void (*ended)(void *data, void *user, uint32_t level,
		const struct subject *subject, const struct rewalk_seen *seen,
		const struct rewalk_range_counts *counts),
	void *data);
void rewalk_ranges_free(struct rewalk_ranges *ranges);

/* A new context, known as USER. */
struct rewalk_range_node *rewalk_ranges_node(
	struct rewalk_ranges *ranges, void *user);

/* A call below the live subjects SUBJECT[0..COUNT), outermost first. */
void rewalk_ranges_add(struct rewalk_ranges *ranges,
	struct rewalk_range_node *node, struct subject *subject, uint32_t count,
	const struct rewalk_range *range);

/* The innermost subject SUBJECT[LEVEL] ends: ENDED is called for each context
 * in which it repeated something. */
void rewalk_ranges_end(
	struct rewalk_ranges *ranges, struct subject *subject, uint32_t level);

enum rewalk_range_verdict rewalk_ranges_judge(
	const struct rewalk_limits *limits,
	const struct rewalk_range_counts *counts);

#endif
