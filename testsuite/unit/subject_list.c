/* SPDX-License-Identifier: MIT
 * The program most tests of symbols and labels look at. */
#include "config.h"

#include "testsuite/unit/subject.h"

static const char header_text[] =
	"#ifdef __clang__\n"
	"#define KEEP __attribute__((noinline))\n"
	"#else\n"
	"#define KEEP __attribute__((noinline, noclone))\n"
	"#endif\n"
	"struct node {\n"
	"	struct node *next;\n"
	"	int value;\n"
	"	struct { short a, b; } pair;\n"
	"};\n"
	"typedef struct { struct node *first; } anonymous_t;\n"
	"struct table {\n"
	"	int count;\n"
	"	unsigned flags : 5;\n"
	"	union { struct node *head; double ratio; };\n"
	"	struct node *items[8];\n"
	"	int tail[];\n"
	"};\n"
	"/* Inlined wherever it is called. */\n"
	"static inline int get_value(const struct node *node)\n"
	"{\n"
	"	return node->value * 3; /* in get_value */\n"
	"}\n"
	"int list_sum(struct node *list);\n"
	"int list_product(struct table *table);\n";

static const char list_text[] =
	"#include \"list.h\"\n"
	"KEEP int list_sum(struct node *list)\n"
	"{\n"
	"	int sum = 0;\n"
	"	for (struct node *n = list; n; n = n->next)\n"
	"		sum += get_value(n); /* the call */\n"
	"	return sum;\n"
	"}\n";

static const char main_text[] =
	"#include \"list.h\"\n"
	"int counter = 7;\n"
	"const int limit = 9; const char marks[3] = {1};\n"
	"struct table shared;\n"
	"static struct node nodes[3];\n"
	"KEEP int list_product(struct table *table)\n"
	"{\n"
	"	int product = 1;\n"
	"	for (struct node *n = table->head; n; n = n->next)\n"
	"		product *= get_value(n);\n"
	"	return product;\n"
	"}\n"
	"KEEP struct node *pick(struct table *obj, long i)\n"
	"{ return obj->items[i]; }\n"
	"KEEP int pick_tail(struct table *obj, long i)\n"
	"{ return obj->tail[i]; }\n"
	"KEEP int read_flags(struct table *obj) { return obj->flags; }\n"
	"union both { long whole; int half; };\n"
	"KEEP int read_half(union both *u) { return u->half; }\n"
	"KEEP long read_whole(union both *u) { return u->whole; }\n"
	"KEEP int read_pair(struct node *n) { return n->pair.b; }\n"
	"KEEP int read_third(const int *arr) { return arr[2]; }\n"
	"KEEP int read_key(struct node *all, long i) { return all[i].value; }\n"
	"KEEP struct node *read_first(anonymous_t *a) { return a->first; }\n"
	"KEEP struct node *read_shared(void) { return shared.head; }\n"
	"KEEP int read_char(const char *text) { return *text; }\n"
	"KEEP void *read_pointer(void **p) { return *p; }\n"
	"KEEP int read_two(struct node *n) { return n->next->value; }\n"
	"KEEP int read_result(struct table *obj, long i)\n"
	"{ return pick(obj, i)->value; }\n"
	"KEEP int count_calls(void)\n"
	"{\n"
	"	static int calls;\n"
	"	return ++calls;\n"
	"}\n"
	"int main(int argc, char **argv)\n"
	"{\n"
	"	int number = argc;\n"
	"	void *p = argv;\n"
	"	anonymous_t a = {nodes};\n"
	"	nodes[0].next = &nodes[1];\n"
	"	shared.head = nodes;\n"
	"	number += list_sum(nodes) + list_product(&shared) + counter;\n"
	"	number += (pick(&shared, argc) == 0) + read_flags(&shared);\n"
	"	number += read_half((void *)nodes) + read_pair(nodes) + "
	"limit;\n"
	"	number += read_third(&counter - 2) + read_key(nodes, argc);\n"
	"	number += read_first(&a) == read_shared();\n"
	"	number += read_char(argv[0]) + read_two(nodes);\n"
	"	number += (int)read_whole((void *)nodes);\n"
	"	number += read_pointer(&p) != 0;\n"
	"	if (argc > 100)\n"
	"		number += pick_tail(&shared, argc) +\n"
	"			read_result(&shared, 0);\n"
	"	return number + count_calls() == 0;\n"
	"}\n";

const char *const subject_list_files[] = {
	"list.h", header_text, "list.c", list_text, "main.c", main_text, NULL};

const struct subject_config subject_configs[SUBJECT_CONFIGS] = {
	{"gcc", "-gdwarf-4 -O0"},
	{"gcc", "-gdwarf-4 -O2"},
	{"gcc", "-gdwarf-5 -O0"},
	{"gcc", "-gdwarf-5 -O2"},
	{"clang", "-gdwarf-4 -O0"},
	{"clang", "-gdwarf-4 -O2"},
	{"clang", "-gdwarf-5 -O0"},
	{"clang", "-gdwarf-5 -O2"},
};
