/* SPDX-License-Identifier: MIT
 * The memory of a program that is interpreted. */
#include "config.h"

#include "fuzz-perf/ir/llvm/objects.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/ir/llvm/limbs.h"
#include "lib/memory.h"

#define ADDRESS_BITS 32 /* between the addresses of two objects */

static uint64_t llvm_objects_address_of(size_t index)
{
	return (index + 1) << ADDRESS_BITS;
}

/* The object that ADDRESS is nearest to. */
static size_t index_of(uint64_t address)
{
	return ((address + (UINT64_C(1) << (ADDRESS_BITS - 1))) >>
		       ADDRESS_BITS) -
	       1;
}

uint64_t objects_add(struct llvm_objects *objects, uint64_t bytes)
{
	struct llvm_object *object;

	if (bytes > OBJECTS_BYTES_MAX - objects->bytes ||
		objects->count == OBJECTS_MAX)
		return 0;
	objects->object = memory_grow(objects->object, &objects->capacity,
		objects->count + 1, sizeof *objects->object);
	object = &objects->object[objects->count];
	*object = (struct llvm_object){
		.data = memory_alloc(3 * bytes + LIMBS_BEHIND), .bytes = bytes};
	object->poison = object->data + bytes;
	object->undef = object->poison + bytes;
	memset(object->data, 0, 2 * bytes);
	memset(object->undef, 0xff, bytes);
	memset(object->undef + bytes, 0, LIMBS_BEHIND);
	objects->bytes += bytes;
	return llvm_objects_address_of(objects->count++);
}

struct llvm_object *llvm_objects_find(const struct llvm_objects *objects,
	uint64_t address, uint64_t bytes, uint64_t *offset)
{
	size_t index = index_of(address);
	struct llvm_object *object;

	if (index >= objects->count)
		return NULL;
	object = &objects->object[index];
	*offset = address - llvm_objects_address_of(index);
	return *offset <= object->bytes && bytes <= object->bytes - *offset
		       ? object
		       : NULL;
}

bool objects_is_inside(
	const struct llvm_objects *objects, uint64_t base, uint64_t address)
{
	uint64_t offset;

	return index_of(base) == index_of(address) &&
	       llvm_objects_find(objects, address, 0, &offset) &&
	       llvm_objects_find(objects, base, 0, &offset);
}

void object_keep(struct llvm_object *object)
{
	object->initial = memory_alloc(3 * object->bytes + 1);
	memcpy(object->initial, object->data, 3 * object->bytes);
}

void objects_restore(const struct llvm_objects *objects, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (objects->object[i].initial)
			memcpy(objects->object[i].data,
				objects->object[i].initial,
				3 * objects->object[i].bytes);
}

void objects_drop(struct llvm_objects *objects, size_t count)
{
	while (objects->count > count) {
		struct llvm_object *object = &objects->object[--objects->count];

		objects->bytes -= object->bytes;
		free(object->data);
		free(object->initial);
	}
	if (!count) {
		free(objects->object);
		*objects = (struct llvm_objects){0};
	}
}

/* Are all bits of a number of BITS bits at bit AT among 8 bytes? Nearly always. */
static bool objects_is_near(uint64_t at, unsigned bits)
{
	return (at & 7) + bits <= 64;
}

/* There are 8 bytes at least after each object's last one. */
static uint64_t load_near(const uint8_t *from, uint64_t at, uint64_t mask)
{
	uint64_t word;

	memcpy(&word, from + at / 8, sizeof word);
	return word >> (at & 7) & mask;
}

static void store_near(uint8_t *to, uint64_t at, uint64_t mask, uint64_t bits)
{
	uint64_t word;

	memcpy(&word, to + at / 8, sizeof word);
	word &= ~(mask << (at & 7));
	word |= (bits & mask) << (at & 7);
	memcpy(to + at / 8, &word, sizeof word);
}

/* What is undefined in memory has zeros for its bits, except of a NaN those that it has by
 * chance: so it is still none when it is loaded. */
static bool objects_is_nan(uint64_t word, unsigned bits)
{
	return bits == 32   ? (word & 0x7fffffff) > 0x7f800000
	       : bits == 64 ? (word & INT64_MAX) > UINT64_C(0x7ff) << 52
			    : false;
}

enum state object_load(const struct llvm_object *object, uint64_t at,
	unsigned bits, uint64_t *word)
{
	uint64_t poison = 0, only_poison = 0, undef = 0, defined = 0;
	uint64_t mask = bits < 64 ? ~(~UINT64_C(0) << bits) : ~UINT64_C(0);
	bool is_all = objects_is_near(at, bits);

	if (is_all) {
		*word = load_near(object->data, at, mask);
		poison = load_near(object->poison, at, mask);
		undef = load_near(object->undef, at, mask);
		only_poison = poison & ~undef;
		defined = ~undef & mask;
	}
	for (unsigned i = 0; i < bits && !is_all; i += 64) {
		unsigned count = bits - i < 64 ? bits - i : 64;
		uint64_t p = limbs_get_word(object->poison, at + i, count);
		uint64_t u = limbs_get_word(object->undef, at + i, count);
		word[i / 64] = limbs_get_word(object->data, at + i, count);
		poison |= p;
		only_poison |= p & ~u;
		undef |= u;
		defined |= ~u & ~UINT64_C(0) >> (64 - count);
	}
	if (poison)
		return only_poison ? STATE_POISON : STATE_UNKNOWN;
	if (!undef)
		return STATE_DEFINED;
	return defined			     ? STATE_UNKNOWN
	       : objects_is_nan(*word, bits) ? STATE_NAN
					     : STATE_UNDEF;
}

static bool has_poison(enum state state)
{
	return state == STATE_POISON || state == STATE_UNKNOWN ||
	       state == STATE_SOME;
}

static bool has_undef(enum state state)
{
	return state == STATE_UNDEF || state == STATE_UNKNOWN ||
	       state == STATE_NAN || state == STATE_SOME;
}

static void put_all(uint8_t *to, uint64_t at, unsigned bits, bool ones)
{
	for (unsigned i = 0; i < bits; i += 64)
		limbs_put_word(to, at + i, ones ? ~UINT64_C(0) : 0,
			bits - i < 64 ? bits - i : 64);
}

void object_store(struct llvm_object *object, uint64_t at, unsigned bits,
	const uint64_t *word, enum state state)
{
	uint64_t mask = bits < 64 ? ~(~UINT64_C(0) << bits) : ~UINT64_C(0);

	if (objects_is_near(at, bits)) {
		store_near(object->data, at, mask,
			state == STATE_UNDEF ? 0 : *word);
		store_near(
			object->poison, at, mask, -(uint64_t)has_poison(state));
		store_near(
			object->undef, at, mask, -(uint64_t)has_undef(state));
		return;
	}
	limbs_put(object->data, at, word, bits);
	if (state == STATE_UNDEF)
		put_all(object->data, at, bits, false);
	put_all(object->poison, at, bits, has_poison(state));
	put_all(object->undef, at, bits, has_undef(state));
}

void object_give(struct llvm_object *object, uint32_t count, unsigned bytes,
	const uint64_t *word)
{
	/* Each one begins with what the one before it has written beyond its end; what the
	 * last ones write there belongs to the shadow. */
	for (uint32_t i = 0; i < count; i++)
		memcpy(object->data + (size_t)i * bytes, &word[i],
			sizeof *word);
	memset(object->poison, 0, 2 * object->bytes);
}

bool object_take(const struct llvm_object *object, uint32_t count,
	unsigned bytes, unsigned bits, uint64_t *word)
{
	uint64_t mask = ~UINT64_C(0) >> (64 - bits);

	/* The shadows follow each other, and are all zeros. */
	if (object->bytes &&
		(object->poison[0] || memcmp(object->poison, object->poison + 1,
					      2 * object->bytes - 1)))
		return false;
	for (uint32_t i = 0; i < count; i++)
		word[i] =
			load_near(object->data, UINT64_C(8) * i * bytes, mask);
	return true;
}

void object_fill(struct llvm_object *object, uint64_t offset, uint64_t count,
	uint8_t byte, enum state state)
{
	memset(object->data + offset, state == STATE_UNDEF ? 0 : byte, count);
	memset(object->poison + offset, has_poison(state) ? 0xff : 0, count);
	memset(object->undef + offset, has_undef(state) ? 0xff : 0, count);
}

void object_forget(struct llvm_object *object, uint64_t offset, uint64_t count)
{
	memset(object->data + offset, 0, count);
	memset(object->poison + offset, 0, count);
	memset(object->undef + offset, 0xff, count);
}

void object_copy(struct llvm_object *to, uint64_t at,
	const struct llvm_object *from, uint64_t offset, uint64_t count)
{
	memmove(to->data + at, from->data + offset, count);
	memmove(to->poison + at, from->poison + offset, count);
	memmove(to->undef + at, from->undef + offset, count);
}
