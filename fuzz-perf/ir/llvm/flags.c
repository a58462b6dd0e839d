/* SPDX-License-Identifier: MIT
 * Promises of instructions (nuw, nsw, exact and the like). LLVM's C API tells only
 * some of it, and nothing before LLVM 17; so it is read in the printed text. */
#include "config.h"

#include <string.h>

#include "fuzz-perf/ir/llvm/code.h"
#include "fuzz-perf/ir/llvm/lanes.h"

static const struct {
	const char *word;
	uint8_t flag;
} words[] = {
	{"disjoint", LANE_DISJOINT},
	{"exact", LANE_EXACT},
	{"inbounds", LANE_INBOUNDS},
	{"nneg", LANE_NNEG},
	{"nsw", LANE_NSW},
	{"nusw", 0},
	{"nuw", LANE_NUW},
	{"samesign", LANE_SAME_SIGN},
};

/* The flag that the LENGTH letters at WORD are; -1. */
static int flags_find(const char *word, size_t length)
{
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strlen(words[i].word) == length &&
			!memcmp(words[i].word, word, length))
			return words[i].flag;
	return -1;
}

/* Of "%3 = add nuw nsw i8 %1, %2". */
static uint8_t flags_read_line(const char *line)
{
	const char *equals = *line == '%' ? strstr(line, " = ") : NULL;
	uint8_t flags = 0;
	int flag = 0;

	if (!equals)
		return 0;
	for (line = equals + 3; flag >= 0;) {
		line += strcspn(line, " \n");
		line += *line == ' ';
		flag = flags_find(line, strcspn(line, " \n"));
		if (flag > 0)
			flags |= (uint8_t)flag;
	}
	return flags;
}

int flags_read(
	LLVMValueRef function, uint8_t *flag, size_t count, struct error *err)
{
	char *text = LLVMPrintValueToString(function);
	size_t found = 0;

	/* Each instruction is one line, indented by two; only a switch has more. */
	for (const char *line = text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (strncmp(line, "  ", 2) || strchr(" ]", line[2]))
			continue;
		if (found < count)
			flag[found] = flags_read_line(line + 2);
		found++;
	}
	LLVMDisposeMessage(text);
	return found == count
		       ? 0
		       : error_set(err, "%zu instructions are printed as %zu",
				 count, found);
}
