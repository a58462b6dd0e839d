/* SPDX-License-Identifier: MIT
 * Rule `rewalk` as its definition says it: one tracker for each sequence, every read
 * offered to every enclosing subject. Slow, and independent of the analyzer, which is
 * compared with it. */
#ifndef RETREAD_TESTSUITE_UNIT_REWALK_REFERENCE_H
#define RETREAD_TESTSUITE_UNIT_REWALK_REFERENCE_H

#include "analyzer/program/stack.h"
#include "analyzer/rewalk/rewalk.h"

struct rewalk_reference;

/* LIMITS live as long. */
struct rewalk_reference *rewalk_reference_new(
	const struct rewalk_limits *limits, const struct rewalk_memory *memory);
void rewalk_reference_free(struct rewalk_reference *reference);

/* A read below the live subjects SUBJECT[0..COUNT), outermost first. */
void rewalk_reference_read(struct rewalk_reference *reference,
	const struct rewalk_names *names, const struct subject *subject,
	size_t count, const struct rewalk_read *read);

/* Reads in the contexts NAMES, of which PATHS are paths, are left out from now on:
 * the walks that they are in below SUBJECT[0..COUNT) are given up. */
void rewalk_reference_pause(struct rewalk_reference *reference,
	const struct rewalk_names *names, size_t paths,
	const struct subject *subject, size_t count);

/* The activation SERIAL ends: FOUND is called for each of its sequences. */
void rewalk_reference_end(struct rewalk_reference *reference, uint64_t serial,
	void (*found)(void *data, enum rewalk_kind kind, uint64_t name,
		const struct rewalk_counts *counts),
	void *data);

#endif
