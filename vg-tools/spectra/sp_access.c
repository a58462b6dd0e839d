/* SPDX-License-Identifier: GPL-2.0-or-later
 * Called by code added to the program, for an access to something watched. */
#include "vg-tools/spectra/sp_watched.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"

static inline Long element_at(const struct sp_object *object, Long bytes)
{
	if (LIKELY(object->shift >= 0))
		return bytes >> object->shift;
	tl_assert(object->element > 0); /* the reader of the list refuses it */
	/* Towards minus infinity: in front of the array is outside. */
	return bytes >= 0 ? bytes / (Long)object->element
			  : -((-bytes + (Long)object->element - 1) /
				    (Long)object->element);
}

VG_REGPARM(3)
void sp_access_scalar(const struct sp_object *object, ULong value, Addr pc)
{
	sp_record_value(object->id, value);
}

VG_REGPARM(3)
void sp_access_load(const struct sp_object *object, Long offset, Addr pc)
{
	sp_record_offset(
		object->id, element_at(object, offset), object->count, pc);
}

void sp_access_store(
	const struct sp_object *object, Long offset, ULong value, Addr pc)
{
	Long element = element_at(object, offset);

	sp_record_offset(object->id, element, object->count, pc);
	sp_record_write(object->id, element);
	sp_record_value(object->id, value);
}

/*--- through pointers ---*/

/* Also credits what the pointer points into, if that is watched. */
static Bool sp_access_may_be_watched(Addr address)
{
	return address - sp_hot.low < sp_hot.size ||
	       (address >= sp_watch.static_low &&
		       address < sp_watch.static_high) ||
	       address - sp_region_low < sp_region_size ||
	       address - sp_formed.low < sp_formed.size;
}

static void record_pointer(
	const struct sp_object *object, Addr address, Addr pc)
{
	Addr base = *sp_frames_base(object);

	if (base != 0)
		sp_access_load(object, address - base, pc);
}

VG_REGPARM(3)
void sp_access_pointer_load(
	const struct sp_object *object, Addr address, Addr pc)
{
	record_pointer(object, address, pc);
	if (sp_access_may_be_watched(address))
		sp_access_any_load(address, object->element, pc);
}

void sp_access_pointer_read(
	const struct sp_object *object, Addr address, ULong value, Addr pc)
{
	sp_access_pointer_load(object, address, pc);
	sp_record_value(object->id, value);
}

void sp_access_pointer_store(
	const struct sp_object *object, Addr address, ULong value, Addr pc)
{
	record_pointer(object, address, pc);
	sp_record_value(object->id, value);
	if (sp_access_may_be_watched(address))
		sp_access_any_store(address, object->element, value, pc);
}

/*--- elements that are classes, through pointers ---*/

/* Functions of a class only see an address; whose it is was known where it was
 * formed, just before. */
#define FORMED 256
static struct {
	Addr address;
	const struct sp_object *object;
} formed[FORMED];
struct sp_span sp_formed;

static UInt sp_access_slot_of(Addr address)
{
	return (address >> 3) % FORMED;
}

/* An element of what OBJECT points to begins at ADDRESS. */
static void sp_access_remember(const struct sp_object *object, Addr address)
{
	Addr end = address + object->element;
	UInt slot = sp_access_slot_of(address + object->inner);

	formed[slot].address = address + object->inner;
	formed[slot].object = object;
	if (sp_formed.size == 0)
		sp_formed.low = address;
	if (address < sp_formed.low) {
		sp_formed.size += sp_formed.low - address;
		sp_formed.low = address;
	}
	if (end > sp_formed.low + sp_formed.size)
		sp_formed.size = end - sp_formed.low;
}

VG_REGPARM(3)
void sp_access_pointer_set(const struct sp_object *object, Addr value, Addr pc)
{
	*sp_frames_base(object) = value;
	if (object->is_class)
		sp_access_remember(object, value);
}

VG_REGPARM(3)
void sp_access_pointer_form(
	const struct sp_object *object, Addr address, Addr pc)
{
	sp_access_remember(object, address);
	sp_access_pointer_load(object, address, pc);
}

static const struct sp_object *find_formed(Addr address)
{
	UInt slot = sp_access_slot_of(address);

	return formed[slot].address == address ? formed[slot].object : NULL;
}

/*--- by address ---*/

/* VALUE of BYTES as the type of OBJECT has it. */
static ULong sp_access_widen(
	const struct sp_object *object, ULong value, ULong bytes)
{
	UInt shift = 64 - 8 * bytes;

	if (object->number == SP_SIGNED)
		return (ULong)((Long)(value << shift) >> shift);
	return value << shift >> shift;
}

VG_REGPARM(3) void sp_access_any_load(Addr address, ULong bytes, Addr pc)
{
	const struct sp_object *object;
	Long offset;

	object = sp_frames_object(address, pc, &offset);
	if (object && object->kind == SP_ARRAY && !object->is_class &&
		bytes <= object->element)
		sp_access_load(object, offset, pc);
}

/* An array gets its first contents: no write that another depends on. */
static void fill_element(
	const struct sp_object *object, Long offset, ULong value)
{
	sp_record_offset(
		object->id, element_at(object, offset), object->count, 0);
	sp_record_value(
		object->id, sp_access_widen(object, value, object->element));
}

/* Several elements at a time, as compilers fill arrays. */
static void store_several(
	const struct sp_object *object, Long offset, ULong bytes, ULong value)
{
	const ULong element = object->element;
	ULong done;

	for (done = 0; done < bytes; done += element)
		fill_element(object, offset + done, value >> 8 * done);
}

void sp_access_any_store(Addr address, ULong bytes, ULong value, Addr pc)
{
	const struct sp_object *object;
	Long offset;

	object = sp_frames_object(address, pc, &offset);
	if (!object) {
		object = find_formed(address);
		if (object && bytes == object->element - object->inner)
			sp_record_value(object->id,
				sp_access_widen(object, value, bytes));
		return;
	}
	if (object->kind == SP_ARRAY && !object->is_class &&
		object->number < SP_FLOAT && bytes > object->element &&
		bytes % object->element == 0)
		store_several(object, offset, bytes, value);
	if (bytes != object->element - object->inner ||
		object->kind == SP_STREAM ||
		(object->inner != 0 &&
			offset % object->element != object->inner))
		return;
	/* The index into an array of classes was seen where it was formed. */
	if (object->kind == SP_ARRAY && !object->is_class)
		sp_record_offset(object->id, element_at(object, offset),
			object->count, pc);
	if (object->kind == SP_ARRAY)
		sp_record_write(object->id, element_at(object, offset));
	if (object->number == SP_FLOAT)
		return; /* its bits came in an integer register */
	sp_record_value(object->id, sp_access_widen(object, value, bytes));
}

/*--- blocks ---*/

#define WORDS_MAX 4 /* of an object of one of the headers' classes */

static ULong sp_access_read_number(Addr from, UWord byte, ULong bytes)
{
	ULong number = 0;

	if (from != 0)
		VG_(memcpy)(&number, (const void *)from, bytes);
	else
		VG_(memset)(&number, byte, bytes);
	return number;
}

/* The numbers in objects of classes that a compiler fills or copies as a whole: a few
 * words. */
static void block_of_words(Addr address, Addr from, UWord byte, ULong bytes)
{
	ULong done;

	for (done = 0; done < bytes; done += sizeof(ULong)) {
		const struct sp_object *object = NULL;
		Long offset;
		if (sp_access_may_be_watched(address + done))
			object = sp_frames_object(address + done, 0, &offset);
		if (object && object->kind == SP_SCALAR && offset == 0 &&
			object->number < SP_FLOAT &&
			object->element <= bytes - done)
			sp_record_value(object->id,
				sp_access_widen(object,
					sp_access_read_number(
						from == 0 ? 0 : from + done,
						byte, object->element),
					object->element));
	}
}

/* Each watched array of numbers that begins to be written within the block, and
 * numbers in small ones. */
void sp_access_block(Addr address, Addr from, UWord byte, ULong bytes)
{
	const struct sp_object *object;
	ULong done = 0, element;
	Long offset;

	if (bytes <= WORDS_MAX * sizeof(ULong))
		block_of_words(address, from, byte, bytes);
	if (!sp_access_may_be_watched(address))
		return;
	object = sp_frames_object(address, 0, &offset);
	if (!object || object->kind != SP_ARRAY || object->is_class ||
		object->number >= SP_FLOAT)
		return;
	element = object->element;
	for (; done + element <= bytes && element <= sizeof(ULong);
		done += element)
		fill_element(object, offset + done,
			sp_access_read_number(
				from == 0 ? 0 : from + done, byte, element));
}
