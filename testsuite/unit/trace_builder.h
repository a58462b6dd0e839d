/* SPDX-License-Identifier: MIT
 * Builds traces in memory for tests, record by record. */
#ifndef RETREAD_TESTSUITE_TRACE_BUILDER_H
#define RETREAD_TESTSUITE_TRACE_BUILDER_H

#include "lib/format/trace_format.h"

#include <stddef.h>
#include <stdint.h>

struct trace_builder {
	uint8_t *bytes; /* the trace so far, then the records of a block */
	size_t size;
	size_t capacity;
	size_t records; /* where the open block's records begin */
	uint32_t sequence;
	uint64_t clock; /* of the next record */
};

/* Begins with a header of process 4711, "./subject\0-x". */
void trace_builder_init(struct trace_builder *builder);
void trace_builder_release(struct trace_builder *builder);

/* Fills HEADER as trace_builder_init does. */
void trace_builder_header(struct trace_header *header);

/* Appends a record of any type. */
void trace_builder_add(
	struct trace_builder *builder, const void *record, size_t size);
void trace_builder_site(
	struct trace_builder *builder, uint32_t id, uint64_t pc, uint8_t flags);
void trace_builder_read(struct trace_builder *builder, uint32_t site,
	uint32_t stamp, uint64_t address);
void trace_builder_read_value(struct trace_builder *builder, uint32_t site,
	uint32_t stamp, uint64_t address, uint64_t value);
void trace_builder_module(struct trace_builder *builder, uint64_t start,
	uint64_t end, const char *path);
void trace_builder_test(struct trace_builder *builder, const char *name);
void trace_builder_exit(struct trace_builder *builder, int code);

/* Puts the records since the last block behind a head with checksums. */
void trace_builder_block(struct trace_builder *builder);

/* A small trace of three blocks in which every type of record occurs, and
 * complete. */
void trace_builder_sample(struct trace_builder *builder);

/* Opens the SIZE bytes at DATA as a trace file, which has no name. */
struct trace_reader;
struct error;
struct trace_reader *trace_builder_open(
	const void *data, size_t size, struct error *err);

#endif
