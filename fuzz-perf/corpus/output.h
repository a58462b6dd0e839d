/* SPDX-License-Identifier: MIT
 * The campaign's directory, laid out as AFL's so that its tools work on it. */
#ifndef RETREAD_FUZZ_PERF_CORPUS_OUTPUT_H
#define RETREAD_FUZZ_PERF_CORPUS_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct error;

struct output {
	char *path;	  /* OUT/INSTANCE */
	bool is_portable; /* names without colons */
};

/* Makes PATH and what is in it, if it is not there. */
int output_open(struct output *output, const char *path, bool is_portable,
	struct error *err);
void output_release(struct output *output);

/* Writes BYTES to FOLDER/NAME: under another name first, so that nobody ever
 * sees half of it. FOLDER "" is the directory itself. */
int output_write(const struct output *output, const char *folder,
	const char *name, const void *bytes, size_t length, struct error *err);

/* The same, of what PRINT prints of DATA. */
int output_print(const struct output *output, const char *name,
	void (*print)(const void *data, FILE *out), const void *data,
	struct error *err);

/* Adds a line to a file at once. */
int output_append(const struct output *output, const char *name,
	const char *text, struct error *err);

/* Turns colons into what every file system takes, if that was asked for. */
void output_fit_name(const struct output *output, char *name);

/* Calls EACH with every regular file of FOLDER in order of name; names that
 * start with a dot are left out. Stops when EACH returns nonzero. */
int output_each_file(const char *folder,
	int (*each)(void *context, const char *folder, const char *name,
		struct error *err),
	void *context, struct error *err);

/* The same of seeds: PATH is one, or a folder with seeds in it and in its folders; links to
 * folders are left out. Of a folder that has a queue, as of a campaign, it is that. */
int output_each_seed(const char *path,
	int (*each)(void *context, const char *folder, const char *name,
		struct error *err),
	void *context, struct error *err);

#endif
