# SPDX-License-Identifier: MIT
"""Prints a random C program of loops, lists, arrays, texts, tables, trees and calls.

usage: write-program.py SEED

The same seed gives the same program. It takes the size of what it works on as its
argument, does at most about the square of that, and needs no input."""
import random
import sys

PRELUDE = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { struct node *next; int key, value; };
struct list { struct node *head; int count; };
struct array { int *at; int count, capacity; };
struct text { char *at; int count, capacity; };
struct table { struct node **bucket; int buckets; };
struct branch { struct branch *left, *right; int key, value; };
struct tree { struct branch *root; };
struct item { char name[24]; int rank; };
struct items { struct item **at; int count; };

static long sink;
static unsigned seed = 1;
static int draw(int below)
{
	seed = seed * 1103515245u + 12345u;
	return below > 0 ? (int)(seed >> 8) % below : 0;
}
static struct node *node_new(int key, struct node *next)
{
	struct node *node = malloc(sizeof *node);
	node->key = key;
	node->value = key * 3;
	node->next = next;
	return node;
}
static struct list *list_make(int n)
{
	struct list *o = calloc(1, sizeof *o);
	for (int i = 0; i < n; i++, o->count++)
		o->head = node_new(draw(4 * n), o->head);
	return o;
}
static struct array *array_make(int n)
{
	struct array *o = calloc(1, sizeof *o);
	o->at = malloc(2 * (n + 1) * sizeof *o->at);
	o->capacity = 2 * (n + 1);
	for (; o->count < n; o->count++)
		o->at[o->count] = draw(4 * n);
	return o;
}
static struct text *text_make(int n)
{
	struct text *o = calloc(1, sizeof *o);
	o->capacity = 2 * n + 40;
	o->at = malloc(o->capacity);
	for (; o->count < n; o->count++)
		o->at[o->count] = 'a' + draw(20);
	o->at[o->count] = 0;
	return o;
}
static struct table *table_make(int n)
{
	struct table *o = calloc(1, sizeof *o);
	o->buckets = n / 4 + 3;
	o->bucket = calloc(o->buckets, sizeof *o->bucket);
	for (int i = 0; i < n; i++) {
		int key = draw(4 * n);
		o->bucket[key % o->buckets] = node_new(key, o->bucket[key % o->buckets]);
	}
	return o;
}
static void tree_put(struct tree *o, int key)
{
	struct branch **place = &o->root;
	while (*place)
		place = key < (*place)->key ? &(*place)->left : &(*place)->right;
	*place = calloc(1, sizeof **place);
	(*place)->key = key;
	(*place)->value = key + 1;
}
static struct tree *tree_make(int n)
{
	struct tree *o = calloc(1, sizeof *o);
	for (int i = 0; i < n; i++)
		tree_put(o, draw(8 * n));
	return o;
}
static struct items *items_make(int n)
{
	struct items *o = calloc(1, sizeof *o);
	o->at = malloc((n + 1) * sizeof *o->at);
	for (; o->count < n; o->count++) {
		o->at[o->count] = malloc(sizeof **o->at);
		sprintf(o->at[o->count]->name, "item %d", draw(4 * n));
		o->at[o->count]->rank = draw(n);
	}
	return o;
}
static long branch_sum(const struct branch *branch)
{
	return branch ? branch->value + branch_sum(branch->left) + branch_sum(branch->right) : 0;
}
"""

# Of each kind: (degree, statements). CALL is a call for each element, whose degree is added.
PARTS = {
    "list": [
        (1, "for (struct node *p = o->head; p; p = p->next) s += p->value;"),
        (1, "for (struct node *p = o->head; p; p = p->next) if (p->key == x) { s += p->value; break; }"),
        (1, "for (struct node *p = o->head; p; p = p->next) p->value += x;"),
        (1, "for (struct node *p = o->head; p; p = p->next) if (p->key > p->value % 97) s++;"),
        (1, "{ struct node **q = &o->head; while (*q) q = &(*q)->next; *q = node_new(x, NULL); o->count++; }"),
        (1, "{ struct node *p = o->head; for (int k = x % (o->count + 1); p && k > 0; k--) p = p->next; s += p ? p->key : 0; }"),
        (0, "o->head = node_new(x, o->head); o->count++;"),
        (0, "if (o->head && o->head->next && o->count > 4) { struct node *p = o->head; o->head = p->next; o->count--; free(p); }"),
        (2, "for (struct node *p = o->head; p; p = p->next) for (struct node *q = p->next; q; q = q->next) s += p->key == q->key;"),
        (1, "for (struct node *p = o->head; p; p = p->next) { s += p->key; CALL(p->key) }"),
    ],
    "array": [
        (1, "for (int i = 0; i < o->count; i++) s += o->at[i];"),
        (1, "for (int i = 0; i < o->count; i++) if (o->at[i] == x) { s += i; break; }"),
        (1, "for (int i = o->count - 1; i >= 0; i--) if (o->at[i] > s) s = o->at[i];"),
        (1, "for (int i = 1; i < o->count; i++) if (o->at[i - 1] > o->at[i]) { int t = o->at[i]; o->at[i] = o->at[i - 1]; o->at[i - 1] = t; }"),
        (1, "for (int i = x % (o->count + 1); i < o->count; i++) o->at[i] += 2;"),
        (1, "if (o->count < o->capacity) { int i = x % (o->count + 1); memmove(o->at + i + 1, o->at + i, (o->count - i) * sizeof *o->at); o->at[i] = x; o->count++; }"),
        (1, "{ int *copy = malloc((o->count + 1) * sizeof *copy); memcpy(copy, o->at, o->count * sizeof *copy); s += copy[0]; free(o->at); o->at = copy; o->capacity = o->count + 1; }"),
        (0, "if (o->count == o->capacity) o->at = realloc(o->at, (o->capacity *= 2) * sizeof *o->at); o->at[o->count++] = x;"),
        (0, "{ int low = 0, high = o->count; while (low < high) { int m = (low + high) / 2; if (o->at[m] < x) low = m + 1; else high = m; } s += low; }"),
        (0, "{ int from = x % (o->count + 1); for (int i = from; i < from + 5 && i < o->count; i++) s += o->at[i]; }"),
        (2, "for (int i = 0; i < o->count; i++) for (int j = i + 1; j < o->count; j++) s += o->at[i] == o->at[j];"),
        (1, "for (int i = 0; i < o->count; i++) { s ^= o->at[i]; CALL(o->at[i]) }"),
    ],
    "text": [
        (1, "s += (long)strlen(o->at);"),
        (1, "for (const char *c = o->at; *c; c++) s = s * 31 + *c;"),
        (1, "for (char *c = o->at; *c; c++) if (*c == 'a' + x % 20) s++;"),
        (1, "if (o->count + 2 < o->capacity) { strcat(o->at, x % 2 ? \"x\" : \"y\"); o->count++; }"),
        (1, "{ const char *c = strchr(o->at, 'a' + x % 26); s += c ? c - o->at : 0; }"),
        (1, "for (int i = 0; i < o->count; i++) o->at[i] = (char)('a' + (o->at[i] - 'a' + 1) % 20);"),
        (2, "for (size_t i = 0; i < strlen(o->at); i++) s += o->at[i];"),
        (1, "for (int i = 0; i < o->count; i++) { s += o->at[i]; CALL(o->at[i]) }"),
    ],
    "table": [
        (0, "for (struct node *p = o->bucket[x % o->buckets]; p; p = p->next) if (p->key == x) { s += p->value; break; }"),
        (0, "o->bucket[x % o->buckets] = node_new(x, o->bucket[x % o->buckets]);"),
        (1, "for (int i = 0; i < o->buckets; i++) for (struct node *p = o->bucket[i]; p; p = p->next) s += p->value;"),
        (1, "for (int i = 0; i < o->buckets; i++) s += o->bucket[i] != NULL;"),
        (1, "for (int i = 0; i < o->buckets; i++) { CALL(i) }"),
    ],
    "tree": [
        (0, "{ struct branch *b = o->root; while (b && b->key != x) b = x < b->key ? b->left : b->right; s += b ? b->value : 0; }"),
        (0, "tree_put(o, x);"),
        (1, "s += branch_sum(o->root);"),
        (1, "for (struct branch *b = o->root; b; b = b->right) s += b->key;"),
    ],
    "items": [
        (1, "for (int i = 0; i < o->count; i++) s += o->at[i]->rank;"),
        (1, "for (int i = 0; i < o->count; i++) if (strcmp(o->at[i]->name, \"item 7\") == 0) { s += i; break; }"),
        (1, "for (int i = 0; i < o->count; i++) if (o->at[i]->rank == x) s++;"),
        (1, "for (int i = 0; i < o->count; i++) o->at[i]->rank += x & 1;"),
        (1, "for (int i = 0; i < o->count; i++) { CALL(o->at[i]->rank) }"),
    ],
}
DEGREE_MAX = 2


def write_function(name, kind, written, objects):
    """Returns its degree and its text; it may call those that are written."""
    body, degree = [], 0
    for _ in range(random.choice([1, 1, 2])):
        part_degree, part = random.choice(PARTS[kind])
        if "CALL" in part:
            callees = [w for w in written
                       if w[2] + part_degree <= DEGREE_MAX and w[1] != kind]
            if not callees:
                continue
            callee = random.choice(callees)
            part_degree += callee[2]
            call = "s += %s(%s, %%s);" % (callee[0], objects[callee[1]])
            guard = random.choice(["", "", "if (s % 3 == 0) ", "if (x % 5 == 1) "])
            head, argument = part.split("CALL(", 1)
            argument, tail = argument.rsplit(")", 1)
            part = head + guard + call % argument + tail
        body.append("\t" + part)
        degree = max(degree, part_degree)
    text = ("static __attribute__((noinline)) long %s(struct %s *o, int x)\n{\n"
            "\tlong s = 0;\n%s\n\treturn s & 0xffff;\n}\n"
            % (name, kind, "\n".join(body)))
    return degree, text


def write_rounds(functions, objects):
    """Returns a loop of calls, or a single round of them."""
    rounds, degree = random.choice(
        [("n", 1), ("n", 1), ("n", 1), ("n / 4 + 2", 1), ("3", 0), ("20", 0), ("1", 0)])
    calls = []
    for _ in range(random.choice([1, 1, 2, 3])):
        fitting = [f for f in functions if f[2] + degree <= DEGREE_MAX]
        name, kind, _ = random.choice(fitting)
        guard = random.choice(["", "", "", "if (r % 7 == 3) ", "if (r * r % 11 < 4) "])
        calls.append("\t\t%ssink += %s(%s, draw(4 * n));"
                     % (guard, name, objects[kind]))
    return "\tfor (int r = 0; r < %s; r++) {\n%s\n\t}" % (rounds, "\n".join(calls))


def main():
    random.seed(int(sys.argv[1]))
    kinds = random.sample(sorted(PARTS), random.choice([1, 2, 2, 3]))
    objects = {kind: "the_" + kind for kind in kinds}
    functions, texts = [], []
    while len(functions) < random.choice([3, 5, 8]):
        kind, name = random.choice(kinds), "f%d" % len(functions)
        degree, text = write_function(name, kind, functions, objects)
        functions.append((name, kind, degree))
        texts.append(text)
    if all(degree == DEGREE_MAX for _, _, degree in functions):
        functions.append(("draw_only", kinds[0], 0))
        texts.append("static long draw_only(struct %s *o, int x)\n{\n\treturn o != NULL && x > 3;\n}\n" % kinds[0])
    print("/* Seed %s. */%s" % (sys.argv[1], PRELUDE))
    for kind in kinds:
        print("static struct %s *%s;" % (kind, objects[kind]))
    print("\n".join(texts))
    print("int main(int argc, char **argv)\n{\n\tint n = argc > 1 ? atoi(argv[1]) : 20;\n")
    for kind in kinds:
        print("\t%s = %s_make(n);" % (objects[kind], kind))
    for _ in range(random.choice([1, 2, 3])):
        print(write_rounds(functions, objects))
    print('\tprintf("%ld\\n", sink);\n\treturn 0;\n}')


main()
