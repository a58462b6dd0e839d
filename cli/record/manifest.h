/* SPDX-License-Identifier: MIT
 * DIR/manifest.json: what was recorded, with what. */
#ifndef RETREAD_CLI_RECORD_MANIFEST_H
#define RETREAD_CLI_RECORD_MANIFEST_H

struct environment;
struct error;
struct manifest;
struct recording;
struct recording_options;
struct test;

/* TESTS: the list the commands came from, or NULL. */
struct manifest *manifest_new(const struct environment *environment,
	const struct recording_options *options, const char *tests);
void manifest_free(struct manifest *manifest);

/* RECORDING NULL: it could not be recorded. */
void manifest_add(struct manifest *manifest, const struct test *test,
	const struct recording *recording);
int manifest_write(
	struct manifest *manifest, const char *path, struct error *err);
/* Writes it unless PATH is there already: of many recordings into one
 * directory the first speaks. */
void manifest_write_first(struct manifest *manifest, const char *path);

#endif
