/* SPDX-License-Identifier: MIT
 * Pragmas of a kernel that sites need: LLVM sees none, so they are handed to the
 * plug-in by line. */
#include "config.h"

#include "fuzz-perf/hls/kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lib/error.h"
#include "lib/memory.h"

#define VARIABLE "RETREAD_HLS_PRAGMAS"
/* Hardware wraps in a line with this comment, and so does the CPU. */
#define WRAPS "retread: wraps"

struct pragmas_found {
	char *text; /* lines: LINE KIND NUMBER NAME FILE */
	const char *source;
};

static void pragmas_add(struct pragmas_found *found, unsigned line,
	const char *kind, unsigned number, const char *name)
{
	char *longer = memory_format("%s%u %s %u %s %s\n", found->text, line,
		kind, number, name, found->source);

	free(found->text);
	found->text = longer;
}

/* The value of KEY= among the words of TEXT, as written. NULL: there is none. */
static const char *pragmas_find_value(const char *text, const char *key)
{
	size_t length = strlen(key);

	for (; *text != '\0'; text++) {
		const char *at = text + length;
		if (strncasecmp(text, key, length) != 0)
			continue;
		at += strspn(at, " \t");
		if (*at == '=')
			return at + 1 + strspn(at + 1, " \t");
	}
	return NULL;
}

/* TEXT is what follows `#pragma HLS`. */
static void pragmas_read_pragma(
	struct pragmas_found *found, unsigned line, const char *text)
{
	const char *factor = pragmas_find_value(text, "factor");
	const char *variable = pragmas_find_value(text, "variable");
	const char *depth = pragmas_find_value(text, "depth");

	if (strncasecmp(text, "dataflow", 8) == 0)
		pragmas_add(found, line, "dataflow", 0, "-");
	else if (strncasecmp(text, "unroll", 6) == 0 && factor &&
		 strcasestr(text, "skip_exit_check") && atoi(factor) > 1)
		pragmas_add(found, line, "unroll", (unsigned)atoi(factor), "-");
	else if (strncasecmp(text, "stream", 6) == 0 && variable && depth &&
		 atoi(depth) > 0) {
		char *name = memory_string_dup_length(
			variable, strcspn(variable, " \t\r\n"));
		pragmas_add(found, line, "stream", (unsigned)atoi(depth), name);
		free(name);
	}
}

/* Those that are in force; `# LINE "FILE"` says where the next line is from. */
static void read_preprocessed(struct pragmas_found *found, FILE *in)
{
	char *text = NULL;
	size_t capacity = 0;
	unsigned line = 0;
	bool is_source = false;

	for (; getline(&text, &capacity, in) >= 0; line++) {
		const char *at = text + strspn(text, " \t");
		unsigned next;
		if (sscanf(at, "# %u \"", &next) == 1) {
			const char *file = strchr(at, '"') + 1;
			size_t length = strlen(found->source);
			is_source = strncmp(file, found->source, length) == 0 &&
				    file[length] == '"';
			line = next - 1;
			continue;
		}
		if (!is_source || strncmp(at, "#pragma", 7) != 0)
			continue;
		at += 7 + strspn(at + 7, " \t");
		if (strncasecmp(at, "hls", 3) == 0)
			pragmas_read_pragma(
				found, line, at + 3 + strspn(at + 3, " \t"));
	}
	free(text);
}

static void pragmas_read_comments(struct pragmas_found *found, FILE *in)
{
	char *text = NULL;
	size_t capacity = 0;

	for (unsigned line = 1; getline(&text, &capacity, in) >= 0; line++)
		if (strstr(text, WRAPS))
			pragmas_add(found, line, "wraps", 0, "-");
	free(text);
}

static int pragmas_read_file(struct pragmas_found *found, const char *path,
	void (*read)(struct pragmas_found *found, FILE *in), struct error *err)
{
	FILE *in = fopen(path, "re");

	if (!in)
		return error_set_errno(err, "%s", path);
	read(found, in);
	fclose(in);
	return 0;
}

int pragmas_export(
	const char *source, const char *preprocessed, struct error *err)
{
	struct pragmas_found found = {memory_string_dup(""), source};
	int result = pragmas_read_file(&found, preprocessed, read_preprocessed,
			     err) == 0 &&
				     pragmas_read_file(&found, source,
					     pragmas_read_comments, err) == 0
			     ? 0
			     : -1;

	setenv(VARIABLE, found.text, 1);
	free(found.text);
	return result;
}
