/* SPDX-License-Identifier: GPL-2.0-or-later
 * Answers client requests (lib/hls/spectra.h). */
#include "lib/hls/spectra.h"
#include "vg-tools/common/client_text.h"
#include "vg-tools/spectra/sp_watched.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_vki.h"

/* Arrays that the program says it has, by the entity that has their name. */
static struct region {
	struct sp_object object;
	Addr start;
} regions[SPECTRA_NAMED];

Addr sp_region_low;
ULong sp_region_size;

static Bool sp_requests_is_readable(Addr address, SizeT bytes)
{
	return VG_(am_is_valid_for_client)(address, bytes, VKI_PROT_READ);
}

static ULong read_element(Addr address, ULong bytes, Bool is_signed)
{
	UInt shift = 64 - 8 * bytes;
	ULong value = 0;

	VG_(memcpy)(&value, (void *)address, bytes);
	if (is_signed)
		return (ULong)((Long)(value << shift) >> shift);
	return value;
}

static Bool sp_requests_is_element(ULong bytes)
{
	return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
}

/* The values of an argument; its offsets say how many there were. */
static void record_argument(const UWord *argument)
{
	HChar name[SPECTRA_NAME_BYTES];
	ULong bytes = argument[3], count = argument[4], i;
	Int id;

	client_text_copy(name, SPECTRA_NAME_BYTES, argument[1]);
	if (name[0] == '\0' || !sp_requests_is_element(bytes) ||
		count > 1ull << 32 ||
		!sp_requests_is_readable(argument[2], bytes * count))
		return;
	id = sp_table_name(name, SPECTRA_NAMED_ARGUMENT, argument[5] != 0);
	for (i = 0; id >= 0 && i < count; i++) {
		sp_record_offset(id, i, 0, 0);
		sp_record_value(id, read_element(argument[2] + i * bytes, bytes,
					    argument[5] != 0));
	}
}

static void find_span(void)
{
	Addr low = ~(Addr)0, high = 0;
	UInt i;

	for (i = 0; i < SPECTRA_NAMED; i++) {
		Addr end = regions[i].start +
			   regions[i].object.element * regions[i].object.count;
		if (end == regions[i].start)
			continue;
		if (regions[i].start < low)
			low = regions[i].start;
		if (end > high)
			high = end;
	}
	sp_region_low = low;
	sp_region_size = high > low ? high - low : 0;
}

static void note_region(const UWord *argument)
{
	HChar name[SPECTRA_NAME_BYTES];
	struct region *region;
	Int id;

	client_text_copy(name, SPECTRA_NAME_BYTES, argument[1]);
	if (name[0] == '\0' || !sp_requests_is_element(argument[3]) ||
		argument[4] > 1ull << 32)
		return;
	id = sp_table_name(name, SPECTRA_NAMED_REGION, argument[5] != 0);
	if (id < 0)
		return;
	region = &regions[id - sp_watch.entity_count];
	region->start = argument[2];
	region->object.kind = SP_ARRAY;
	region->object.id = id;
	region->object.element = argument[3];
	region->object.count = argument[4];
	region->object.shift = __builtin_ctzll(argument[3]);
	region->object.number = argument[5] != 0   ? SP_SIGNED
				: argument[3] == 8 ? SP_UNSIGNED64
						   : SP_UNSIGNED;
	find_span();
}

const struct sp_object *sp_requests_region(Addr address, Addr *start)
{
	UInt i;

	if (address - sp_region_low >= sp_region_size)
		return NULL;
	for (i = 0; i < SPECTRA_NAMED; i++) {
		const struct region *region = &regions[i];
		if (address - region->start <
			region->object.element * region->object.count) {
			*start = region->start;
			return &region->object;
		}
	}
	return NULL;
}

/* A stream that is a watched variable is that; else its name counts. */
static void record_stream(const UWord *argument)
{
	HChar name[SPECTRA_NAME_BYTES];
	const struct sp_object *object;
	Long offset;
	Int id = -1;

	object = sp_frames_object(argument[1], 0, &offset);
	if (object && object->kind == SP_STREAM) {
		sp_record_stream(object->id, argument[3], argument[4]);
		return;
	}
	client_text_copy(name, SPECTRA_NAME_BYTES, argument[2]);
	if (name[0] != '\0')
		id = sp_table_name(name, SPECTRA_NAMED_STREAM, False);
	if (id >= 0)
		sp_record_stream(id, argument[3], argument[4]);
}

Bool sp_requests_handle(ThreadId thread, UWord *argument, UWord *result)
{
	*result = 0;
	switch (argument[0]) {
	case SPECTRA_REQUEST_TEST_BEGIN:
		sp_table_begin_test();
		return True;
	case SPECTRA_REQUEST_TEST_END:
		sp_table_end_test(argument[1]);
		return True;
	case SPECTRA_REQUEST_ARGUMENT:
		record_argument(argument);
		return True;
	case SPECTRA_REQUEST_REGION:
		note_region(argument);
		return True;
	case SPECTRA_REQUEST_STREAM:
		record_stream(argument);
		return True;
	case SPECTRA_REQUEST_INPUT:
		*result = (UWord)sp_table.header + sp_table.header->input_area;
		return True;
	}
	return False;
}
