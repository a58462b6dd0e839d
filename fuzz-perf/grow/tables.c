/* SPDX-License-Identifier: MIT
 * Static arrays of a test that a loop goes through, as a table of cases: the code that takes
 * their address gets that of a larger copy. */
#include "config.h"

#include "fuzz-perf/grow/knobs.h"

#include <inttypes.h>
#include <string.h>

#define TABLE_BYTES_MAX	   (16 << 20) /* of a copy */
#define TABLE_ELEMENTS_MAX (1 << 16)

/* Whether nothing writes to ARRAY: it is read-only, or once the linker has filled it. */
static bool tables_is_constant(
	const struct grow_code *code, const struct grow_array *array)
{
	const Elf64_Phdr *segment;

	for (unsigned i = 0; (segment = grow_code_segment(code, i)); i++)
		if ((segment->p_type == PT_GNU_RELRO ||
			    (segment->p_type == PT_LOAD &&
				    !(segment->p_flags & PF_W))) &&
			array->address - segment->p_vaddr < segment->p_memsz)
			return true;
	return false;
}

bool grow_tables_can_grow(
	const struct grow_code *code, const struct grow_array *array)
{
	return array->address != 0 && array->layout && array->elements > 1 &&
	       tables_is_constant(code, array);
}

static void tables_add_use(struct grow_knobs *knobs, struct grow_table *table,
	const struct grow_step *step, uint64_t offset, bool is_end)
{
	struct grow_table_use *use = arena_alloc(&knobs->arena, sizeof *use);

	*use = (struct grow_table_use){
		table->use, step->at, step->is, offset, is_end};
	table->use = use;
}

void grow_tables_find(struct grow_knobs *knobs, struct grow_knob *knob,
	const struct grow_steps *steps, const struct grow_array *array,
	uint64_t end)
{
	struct grow_table *table =
		arena_alloc_zero(&knobs->arena, 1, sizeof *table);
	uint64_t bytes = array->bytes / array->elements, most;
	bool has_start = false;

	table->array = array;
	for (size_t i = 0; i < steps->count; i++) {
		const struct grow_step *step = &steps->step[i];
		uint64_t offset = step->at + step->is.length +
				  (uint64_t)(int64_t)step->is.displacement -
				  array->address;
		if (step->is.kind != DECODE_ADDRESS ||
			!step->is.is_relative_memory ||
			step->is.displacement_bytes != 4 ||
			(offset >= array->bytes && step->at != end))
			continue;
		has_start |= step->at != end;
		tables_add_use(knobs, table, step, offset, step->at == end);
	}
	if (!has_start)
		return;
	most = TABLE_BYTES_MAX / bytes;
	knob->table = table;
	knob->max = most < TABLE_ELEMENTS_MAX ? most : TABLE_ELEMENTS_MAX;
}

void grow_tables_set(const struct grow_knobs *knobs,
	const struct grow_choice *choice, FILE *out)
{
	const struct grow_knob *knob = choice->knob;
	const struct grow_array *array = knob->table->array;
	uint64_t times =
		(choice->value + array->elements - 1) / array->elements;
	size_t left;

	fprintf(out,
		"table %s %" PRIx64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %s\n",
		knob->id, array->address, array->bytes, array->elements, times,
		array->layout);
	for (const struct grow_table_use *use = knob->table->use; use;
		use = use->next) {
		fprintf(out, "point %s %" PRIx64 " ", knob->id, use->at);
		grow_write_hex(out,
			grow_code_bytes(&knobs->code, use->at, &left),
			use->is.length);
		fprintf(out, " %u %" PRIx64 " %" PRIu64 "\n",
			use->is.displacement_at, array->address,
			use->is_end
				? choice->value * array->bytes / array->elements
				: use->offset);
	}
}
