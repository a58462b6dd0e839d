/* SPDX-License-Identifier: MIT
 * Reads files of the Valgrind tool `snap`, adds them up, and finds names. */
#include "config.h"

#include "analyzer/edges/edges.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analyzer/edges/stubs.h"
#include "lib/error.h"
#include "lib/table.h"
#include "lib/words.h"

#define FILE_BYTES_MAX (1ull << 33)
/* Module N is mapped at N << MODULE_SHIFT, above all addresses of a process. */
#define MODULE_SHIFT 48
#define MODULES_MAX  (1u << 14)

const char *const edges_kinds[SNAP_KINDS] = {
	"taken", "falls", "jump", "call", "jump*", "call*", "return"};
const char *const edges_encodings[] = {"exact", "snap", "afl", "block", NULL};
const char *const edges_predictors[] = {
	"none", "bimodal", "gshare", "tage-lite", NULL};

void edges_init(struct edges *edges)
{
	memset(edges, 0, sizeof *edges);
	arena_init(&edges->arena);
	edges->symbols = symbols_new();
}

void edges_release(struct edges *edges)
{
	symbols_free(edges->symbols);
	for (size_t i = 0; edges->stubs && i < edges->module_count; i++)
		stubs_release(&edges->stubs[i]);
	free(edges->stubs);
	free(edges->edge);
	free(edges->path);
	free(edges->module);
	arena_release(&edges->arena);
}

/*--- the file ---*/

struct edges_input {
	const char *path;
	uint8_t *bytes;
	size_t size;
	const struct snap_header *header;
	const struct snap_module *module;
	const struct snap_edge *edge;
	const char *text;
};

static int edges_read_bytes(
	struct edges_input *input, FILE *in, struct error *err)
{
	struct stat status;

	if (fstat(fileno(in), &status) != 0 || !S_ISREG(status.st_mode) ||
		(uint64_t)status.st_size < sizeof *input->header ||
		(uint64_t)status.st_size > FILE_BYTES_MAX)
		return error_set(err, "%s is not a snap file", input->path);
	input->size = (size_t)status.st_size;
	input->bytes = memory_alloc(input->size);
	if (fread(input->bytes, 1, input->size, in) != input->size)
		return error_set_errno(err, "cannot read %s", input->path);
	return 0;
}

static int edges_check_header(struct edges_input *input, struct error *err)
{
	const struct snap_header *header = (const void *)input->bytes;

	assert(header); /* the whole file is there */
	input->header = header;
	if (memcmp(header->magic, SNAP_MAGIC, sizeof header->magic) != 0)
		return error_set(err, "%s is not a snap file", input->path);
	if (header->version != sizeof *header)
		return error_set(err,
			"%s was made by another version of retread",
			input->path);
	return 0;
}

static bool edges_is_place(
	const struct edges_input *input, const struct snap_place *place)
{
	return place->module <= input->header->module_count &&
	       place->offset < 1ull << MODULE_SHIFT;
}

static int edges_check_parts(struct edges_input *input, struct error *err)
{
	const struct snap_header *header = input->header;
	uint64_t modules = header->module_count * sizeof *input->module;
	uint64_t edges = header->edge_count * sizeof *input->edge;
	uint64_t branches = header->branch_count * sizeof(struct snap_branch);
	uint64_t calls = header->call_count * sizeof(struct snap_call);
	bool is_good = header->module_count < MODULES_MAX &&
		       header->encoding <= SNAP_BLOCK &&
		       header->predictor <= SNAP_TAGE &&
		       header->text_bytes <= input->size &&
		       header->call_count <= input->size &&
		       sizeof *header + modules + edges + branches + calls +
				       header->text_bytes ==
			       input->size;

	if (is_good) {
		input->module = (const void *)(header + 1);
		input->edge =
			(const void *)(input->module + header->module_count);
		input->text =
			(const char *)input->edge + edges + branches + calls;
		is_good = header->text_bytes == 0 ||
			  input->text[header->text_bytes - 1] == '\0';
	}
	for (uint32_t i = 0; is_good && i < header->module_count; i++)
		is_good = input->module[i].path < header->text_bytes &&
			  input->module[i].start < 1ull << MODULE_SHIFT &&
			  input->module[i].bytes < 1ull << MODULE_SHIFT;
	for (uint32_t i = 0; is_good && i < header->edge_count; i++)
		is_good = edges_is_place(input, &input->edge[i].from) &&
			  edges_is_place(input, &input->edge[i].to) &&
			  input->edge[i].kind < SNAP_KINDS;
	return is_good ? 0 : error_set(err, "%s is damaged", input->path);
}

/*--- adding up ---*/

static uint32_t edges_add_module(
	struct edges *edges, const struct snap_module *module, const char *path)
{
	size_t i;

	for (i = 0; i < edges->module_count; i++)
		if (edges->module[i].start == module->start &&
			strcmp(edges->path[i], path) == 0)
			break;
	if (i == edges->module_count) {
		edges->path = memory_grow(edges->path, &edges->path_capacity,
			i + 1, sizeof *edges->path);
		edges->module = memory_grow(edges->module,
			&edges->module_capacity, i + 1, sizeof *edges->module);
		edges->path[i] = arena_string(&edges->arena, path);
		edges->module[i] = *module;
		edges->module_count++;
	}
	if (edges->module[i].bytes < module->bytes)
		edges->module[i].bytes = module->bytes;
	return (uint32_t)i + 1;
}

static struct edge_place edges_place_of(const struct edges *edges,
	const struct snap_place *place, const uint32_t *number)
{
	assert(place); /* of an edge of the file */
	uint64_t module = place->module ? number[place->module - 1] : 0;
	struct edge_place made = {
		.address = (module << MODULE_SHIFT) + place->offset,
		.object = module ? edges->path[module - 1] : ""};

	return made;
}

static void edges_add_edges(struct edges *edges,
	const struct edges_input *input, const uint32_t *number)
{
	edges->edge = memory_grow(edges->edge, &edges->capacity,
		edges->count + input->header->edge_count + 1,
		sizeof *edges->edge);
	for (uint32_t i = 0; i < input->header->edge_count; i++) {
		const struct snap_edge *edge = &input->edge[i];
		edges->edge[edges->count++] = (struct edge){
			edges_place_of(edges, &edge->from, number),
			edges_place_of(edges, &edge->to, number), edge->count,
			edge->mispredicted, (enum snap_kind)edge->kind};
	}
}

static void add_header(struct edges *edges, const struct snap_header *header)
{
	struct snap_header *sum = &edges->sum;

	sum->encoding = header->encoding;
	sum->predictor = header->predictor;
	sum->context = header->context;
	sum->branch_count = header->branch_count;
	sum->is_full |= header->is_full;
	sum->map_entries = header->map_entries;
	if (sum->map_used < header->map_used)
		sum->map_used = header->map_used;
	if (sum->map_hashed < header->map_hashed)
		sum->map_hashed = header->map_hashed;
	sum->conditional += header->conditional;
	sum->conditional_wrong += header->conditional_wrong;
	sum->indirect += header->indirect;
	sum->indirect_wrong += header->indirect_wrong;
	edges->process_count++;
}

static void edges_add_input(
	struct edges *edges, const struct edges_input *input)
{
	assert(input->header && input->module); /* they were checked */
	uint32_t modules = input->header->module_count;
	uint32_t *number = memory_alloc((modules + 1) * sizeof *number);

	for (uint32_t i = 0; i < modules; i++)
		number[i] = edges_add_module(edges, &input->module[i],
			input->text + input->module[i].path);
	edges_add_edges(edges, input, number);
	add_header(edges, input->header);
	free(number);
}

int edges_read(struct edges *edges, const char *path, struct error *err)
{
	struct edges_input input = {.path = path};
	FILE *in = fopen(path, "re");
	int result = -1;

	if (!in)
		return error_set_errno(err, "%s", path);
	if (!edges_read_bytes(&input, in, err) &&
		!edges_check_header(&input, err) &&
		!edges_check_parts(&input, err)) {
		edges_add_input(edges, &input);
		result = 0;
	}
	fclose(in);
	free(input.bytes);
	return result;
}

/*--- names ---*/

static void resolve(struct edges *edges, struct edge_place *place)
{
	struct symbol_position chain[64];
	size_t count = symbols_resolve(edges->symbols, place->address, chain,
		sizeof chain / sizeof chain[0]);

	place->at = chain[count - 1];
	uint64_t module = place->address >> MODULE_SHIFT;
	const struct symbol_function *stub =
		module && !place->at.function->has_debug
			? stubs_find(
				  &edges->stubs[module - 1], place->at.offset)
			: NULL;
	if (stub)
		place->at.function = stub;
}

static int edges_compare_edges(const void *left, const void *right)
{
	const struct edge *a = left, *b = right;

	if (a->count != b->count)
		return a->count > b->count ? -1 : 1;
	if (a->from.address != b->from.address)
		return a->from.address < b->from.address ? -1 : 1;
	if (a->to.address != b->to.address)
		return a->to.address < b->to.address ? -1 : 1;
	return (int)a->kind - (int)b->kind;
}

/* Edges of several processes become one. */
static void edges_join(struct edges *edges)
{
	struct table seen = {0};
	size_t kept = 0;

	for (size_t i = 0; i < edges->count; i++) {
		struct edge *edge = &edges->edge[i];
		void **place = table_place(&seen, edge->from.address,
			edge->to.address * SNAP_KINDS + edge->kind);
		if (!*place) {
			edges->edge[kept] = *edge;
			*place = &edges->edge[kept++];
			continue;
		}
		((struct edge *)*place)->count += edge->count;
		((struct edge *)*place)->mispredicted += edge->mispredicted;
	}
	edges->count = kept;
	table_release(&seen);
}

void edges_resolve(struct edges *edges)
{
	edges->stubs = memory_alloc_zero(
		edges->module_count + 1, sizeof(struct stubs));
	for (size_t i = 0; i < edges->module_count; i++) {
		const struct snap_module *module = &edges->module[i];
		stubs_read(&edges->stubs[i], edges->path[i]);
		uint64_t start =
			((uint64_t)(i + 1) << MODULE_SHIFT) + module->start;
		symbols_add_module(edges->symbols, start, start + module->bytes,
			module->start, edges->path[i]);
	}
	if (edges->process_count > 1)
		edges_join(edges);
	for (size_t i = 0; i < edges->count; i++) {
		resolve(edges, &edges->edge[i].from);
		resolve(edges, &edges->edge[i].to);
	}
	if (edges->count > 1)
		qsort(edges->edge, edges->count, sizeof *edges->edge,
			edges_compare_edges);
}

uint64_t edges_total(const struct edges *edges)
{
	uint64_t total = 0;

	for (size_t i = 0; i < edges->count; i++)
		total += edges->edge[i].count;
	return total;
}

char *edges_place_dup(const struct edge_place *place)
{
	const char *function = place->at.function->name;

	if (place->at.file && place->at.line)
		return memory_format("%s (%s:%u)", function,
			words_base_name(place->at.file), place->at.line);
	if (!*place->object)
		return memory_format("%s (0x%llx)", function,
			(unsigned long long)place->address);
	return memory_format("%s (%s+0x%llx)", function,
		words_base_name(place->object),
		(unsigned long long)place->at.offset);
}
