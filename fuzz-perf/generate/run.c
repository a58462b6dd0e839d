/* SPDX-License-Identifier: MIT
 * One run of a generator: its streams, spans, memory and end. */
#include "fuzz-perf/generate/runs.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory ---- */

struct generate_block {
	struct generate_block *next;
	size_t used, size;
	_Alignas(16) char bytes[];
};

void *gen_memory(void *block, size_t size)
{
	void *found = realloc(block, size ? size : 1);

	if (!found) {
		fputs("retread-gen: out of memory\n", stderr);
		abort();
	}
	return found;
}

void *gen_alloc(struct gen *g, size_t size)
{
	struct generate_block *block = g->run->blocks;

	size = (size + 15) & ~(size_t)15;
	if (!block || block->size - block->used < size) {
		size_t capacity = size > 4000 ? size : 4000;
		block = gen_memory(NULL, sizeof *block + capacity);
		block->size = capacity;
		block->used = 0;
		block->next = g->run->blocks;
		g->run->blocks = block;
	}
	void *found = block->bytes + block->used;
	block->used += size;
	return memset(found, 0, size);
}

void gen_run_release(struct gen_run *run)
{
	for (struct generate_block *block = run->blocks; block;) {
		struct generate_block *next = block->next;
		free(block);
		block = next;
	}
	run->blocks = NULL;
	free(run->text);
	run->text = NULL;
	run->text_length = run->text_capacity = 0;
}

static void grow_text(struct gen_run *run, size_t more)
{
	size_t need = run->text_length + more + 1;

	if (need <= run->text_capacity)
		return;
	run->text_capacity = 2 * need;
	run->text = gen_memory(run->text, run->text_capacity);
}

void gen_put_bytes(struct gen *g, const void *bytes, size_t length)
{
	struct gen_run *run = g->run;

	grow_text(run, length);
	if (length)
		memcpy(run->text + run->text_length, bytes, length);
	run->text_length += length;
	run->text[run->text_length] = '\0';
}

void gen_put(struct gen *g, const char *format, ...)
{
	struct gen_run *run = g->run;
	va_list arguments;

	va_start(arguments, format);
	int length = vsnprintf(NULL, 0, format, arguments);
	va_end(arguments);
	if (length < 0)
		return;
	grow_text(run, (size_t)length);
	va_start(arguments, format);
	vsnprintf(run->text + run->text_length, (size_t)length + 1, format,
		arguments);
	va_end(arguments);
	run->text_length += (size_t)length;
}

const char *gen_text(struct gen *g, size_t *length)
{
	gen_put_bytes(g, "", 0);
	if (length)
		*length = g->run->text_length;
	return g->run->text;
}

/* ---- streams ---- */

static struct gen *generate_open_stream(struct gen_run *run, const char *name)
{
	struct gen_record *record = run->record;
	unsigned index = record->stream_count++;
	struct gen *g = run->stream[index];

	if (!g)
		g = run->stream[index] = gen_memory(NULL, sizeof *g);
	g->run = run;
	g->index = index;
	g->given = NULL;
	g->given_length = 0;
	g->depth = g->base_depth = 0;
	snprintf(record->name[index], PARAMETERS_NAME, "%s", name);
	record->length[index] = 0;
	for (unsigned i = 0; i < run->input.count; i++) {
		const struct parameters_stream *stream = &run->input.stream[i];
		if (strcmp(stream->name, record->name[index]) != 0)
			continue;
		g->given = stream->bytes;
		g->given_length = stream->length;
		break;
	}
	return g;
}

struct gen *gen_fork(struct gen *g, const char *name)
{
	struct gen_run *run = g->run;
	struct gen_record *record = run->record;
	char path[PARAMETERS_NAME];
	int length = snprintf(path, sizeof path, "%s%s%s",
		record->name[g->index], g->index ? "/" : "", name);

	if (!*name || length < 0 || (size_t)length >= sizeof path)
		gen_reject(g, "the name of a stream is empty or too long");
	for (unsigned i = 1; i < record->stream_count; i++)
		if (!strcmp(record->name[i], path))
			return run->stream[i];
	if (record->stream_count == PARAMETERS_STREAMS)
		gen_reject(g, "too many streams");
	struct gen *fork = generate_open_stream(run, path);
	fork->depth = fork->base_depth = g->depth;
	gen_show(g, "fork %s", path);
	return fork;
}

static uint8_t next_byte(struct gen *g)
{
	struct gen_run *run = g->run;
	struct gen_record *record = run->record;
	uint32_t at = record->length[g->index];
	uint8_t byte = 0;

	if (record->byte_count >= run->limit)
		return 0;
	if (at < g->given_length)
		byte = g->given[at];
	else if (run->input.seed)
		byte = parameters_extend(
			run->input.seed, record->name[g->index], at);
	gen_record_bytes(record)[record->byte_count] = byte;
	gen_record_streams(record)[record->byte_count++] = (uint8_t)g->index;
	record->length[g->index]++;
	return byte;
}

static struct parameters_span *generate_add_span(struct gen *g, uint32_t start,
	uint32_t label, enum parameters_span_kind kind)
{
	struct gen_record *record = g->run->record;

	if (record->span_count == GEN_SPANS)
		return NULL;
	struct parameters_span *span = &record->span[record->span_count++];
	span->start = span->end = start;
	span->label = label;
	span->depth = (uint16_t)g->depth;
	span->stream = (uint8_t)g->index;
	span->kind = (uint8_t)kind;
	return span;
}

uint64_t gen_draw(struct gen *g, unsigned bytes, enum parameters_span_kind kind,
	uint32_t label)
{
	const uint32_t *at = &g->run->record->length[g->index];
	uint32_t start = *at;
	uint64_t value = 0;

	if (++g->run->draws > GEN_DRAWS)
		gen_reject(g, "draws do not end");
	for (unsigned i = 0; i < bytes; i++)
		value = value << 8 | next_byte(g);
	if (*at > start) {
		struct parameters_span *span =
			generate_add_span(g, start, label, kind);
		if (span)
			span->end = *at;
	}
	return value;
}

/* ---- spans ---- */

void gen_open(struct gen *g, const char *label, uint32_t hash)
{
	uint32_t at = g->depth - g->base_depth;

	if (g->depth >= GEN_DEPTH)
		gen_reject(g, "recursion is too deep");
	gen_show(g, "%s", label);
	struct parameters_span *span = generate_add_span(
		g, g->run->record->length[g->index], hash, PARAMETERS_SPAN);
	g->open[at] =
		span ? (uint32_t)(span - g->run->record->span) : UINT32_MAX;
	g->depth++;
}

void gen_begin(struct gen *g, const char *label)
{
	gen_open(g, label, (uint32_t)parameters_hash(0, label, strlen(label)));
}

void gen_close(struct gen *g, uint32_t depth)
{
	struct gen_record *record = g->run->record;

	while (g->depth > depth && g->depth > g->base_depth) {
		uint32_t open = g->open[--g->depth - g->base_depth];
		if (open != UINT32_MAX)
			record->span[open].end = record->length[g->index];
	}
}

void gen_end(struct gen *g)
{
	if (g->depth > g->base_depth)
		gen_close(g, g->depth - 1);
}

unsigned gen_depth(const struct gen *g)
{
	return g->depth;
}

bool gen_small(const struct gen *g)
{
	return g->depth >= GEN_SMALL_DEPTH;
}

void gen_show(struct gen *g, const char *format, ...)
{
	FILE *out = g->run->show;
	va_list arguments;

	if (!out)
		return;
	const char *name = g->run->record->name[g->index];
	fprintf(out, "%s%s%6u %*s", name, *name ? " " : "",
		g->run->record->length[g->index], (int)(2 * g->depth), "");
	va_start(arguments, format);
	vfprintf(out, format, arguments);
	va_end(arguments);
	fputc('\n', out);
}

/* ---- verdicts ---- */

GEN_NORETURN static void generate_end(struct gen *g, enum gen_verdict verdict)
{
	g->run->record->verdict = verdict;
	longjmp(g->run->end, 1);
}

void gen_reject(struct gen *g, const char *why)
{
	snprintf(g->run->record->text, GEN_TEXT, "%s", why);
	generate_end(g, GEN_DISCARD);
}

void gen_assume(struct gen *g, bool ok)
{
	if (!ok)
		gen_reject(g, "gen_assume");
}

void gen_fail(struct gen *g, const char *format, ...)
{
	struct gen_record *record = g->run->record;
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(record->text, GEN_TEXT, format, arguments);
	va_end(arguments);
	record->identity = parameters_hash(GEN_FAIL, format, strlen(format));
	generate_end(g, GEN_FAIL);
}

void gen_label(struct gen *g, const char *bucket)
{
	if (g->run->statistics)
		gen_statistics_add(
			g->run->statistics, GEN_TALLY_LABEL, bucket, 0);
}

void gen_count(struct gen *g, const char *name, uint64_t value)
{
	if (g->run->statistics)
		gen_statistics_add(
			g->run->statistics, GEN_TALLY_COUNT, name, value);
}

void gen_maximize(struct gen *g, const char *name, uint64_t value)
{
	gen_count(g, name, value);
	if (g->run->maximize)
		g->run->maximize(name, value);
}

void gen_note(struct gen *g, const char *format, ...)
{
	va_list arguments;

	if (!g->run->notes)
		return;
	fputs("# note: ", g->run->notes);
	va_start(arguments, format);
	vfprintf(g->run->notes, format, arguments);
	va_end(arguments);
	fputc('\n', g->run->notes);
}

/* ---- the run ---- */

static void generate_call(struct gen_run *run, struct gen *g,
	int (*property)(struct gen *, void *), void *argument)
{
	if (setjmp(run->end))
		return;
	int returned = property(g, argument);
	run->record->verdict = returned == GEN_DISCARD ? GEN_DISCARD
			       : returned	       ? GEN_FAIL
						       : GEN_VALID;
	if (returned && returned != GEN_DISCARD)
		snprintf(run->record->text, GEN_TEXT, "it returned %d",
			returned);
}

enum gen_verdict gen_run_once(struct gen_run *run,
	const struct parameters *input, int (*property)(struct gen *, void *),
	void *argument)
{
	struct gen_record *record = run->record;

	gen_run_release(run);
	gen_record_clear(record, record->byte_capacity);
	run->input = *input;
	run->draws = 0;
	struct gen *g = generate_open_stream(run, "");
	generate_call(run, g, property, argument);
	for (unsigned i = 0; i < record->stream_count; i++)
		gen_close(run->stream[i], 0);
	record->has_ended = 1;
	if (run->statistics && record->verdict == GEN_DISCARD)
		gen_statistics_add(run->statistics, GEN_TALLY_REJECT,
			record->text[0] ? record->text : "returned", 0);
	return record->verdict;
}
