/* SPDX-License-Identifier: MIT
 * Targets whose growth is known: -DLAW=NAME chooses one. The comment of each
 * says its law. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ONE_OF_MANY __attribute__((unused)) static

static volatile int sink;

/* log n: looks a byte up among as many places as there are bytes. */
ONE_OF_MANY void binary_search(const uint8_t *data, size_t size)
{
	size_t low = 0, high = size;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		sink = data[middle];
		if (middle < size / 3)
			low = middle + 1;
		else
			high = middle;
	}
}

/* n */
ONE_OF_MANY void count_words(const uint8_t *data, size_t size)
{
	int words = 0, inside = 0;

	for (size_t i = 0; i < size; i++) {
		int letter = data[i] > ' ';
		words += letter && !inside;
		inside = letter;
	}
	sink = words;
}

/* n, below 2000 steps that are always done */
ONE_OF_MANY void constant_and_linear(const uint8_t *data, size_t size)
{
	for (volatile int i = 0; i < 2000; i++)
		sink += i;
	for (size_t i = 0; i < size; i++)
		sink ^= data[i];
}

/* n: at most 64 bytes back */
ONE_OF_MANY void look_back(const uint8_t *data, size_t size)
{
	for (size_t i = 0; i < size; i++)
		for (size_t back = 1; back <= 64 && back <= i; back++) {
			if (data[i - back] != data[i])
				break;
			sink++;
		}
}

/* n: nested calls, as deep as there are brackets, at most 200 */
static size_t parse(const uint8_t *data, size_t size, size_t at, int depth)
{
	while (at < size && data[at] != ')') {
		if (data[at] == '(' && depth < 200)
			at = parse(data, size, at + 1, depth + 1);
		at++;
	}
	return at;
}

ONE_OF_MANY void nested(const uint8_t *data, size_t size)
{
	for (size_t at = 0; at < size; at++)
		at = parse(data, size, at, 0);
}

/* n: items of a list, but all is refused when lists are nested more than 100
 * deep */
static size_t list(const uint8_t *data, size_t size, size_t at, int depth)
{
	if (depth > 100)
		return 0;
	do {
		at++;
		if (at < size && data[at] == '[')
			at = list(data, size, at, depth + 1);
		else if (at + 2 < size && !memcmp(data + at, "12", 2))
			at += 2;
		else
			at = 0;
		if (!at)
			return 0;
	} while (at < size && data[at] == ',');
	return at < size && data[at] == ']' ? at + 1 : 0;
}

ONE_OF_MANY void lists(const uint8_t *data, size_t size)
{
	if (*data == '[')
		sink = (int)list(data, size, 0, 1);
}

/* n log n */
static void merge_sort(uint8_t *data, uint8_t *room, size_t size)
{
	size_t half = size / 2, left = 0, right = half, out = 0;

	if (size < 2)
		return;
	merge_sort(data, room, half);
	merge_sort(data + half, room, size - half);
	while (left < half || right < size)
		if (right == size || (left < half && data[left] <= data[right]))
			room[out++] = data[left++];
		else
			room[out++] = data[right++];
	memcpy(data, room, size);
}

static void sort_copy(const uint8_t *data, size_t size)
{
	uint8_t *copy = malloc(2 * size + 1);

	memcpy(copy, data, size);
	merge_sort(copy, copy + size, size);
	sink = copy[0];
	free(copy);
}

ONE_OF_MANY void merge(const uint8_t *data, size_t size)
{
	sort_copy(data, size);
}

/* n log n: a heap */
ONE_OF_MANY void heap(const uint8_t *data, size_t size)
{
	uint32_t *heap = malloc((size + 1) * sizeof *heap);
	size_t count = 0;

	for (size_t i = 0; i < size; i++) {
		size_t at = count++;
		/* Always a new least one: it rises to the top. */
		uint32_t key = (uint32_t)(size - i) * 256u + data[i];
		while (at && heap[(at - 1) / 2] > key) {
			heap[at] = heap[(at - 1) / 2];
			at = (at - 1) / 2;
		}
		heap[at] = key;
	}
	sink = (int)heap[0];
	free(heap);
}

/* n^1.5 */
ONE_OF_MANY void square_root(const uint8_t *data, size_t size)
{
	for (size_t i = 0; i < size; i++)
		for (size_t j = 0; j * j < size; j++)
			sink += data[i];
}

/* n^2: walks to the end of a list for each item */
ONE_OF_MANY void append(const uint8_t *data, size_t size)
{
	struct item {
		struct item *next;
		uint8_t byte;
	} *item = calloc(size + 1, sizeof *item), *end;

	for (size_t i = 1; i <= size; i++) {
		item[i].byte = data[i - 1];
		for (end = item; end->next; end = end->next)
			;
		end->next = &item[i];
	}
	sink = item[size].byte;
	free(item);
}

/* n^2 until 2048 bytes, which is all it reads */
ONE_OF_MANY void insertion_sort(const uint8_t *data, size_t size)
{
	uint8_t copy[2048];

	if (size > sizeof copy)
		size = sizeof copy;
	memcpy(copy, data, size);
	for (size_t i = 1; i < size; i++) {
		uint8_t key = copy[i];
		size_t at = i;
		for (; at > 0 && copy[at - 1] > key; at--)
			copy[at] = copy[at - 1];
		copy[at] = key;
	}
	sink = copy[0];
}

/* n^2: for each opening bracket, looks for one that closes all that follow */
ONE_OF_MANY void find_close(const uint8_t *data, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		if (data[i] != '[')
			continue;
		for (size_t j = i; j < size && data[j] != ']'; j++)
			sink++;
	}
}

/* n^2 by a pair only: each closing one looks through all opening ones */
ONE_OF_MANY void match_all(const uint8_t *data, size_t size)
{
	size_t open = 0;

	for (size_t i = 0; i < size; i++) {
		if (data[i] == '<')
			open++;
		if (data[i] == '>')
			for (size_t j = 0; j < open; j++)
				sink++;
	}
}

/* n^2 when all words fall into one bucket of 256 */
ONE_OF_MANY void flood(const uint8_t *data, size_t size)
{
	struct word {
		const uint8_t *at;
		size_t length;
		struct word *next;
	} * bucket[256] = {0}, *word = calloc(size + 1, sizeof *word);
	size_t words = 0;

	for (size_t at = 0; at < size; at++) {
		size_t end = at;
		uint32_t hash = 2166136261u;
		while (end < size && data[end] != ' ')
			hash = (hash ^ data[end++]) * 16777619u;
		struct word **slot = &bucket[hash >> 7 & 255];
		while (*slot &&
			((*slot)->length != end - at ||
				memcmp((*slot)->at, data + at, end - at)))
			slot = &(*slot)->next;
		if (!*slot) {
			word[words] = (struct word){data + at, end - at, NULL};
			*slot = &word[words++];
		}
		at = end;
	}
	sink = (int)words;
	free(word);
}

/* n^2, in bytes that are moved: inserts at the front */
ONE_OF_MANY void move_up(const uint8_t *data, size_t size)
{
	uint8_t *room = malloc(size + 1);

	for (size_t i = 0; i < size; i++) {
		memmove(room + 1, room, i);
		room[0] = data[i];
	}
	sink = room[0];
	free(room);
}

/* n^2 log n: sorts all it has at each ';' */
ONE_OF_MANY void sort_often(const uint8_t *data, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (data[i] == ';')
			sort_copy(data, i);
}

/* n^3 */
ONE_OF_MANY void triples(const uint8_t *data, size_t size)
{
	for (size_t i = 0; i < size; i++)
		for (size_t j = i; j < size && data[i] == '('; j++)
			for (size_t k = j; k < size && data[j] == '('; k++)
				sink++;
}

/* 1.618^n: each 'a' alone or two at once, until three million steps */
static long steps;

static int tries(const uint8_t *data, size_t size)
{
	if (++steps > 3000000)
		return 1;
	if (!size || *data != 'a')
		return 0;
	return tries(data + 1, size - 1) ||
	       (size > 1 && data[1] == 'a' && tries(data + 2, size - 2));
}

ONE_OF_MANY void backtrack(const uint8_t *data, size_t size)
{
	steps = 0;
	sink = tries(data, size);
}

/* bounded: at most 16 times 16 steps */
ONE_OF_MANY void sixteen(const uint8_t *data, size_t size)
{
	for (size_t i = 0; i < size && i < 16; i++)
		for (size_t j = 0; j < size && j < 16; j++)
			sink += data[i] < data[j];
}

/* bounded: reads its header only */
ONE_OF_MANY void header(const uint8_t *data, size_t size)
{
	int width = size > 3 && data[0] == 'P' ? data[2] : 1;

	for (int i = 0; i < width * 100; i++)
		sink++;
}

/* n with noise: a table with a new seed each time, of as many buckets as
 * there are words */
ONE_OF_MANY void seeded(const uint8_t *data, size_t size)
{
	static uint64_t state = 1;
	size_t buckets = size / 2 + 16;
	uint16_t *filled = calloc(buckets, sizeof *filled);
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	state = state * 6364136223846793005u + (uint64_t)now.tv_nsec;
	for (size_t at = 0; at < size; at++) {
		uint64_t hash = state;
		while (at < size && data[at] != ' ')
			hash = (hash ^ data[at++]) * 0x9e3779b97f4a7c15u;
		size_t slot = (size_t)(hash >> 32) % buckets;
		for (int i = 0; i < (filled[slot] & 7); i++)
			sink++;
		filled[slot]++;
	}
	free(filled);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size)
		LAW(data, size);
	return 0;
}
