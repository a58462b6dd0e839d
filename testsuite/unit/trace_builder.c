/* SPDX-License-Identifier: MIT
 * Builds traces in memory for tests, record by record. */
#include "config.h"

#include "testsuite/unit/trace_builder.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/memory.h"
#include "lib/trace/trace.h"

#define TAG(type) (TRACE_TAG_BASE | (type))

void trace_builder_header(struct trace_header *header)
{
	static const char command[] = "./subject\0-x";

	memset(header, 0, sizeof(*header));
	memcpy(header->magic, TRACE_MAGIC, sizeof(header->magic));
	header->version = TRACE_VERSION;
	header->header_bytes = TRACE_HEADER_BYTES;
	header->word_bytes = 8;
	header->pid = 4711;
	header->parent_pid = 4710;
	header->started_unix_ms = 1700000000123;
	header->command_bytes = sizeof(command);
	memcpy(header->command, command, sizeof(command));
	header->checksum =
		trace_checksum(header, offsetof(struct trace_header, checksum));
}

static void append(
	struct trace_builder *builder, const void *bytes, size_t size)
{
	builder->bytes = memory_grow(
		builder->bytes, &builder->capacity, builder->size + size, 1);
	memcpy(builder->bytes + builder->size, bytes, size);
	builder->size += size;
}

void trace_builder_init(struct trace_builder *builder)
{
	struct trace_header header;

	memset(builder, 0, sizeof(*builder));
	trace_builder_header(&header);
	append(builder, &header, sizeof(header));
	builder->records = builder->size;
	builder->clock = 1;
}

void trace_builder_release(struct trace_builder *builder)
{
	free(builder->bytes);
	memset(builder, 0, sizeof(*builder));
}

void trace_builder_add(
	struct trace_builder *builder, const void *record, size_t size)
{
	append(builder, record, size);
	builder->clock += size / 8;
}

void trace_builder_site(
	struct trace_builder *builder, uint32_t id, uint64_t pc, uint8_t flags)
{
	struct trace_site site = {
		.tag = TAG(TRACE_SITE),
		.record_bytes = offsetof(struct trace_site, step) + 16,
		.pc = pc,
		.id = id,
		.size_bytes = 8,
		.flags = flags,
		.base = 7,
		.step_count = 2,
		.index_scale = flags & TRACE_SITE_INDEXED ? 8 : 0,
		.step = {16, -8},
	};

	trace_builder_add(builder, &site, site.record_bytes);
}

void trace_builder_read_value(struct trace_builder *builder, uint32_t site,
	uint32_t stamp, uint64_t address, uint64_t value)
{
	struct trace_read read = {site, stamp, address, value};

	trace_builder_add(builder, &read, TRACE_READ_VALUE_BYTES);
}

void trace_builder_read(struct trace_builder *builder, uint32_t site,
	uint32_t stamp, uint64_t address)
{
	struct trace_read read = {site, stamp, address, 0};

	trace_builder_add(builder, &read, TRACE_READ_BYTES);
}

/* Appends HEAD of HEAD_BYTES, whose second word is the record's length, and
 * TEXT behind it. */
static void add_with_text(struct trace_builder *builder, void *head,
	size_t head_bytes, const char *text)
{
	size_t text_bytes = (strlen(text) + 8) / 8 * 8;
	uint32_t record_bytes = (uint32_t)(head_bytes + text_bytes);
	char *record = memory_alloc_zero(1, record_bytes);

	memcpy((char *)head + 4, &record_bytes, sizeof(record_bytes));
	memcpy(record, head, head_bytes);
	memcpy(record + head_bytes, text, strlen(text));
	trace_builder_add(builder, record, record_bytes);
	free(record);
}

void trace_builder_module(struct trace_builder *builder, uint64_t start,
	uint64_t end, const char *path)
{
	struct trace_module module = {
		.tag = TAG(TRACE_MODULE),
		.start = start,
		.end = end,
		.file_offset = 0x1000,
	};

	add_with_text(builder, &module, sizeof(module), path);
}

void trace_builder_test(struct trace_builder *builder, const char *name)
{
	struct trace_text text = {.tag = TAG(TRACE_TEST)};

	add_with_text(builder, &text, sizeof(text), name);
}

void trace_builder_exit(struct trace_builder *builder, int code)
{
	struct trace_exit end = {.tag = TAG(TRACE_EXIT), .exit_code = code};

	trace_builder_add(builder, &end, sizeof(end));
}

void trace_builder_block(struct trace_builder *builder)
{
	size_t size = builder->size - builder->records;
	struct trace_block block = {
		.magic = TRACE_BLOCK_MAGIC,
		.sequence = builder->sequence++,
		.clock = builder->clock - size / 8,
		.payload_bytes = (unsigned int)size,
		.checksum =
			trace_checksum(builder->bytes + builder->records, size),
	};

	block.head_checksum = trace_checksum(
		&block, offsetof(struct trace_block, head_checksum));
	append(builder, &block, sizeof(block));
	memmove(builder->bytes + builder->records + sizeof(block),
		builder->bytes + builder->records, size);
	memcpy(builder->bytes + builder->records, &block, sizeof(block));
	builder->records = builder->size;
}

#define ADD(builder, kind, ...)                                                \
	do {                                                                   \
		struct kind added = {__VA_ARGS__};                             \
		trace_builder_add(builder, &added, sizeof(added));             \
	} while (0)

static void add_heap(struct trace_builder *builder)
{
	ADD(builder, trace_alloc, TAG(TRACE_ALLOC), TRACE_ALLOC_CALLOC,
		0x5000010, 64);
	ADD(builder, trace_realloc, TAG(TRACE_REALLOC), 0, 0x5000010, 0x5000100,
		128);
	ADD(builder, trace_free, TAG(TRACE_FREE), TRACE_ALLOC_CALLOC,
		0x5000100);
}

void trace_builder_sample(struct trace_builder *builder)
{
	trace_builder_init(builder);
	trace_builder_module(builder, 0x400000, 0x402000, "/opt/subject");
	ADD(builder, trace_range, TAG(TRACE_MAP), 0, 0x7000000, 0x7001000);
	trace_builder_site(builder, 1, 0x400120, TRACE_SITE_READ);
	trace_builder_site(builder, 2, 0x400130,
		TRACE_SITE_READ | TRACE_SITE_VALUE | TRACE_SITE_INDEXED);
	trace_builder_site(builder, 3, 0x400140, TRACE_SITE_CALL);
	ADD(builder, trace_thread, TAG(TRACE_THREAD), 1);
	trace_builder_test(builder, "List.Appends");
	ADD(builder, trace_call, TAG(TRACE_CALL), 3, 0x400200, 0x1ffefff8,
		{1, 2, 3, 4});
	ADD(builder, trace_enter, TAG(TRACE_ENTER), 0, 0x400300, {5, 6, 7, 8});
	trace_builder_block(builder);

	add_heap(builder);
	trace_builder_read(builder, 1, 0, 0x601000);
	trace_builder_read(builder, 1, 9 << TRACE_STAMP_SHIFT, 0x601008);
	trace_builder_read_value(builder, 2,
		40 << TRACE_STAMP_SHIFT | TRACE_STAMP_OWN, 0x601010, 0x5000010);
	ADD(builder, trace_return, TAG(TRACE_RETURN), 1);
	ADD(builder, trace_skip, TAG(TRACE_SKIP), 2, 14);
	trace_builder_block(builder);
	builder->clock += 14;

	ADD(builder, trace_rebase, TAG(TRACE_REBASE), 0, 60);
	trace_builder_read(builder, 1,
		7 << TRACE_STAMP_SHIFT | TRACE_STAMP_EXTERNAL, 0x601018);
	ADD(builder, trace_string, TAG(TRACE_STRING), 1, 0x601020, 5,
		7 << TRACE_STAMP_SHIFT, TRACE_STRING_SCAN,
		3 << TRACE_STAMP_SHIFT);
	ADD(builder, trace_lost, TAG(TRACE_LOST), TRACE_LOST_OFF);
	trace_builder_test(builder, "");
	ADD(builder, trace_range, TAG(TRACE_UNMAP), 0, 0x7000000, 0x7001000);
	ADD(builder, trace_thread, TAG(TRACE_THREAD_END), 1);
	trace_builder_exit(builder, 3);
	trace_builder_block(builder);
}

struct trace_reader *trace_builder_open(
	const void *data, size_t size, struct error *err)
{
	int fd = memfd_create("trace", MFD_CLOEXEC);
	char *path = memory_format("/proc/self/fd/%d", fd);
	struct trace_reader *reader = NULL;

	if (fd >= 0 && write(fd, data, size) == (ssize_t)size)
		reader = trace_open_file(path, err);
	close(fd);
	free(path);
	return reader;
}
