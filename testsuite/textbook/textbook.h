/* SPDX-License-Identifier: MIT
 * Shared by the ports of chapter 3's figures: the structures they traverse,
 * the functions of the figures under the paper's own names, and the attributes
 * that keep a figure's calls as calls at -O2. */
#ifndef RETREAD_TESTSUITE_TEXTBOOK_H
#define RETREAD_TESTSUITE_TEXTBOOK_H

#include <stdbool.h>

struct node {
	int data;
	struct node *next;
};

struct record {
	int val;
};

struct object {
	int id;
	struct node *items;
};

/* list.c: 1, 2, ... COUNT. */
struct node *list_new(int count);
void list_free(struct node *list);

/* array.c: COUNT, ... 2, 1. */
int *numbers_new(int count);
struct record **records_new(int count);
void records_free(struct record **records, int count);

/* The figures. */
bool contains(const struct node *list, int x);
bool containsAll(const struct node *list, const int *arr, int length);
int sum(struct record *const *arr, int length);
int len(const struct node *list);
int addPair(struct record *const *arr);
int third(const struct node *list);
int alt(const struct object *obj);

/* A function that stays as it is written: not inlined, not cloned. */
#ifdef __clang__
#define STAYS __attribute__((noinline))
#else
#define STAYS __attribute__((noipa))
#endif

/* The int VALUE of a call that stays a call: JavaScript has no tail calls, so
 * the paper's contexts have the caller's frame where -O2 would drop it. */
#define KEPT_CALL(value)                                                       \
	({                                                                     \
		int kept_ = (value);                                           \
		__asm__ volatile("" : "+r"(kept_));                            \
		kept_;                                                         \
	})

#endif
