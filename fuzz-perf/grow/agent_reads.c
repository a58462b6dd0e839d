/* SPDX-License-Identifier: MIT
 * What functions of libc read, by their arguments. */
#include "config.h"

#include "fuzz-perf/grow/agent.h"

#include <string.h>

typedef const uint64_t *reads_registers;

static const char *reads_text(uint64_t at)
{
	return (const char *)(uintptr_t)at;
}

static uint64_t reads_length(uint64_t at)
{
	return strlen(reads_text(at)) + 1;
}

/* Bytes at A and B up to the first that differ, the end of a text or MOST. */
static uint64_t reads_common(
	uint64_t a, uint64_t b, uint64_t most, bool are_texts)
{
	const char *left = reads_text(a), *right = reads_text(b);
	uint64_t count = 0;

	while (count < most && left[count] == right[count] &&
		!(are_texts && left[count] == '\0'))
		count++;
	return count < most ? count + 1 : count;
}

static uint64_t reads_first(reads_registers in)
{
	return reads_length(in[0]);
}

static uint64_t reads_second(reads_registers in)
{
	return reads_length(in[1]);
}

static uint64_t reads_both(reads_registers in)
{
	return reads_length(in[0]) + reads_length(in[1]);
}

static uint64_t reads_part_of_first(reads_registers in)
{
	return strnlen(reads_text(in[0]), in[1]);
}

static uint64_t reads_part_of_second(reads_registers in)
{
	return strnlen(reads_text(in[1]), in[2]);
}

static uint64_t reads_first_and_part(reads_registers in)
{
	return reads_length(in[0]) + reads_part_of_second(in);
}

static uint64_t reads_so_many(reads_registers in)
{
	return in[2];
}

static uint64_t reads_up_to_byte(reads_registers in)
{
	const char *text = reads_text(in[0]);

	return (uint64_t)(strchrnul(text, (int)in[1]) - text) + 1;
}

static uint64_t reads_so_many_up_to_byte(reads_registers in)
{
	const char *bytes = reads_text(in[0]);
	const char *found = memchr(bytes, (int)in[1], in[2]);

	return found ? (uint64_t)(found - bytes) + 1 : in[2];
}

static uint64_t reads_compared(reads_registers in)
{
	return reads_common(in[0], in[1], UINT64_MAX, true);
}

static uint64_t reads_compared_part(reads_registers in)
{
	return reads_common(in[0], in[1], in[2], true);
}

static uint64_t reads_compared_bytes(reads_registers in)
{
	return reads_common(in[0], in[1], in[2], false);
}

/* What is there at least: most texts are searched once, for what is not in them. */
static uint64_t reads_searched(reads_registers in)
{
	const char *text = reads_text(in[0]);
	const char *found = strstr(text, reads_text(in[1]));

	return found ? (uint64_t)(found - text) + 1 : reads_length(in[0]);
}

static const struct {
	const char *name;
	uint64_t (*read)(reads_registers in);
} reads_functions[] = {
	{"strlen", reads_first},
	{"strdup", reads_first},
	{"__strdup", reads_first},
	{"strrchr", reads_first},
	{"sscanf", reads_first},
	{"__isoc99_sscanf", reads_first},
	{"__isoc23_sscanf", reads_first},
	{"puts", reads_first},
	{"fputs", reads_first},
	{"strnlen", reads_part_of_first},
	{"strndup", reads_part_of_first},
	{"strcpy", reads_second},
	{"stpcpy", reads_second},
	{"strcat", reads_both},
	{"strncpy", reads_part_of_second},
	{"strncat", reads_first_and_part},
	{"memcpy", reads_so_many},
	{"memmove", reads_so_many},
	{"mempcpy", reads_so_many},
	{"strchr", reads_up_to_byte},
	{"strchrnul", reads_up_to_byte},
	{"index", reads_up_to_byte},
	{"memchr", reads_so_many_up_to_byte},
	{"strcmp", reads_compared},
	{"strcasecmp", reads_compared},
	{"strcoll", reads_compared},
	{"strncmp", reads_compared_part},
	{"strncasecmp", reads_compared_part},
	{"memcmp", reads_compared_bytes},
	{"bcmp", reads_compared_bytes},
	{"strstr", reads_searched},
	{"__strcpy_chk", reads_second},
	{"__stpcpy_chk", reads_second},
	{"__strcat_chk", reads_both},
	{"__strncpy_chk", reads_part_of_second},
	{"__strncat_chk", reads_first_and_part},
	{"__memcpy_chk", reads_so_many},
	{"__memmove_chk", reads_so_many},
};

uint64_t (*grow_reads_of(const char *name))(
	const uint64_t registers[GROW_REGISTERS])
{
	for (size_t i = 0; i < sizeof reads_functions / sizeof *reads_functions;
		i++)
		if (strcmp(reads_functions[i].name, name) == 0)
			return reads_functions[i].read;
	return NULL;
}
