/* SPDX-License-Identifier: MIT
 * Word-frequency counter: fixed table of 1001 buckets, hash h = 31*h + c,
 * singly linked bucket lists appended at the tail, words split at white
 * space.  Written from scratch after the description in the PerfFuzz paper. */
#include "target.h"
#include <stdlib.h>
#include <string.h>

#define BUCKETS 1001

struct word {
    struct word *next;
    unsigned count;
    size_t len;
    unsigned char text[];
};

static struct word *table[BUCKETS];

/* a table, not a function, so that scanning is no edge of its own */
static const unsigned char is_space[256] = {
    [' '] = 1, ['\t'] = 1, ['\n'] = 1, ['\v'] = 1, ['\f'] = 1, ['\r'] = 1
};

static unsigned hash(const unsigned char *s, size_t n)
{
    unsigned h = 0;
    for (size_t i = 0; i < n; i++)
        h = 31 * h + s[i];
    return h % BUCKETS;
}

static int same(const struct word *w, const unsigned char *s, size_t n)
{
    size_t i = 0;
    while (i < n && i < w->len && w->text[i] == s[i])
        i++;
    return i == n && i == w->len;
}

static void count_word(const unsigned char *s, size_t n)
{
    struct word **p = &table[hash(s, n)];
    while (*p) {
        if (same(*p, s, n)) {
            (*p)->count++;
            return;
        }
        p = &(*p)->next;
    }
    struct word *w = malloc(sizeof *w + n);
    if (!w) return;
    w->next = NULL;
    w->count = 1;
    w->len = n;
    memcpy(w->text, s, n);
    *p = w;
}

static volatile unsigned sink;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t i = 0;
    unsigned words = 0;
    while (i < size) {
        while (i < size && is_space[data[i]])
            i++;
        size_t start = i;
        while (i < size && !is_space[data[i]])
            i++;
        if (i > start) {
            count_word(data + start, i - start);
            words++;
        }
    }
    /* Emptying the table walks 1001 buckets whatever the input was; that
     * constant would hide the interesting edges, so it only visits the
     * buckets of this input's words. */
    i = 0;
    while (i < size) {
        while (i < size && is_space[data[i]])
            i++;
        size_t start = i;
        while (i < size && !is_space[data[i]])
            i++;
        if (i > start) {
            struct word **p = &table[hash(data + start, i - start)];
            while (*p) {
                struct word *w = *p;
                *p = w->next;
                words += w->count;
                free(w);
            }
        }
    }
    sink = words;
    return 0;
}
