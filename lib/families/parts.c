/* SPDX-License-Identifier: MIT
 * The items that an input mostly consists of, any number of them. */
#include "config.h"

#include "lib/families/parts.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/families/family.h"
#include "lib/memory.h"

static const char opening[] = "([{", closing[] = ")]}";

/* What is in the largest pair of brackets that stands in GROUP, not in others; empty:
 * there is none. */
static struct span parts_largest(
	const struct bytes *base, const struct span *group)
{
	struct span largest = {0, 0};
	size_t depth = 0, first = 0;

	for (size_t at = group->first; at < group->end; at++) {
		size_t after = layout_skip_quoted(base, at);
		uint8_t c = base->at[at];
		if (after > at) {
			at = after - 1;
		} else if (c && strchr(opening, c)) {
			first = depth++ == 0 ? at + 1 : first;
		} else if (c && strchr(closing, c) && depth > 0 &&
			   --depth == 0 &&
			   at - first > largest.end - largest.first) {
			largest = (struct span){first, at};
		}
	}
	return largest;
}

static size_t parts_skip(const struct bytes *base, size_t at, size_t end)
{
	while (at < end && strchr(" \t\r\n", base->at[at]) && base->at[at])
		at++;
	return at;
}

static void parts_cut(struct parts *parts, const struct bytes *base,
	const struct span *group, char separator)
{
	size_t capacity = 0;

	parts->count = 0;
	parts->separator = separator;
	for (size_t at = parts_skip(base, group->first, group->end);
		at < group->end;) {
		size_t end = layout_find_separator(base, group, at, separator);
		size_t next = end < group->end
				      ? parts_skip(base, end + 1, group->end)
				      : group->end;
		parts->item = memory_grow(parts->item, &capacity,
			parts->count + 1, sizeof *parts->item);
		parts->item[parts->count++] = (struct span){at, next};
		at = next;
	}
}

void parts_find(struct parts *parts, const struct bytes *base)
{
	static const char separators[] = {',', ';', '\n'};
	struct span group = {0, base->length};

	*parts = (struct parts){0};
	while (group.end > group.first) {
		for (size_t i = 0; i < sizeof separators; i++) {
			free(parts->item);
			parts->item = NULL;
			parts_cut(parts, base, &group, separators[i]);
			if (parts->count > 1)
				return;
		}
		group = parts_largest(base, &group);
	}
}

struct bytes parts_keep(const struct parts *parts, const struct bytes *base,
	size_t first, size_t end)
{
	size_t from = parts->item[0].first;
	size_t to = parts->item[parts->count - 1].end;
	size_t start = parts->item[first].first;
	size_t stop = end > first ? parts->item[end - 1].end : start;
	struct bytes kept = {memory_alloc(base->length + 1), 0};
	bool is_cut = end < parts->count && parts->separator != '\n';

	/* The last item of brackets has no separator, or that of the group's end. */
	while (is_cut && stop > start &&
		(base->at[stop - 1] == (uint8_t)parts->separator ||
			parts_skip(base, stop - 1, stop) == stop))
		stop--;
	memcpy(kept.at, base->at, from);
	memcpy(kept.at + from, base->at + start, stop - start);
	memcpy(kept.at + from + (stop - start), base->at + to,
		base->length - to);
	kept.length = from + (stop - start) + (base->length - to);
	return kept;
}
