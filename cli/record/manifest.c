/* SPDX-License-Identifier: MIT
 * Writes the manifest of a result directory. */
#include "config.h"

#include "cli/record/steps.h"

#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "cli/suite/tests.h"
#include "lib/arguments.h"
#include "lib/code/elf.h"
#include "lib/command/environment.h"
#include "lib/digest.h"
#include "lib/error.h"
#include "lib/json.h"
#include "lib/memory.h"

struct manifest {
	struct json_value *top;
	struct json_value *commands; /* in TOP once it is written */
};

/* As options that the analyzers were given. */
static struct json_value *make_settings(const struct settings *settings)
{
	struct json_value *array = json_make_array();
	struct arguments arguments = {0};

	options_add_arguments(&settings_options, settings, &arguments);
	for (size_t i = 0; i < arguments.count; i++)
		json_append_text(array, arguments.word[i]);
	arguments_release(&arguments);
	return array;
}

/* Where and when: no two runs have the same. */
static void put_run(struct json_value *top)
{
	struct utsname host = {.nodename = ""};
	char digest[DIGEST_BASE64_BYTES], *text;
	struct timespec now = {0, 0};

	uname(&host);
	clock_gettime(CLOCK_REALTIME, &now);
	text = memory_format("%s %ld %ld %ld", host.nodename, (long)getpid(),
		(long)now.tv_sec, now.tv_nsec);
	digest_sha256_base64(digest, text, strlen(text));
	digest[16] = '\0';
	json_put_text(top, "run_id", digest);
	json_put_text(top, "host", host.nodename);
	json_put_text(top, "system", host.release);
	json_put_number(top, "written_unix_s", (int64_t)now.tv_sec);
	free(text);
}

struct manifest *manifest_new(const struct environment *environment,
	const struct recording_options *options, const char *tests)
{
	struct manifest *manifest = memory_alloc(sizeof *manifest);
	struct json_value *top = json_make_object();
	struct json_value *chosen = json_make_object();

	json_put_text(top, "schema", "retread-manifest-1");
	json_put_text(top, "retread", PACKAGE_VERSION);
	json_put_text(top, "valgrind", environment->valgrind_version);
	put_run(top);
	json_put_text(chosen, "tests", tests);
	json_put(chosen, "analysis", make_settings(&options->settings));
	json_put_count(chosen, "max_trace_bytes", options->max_trace_bytes);
	json_put_bool(chosen, "trace_children", options->trace_children == 0);
	json_put_count(chosen, "timeout_s", options->timeout_s);
	json_put(top, "options", chosen);
	manifest->top = top;
	manifest->commands = json_make_array();
	return manifest;
}

void manifest_free(struct manifest *manifest)
{
	if (!manifest)
		return;
	json_free(manifest->commands);
	json_free(manifest->top);
	free(manifest);
}

/* Which build of PROGRAM it was. */
static void put_build_id(struct json_value *object, const char *program)
{
	struct elf_facts facts = {0};
	bool found;
	char *path = environment_find_program(program, &found);

	if (path)
		elf_read_facts(path, &facts, NULL);
	json_put_text(object, "build_id",
		facts.build_id[0] != '\0' ? facts.build_id : NULL);
	free(path);
}

/* Is a file named by VALUE, or by a part of it between colons? */
static bool manifest_has_path(const char *value)
{
	bool is_path = false;

	while (!is_path && *value != '\0') {
		size_t length = strcspn(value, ":");
		char *part = memory_string_dup_length(value, length);
		is_path = (strchr(part, '/') || strcmp(part, ".") == 0 ||
				  strcmp(part, "..") == 0) &&
			  access(part, F_OK) == 0;
		free(part);
		value += length + (value[length] == ':');
	}
	return is_path;
}

/* Those of our variables by which a test may find files: another shell has others. What
 * each session has is left out. */
static void manifest_add_inherited(struct json_value *variables)
{
	static const char *const left_out[] = {"_=", "PATH=", "HOME=", "PWD=",
		"OLDPWD=", "SHELL=", "MAIL=", "TMPDIR=", "EDITOR=", "PAGER=",
		"XDG_", "SSH_", "GPG_", "DBUS_", "RETREAD_", "VALGRIND_"};

	for (char **each = environ; *each; each++) {
		const char *value = strchr(*each, '=');
		bool is_taken = value && manifest_has_path(value + 1);
		for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
			is_taken &= strncmp(*each, left_out[i],
					    strlen(left_out[i])) != 0;
		if (is_taken)
			json_append_text(variables, *each);
	}
}

/* Where it ran, with which variables, and the regular files that it was given. */
static void manifest_put_place(
	struct json_value *object, const struct test *test)
{
	char *here = test->directory ? realpath(test->directory, NULL)
				     : getcwd(NULL, 0);
	char *input = realpath("/proc/self/fd/0", NULL);
	struct json_value *variables = json_make_array();
	struct stat status;

	json_put_text(object, "directory", here);
	manifest_add_inherited(variables);
	for (char **each = test->environment; each && *each; each++)
		json_append_text(variables, *each);
	if (json_length(variables) > 0)
		json_put(object, "environment", variables);
	else
		json_free(variables);
	json_put_text(object, "stdin",
		input && fstat(STDIN_FILENO, &status) == 0 &&
				S_ISREG(status.st_mode)
			? input
			: NULL);
	free(input);
	free(here);
}

void manifest_add(struct manifest *manifest, const struct test *test,
	const struct report_test *outcome)
{
	struct json_value *object = report_make_test(outcome);
	struct json_value *words = json_make_array();

	for (size_t i = 0; test->command[i]; i++)
		json_append_text(words, test->command[i]);
	json_put(object, "command", words);
	manifest_put_place(object, test);
	put_build_id(object, test->command[0]);
	json_append(manifest->commands, object);
}

void manifest_keep(struct manifest *manifest, const char *path,
	const struct arguments *only)
{
	struct error ignored = {{0}};
	struct json_value *value = json_read_file(path, &ignored);
	struct json_reader reader = {&ignored, false};
	struct json_at top, commands;

	if (!value)
		return;
	top = json_at_top(&reader, value, JSON_KIND_OBJECT);
	commands = json_at_member(&top, "commands", JSON_KIND_ARRAY);
	for (size_t i = 0; i < json_at_length(&commands); i++) {
		struct json_at at =
			json_at_element(&commands, i, JSON_KIND_OBJECT);
		if (only && !unchanged_keeps(only, json_get_text(&at, "test")))
			continue;
		if (!reader.failed)
			json_append(manifest->commands, json_copy_at(&at));
	}
	json_free(value);
}

static int manifest_compare_names(const FTSENT **left, const FTSENT **right)
{
	return strcmp((*left)->fts_name, (*right)->fts_name);
}

/* Every file below DIRECTORY/record with its SHA-256, so that whoever copies
 * results can tell whether they are whole. */
static struct json_value *files_value(const char *directory)
{
	struct json_value *array = json_make_array();
	char *record = memory_format("%s/record", directory);
	char *root[] = {record, NULL};
	FTS *walk = fts_open(
		root, FTS_PHYSICAL | FTS_NOCHDIR, manifest_compare_names);
	FTSENT *entry;

	while (walk && (entry = fts_read(walk))) {
		char digest[DIGEST_HEX_BYTES];
		struct json_value *file;
		if (entry->fts_info != FTS_F ||
			digest_sha256_file(digest, entry->fts_path, NULL) != 0)
			continue;
		file = json_make_object();
		json_put_text(
			file, "path", entry->fts_path + strlen(directory) + 1);
		json_put_text(file, "sha256", digest);
		json_append(array, file);
	}
	if (walk)
		fts_close(walk);
	free(record);
	return array;
}

static void put_files(struct manifest *manifest, const char *path)
{
	const char *slash = strrchr(path, '/');
	char *directory =
		slash ? memory_string_dup_length(path, (size_t)(slash - path))
		      : memory_string_dup(".");

	json_put(manifest->top, "files", files_value(directory));
	free(directory);
}

int manifest_write(
	struct manifest *manifest, const char *path, struct error *err)
{
	if (manifest->commands)
		json_put(manifest->top, "commands", manifest->commands);
	manifest->commands = NULL;
	put_files(manifest, path);
	return json_write_file(manifest->top, path, err);
}

void manifest_write_first(struct manifest *manifest, const char *path)
{
	/* Nothing depends on it, so a full disk shall not fail a test. */
	if (access(path, F_OK) != 0)
		manifest_write(manifest, path, NULL);
}
