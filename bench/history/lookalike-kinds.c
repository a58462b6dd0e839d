/* SPDX-License-Identifier: MIT
 * Code that repeats walks but is no slower than n log n in the file argv[1]: KIND names
 * the function that reads its lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINES 65536
#define SOME  __attribute__((unused, noinline)) static

static char *line[LINES];
static size_t count;
static unsigned long result;

SOME unsigned long weigh(const char *text)
{
	unsigned long sum = 5381;
	while (*text)
		sum = sum * 33 + (unsigned char)*text++;
	return sum;
}

/* n: each line is compared with the eight before it */
SOME void window(void)
{
	for (size_t i = 0; i < count; i++)
		for (size_t j = i < 8 ? 0 : i - 8; j < i; j++)
			result += strcmp(line[i], line[j]) == 0;
}

/* n: ... and with the four behind it */
SOME void ahead(void)
{
	for (size_t i = 0; i < count; i++)
		for (size_t j = i + 1; j < count && j <= i + 4; j++)
			result += strcmp(line[i], line[j]) == 0;
}

/* n: a table that takes no more than 16 names */
SOME void capped(void)
{
	char *name[16];
	size_t names = 0, j;
	for (size_t i = 0; i < count; i++) {
		for (j = 0; j < names && strcmp(name[j], line[i]) != 0; j++)
			;
		if (j == names && names < 16)
			name[names++] = line[i];
		result += j;
	}
}

SOME int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* n log n: sorted by halves, and each looked up by halves */
SOME void merge(char **from, char **to, size_t n)
{
	size_t half = n / 2, i = 0, j = half, k = 0;
	if (n < 2)
		return;
	merge(from, to, half);
	merge(from + half, to, n - half);
	while (i < half && j < n)
		to[k++] = strcmp(from[i], from[j]) <= 0 ? from[i++] : from[j++];
	while (i < half)
		to[k++] = from[i++];
	while (j < n)
		to[k++] = from[j++];
	memcpy(from, to, n * sizeof *from);
}

SOME void sorted(void)
{
	static char *other[LINES];
	merge(line, other, count);
	result += strlen(line[0]);
}

/* n log n */
SOME void bisect(void)
{
	static char *by_name[LINES];
	memcpy(by_name, line, count * sizeof *line);
	qsort(by_name, count, sizeof *by_name, compare);
	for (size_t i = 0; i < count; i++) {
		size_t low = 0, high = count;
		while (low + 1 < high) {
			size_t middle = (low + high) / 2;
			if (strcmp(by_name[middle], line[i]) <= 0)
				low = middle;
			else
				high = middle;
		}
		result += low;
	}
}

struct node {
	struct node *next;
	const char *name;
};

/* n: a table that grows with its names */
SOME void hashed(void)
{
	size_t buckets = 4, names = 0;
	struct node **table = calloc(buckets, sizeof *table);
	for (size_t i = 0; i < count; i++) {
		struct node *node = table[weigh(line[i]) % buckets];
		while (node && strcmp(node->name, line[i]) != 0)
			node = node->next;
		if (node)
			continue;
		if (++names > buckets) {
			struct node **larger = calloc(2 * buckets, sizeof *larger);
			for (size_t j = 0; j < buckets; j++)
				while ((node = table[j])) {
					struct node **to =
						&larger[weigh(node->name) % (2 * buckets)];
					table[j] = node->next;
					node->next = *to;
					*to = node;
				}
			free(table);
			table = larger;
			buckets *= 2;
		}
		node = malloc(sizeof *node);
		node->name = line[i];
		node->next = table[weigh(line[i]) % buckets];
		table[weigh(line[i]) % buckets] = node;
	}
	result += names;
}

/* n: a list with its end at hand, which is walked five times */
SOME void tail(void)
{
	struct node *first = NULL, **end = &first;
	for (size_t i = 0; i < count; i++) {
		*end = calloc(1, sizeof **end);
		(*end)->name = line[i];
		end = &(*end)->next;
	}
	for (int pass = 0; pass < 5; pass++)
		for (struct node *at = first; at; at = at->next)
			result += (unsigned char)*at->name;
}

/* n: ten times over all */
SOME void passes(void)
{
	for (int pass = 0; pass < 10; pass++)
		for (size_t i = 0; i < count; i++)
			result += weigh(line[i]) % 7;
}

/* n: what is read of a line is as long as the line */
SOME void joined(void)
{
	size_t length = 0, capacity = 8;
	char *text = malloc(capacity);
	for (size_t i = 0; i < count; i++) {
		size_t more = strlen(line[i]);
		while (length + more >= capacity)
			text = realloc(text, capacity *= 2);
		memcpy(text + length, line[i], more + 1);
		length += more;
		result += strlen(line[i]);
	}
	free(text);
}

/* n: a word of four letters, looked for at each place */
SOME void naive(void)
{
	for (size_t i = 0; i < count; i++)
		for (const char *at = line[i]; *at; at++)
			result += strncmp(at, "word", 4) == 0;
}

/* n: a pattern's own table is walked for each mismatch */
SOME void pattern(void)
{
	static const char wanted[] = "aabaabaaab";
	int fail[11] = {-1, 0}, state = 0;
	for (int i = 1, j = 0; wanted[i]; fail[++i] = ++j)
		while (j >= 0 && wanted[i] != wanted[j])
			j = fail[j];
	for (size_t i = 0; i < count; i++)
		for (const char *at = line[i]; *at; at++) {
			while (state >= 0 && wanted[state] != *at)
				state = fail[state];
			result += ++state == 10;
			if (state == 10)
				state = fail[state];
		}
}

/* n: lines that begin with a letter are kept, others take the newest four away */
SOME void stack(void)
{
	static char *kept[LINES];
	size_t depth = 0;
	for (size_t i = 0; i < count; i++) {
		kept[depth++] = line[i];
		for (size_t j = depth; j > 0 && j + 4 > depth; j--)
			result += weigh(kept[j - 1]) & 1;
		if (*line[i] < 'a' && depth > 4)
			depth -= 4;
	}
}

/* n log n: a heap */
SOME void heap(void)
{
	static unsigned long key[LINES + 1];
	size_t size = 0;
	for (size_t i = 0; i < count; i++) {
		size_t at = ++size;
		unsigned long new = weigh(line[i]);
		for (; at > 1 && key[at / 2] > new; at /= 2)
			key[at] = key[at / 2];
		key[at] = new;
	}
	while (size > 0) {
		unsigned long last = key[size--];
		size_t at = 1, child;
		for (result += key[1]; (child = 2 * at) <= size; at = child) {
			child += child < size && key[child + 1] < key[child];
			if (key[child] >= last)
				break;
			key[at] = key[child];
		}
		key[at] = last;
	}
}

/* n log n: sums of prefixes in a tree of sums */
SOME void sums(void)
{
	static unsigned long tree[LINES + 1];
	for (size_t i = 1; i <= count; i++)
		for (size_t j = i; j <= LINES; j += j & -j)
			tree[j] += weigh(line[i - 1]);
	for (size_t i = 1; i <= count; i++)
		for (size_t j = i; j > 0; j -= j & -j)
			result += tree[j];
}

/* n, nearly: sets that are joined, with short ways */
SOME size_t root(size_t *up, size_t at)
{
	while (up[at] != at)
		at = up[at] = up[up[at]];
	return at;
}

SOME void sets(void)
{
	static size_t up[LINES];
	for (size_t i = 0; i < count; i++)
		up[i] = i;
	for (size_t i = 1; i < count; i++)
		up[root(up, i)] = root(up, weigh(line[i]) % i);
	for (size_t i = 0; i < count; i++)
		result += root(up, i);
}

/* n: a constant table is searched for each line */
SOME void keywords(void)
{
	static const char *const table[] = {"auto", "break", "case", "char", "const",
		"default", "do", "double", "else", "enum", "float", "for", "goto", "if"};
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < sizeof table / sizeof table[0]; j++)
			result += strcmp(table[j], line[i]) == 0;
}

/* n: the sum of the last 32, each time */
SOME void ring(void)
{
	static unsigned long last[32];
	for (size_t i = 0; i < count; i++) {
		last[i % 32] = weigh(line[i]);
		for (size_t j = 0; j < 32; j++)
			result += last[j];
	}
}

/* n: each against each, in blocks of 16 lines */
SOME void blocks(void)
{
	for (size_t first = 0; first < count; first += 16)
		for (size_t i = first; i < count && i < first + 16; i++)
			for (size_t j = first; j < i; j++)
				result += strcmp(line[i], line[j]) == 0;
}

/* n: letters of a line in a tree of letters */
SOME void letters(void)
{
	struct letter {
		struct letter *next[256];
		int end;
	} *top = calloc(1, sizeof *top);
	for (int pass = 0; pass < 3; pass++)
		for (size_t i = 0; i < count; i++) {
			struct letter *at = top;
			for (const char *c = line[i]; *c; c++) {
				struct letter **next = &at->next[(unsigned char)*c];
				if (!*next)
					*next = calloc(1, sizeof *at);
				at = *next;
			}
			result += (unsigned long)at->end++;
		}
}

/* n: the newest name is looked at first, and a name comes in runs */
SOME void recent(void)
{
	struct node *first = NULL;
	for (size_t i = 0; i < count; i++) {
		struct node *node = first;
		for (int steps = 0; node && steps < 12; steps++, node = node->next)
			if (strcmp(node->name, line[i]) == 0)
				break;
		if (node)
			continue;
		node = malloc(sizeof *node);
		*node = (struct node){first, line[i]};
		first = node;
	}
	result += first != NULL;
}

/* n: a list of ten settings is searched for each line */
SOME void settings(void)
{
	static struct node setting[10];
	for (size_t i = 0; i < 10; i++)
		setting[i] = (struct node){i > 0 ? &setting[i - 1] : NULL, line[i % count]};
	for (size_t i = 0; i < count; i++)
		for (struct node *at = &setting[9]; at; at = at->next)
			result += strcmp(at->name, line[i]) == 0;
}

/* n: groups by their first letter, in a list of 26 at most */
SOME void groups(void)
{
	struct group {
		struct group *next;
		char letter;
		size_t lines;
	} *first = NULL, *at;
	for (size_t i = 0; i < count; i++) {
		char letter = (char)('a' + weigh(line[i]) % 26);
		for (at = first; at && at->letter != letter; at = at->next)
			;
		if (!at) {
			at = calloc(1, sizeof *at);
			*at = (struct group){first, letter, 0};
			first = at;
		}
		at->lines++;
	}
}

/* n: all lines are masked with one key */
SOME void mask(void)
{
	static unsigned char key[24];
	for (size_t j = 0; j < sizeof key; j++)
		key[j] = (unsigned char)weigh(line[j % count]);
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < sizeof key; j++)
			result += key[j] ^ (unsigned char)*line[i];
}

/* n: a stack of at most eight levels is printed for each line */
SOME void levels(void)
{
	static const char *level[8];
	size_t depth = 0;
	for (size_t i = 0; i < count; i++) {
		if (depth == 8)
			depth = 2;
		level[depth++] = line[i];
		for (size_t j = 0; j < depth; j++)
			result += (unsigned char)*level[j];
	}
}

/* n: widths of twelve columns, that each line may widen */
SOME void columns(void)
{
	static size_t width[12];
	for (size_t i = 0; i < count; i++) {
		width[i % 12] += strlen(line[i]);
		for (size_t j = 0; j < 12; j++)
			result += width[j];
	}
}

/* n: how often each letter is there, of which the most frequent one is asked for */
SOME void letter(void)
{
	static size_t often[128];
	for (size_t i = 0; i < count; i++) {
		size_t most = 0;
		often[*line[i] & 127]++;
		for (size_t j = 0; j < 128; j++)
			most = often[j] > often[most] ? j : most;
		result += most;
	}
}

/* n: eight passes over a list that is built once */
SOME void eight(void)
{
	struct node *first = NULL;
	for (size_t i = 0; i < count; i++) {
		struct node *node = malloc(sizeof *node);
		*node = (struct node){first, line[i]};
		first = node;
	}
	for (unsigned bit = 0; bit < 8; bit++)
		for (struct node *at = first; at; at = at->next)
			result += (unsigned char)*at->name >> bit & 1;
}

int main(int argc, char **argv)
{
	static char text[1 << 20];
	FILE *in = argc > 1 ? fopen(argv[1], "r") : NULL;
	size_t length = in ? fread(text, 1, sizeof text - 1, in) : 0;
	for (char *at = text; at < text + length && count < LINES;) {
		char *end = strchr(at, '\n');
		line[count++] = at;
		if (!end)
			break;
		*end = '\0';
		at = end + 1;
	}
	if (count > 0)
		KIND();
	printf("%lu\n", result);
	return count == 0;
}
