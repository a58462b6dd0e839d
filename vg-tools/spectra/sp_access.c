/* SPDX-License-Identifier: GPL-2.0-or-later
 * Called by code added to the program, for an access to something watched. */
#include "vg-tools/spectra/sp_internal.h"

static inline Long element_at(const struct sp_object *object, Long bytes)
{
	if (LIKELY(object->shift >= 0))
		return bytes >> object->shift;
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
static Bool may_be_watched(Addr address)
{
	return address - sp_hot.low < sp_hot.size ||
	       (address >= sp_watch.static_low &&
		       address < sp_watch.static_high) ||
	       address - sp_region_low < sp_region_size;
}

VG_REGPARM(3)
void sp_access_pointer_set(const struct sp_object *object, Addr value, Addr pc)
{
	*sp_frames_base(object) = value;
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
	if (may_be_watched(address))
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
	if (may_be_watched(address))
		sp_access_any_store(address, object->element, value, pc);
}

/*--- by address ---*/

/* VALUE of BYTES as the type of OBJECT has it. */
static ULong widen(const struct sp_object *object, ULong value, ULong bytes)
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
	if (object != NULL && object->kind == SP_ARRAY && !object->is_class &&
		bytes <= object->element)
		sp_access_load(object, offset, pc);
}

void sp_access_any_store(Addr address, ULong bytes, ULong value, Addr pc)
{
	const struct sp_object *object;
	Long offset;

	object = sp_frames_object(address, pc, &offset);
	if (object == NULL || bytes != object->element ||
		object->kind == SP_STREAM)
		return;
	/* The index into an array of classes was seen where it was formed. */
	if (object->kind == SP_ARRAY && !object->is_class)
		sp_record_offset(object->id, element_at(object, offset),
			object->count, pc);
	if (object->kind == SP_ARRAY)
		sp_record_write(object->id, element_at(object, offset));
	if (object->number == SP_FLOAT)
		return; /* its bits came in an integer register */
	sp_record_value(object->id, widen(object, value, bytes));
}
