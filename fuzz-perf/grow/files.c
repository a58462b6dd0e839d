/* SPDX-License-Identifier: MIT
 * FILE: a file that the command names, or its standard input, made larger by the families
 * of lib/families. */
#include "config.h"

#include "fuzz-perf/grow/knobs.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/error.h"
#include "lib/families/families.h"
#include "lib/folders.h"
#include "lib/whole_file.h"
#include "lib/words.h"

#define FILE_BYTES_MAX	  (64 << 10) /* of one that is grown */
#define FILE_GROWN_MAX	  (1 << 20)
#define FILE_FAMILIES_MAX 32 /* of one that are tried */
#define FILE_STDIN	  "/proc/self/fd/0"

/* The ways to make the file at PATH larger, which is word WORD of the command; 0: its
 * standard input. */
static void file_add(struct grow_knobs *knobs, const char *path, size_t word)
{
	struct families families = {0};
	struct error ignored = {{0}};
	const char *name = word ? words_base_name(path) : "standard input";
	struct bytes base;

	if (whole_file_read(
		    path, FILE_BYTES_MAX, &base.at, &base.length, &ignored))
		return;
	if (base.length > 0)
		families_list(&families, &base);
	for (size_t i = 0; i < families.count && i < FILE_FAMILIES_MAX; i++) {
		struct grow_knob *knob =
			grow_knobs_add(knobs, GROW_FILE, NULL, word);
		char *pattern;
		knob->id = arena_format(&knobs->arena, "file:%zu:%zu", word, i);
		knob->word = word;
		knob->family = arena_alloc(&knobs->arena, sizeof *knob->family);
		*knob->family = family_dup(&families.family[i]);
		family_absorb_copies(knob->family);
		pattern = family_pattern_dup(knob->family);
		knob->base = knob->min = 1;
		knob->max = family_fit(knob->family, FILE_GROWN_MAX);
		knob->what =
			arena_format(&knobs->arena, "%s, %s: 1", name, pattern);
		free(pattern);
	}
	families_release(&families);
	bytes_release(&base);
}

static bool file_is_data(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
	       status.st_size <= FILE_BYTES_MAX;
}

const char *grow_files_input(void)
{
	struct stat status;

	return fstat(STDIN_FILENO, &status) == 0 && S_ISREG(status.st_mode)
		       ? FILE_STDIN
		       : NULL;
}

void grow_files_find(struct grow_knobs *knobs)
{
	for (size_t i = 1; knobs->command[i]; i++)
		if (file_is_data(knobs->command[i]))
			file_add(knobs, knobs->command[i], i);
	if (grow_files_input() && file_is_data(FILE_STDIN))
		file_add(knobs, FILE_STDIN, 0);
}

char *grow_files_place_dup(const struct grow_knobs *knobs,
	const struct grow_knob *knob, const char *directory)
{
	return memory_format("%s/files/%s", directory,
		knob->word ? words_base_name(knobs->command[knob->word])
			   : "stdin");
}

int grow_files_write(const struct grow_knobs *knobs,
	const struct grow_choice *choice, const char *directory,
	struct error *err)
{
	const struct family *family = choice->knob->family;
	size_t length = family_length(family, choice->value);
	char *folder = memory_format("%s/files", directory);
	char *place = grow_files_place_dup(knobs, choice->knob, directory);
	uint8_t *bytes = memory_alloc(length + 1);
	struct whole_file file;
	int result = folders_make_all(folder, err);

	family_build(family, choice->value, bytes);
	if (!result) {
		result = whole_file_open(&file, place, err);
		if (!result)
			fwrite(bytes, 1, length, file.out);
		result = whole_file_close(&file, result, err);
	}
	free(bytes);
	free(place);
	free(folder);
	return result;
}
