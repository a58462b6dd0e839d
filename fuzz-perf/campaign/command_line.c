/* SPDX-License-Identifier: MIT
 * What a campaign was started with. */
#include "config.h"

#include "fuzz-perf/campaign/command_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/arguments.h"
#include "lib/error.h"
#include "lib/memory.h"
#include "lib/whole_file.h"

#include "fuzz-perf/search/fuzz.h"

#define OPTIONS_FILE  "options"
#define OPTIONS_BYTES (1 << 20)

static int write_words(struct fuzz *fuzz, const char *name, char *const *words,
	char end, struct error *err)
{
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	if (!out)
		memory_fail(4096);
	for (; *words; words++) {
		fputs(*words, out);
		fputc(end, out);
	}
	fclose(out);
	int result = output_write(&fuzz->output, "", name, text, length, err);
	free(text);
	return result;
}

int command_line_write(struct fuzz *fuzz, struct error *err)
{
	const struct fuzz_options *options = &fuzz->options;

	if (write_words(fuzz, "cmdline", options->execute.command, '\n', err))
		return -1;
	return options->words ? write_words(fuzz, OPTIONS_FILE, options->words,
					'\0', err)
			      : 0;
}

char **command_line_read(const char *out, const char *instance)
{
	char *path = memory_format("%s/%s/" OPTIONS_FILE, out, instance);
	struct arguments words = {0};
	struct error err = {{0}};
	uint8_t *bytes = NULL;
	size_t length = 0;

	if (whole_file_read(path, OPTIONS_BYTES, &bytes, &length, &err))
		length = 0; /* it is begun now */
	for (size_t at = 0, end; at < length; at = end + 1) {
		const char *word = (const char *)bytes + at;
		end = at + strnlen(word, length - at);
		if (end < length) /* a word that was cut off is none */
			arguments_add(&words, word);
	}
	free(bytes);
	free(path);
	return arguments_detach(&words);
}
