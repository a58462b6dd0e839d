/* SPDX-License-Identifier: MIT
 * gen_check(): a property on random inputs, without a fuzzer. */
#include "fuzz-perf/generate/runs.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BYTES	    8192
#define FIRST_BYTES 64	/* of the first run; small failures come first */
#define GROW_RUNS   100 /* runs until all bytes may be drawn */
#define SEED	    "RETREAD_GEN_SEED"
#define REPLAY	    "RETREAD_GEN_REPLAY"

struct generator_check {
	struct gen_property property; /* defaults filled in */
	struct gen_report *report;
	struct isolate *isolate;
};

static void check_say(const struct generator_check *check, const char *format,
	...) GEN_PRINTF(2, 3);
static void check_say(
	const struct generator_check *check, const char *format, ...)
{
	va_list arguments;

	if (check->property.is_quiet)
		return;
	fprintf(stderr, "# %s: ", check->property.name);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputc('\n', stderr);
}

static void fill_defaults(struct gen_property *property)
{
	const char *seed = getenv(SEED);

	if (!property->name)
		property->name = "property";
	if (!property->seed && seed)
		property->seed = strtoull(seed, NULL, 10);
	if (!property->seed)
		property->seed = (uint64_t)time(NULL);
	if (!property->runs)
		property->runs = 1000;
	if (!property->max_discard_percent)
		property->max_discard_percent = 90;
	if (!property->shrink_runs)
		property->shrink_runs = 2000;
	if (!property->shrink_ms)
		property->shrink_ms = 20000;
	if (!property->timeout_ms)
		property->timeout_ms = 5000;
	if (!property->bytes)
		property->bytes = BYTES;
}

/* ---- one failure ---- */

static void check_fail(struct generator_check *check, const uint8_t *bytes,
	size_t length, const char *file)
{
	struct gen_report *report = check->report;
	struct parameters input;

	parameters_read(&input, bytes, length);
	const struct gen_record *record =
		isolate_run(check->isolate, &input, UINT32_MAX);
	report->verdict = GEN_FAIL;
	report->bytes = length;
	snprintf(report->text, sizeof report->text, "%s", record->text);
	snprintf(report->file, sizeof report->file, "%s", file);
	check_say(check, "FAILED: %s", record->text);
	/* Once more, with notes, in a process that may crash. */
	if (!check->property.is_quiet)
		isolate_tell(check->isolate, &input);
	if (*file)
		check_say(check, "to see it again: " REPLAY "=%s", file);
}

static void name_failure(const struct generator_check *check,
	const uint8_t *bytes, size_t length, char *path, size_t size)
{
	const struct gen_property *property = &check->property;

	if (property->corpus && !*property->corpus)
		*path = '\0';
	else if (property->corpus)
		snprintf(path, size, "%s/%s-%08" PRIx32, property->corpus,
			property->name,
			(uint32_t)parameters_hash(0, bytes, length));
	else
		snprintf(path, size, "%s.failure", property->name);
}

/* RECORD is of the run that failed: what it took is the input, whatever would
 * have come later. */
static void check_shrink(
	struct generator_check *check, const struct gen_record *record)
{
	uint8_t *taken = gen_memory(NULL, record->byte_capacity);
	struct parameters input;
	const struct shrink_limits limits = {
		check->property.shrink_runs, check->property.shrink_ms};
	char path[sizeof check->report->file];
	uint8_t *bytes;
	size_t length;

	gen_record_parameters(record, &input, taken);
	check->report->shrink_runs = gen_shrink(check->isolate, &input,
		record->identity, &limits, &bytes, &length);
	name_failure(check, bytes, length, path, sizeof path);
	if (*path && gen_file_write(path, bytes, length)) {
		check_say(check, "%s cannot be written", path);
		path[0] = '\0';
	}
	check_say(check,
		"run %u of seed %" PRIu64 " failed; %u runs made it %zu bytes",
		check->report->runs, check->property.seed,
		check->report->shrink_runs, length);
	check_fail(check, bytes, length, path);
	free(bytes);
	free(taken);
}

/* ---- files ---- */

/* Returns whether it fails. */
static bool check_try_file(struct generator_check *check, const char *path)
{
	struct parameters input;
	size_t length;
	uint8_t *bytes = gen_file_read(path, &length);
	bool fails = false;

	if (!bytes)
		return false;
	parameters_read(&input, bytes, length);
	check->report->runs++;
	if (isolate_run(check->isolate, &input, UINT32_MAX)->verdict ==
		GEN_FAIL) {
		fails = check->report->is_known = true;
		check_fail(check, bytes, length, path);
	}
	free(bytes);
	return fails;
}

static int check_is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static bool try_files(struct generator_check *check)
{
	const char *folder = check->property.corpus;
	char path[sizeof check->report->file];
	struct dirent **entry;
	bool fails = false;

	if (folder && !*folder)
		return false;
	if (!folder) {
		snprintf(path, sizeof path, "%s.failure", check->property.name);
		return check_try_file(check, path);
	}
	int count = scandir(folder, &entry, check_is_visible, alphasort);
	if (count < 0) {
		check_say(check, "the folder %s cannot be read", folder);
		return false;
	}
	for (int i = 0; i < count; i++) {
		int size = snprintf(
			path, sizeof path, "%s/%s", folder, entry[i]->d_name);
		if (!fails && size > 0 && (size_t)size < sizeof path)
			fails = check_try_file(check, path);
		free(entry[i]);
	}
	free(entry);
	return fails;
}

/* ---- the search ---- */

static void set_random(struct parameters *input,
	const struct gen_property *property, uint64_t run)
{
	memset(input, 0, offsetof(struct parameters, stream[1]));
	input->count = 1;
	input->seed = parameters_hash(property->seed, &run, sizeof run) | 1;
}

static uint32_t size_of_run(const struct gen_property *property, uint64_t run)
{
	uint64_t more = property->bytes > FIRST_BYTES
				? property->bytes - FIRST_BYTES
				: 0;

	if (run >= GROW_RUNS)
		return (uint32_t)property->bytes;
	return (uint32_t)(property->bytes -
			  more * (GROW_RUNS - run) / GROW_RUNS);
}

/* Returns whether one failed. */
static bool search(struct generator_check *check)
{
	const struct gen_property *property = &check->property;
	struct gen_report *report = check->report;
	struct parameters input;
	uint64_t most = 10ull * property->runs;

	for (uint64_t run = 0; run < most && report->valid < property->runs;
		run++) {
		set_random(&input, property, run);
		struct gen_record *record = isolate_run(
			check->isolate, &input, size_of_run(property, run));
		report->runs++;
		switch (record->verdict) {
		case GEN_VALID:
			report->valid++;
			break;
		case GEN_DISCARD:
			report->discarded++;
			break;
		default:
			check_shrink(check, record);
			return true;
		}
	}
	return false;
}

static void tell_health(struct generator_check *check)
{
	const struct gen_report *report = check->report;
	const struct gen_statistics *statistics =
		isolate_statistics(check->isolate);
	unsigned tried = report->valid + report->discarded;

	if (check->property.is_quiet)
		return;
	check_say(check, "%u valid runs, %u discarded, seed %" PRIu64,
		report->valid, report->discarded, report->seed);
	gen_statistics_print(
		statistics, GEN_TALLY_LABEL, report->valid, stderr);
	gen_statistics_print(
		statistics, GEN_TALLY_COUNT, report->valid, stderr);
	if ((uint64_t)report->discarded * 100 <=
		(uint64_t)tried * check->property.max_discard_percent)
		return;
	check_say(check,
		"warning: %u %% of the runs were discarded; let the "
		"generator make what the property assumes:",
		report->discarded * 100 / tried);
	gen_statistics_print(
		statistics, GEN_TALLY_REJECT, report->valid, stderr);
}

int gen_check(const struct gen_property *property, struct gen_report *report)
{
	struct gen_report own;
	struct generator_check check = {
		*property, report ? report : &own, NULL};
	const char *replay = getenv(REPLAY);

	fill_defaults(&check.property);
	memset(check.report, 0, sizeof *check.report);
	check.report->seed = check.property.seed;
	if (replay) {
		int verdict =
			gen_replay(replay, property->run, property->argument);
		check.report->verdict =
			verdict == GEN_VALID ? GEN_VALID : GEN_FAIL;
		return verdict != GEN_VALID;
	}
	check.isolate = isolate_new(&check.property, check.property.bytes);
	if (!check.isolate) {
		check_say(&check, "no memory for %zu bytes",
			check.property.bytes);
		check.report->verdict = GEN_DISCARD;
		return 1;
	}
	if (!try_files(&check) && !search(&check)) {
		tell_health(&check);
		if (!check.report->valid)
			check.report->verdict = GEN_DISCARD;
	}
	isolate_free(check.isolate);
	return check.report->verdict != GEN_VALID;
}
