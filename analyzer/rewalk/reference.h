/* SPDX-License-Identifier: MIT
 * Rule `rewalk`, reference form: one tracker for each sequence, every read
 * offered to every enclosing subject, as doc/rewalk.md defines it. Slow; tests
 * compare the production form (analyzer/rewalk/rewalk.h) with it. */
#ifndef RETREAD_ANALYZER_REWALK_REFERENCE_H
#define RETREAD_ANALYZER_REWALK_REFERENCE_H

#include "analyzer/program/stack.h"
#include "analyzer/rewalk/rewalk.h"
#include "analyzer/rewalk/rule.h"

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
