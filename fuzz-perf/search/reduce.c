/* SPDX-License-Identifier: MIT
 * Makes bytes fewer, and then plainer, as long as a judge says that they will do. */
#include "config.h"

#include "fuzz-perf/search/reduce.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

#define TRIED (1u << 16) /* hashes of bytes that did not do */

/* Edits that wait for the judge, and what came of them. */
struct reduce_work {
	struct reduce *reduce;
	struct reduce_edit *edit;
	unsigned count;
	unsigned batch;	  /* edits that are judged at once, now */
	uint64_t *tried;  /* some are forgotten */
	uint8_t *scratch; /* of BEST's first length */
	bool is_over;
	struct error *err;
	int result;
};

size_t reduce_apply(const struct reduce *reduce, const struct reduce_edit *edit,
	uint8_t *to)
{
	const uint8_t *from = reduce->best;
	size_t end = edit->at + edit->size;
	size_t later = edit->later_size ? edit->later : reduce->length;
	size_t later_end = later + edit->later_size;
	size_t length = edit->at;

	memcpy(to, from, length);
	if (edit->replaces) {
		memcpy(to, from, reduce->length);
		to[edit->at] = edit->byte;
		return reduce->length;
	}
	memcpy(to + length, from + end, later - end);
	length += later - end;
	memcpy(to + length, from + later_end, reduce->length - later_end);
	return length + reduce->length - later_end;
}

static bool reduction_is_over(const struct reduce_work *all)
{
	return all->is_over || all->result;
}

/* FNV-1a. */
static uint64_t reduce_hash(const uint8_t *bytes, size_t length)
{
	uint64_t hash = 0xcbf29ce484222325;

	for (size_t i = 0; i < length; i++)
		hash = (hash ^ bytes[i]) * 0x100000001b3;
	return hash ^ length;
}

static bool reduce_was_tried(
	struct reduce_work *all, const struct reduce_edit *edit)
{
	size_t length = reduce_apply(all->reduce, edit, all->scratch);
	uint64_t hash = reduce_hash(all->scratch, length);
	uint64_t *place = &all->tried[hash % TRIED];

	if (*place == hash)
		return true;
	*place = hash;
	return false;
}

/* Judges the edits that wait. Returns whether one was taken, with it in TAKEN; those after
 * it are forgotten. */
static bool reduce_flush(struct reduce_work *all, struct reduce_edit *taken)
{
	struct reduce *reduce = all->reduce;
	unsigned count = all->count;

	all->count = 0;
	if (!count || reduction_is_over(all))
		return false;
	int first = reduce->judge(reduce->context, reduce, all->edit, count,
		&all->is_over, all->err);
	if (first < 0) {
		all->result = -1;
		return false;
	}
	if ((unsigned)first >= count) {
		all->batch = all->batch < reduce->batch_max / 2
				     ? all->batch * 2
				     : reduce->batch_max;
		return false;
	}
	/* What was not judged may yet do. */
	for (unsigned i = (unsigned)first + 1; i < count; i++) {
		size_t length =
			reduce_apply(reduce, &all->edit[i], all->scratch);
		all->tried[reduce_hash(all->scratch, length) % TRIED] = 0;
	}
	*taken = all->edit[first];
	reduce->length = reduce_apply(reduce, taken, all->scratch);
	memcpy(reduce->best, all->scratch, reduce->length);
	all->batch = 1;
	return true;
}

/* Adds EDIT; judges when enough wait. As reduce_flush. */
static bool reduce_offer(struct reduce_work *all,
	const struct reduce_edit *edit, struct reduce_edit *taken)
{
	if (reduce_was_tried(all, edit))
		return false;
	all->edit[all->count++] = *edit;
	return all->count >= all->batch && reduce_flush(all, taken);
}

/* Deletes spans of SIZE bytes that begin every STEP bytes, from the end on: what comes late
 * depends on what comes early. */
static bool delete_spans(struct reduce_work *all, uint32_t size, uint32_t step)
{
	struct reduce *reduce = all->reduce;
	struct reduce_edit taken;
	bool any = false;
	int64_t at = (int64_t)reduce->length - size;

	while (at >= 0 && !reduction_is_over(all)) {
		const struct reduce_edit edit = {
			.at = (uint32_t)at, .size = size};
		bool is_last = at < step;
		at -= step;
		if (!reduce_offer(all, &edit, &taken) &&
			!(is_last && reduce_flush(all, &taken)))
			continue;
		any = true;
		at = (int64_t)taken.at + step;
		if (at + size > (int64_t)reduce->length)
			at = (int64_t)reduce->length - size;
	}
	return any;
}

static bool delete_halves(struct reduce_work *all)
{
	bool any = false;

	for (size_t size = (all->reduce->length + 1) / 2; size; size /= 2)
		any |= delete_spans(all, (uint32_t)size, (uint32_t)size);
	return any;
}

static bool delete_all_spans(struct reduce_work *all)
{
	bool any = false;

	for (uint32_t size = REDUCE_SPAN_MAX; size; size--)
		if (size <= all->reduce->length)
			any |= delete_spans(all, size, 1);
	return any;
}

/* The end of what the bracket or quote at AT opens; 0: nothing. */
static size_t find_close(const struct reduce *reduce, size_t at)
{
	static const char open[] = "([{<\"'", close[] = ")]}>\"'";
	const char *which =
		reduce->best[at] ? strchr(open, reduce->best[at]) : NULL;
	unsigned depth = 0;

	if (!which)
		return 0;
	uint8_t first = reduce->best[at], last = (uint8_t)close[which - open];
	for (size_t i = at + 1; i < reduce->length; i++) {
		if (reduce->best[i] == last && !depth--)
			return i;
		depth += reduce->best[i] == first && first != last;
	}
	return 0;
}

/* Offers to delete what a pair of brackets holds, with them; them alone; and all that is
 * between them and a pair further in. */
static bool offer_pair(struct reduce_work *all, size_t at)
{
	struct reduce *reduce = all->reduce;
	size_t close = find_close(reduce, at);
	uint32_t start = (uint32_t)at, end = (uint32_t)close;
	struct reduce_edit taken;

	if (!close)
		return false;
	const struct reduce_edit whole = {.at = start, .size = end + 1 - start};
	const struct reduce_edit shell = {
		.at = start, .size = 1, .later = end, .later_size = 1};
	if (reduce_offer(all, &whole, &taken) ||
		reduce_offer(all, &shell, &taken))
		return true;
	for (uint32_t in = start + 1; in < end; in++) {
		size_t inner = find_close(reduce, in);
		if (!inner || inner >= close)
			continue;
		const struct reduce_edit hoist = {.at = start,
			.size = in - start,
			.later = (uint32_t)inner + 1,
			.later_size = end - (uint32_t)inner};
		return reduce_offer(all, &hoist, &taken);
	}
	return false;
}

static bool delete_pairs(struct reduce_work *all)
{
	struct reduce_edit taken;
	bool any = false;

	for (size_t at = 0;
		at < all->reduce->length && !reduction_is_over(all);)
		if (offer_pair(all, at))
			any = true;
		else
			at++;
	return reduce_flush(all, &taken) || any;
}

/* Replaces bytes by the plainest that will do. */
static bool make_plain(struct reduce_work *all)
{
	static const uint8_t plain[] = "0a 1\n";
	struct reduce *reduce = all->reduce;
	struct reduce_edit taken;
	bool any = false;

	for (uint32_t at = 0; at < reduce->length && !reduction_is_over(all);
		at++)
		for (size_t i = 0;
			i + 1 < sizeof plain && reduce->best[at] != plain[i];
			i++) {
			const struct reduce_edit edit = {
				.at = at, .replaces = true, .byte = plain[i]};
			if (!reduce_offer(all, &edit, &taken))
				continue;
			any = true;
			at = taken.at;
			break;
		}
	return reduce_flush(all, &taken) || any;
}

int reduce_bytes(struct reduce *reduce, bool *is_minimal, struct error *err)
{
	static bool (*const deletions[])(struct reduce_work *) = {
		delete_halves, delete_pairs, delete_all_spans};
	struct reduce_work all = {.reduce = reduce,
		.edit = memory_alloc_zero(
			reduce->batch_max, sizeof(struct reduce_edit)),
		.batch = 1,
		.tried = memory_alloc_zero(TRIED, sizeof(uint64_t)),
		.scratch = memory_alloc_zero(reduce->length + 1, 1),
		.err = err};
	bool has_shrunk = true;

	while (has_shrunk && !reduction_is_over(&all)) {
		size_t before;
		do {
			before = reduce->length;
			for (size_t i = 0;
				i < sizeof deletions / sizeof deletions[0]; i++)
				deletions[i](&all);
		} while (reduce->length < before && !reduction_is_over(&all));
		has_shrunk = make_plain(&all);
	}
	*is_minimal = !reduction_is_over(&all);
	free(all.edit);
	free(all.tried);
	free(all.scratch);
	return all.result;
}
