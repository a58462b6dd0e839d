/* SPDX-License-Identifier: MIT
 * Where a run died, by what the agent left of it. */
#include "config.h"

#include "fuzz-perf/grow/knobs.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/grow/count.h"
#include "lib/error.h"
#include "lib/words.h"

#define DIED_LINE_BYTES 4096

/* The place of ADDRESS in the object at PATH, in words. Free it. */
static char *died_place_dup(
	const struct grow_code *program, const char *path, uint64_t address)
{
	struct grow_code code = {0};
	const struct grow_code *own = program;
	struct grow_place place = {0};
	struct error err = {{0}};
	char *words;

	if (strcmp(path, program->path) != 0) {
		own = &code;
		if (counts_is_system(path) || grow_code_open(&code, path, &err))
			address = 0;
	}
	if (address && grow_code_place(own, address, &place))
		words = memory_format(" in %s (%s:%u)", place.function,
			words_base_name(place.file), place.line);
	else
		words = memory_format(" in %s", words_base_name(path));
	grow_code_release(&code);
	return words;
}

char *grow_died_dup(const struct grow_knobs *knobs, const char *directory)
{
	char *path = memory_format("%s/status", directory);
	char line[DIED_LINE_BYTES], object[DIED_LINE_BYTES];
	FILE *in = fopen(path, "re");
	unsigned long long address;
	char *words = NULL;

	while (in && !words && fgets(line, sizeof line, in))
		if (sscanf(line, "died %llx %4095[^\n]", &address, object) == 2)
			words = died_place_dup(&knobs->code, object, address);
	if (in)
		fclose(in);
	free(path);
	return words ? words : memory_string_dup("");
}
