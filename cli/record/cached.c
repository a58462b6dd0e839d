/* SPDX-License-Identifier: MIT
 * Tests that need not be recorded, because their results are kept: by a cache that
 * --cache names, or by an attempt at the same shard that was killed. */
#include "config.h"

#include "cli/record/steps.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/record/rings.h"
#include "cli/suite/cache.h"
#include "cli/suite/tests.h"
#include "lib/code/elf.h"
#include "lib/command/program.h"
#include "lib/folders.h"
#include "lib/memory.h"
#include "lib/report/inputs.h"
#include "lib/table.h"
#include "lib/words.h"

struct cached {
	const char *directory;
	bool is_resumed; /* of an attempt that was killed: nothing has changed */
	char *common;	 /* what the keys of all tests begin with */
	const struct option_texts *variables; /* patterns of further ones */
	struct cache_digests digests;
	bool is_told;	   /* that nothing can be kept */
	struct table seen; /* keys of this run -> how often, as a pointer */
	/* Of the test that was looked for last: */
	char key[DIGEST_HEX_BYTES];
	int64_t began_ns;
};

/*--- keys ---*/

/* Variables that change what many programs do, besides those that a test sets. */
static const char *const variables[] = {"LANG", "LANGUAGE", "LC_*", "TZ",
	"LD_*", "MALLOC_*", "GLIBC_TUNABLES", "GLIBCXX_*", "G_*", "CK_*",
	"GTEST_*", "OMP_*"};

static bool matters(const struct cached *cached, const char *variable)
{
	char *name = memory_string_dup_length(variable, strcspn(variable, "="));
	bool result = false;

	for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++)
		result |= fnmatch(variables[i], name, 0) == 0;
	for (size_t i = 0; i < cached->variables->count; i++)
		result |= fnmatch(cached->variables->text[i], name, 0) == 0;
	free(name);
	return result;
}

extern char **environ;

static void add_environment(const struct cached *cached, struct arguments *key)
{
	size_t first = key->count;

	for (char **at = environ; *at; at++)
		if (matters(cached, *at))
			arguments_add(key, *at);
	if (key->count > first)
		qsort(key->word + first, key->count - first, sizeof *key->word,
			words_compare);
}

/* What is read from standard input, if it is a file. */
static void cached_add_input(struct arguments *key)
{
	struct stat status;
	char sha256[DIGEST_HEX_BYTES] = "";

	if (fstat(STDIN_FILENO, &status) == 0 && S_ISREG(status.st_mode))
		digest_sha256_file(sha256, "/proc/self/fd/0", NULL);
	arguments_add(key, sha256);
}

/* The path from anywhere of WORD of TEST. Free it. */
static char *cached_path_of(const struct test *test, const char *word)
{
	char *here = test->directory && *word != '/'
			     ? realpath(test->directory, NULL)
			     : NULL;
	char *joined = here ? memory_format("%s/%s", here, word)
			    : memory_string_dup(word);
	char *real = realpath(joined, NULL);

	free(here);
	free(joined);
	return real;
}

/* The same test, twice in a list, has two results. */
static void tell_apart(struct cached *cached)
{
	uint64_t high = strtoull(cached->key + 48, NULL, 16), low;
	void **place;
	char *text;

	text = memory_string_dup_length(cached->key, 16);
	low = strtoull(text, NULL, 16);
	free(text);
	place = table_place(&cached->seen, high, low);
	*place = (void *)((uintptr_t)*place + 1);
	if ((uintptr_t)*place == 1)
		return;
	text = memory_format("%s#%zu", cached->key, (size_t)(uintptr_t)*place);
	digest_sha256(cached->key, text, strlen(text));
	free(text);
}

/* As a shell reads them: no two lists of words are the same text. */
static void cached_add_words(struct arguments *key, char *const *words)
{
	char *text = words ? commands_text(words) : memory_string_dup("");

	arguments_add(key, text);
	free(text);
}

static void make_key(struct cached *cached, const struct test *test)
{
	struct arguments key = {0};
	char *here = cached_path_of(test, "."), *text;

	arguments_add(&key, cached->common);
	arguments_add(&key, tests_name(test));
	arguments_add(&key, here ? here : "");
	cached_add_input(&key);
	cached_add_words(&key, test->command);
	cached_add_words(&key, test->environment);
	arguments_add_format(&key, "%d %d %d", test->skip_code,
		test->should_fail, test->prints_tap);
	if (!cached->is_resumed)
		add_environment(cached, &key);
	text = arguments_join_dup(&key, "\n");
	digest_sha256(cached->key, text, strlen(text));
	free(text);
	free(here);
	arguments_release(&key);
	tell_apart(cached);
}

static void add_build(struct arguments *common, const char *path)
{
	struct cache_digests digests = {NULL};

	arguments_add(common, path ? cache_digest(&digests, path) : "");
	cache_digests_release(&digests);
}

/* Who records, and how. */
static char *common_dup(const struct environment *environment,
	const struct record_options *options)
{
	struct recording_options recording = options->recording;
	struct arguments common = {0};
	char *tool = memory_format(
		"%s/retread-amd64-linux", environment->tool_directory);
	char *text;

	add_build(&common, tool);
	add_build(&common, environment->analyzer);
	arguments_add(&common, environment->valgrind_version);
	recording.settings.symbol_cache = NULL;
	recording.settings.threads = 0;
	options_add_arguments(&settings_options, &recording.settings, &common);
	arguments_add_format(&common, "%ju %d %ju %d",
		(uintmax_t)recording.max_trace_bytes, recording.trace_children,
		(uintmax_t)recording.timeout_s, options->native);
	for (size_t i = 0; i < recording.programs.count; i++)
		arguments_add(&common, recording.programs.text[i]);
	text = arguments_join_dup(&common, "\n");
	free(tool);
	arguments_release(&common);
	return text;
}

struct cached *cached_new_of(const char *common, const char *directory,
	const struct option_texts *variables)
{
	struct cached *cached = memory_alloc_zero(1, sizeof *cached);

	cached->directory = directory;
	cached->variables = variables;
	cached->common = memory_string_dup(common);
	return cached;
}

struct cached *cached_new(const struct environment *environment,
	const struct record_options *options, const char *directory,
	bool is_resumed)
{
	struct cached *cached;
	char *common;

	if (!directory)
		return NULL;
	common = common_dup(environment, options);
	cached = cached_new_of(common, directory, &options->cache_variables);
	cached->is_resumed = is_resumed;
	free(common);
	return cached;
}

void cached_free(struct cached *cached)
{
	if (!cached)
		return;
	cache_digests_release(&cached->digests);
	table_release(&cached->seen);
	free(cached->common);
	free(cached);
}

/*--- taking ---*/

/* Copies what ENTRY has of the process FOLDER ("PROGRAM/PID") to the results. */
static int take_process(const struct session *session,
	const struct cache_entry *entry, const char *folder,
	struct arguments *made)
{
	const char *slash = strchr(folder, '/');
	struct error ignored = {{0}};
	char *program, *to;
	int result = -1;

	if (!slash || strchr(slash + 1, '/') || folder[0] == '.')
		return -1;
	program = memory_string_dup_length(folder, (size_t)(slash - folder));
	to = rings_make_directory(
		session->record, program, (pid_t)atoi(slash + 1), &ignored);
	if (to) {
		arguments_add(made, to);
		result = cache_copy(entry, folder, to);
	}
	free(program);
	free(to);
	return result;
}

/* The folder of the file that ENTRY has at INDEX. Free it. */
static char *folder_at(const struct cache_entry *entry, size_t index)
{
	const char *path = entry->file[index].path;
	const char *slash = strrchr(path, '/');

	return memory_string_dup_length(
		path, slash ? (size_t)(slash - path) : 0);
}

static int take_results(
	const struct session *session, const struct cache_entry *entry)
{
	struct arguments made = {0};
	char *last = memory_string_dup("");
	int result = 0;

	for (size_t i = 0; result == 0 && i < entry->file_count; i++) {
		char *folder = folder_at(entry, i);
		if (strcmp(folder, last) != 0)
			result = take_process(session, entry, folder, &made);
		free(last);
		last = folder;
	}
	for (size_t i = 0; result != 0 && i < made.count; i++)
		folders_remove(made.word[i]);
	free(last);
	arguments_release(&made);
	return result;
}

void cached_begin(struct cached *cached, const struct test *test)
{
	struct error ignored = {{0}};
	struct timespec now;
	int64_t now_ns;

	if (!cached)
		return;
	make_key(cached, test);
	/* As a file system here takes it, or that of the cache: whose clock is slow. */
	clock_gettime(CLOCK_REALTIME_COARSE, &now);
	cached->began_ns = cache_time_ns(&now);
	if (cache_now(&now_ns, cached->directory, &ignored) == 0 &&
		now_ns < cached->began_ns)
		cached->began_ns = now_ns;
}

bool cached_take(struct cached *cached, const struct session *session,
	struct arena *arena, struct report_test *outcome)
{
	struct cache_entry entry = {.command = NULL};

	if (!cached || !cache_find(&entry, arena, cached->directory,
			       cached->key, &cached->digests))
		return false;
	if (take_results(session, &entry) != 0) {
		cache_remove(cached->directory, entry.folder);
		return false;
	}
	*outcome = entry.outcome;
	return true;
}

bool cached_take_folder(struct cached *cached, const char *to)
{
	struct cache_entry entry = {.command = NULL};
	struct arena arena = {0};
	bool is_taken = cached && cache_find(&entry, &arena, cached->directory,
					  cached->key, &cached->digests);

	if (is_taken && (entry.file_count == 0 ||
				cache_copy(&entry, CACHED_FOLDER, to) != 0)) {
		cache_remove(cached->directory, entry.folder);
		is_taken = false;
	}
	arena_release(&arena);
	return is_taken;
}

/*--- keeping ---*/

static bool cached_is_older(const struct cached *cached, const char *path)
{
	struct stat status;

	return stat(path, &status) != 0 ||
	       cache_time_ns(&status.st_mtim) < cached->began_ns;
}

/* Whether PATH, which a test has opened, is state that its runs leave to each other: it lies
 * in the folder for temporary files itself and was written to while the test ran. */
static bool is_left_behind(const struct cached *cached, const char *path)
{
	const char *variable = getenv("TMPDIR");
	bool is_set = variable && *variable != '\0';
	char *folder = realpath(is_set ? variable : "/tmp", NULL);
	size_t length = folder ? strlen(folder) : 0;
	bool result = folder && strncmp(path, folder, length) == 0 &&
		      path + length == strrchr(path, '/') &&
		      !cached_is_older(cached, path);

	free(folder);
	return result;
}

/* Adds what the process in RESULTS depended on. False: not all of it is known. */
static bool cached_add_process(const struct cached *cached,
	struct arguments *paths, const char *results)
{
	struct arena arena = {0};
	struct error ignored = {{0}};
	struct report_inputs inputs = {.object = NULL};
	char *path = memory_format("%s/" REPORT_INPUTS_FILE, results);
	bool is_known =
		report_read_inputs(&inputs, &arena, path, &ignored) == 0 &&
		inputs.is_complete;

	for (size_t i = 0; is_known && i < inputs.object_count; i++) {
		arguments_add(paths, inputs.object[i]);
		is_known = access(inputs.object[i], R_OK) == 0;
	}
	for (size_t i = 0; is_known && i < inputs.file_count; i++)
		if (!is_left_behind(cached, inputs.file[i]))
			arguments_add(paths, inputs.file[i]);
	free(path);
	arena_release(&arena);
	return is_known;
}

/* Adds the files that WORD of TEST names: FILE, or --option=FILE. */
static void cached_add_named(
	struct arguments *paths, const struct test *test, const char *word)
{
	const char *equals = strchr(word, '=');
	char *path = cached_path_of(test, word);
	struct stat status;

	if (!path && equals)
		path = cached_path_of(test, equals + 1);
	if (path && stat(path, &status) == 0 && S_ISREG(status.st_mode))
		arguments_add(paths, path);
	free(path);
}

/* Adds what TEST, whose processes are in RESULTS, depended on. False: not all of it is
 * known. */
static bool add_inputs(const struct cached *cached, struct arguments *paths,
	const struct test *test, const struct arguments *results)
{
	bool is_known = true, found;
	char *program = environment_find_program(test->command[0], &found);

	if (program)
		cached_add_named(paths, test, program);
	free(program);
	for (size_t i = 0; test->command[i]; i++)
		cached_add_named(paths, test, test->command[i]);
	for (size_t i = 0; is_known && i < results->count; i++)
		is_known = cached_add_process(cached, paths, results->word[i]);
	return is_known;
}

/* Fills ENTRY with the digests of PATHS, which get sorted. False: one of them changed
 * while the test ran, so nobody knows what it read. */
static bool add_digests(struct cached *cached, struct arguments *paths,
	struct arena *arena, struct cache_entry *entry)
{
	entry->input =
		arena_alloc_zero(arena, paths->count + 1, sizeof *entry->input);
	if (paths->count > 0)
		qsort(paths->word, paths->count, sizeof *paths->word,
			words_compare);
	for (size_t i = 0; i < paths->count; i++) {
		const char *path = paths->word[i];
		if (i > 0 && strcmp(paths->word[i - 1], path) == 0)
			continue;
		if (!cached_is_older(cached, path))
			return false;
		entry->input[entry->input_count++] = (struct cache_file){
			path, arena_string(arena,
				      cache_digest(&cached->digests, path))};
	}
	return true;
}

/* Do RECORDING and OUTCOME say all that there is, and would they again? */
static bool is_keepable(const struct cached *cached,
	const struct recording *recording, const struct report_test *outcome)
{
	if (recording->interrupted_by != 0 || recording->lost > 0)
		return false;
	if (cached->is_resumed)
		return outcome->outcome != REPORT_NOT_RECORDED;
	/* Of what an interpreter reads, nothing is known. */
	return outcome->outcome == REPORT_RECORDED && recording->partial == 0 &&
	       recording->has_client && !recording->has_nested;
}

/* Keeps RESULTS, folders PROGRAM/PID, of TEST. */
static void cached_keep_results(struct cached *cached, const struct test *test,
	const struct arguments *results, const struct report_test *outcome)
{
	struct arena arena = {0};
	struct arguments paths = {0};
	struct error err = {{0}};
	struct cache_entry entry = {.outcome = *outcome};
	char *command = commands_text(test->command);

	entry.command = command;
	if ((cached->is_resumed || add_inputs(cached, &paths, test, results)) &&
		add_digests(cached, &paths, &arena, &entry) &&
		cache_keep(&entry, cached->directory, cached->key, results,
			&err) != 0 &&
		!cached->is_told) {
		cached->is_told = true;
		cli_fail(0, "cache", &err,
			"Results are not kept for the next time.");
	}
	free(command);
	arguments_release(&paths);
	arena_release(&arena);
}

void cached_keep(struct cached *cached, const struct test *test,
	const struct recording *recording, const struct report_test *outcome)
{
	if (cached && is_keepable(cached, recording, outcome))
		cached_keep_results(cached, test, &recording->results, outcome);
}

void cached_keep_folder(
	struct cached *cached, const struct test *test, const char *folder)
{
	struct arguments results = {0};
	const struct report_test outcome = {.name = tests_name(test),
		.outcome = REPORT_RECORDED,
		.exit_code = -1};

	if (!cached)
		return;
	arguments_add(&results, folder);
	cached_keep_results(cached, test, &results, &outcome);
	arguments_release(&results);
}
