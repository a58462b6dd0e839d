/* SPDX-License-Identifier: MIT
 * JSON is written into a text, whose end is looked for each time.
 * label: grows emit n^2 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
	char *buf;
	size_t cap;
	int first;
} jw_t;

static void emit(jw_t *w, const char *s)
{
	size_t have = strlen(w->buf), more = strlen(s);
	if (have + more + 1 > w->cap) {
		while (w->cap < have + more + 1)
			w->cap *= 2;
		w->buf = realloc(w->buf, w->cap);
	}
	strcat(w->buf, s);
}

void jw_init(jw_t *w)
{
	w->cap = 16;
	w->buf = calloc(1, w->cap);
	w->first = 1;
}

void jw_begin(jw_t *w)
{
	emit(w, "{");
	w->first = 1;
}

void jw_end(jw_t *w)
{
	emit(w, "}");
	w->first = 0;
}

void jw_str(jw_t *w, const char *key, const char *value)
{
	if (!w->first)
		emit(w, ",");
	w->first = 0;
	emit(w, "\"");
	emit(w, key);
	emit(w, "\":\"");
	emit(w, value);
	emit(w, "\"");
}

void jw_int(jw_t *w, const char *key, int value)
{
	char digits[16];
	snprintf(digits, sizeof digits, "%d", value);
	if (!w->first)
		emit(w, ",");
	w->first = 0;
	emit(w, "\"");
	emit(w, key);
	emit(w, "\":");
	emit(w, digits);
}
