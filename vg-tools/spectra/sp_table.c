/* SPDX-License-Identifier: GPL-2.0-or-later
 * Makes the table and records into it. Only what a test touched is reset and
 * added to the total. */
#include "vg-tools/common/core.h"
#include "vg-tools/spectra/sp_watched.h"

#include "lib/hls/spectra.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"

/* A region's size is not known before the program runs. */
#define REGION_BITS 65536u
#define NO_BITMAP   0xffffffffu

struct sp_table sp_table;

/*--- layout ---*/

static ULong add_area(ULong *end, ULong bytes)
{
	ULong start = VG_ROUNDUP(*end, 64);

	*end = start + bytes;
	return start;
}

static void sp_table_lay_out(struct spectra_header *header)
{
	ULong end = sizeof *header;
	ULong entities = header->entity_count;

	header->test_area =
		add_area(&end, entities * sizeof(struct spectra_entity));
	header->total_area =
		add_area(&end, entities * sizeof(struct spectra_entity));
	header->test_bitmap_area =
		add_area(&end, header->bitmap_words * sizeof(ULong));
	header->total_bitmap_area =
		add_area(&end, header->bitmap_words * sizeof(ULong));
	header->test_edge_area = add_area(&end, SPECTRA_EDGES);
	header->total_edge_area = add_area(&end, SPECTRA_EDGES);
	header->touched_area = add_area(&end, entities * sizeof(UInt));
	header->edge_touched_area =
		add_area(&end, SPECTRA_EDGES * sizeof(UShort));
	header->name_area =
		add_area(&end, SPECTRA_NAMED * sizeof(struct spectra_name));
	header->watch_bytes = sp_watch.text_bytes;
	header->watch_area = add_area(&end, header->watch_bytes);
	header->input_area = add_area(&end, SPECTRA_INPUT_BYTES);
	header->file_bytes = VG_PGROUNDUP(end);
}

static UInt bitmap_words(UInt bits)
{
	return VG_ROUNDUP(bits, 64) / 64;
}

/* Gives each array and pointer its bits of the bitmaps: as many for accesses and
 * for writes. Returns the words. */
static ULong sp_table_assign_bitmaps(UInt entity_count)
{
	ULong words = 0;
	UInt i;

	sp_table.bitmap_word =
		VG_(malloc)("spectra.bitmap_word", entity_count * sizeof(UInt));
	sp_table.bitmap_bits =
		VG_(calloc)("spectra.bitmap_bits", entity_count, sizeof(UInt));
	for (i = 0; i < entity_count; i++)
		sp_table.bitmap_word[i] = NO_BITMAP;
	for (i = 0; i < sp_watch.object_count + SPECTRA_NAMED; i++) {
		const struct sp_object *object = &sp_watch.object[i];
		Bool is_named = i >= sp_watch.object_count;
		UInt id = is_named ? sp_watch.entity_count + i -
					     sp_watch.object_count
				   : object->id;
		ULong bits = REGION_BITS;
		if (!is_named && object->kind != SP_ARRAY &&
			object->kind != SP_POINTER)
			continue;
		if (!is_named && object->count != 0)
			bits = object->count;
		if (bits > SPECTRA_BITMAP_LIMIT)
			bits = SPECTRA_BITMAP_LIMIT;
		sp_table.bitmap_word[id] = words;
		sp_table.bitmap_bits[id] = bits;
		words += 2 * bitmap_words(bits);
	}
	return words;
}

/* Pointers into the table, from the offsets in its header. */
static void find_areas(struct spectra_header *header)
{
	UChar *start = (UChar *)header;

	sp_table.header = header;
	sp_table.test = (struct spectra_entity *)(start + header->test_area);
	sp_table.total = (struct spectra_entity *)(start + header->total_area);
	sp_table.test_bitmap = (ULong *)(start + header->test_bitmap_area);
	sp_table.total_bitmap = (ULong *)(start + header->total_bitmap_area);
	sp_table.test_edge = start + header->test_edge_area;
	sp_table.total_edge = start + header->total_edge_area;
	sp_table.touched = (UInt *)(start + header->touched_area);
	sp_table.edge_touched = (UShort *)(start + header->edge_touched_area);
	sp_table.name = (struct spectra_name *)(start + header->name_area);
}

static struct spectra_header *sp_table_map_file(const HChar *path, ULong bytes)
{
	SysRes result =
		core_open(path, VKI_O_CREAT | VKI_O_TRUNC | VKI_O_RDWR, 0644);
	Int fd;

	if (sr_isError(result))
		sp_refuse("%s: cannot create it (error %lu)\n", path,
			sr_Err(result));
	fd = sr_Res(result);
	result = core_map(fd, bytes, bytes);
	VG_(close)(fd);
	if (sr_isError(result))
		sp_refuse("%s: cannot make a table of %llu bytes (error %lu)\n",
			path, bytes, sr_Err(result));
	return (struct spectra_header *)sr_Res(result);
}

static void note_numbers(UInt entity_count)
{
	UInt i;

	sp_table.number = VG_(calloc)("spectra.number", entity_count, 1);
	for (i = 0; i < sp_watch.object_count; i++)
		sp_table.number[sp_watch.object[i].id] =
			sp_watch.object[i].kind == SP_STREAM
				? SP_UNSIGNED /* of elements in it */
				: sp_watch.object[i].declared;
}

void sp_table_open(void)
{
	struct spectra_header header = {.version = sizeof header,
		.entity_bytes = sizeof(struct spectra_entity),
		.watched_count = sp_watch.entity_count,
		.entity_count = sp_watch.entity_count + SPECTRA_NAMED};
	struct spectra_header *mapped;
	HChar *path;

	header.bitmap_words = sp_table_assign_bitmaps(header.entity_count);
	note_numbers(header.entity_count);
	sp_table_lay_out(&header);
	path = VG_(expand_file_name)("--table", clo_spectra.table_file);
	mapped = sp_table_map_file(path, header.file_bytes);
	VG_(free)(path);
	*mapped = header;
	mapped->in_test = 1;
	find_areas(mapped);
	VG_(memcpy)((UChar *)mapped + header.watch_area, sp_watch.text,
		header.watch_bytes);
	/* Last: whoever sees the magic sees the rest. */
	VG_(memcpy)(mapped->magic, SPECTRA_TABLE_MAGIC, sizeof mapped->magic);
}

void sp_table_set_signal(Int signal)
{
	if (sp_table.is_child)
		return;
	sp_table.header->state = SPECTRA_CRASHED;
	sp_table.header->signal = signal;
}

void sp_table_close(Int exit_code)
{
	struct spectra_header *header = sp_table.header;

	/* Whoever says where tests end, and then does not, crashed in one. */
	if (!sp_table.is_child || !sp_table.has_tests)
		sp_table_end_test(0);
	if (sp_table.is_child)
		return;
	header->exit_code = exit_code;
	if (header->state == SPECTRA_RUNNING)
		header->state = SPECTRA_ENDED;
}

Int sp_table_name(const HChar *name, UInt kind, Bool is_signed)
{
	UInt i;

	for (i = 0; i < SPECTRA_NAMED; i++) {
		struct spectra_name *slot = &sp_table.name[i];
		if (slot->text[0] == '\0') {
			VG_(strncpy)
			(slot->text, name, SPECTRA_NAME_BYTES - 1);
			slot->kind = kind;
			slot->is_signed = is_signed;
			sp_table.number[sp_watch.entity_count + i] =
				is_signed ? SP_SIGNED : SP_UNSIGNED;
		}
		if (slot->kind == kind && VG_(strncmp)(slot->text, name,
						  SPECTRA_NAME_BYTES - 1) == 0)
			return sp_watch.entity_count + i;
	}
	return -1;
}

/*--- tests ---*/

/* The words of the bitmap that ENTITY's accesses are in: FIRST to LAST. False:
 * there are none. */
static Bool sp_table_find_words(
	UInt id, const struct spectra_entity *entity, Long *first, Long *last)
{
	if (sp_table.bitmap_word[id] == NO_BITMAP || entity->accesses == 0 ||
		entity->offset_max < 0)
		return False;
	*first = entity->offset_min < 0 ? 0 : entity->offset_min / 64;
	*last = entity->offset_max / 64;
	if (*last >= bitmap_words(sp_table.bitmap_bits[id]))
		*last = (Long)bitmap_words(sp_table.bitmap_bits[id]) - 1;
	return True;
}

static void clear_bitmap(UInt id, const struct spectra_entity *entity)
{
	ULong *word = &sp_table.test_bitmap[sp_table.bitmap_word[id]];
	UInt written = bitmap_words(sp_table.bitmap_bits[id]);
	Long first, last;

	if (!sp_table_find_words(id, entity, &first, &last))
		return;
	for (; first <= last; first++) {
		word[first] = 0;
		word[written + first] = 0;
	}
}

static void reset_test(void)
{
	struct spectra_header *header = sp_table.header;
	UInt i;

	for (i = 0; i < header->touched_count; i++) {
		UInt id = sp_table.touched[i];
		clear_bitmap(id, &sp_table.test[id]);
		VG_(memset)(&sp_table.test[id], 0, sizeof *sp_table.test);
	}
	for (i = 0; i < header->edge_touched_count; i++)
		sp_table.test_edge[sp_table.edge_touched[i]] = 0;
	header->touched_count = 0;
	header->edge_touched_count = 0;
	sp_hot.previous_edge = 0;
}

static Bool sp_table_is_less(enum sp_number number, ULong a, ULong b)
{
	if (number == SP_UNSIGNED64)
		return a < b;
	if (number == SP_FLOAT) {
		Double x, y;
		VG_(memcpy)(&x, &a, sizeof x);
		VG_(memcpy)(&y, &b, sizeof y);
		return x < y;
	}
	return (Long)a < (Long)b;
}

static void sp_table_add_values(UInt id, const struct spectra_entity *test,
	struct spectra_entity *total)
{
	enum sp_number number = sp_table.number[id];
	UInt i;

	if (test->hits == 0)
		return;
	if (total->hits == 0 || sp_table_is_less(number, test->min, total->min))
		total->min = test->min;
	if (total->hits == 0 || sp_table_is_less(number, total->max, test->max))
		total->max = test->max;
	total->hits += test->hits;
	for (i = 0; i < SPECTRA_LENGTHS; i++)
		total->length[i] += test->length[i];
}

static void add_offsets(UInt id, const struct spectra_entity *test,
	struct spectra_entity *total)
{
	UInt word = sp_table.bitmap_word[id];
	Long first, last, i = 0;

	if (test->accesses == 0)
		return;
	if (total->accesses == 0 || test->offset_min < total->offset_min)
		total->offset_min = test->offset_min;
	if (total->accesses == 0 || test->offset_max > total->offset_max)
		total->offset_max = test->offset_max;
	if (total->outside == 0)
		total->first_outside_pc = test->first_outside_pc;
	total->accesses += test->accesses;
	total->outside += test->outside;
	total->rewrites += test->rewrites;
	for (; sp_table_find_words(id, test, &first, &last) &&
		i <= last - first;
		i++)
		sp_table.total_bitmap[word + first + i] |=
			sp_table.test_bitmap[word + first + i];
}

void sp_table_begin_test(void)
{
	reset_test();
	sp_table.has_tests = True;
	sp_table.header->in_test = 1;
}

void sp_table_end_test(Int status)
{
	struct spectra_header *header = sp_table.header;
	UInt i;

	if (!header->in_test)
		return;
	for (i = 0; i < header->touched_count; i++) {
		UInt id = sp_table.touched[i];
		const struct spectra_entity *test = &sp_table.test[id];
		struct spectra_entity *total = &sp_table.total[id];
		sp_table_add_values(id, test, total);
		add_offsets(id, test, total);
		total->residues |= test->residues;
		if (test->stack_bytes > total->stack_bytes)
			total->stack_bytes = test->stack_bytes;
		total->empty_reads += test->empty_reads;
		total->writes += test->writes;
	}
	for (i = 0; i < header->edge_touched_count; i++) {
		UShort edge = sp_table.edge_touched[i];
		sp_table.total_edge[edge] |= sp_table.test_edge[edge];
	}
	header->tests++;
	header->failed_tests += status != 0;
	header->in_test = 0;
}

/*--- recording ---*/

static inline struct spectra_entity *sp_table_touch(UInt id)
{
	struct spectra_entity *entity = &sp_table.test[id];

	if (UNLIKELY(!entity->is_touched)) {
		entity->is_touched = 1;
		sp_table.touched[sp_table.header->touched_count++] = id;
	}
	return entity;
}

static inline UInt sp_table_length_of(ULong value)
{
	return value == 0 ? 0 : 64 - __builtin_clzll(value);
}

static inline UInt sp_table_bits_of(enum sp_number number, ULong value)
{
	if (number == SP_SIGNED)
		return sp_table_length_of((Long)value < 0 ? ~value : value) + 1;
	if (number == SP_UNSIGNED && (Long)value < 0)
		return SPECTRA_LENGTHS - 1;
	return sp_table_length_of(value);
}

void sp_record_value(UInt id, ULong value)
{
	struct spectra_entity *entity = sp_table_touch(id);
	enum sp_number number = sp_table.number[id];

	if (number == SP_OPAQUE)
		return;
	if (entity->hits == 0) {
		entity->min = value;
		entity->max = value;
	} else if (sp_table_is_less(number, value, entity->min)) {
		entity->min = value;
	} else if (sp_table_is_less(number, entity->max, value)) {
		entity->max = value;
	}
	entity->hits++;
	if (number != SP_FLOAT)
		entity->length[sp_table_bits_of(number, value)]++;
}

void sp_record_offset(UInt id, Long offset, ULong count, Addr pc)
{
	struct spectra_entity *entity = sp_table_touch(id);

	if (entity->accesses == 0) {
		entity->offset_min = offset;
		entity->offset_max = offset;
	} else if (offset < entity->offset_min) {
		entity->offset_min = offset;
	} else if (offset > entity->offset_max) {
		entity->offset_max = offset;
	}
	entity->accesses++;
	if (UNLIKELY(offset < 0 || (count != 0 && (ULong)offset >= count)) &&
		entity->outside++ == 0)
		entity->first_outside_pc = pc - sp_watch.bias;
	if ((ULong)offset < sp_table.bitmap_bits[id])
		sp_table.test_bitmap[sp_table.bitmap_word[id] + offset / 64] |=
			1ull << (offset % 64);
}

void sp_record_write(UInt id, Long offset)
{
	UInt bits = sp_table.bitmap_bits[id];
	ULong *word;

	if ((ULong)offset >= bits)
		return;
	word = &sp_table.test_bitmap[sp_table.bitmap_word[id] +
				     bitmap_words(bits) + offset / 64];
	sp_table.test[id].rewrites += *word >> (offset % 64) & 1;
	*word |= 1ull << (offset % 64);
}

void sp_record_stream(UInt id, ULong fullness, UInt event)
{
	struct spectra_entity *entity = sp_table_touch(id);

	sp_record_value(id, fullness);
	entity->empty_reads += event == SPECTRA_STREAM_READ_EMPTY;
	entity->writes += event == SPECTRA_STREAM_WRITE;
}

void sp_record_trips(const struct sp_loop *loop, ULong trips)
{
	ULong residue = loop->factor != 0 ? trips % loop->factor : 0;

	sp_record_value(loop->id, trips);
	sp_table.test[loop->id].residues |= 1ull
					    << (residue < 63 ? residue : 63);
}

void sp_record_depth(UInt id, ULong depth, ULong stack_bytes)
{
	sp_record_value(id, depth);
	if (stack_bytes > sp_table.test[id].stack_bytes)
		sp_table.test[id].stack_bytes = stack_bytes;
}

VG_REGPARM(1) void sp_record_edge(UWord index)
{
	struct spectra_header *header = sp_table.header;

	/* A count that wrapped comes here again. */
	if (header->edge_touched_count < SPECTRA_EDGES)
		sp_table.edge_touched[header->edge_touched_count++] = index;
}
