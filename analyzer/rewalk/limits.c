/* SPDX-License-Identifier: MIT
 * The numbers of rule `rewalk`, by name. */
#include "config.h"

#include "analyzer/rewalk/limits.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"

const struct rewalk_limits rewalk_limits_default = {
#define LIMIT(name, value, off, reason) .name = (value),
	REWALK_LIMITS(LIMIT)
#undef LIMIT
};

static const struct limits_row {
	const char *name;
	size_t offset;
	double value, off;
	const char *reason;
} rows[] = {
#define LIMIT(name, value, off, reason)                                        \
	{#name, offsetof(struct rewalk_limits, name), value, off, reason},
	REWALK_LIMITS(LIMIT)
#undef LIMIT
};

struct growth_limits rewalk_limits_growth(const struct rewalk_limits *limits)
{
	return (struct growth_limits){limits->high_rereads,
		limits->high_lengths, limits->high_degree, limits->low_degree};
}

bool rewalk_limits_go_further(
	const struct rewalk_limits *limits, uint64_t longer, uint64_t walks)
{
	return (double)longer >= (1 - limits->inside) * ((double)walks - 1);
}

uint64_t rewalk_limits_whole(const struct rewalk_limits *limits)
{
	return (uint64_t)(limits->whole * 1e6 / 8);
}

#define ROWS (sizeof rows / sizeof rows[0])

void rewalk_limits_keep_all(struct rewalk_limits *limits)
{
#define LIMIT(name, value, off, reason) limits->name = (off);
	REWALK_LIMITS_CLOSED(LIMIT)
#undef LIMIT
}

static const struct limits_row *limits_find_row(const char *name, size_t length)
{
	for (size_t i = 0; i < ROWS; i++)
		if (strncmp(rows[i].name, name, length) == 0 &&
			rows[i].name[length] == '\0')
			return &rows[i];
	return NULL;
}

int rewalk_limits_set(
	struct rewalk_limits *limits, const char *text, struct error *err)
{
	size_t length = strcspn(text, "=");
	const struct limits_row *row = limits_find_row(text, length);
	const char *given = text[length] == '=' ? text + length + 1 : "";
	char *end;
	double value;

	if (!row)
		return error_set(err,
			"no limit is called '%.*s'; --limit help lists them",
			(int)length, text);
	value = strtod(given, &end);
	if (strcmp(given, "off") == 0)
		value = row->off;
	else if (end == given || *end != '\0' || !isfinite(value))
		return error_set(err,
			"'%s' is not a number; give %s=NUMBER or %s=off", given,
			row->name, row->name);
	*(double *)((char *)limits + row->offset) = value;
	return 0;
}

void rewalk_limits_print(FILE *stream)
{
	for (size_t i = 0; i < ROWS; i++)
		fprintf(stream, "%s\t%g\t%g\t%s\n", rows[i].name, rows[i].value,
			rows[i].off, rows[i].reason);
}
