/* SPDX-License-Identifier: MIT
 * What is to be profiled: the inputs and the command of a proof or a campaign. */
#include "config.h"

#include "cli/profile/profile.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/error.h"
#include "lib/report/proof.h"
#include "lib/report/report.h"
#include "lib/words.h"

const char *const profile_side_names[] = {"pathological", "typical"};

static bool subject_is_there(const char *folder, const char *name)
{
	char *path = memory_format("%s/%s", folder, name);
	bool result = access(path, R_OK) == 0;

	free(path);
	return result;
}

/* --- proofs ------------------------------------------------------------- */

static bool has_file(const char *file)
{
	return file && access(file, R_OK) == 0;
}

static uint64_t distance(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

/* The row of about SIZE bytes (0: the largest), with both inputs if there is
 * one. */
static const struct proof_row *subject_choose_row(
	const struct proof_result *proof, uint64_t size)
{
	const struct proof_row *best = NULL;

	for (size_t i = 0; i < proof->row_count; i++) {
		const struct proof_row *row = &proof->row[i];
		bool has_both = has_file(row->typical_input);
		bool best_has = best && has_file(best->typical_input);
		if (!has_file(row->input) || (best_has && !has_both))
			continue;
		if (!best || has_both > best_has ||
			(size == 0 ? row->bytes >= best->bytes
				   : distance(row->bytes, size) <
						distance(best->bytes, size)))
			best = row;
	}
	return best;
}

/* A test that was grown: to SIZE (0: the largest), and as it was. */
static void subject_take_test(struct profile_subject *subject,
	const struct proof_result *proof, uint64_t size)
{
	const struct proof_row *row = proof->row;

	subject->is_grown = true;
	subject->command = proof->command;
	subject->function = proof->place.function;
	subject->input[PROFILE_TYPICAL] =
		arena_format(&subject->arena, "%" PRIu64, row->bytes);
	subject->input[PROFILE_PATHOLOGICAL] = arena_format(&subject->arena,
		"%" PRIu64, size > 0 ? size : row[proof->row_count - 1].bytes);
}

static int read_proof(struct profile_subject *subject, const char *folder,
	uint64_t size, struct error *err)
{
	const struct proof_result *proof =
		proof_read(&subject->arena, folder, err);
	const struct proof_row *row;

	if (!proof)
		return -1;
	if (proof->knob_count > 0 && proof->row_count > 0 && subject->results) {
		subject_take_test(subject, proof, size);
		return 0;
	}
	if (proof_is_of_tests(proof))
		return error_set(err,
			"the proof in %s is of tests, which have no inputs to "
			"be profiled",
			folder);
	row = subject_choose_row(proof, size);
	if (!row || proof->command_count == 0)
		return error_set(err,
			"the proof in %s has no inputs for a target", folder);
	subject->command = proof->command;
	subject->directory = proof->directory;
	subject->input_place = proof->input_place;
	subject->function = proof->place.function;
	subject->input[PROFILE_PATHOLOGICAL] = row->input;
	if (has_file(row->typical_input))
		subject->input[PROFILE_TYPICAL] = row->typical_input;
	return 0;
}

/* --- campaigns ---------------------------------------------------------- */

/* The words of FOLDER/cmdline, one in a line. */
static int subject_read_command(
	struct profile_subject *subject, const char *folder, struct error *err)
{
	char *path = memory_format("%s/cmdline", folder), line[4096];
	FILE *in = fopen(path, "re");
	const char **word = NULL;
	size_t count = 0, capacity = 0;

	while (in && fgets(line, sizeof line, in)) {
		line[strcspn(line, "\n")] = '\0';
		word = memory_grow(word, &capacity, count + 1, sizeof *word);
		word[count++] = arena_string(&subject->arena, line);
	}
	if (in)
		fclose(in);
	if (count == 0)
		error_set(err, "%s does not name the command", path);
	word = memory_grow(word, &capacity, count + 1, sizeof *word);
	word[count] = NULL;
	subject->command =
		arena_copy(&subject->arena, word, (count + 1) * sizeof *word);
	free(word);
	free(path);
	return count > 0 ? 0 : -1;
}

/* The champion that executes most edges: "id length edges name" a line. */
static const char *find_champion(
	struct profile_subject *subject, const char *folder, uint64_t *edges)
{
	char *path = memory_format("%s/queue_index", folder), line[1024];
	FILE *in = fopen(path, "re");
	const char *champion = NULL;

	*edges = 0;
	while (in && fgets(line, sizeof line, in)) {
		unsigned long long value;
		int name = 0;
		line[strcspn(line, "\n")] = '\0';
		if (sscanf(line, "%*u %*u %llu %n", &value, &name) != 1 ||
			name == 0 || value < *edges)
			continue;
		champion = arena_format(
			&subject->arena, "%s/queue/%s", folder, line + name);
		*edges = value;
	}
	if (in)
		fclose(in);
	free(path);
	return champion && has_file(champion) ? champion : NULL;
}

/* The first input of the queue that came from the seeds. */
static const char *find_seed(
	struct profile_subject *subject, const char *folder)
{
	char *queue = memory_format("%s/queue", folder);
	const char *seed = NULL;
	struct dirent **entry;
	int count = scandir(queue, &entry, NULL, alphasort);

	for (int i = 0; i < count; i++) {
		if (!seed && (strstr(entry[i]->d_name, "orig:") ||
				     strstr(entry[i]->d_name, "orig_")))
			seed = arena_format(&subject->arena, "%s/%s", queue,
				entry[i]->d_name);
		free(entry[i]);
	}
	if (count >= 0)
		free(entry);
	free(queue);
	return seed;
}

/* Of the instances in FOLDER, or of FOLDER itself, the one that came furthest. */
static int read_campaign(
	struct profile_subject *subject, const char *folder, struct error *err)
{
	const char *best = NULL, *champion = NULL;
	uint64_t most = 0;
	struct dirent **entry;
	int count = scandir(folder, &entry, NULL, alphasort);

	for (int i = 0; i < count; i++) {
		const char *instance = arena_format(
			&subject->arena, "%s/%s", folder, entry[i]->d_name);
		uint64_t edges = 0;
		const char *input =
			strcmp(entry[i]->d_name, "..") != 0 &&
					subject_is_there(
						instance, "queue_index")
				? find_champion(subject, instance, &edges)
				: NULL;
		if (input && (!champion || edges > most)) {
			champion = input;
			best = instance;
			most = edges;
		}
		free(entry[i]);
	}
	if (count >= 0)
		free(entry);
	if (!champion)
		return error_set(
			err, "%s is neither a proof nor a campaign", folder);
	subject->input[PROFILE_PATHOLOGICAL] = champion;
	subject->input[PROFILE_TYPICAL] = find_seed(subject, best);
	return subject_read_command(subject, best, err);
}

/* --- both --------------------------------------------------------------- */

static int read_folder(struct profile_subject *subject, const char *folder,
	uint64_t size, struct error *err)
{
	return subject_is_there(folder, "proof.json")
		       ? read_proof(subject, folder, size, err)
		       : read_campaign(subject, folder, err);
}

/* The whole id of what NAME begins, among those in RESULTS/KIND. NULL: none. */
static const char *find_id(struct profile_subject *subject, const char *results,
	const char *kind, const char *name)
{
	char *folder = memory_format("%s/%s", results, kind);
	const char *id = NULL;
	struct dirent **entry;
	int count = scandir(folder, &entry, NULL, alphasort);

	for (int i = 0; i < count; i++) {
		struct report_finding finding = {.fingerprint = 0};
		snprintf(finding.id, sizeof finding.id, "%.15s",
			entry[i]->d_name);
		if (strncmp(entry[i]->d_name, "RT-", 3) == 0 &&
			report_finding_matches(&finding, name))
			id = arena_string(&subject->arena, entry[i]->d_name);
		free(entry[i]);
	}
	if (count >= 0)
		free(entry);
	free(folder);
	return id;
}

static int subject_find_finding(struct profile_subject *subject,
	const char *name, const char *results, uint64_t size, struct error *err)
{
	static const char *const kinds[] = {"prove", "fuzz"};
	struct arena *arena = &subject->arena;

	for (size_t i = 0; i < 2; i++) {
		const char *id = find_id(subject, results, kinds[i], name);
		if (!id)
			continue;
		subject->name = id;
		subject->results = arena_string(arena, results);
		subject->out = arena_format(arena, "%s/export/%s", results, id);
		return read_folder(subject,
			arena_format(arena, "%s/%s/%s", results, kinds[i], id),
			size, err);
	}
	return error_set(err, "nothing was proved or fuzzed for %s in %s", name,
		results);
}

int profile_find_subject(struct profile_subject *subject, const char *name,
	const char *results, uint64_t size, struct error *err)
{
	*subject = (struct profile_subject){0};
	arena_init(&subject->arena);
	if (access(name, R_OK) != 0)
		return subject_find_finding(subject, name, results, size, err);
	subject->name = arena_string(&subject->arena, words_base_name(name));
	subject->out = arena_format(&subject->arena, "%s/export", name);
	return read_folder(subject, name, size, err);
}

void profile_release_subject(struct profile_subject *subject)
{
	arena_release(&subject->arena);
}
