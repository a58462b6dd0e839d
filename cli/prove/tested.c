/* SPDX-License-Identifier: MIT
 * Grows a test in place, knob by knob, and judges what its findings walk then. */
#include "config.h"

#include "cli/prove/tested.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "cli/prove/caught.h"
#include "cli/prove/tester.h"
#include "cli/rerun.h"
#include "lib/clock.h"
#include "lib/code/test_names.h"
#include "lib/error.h"
#include "lib/folders.h"
#include "lib/words.h"

#define VERB	    "prove"
#define TEXTS_APART 2 /* lines of a test, of texts that belong together */
#define SAMPLES_MIN 5 /* calls of different sizes that may show a law */

/* Whether TEST leads to KNOB; if it IS_BESIDE, as in a fixture, no test is known to. */
static bool knob_is_of(
	const struct knob *knob, const char *test, bool is_beside)
{
	if (!test || strcmp(knob->kind, "ARG") == 0)
		return !is_beside;
	if (is_beside || knob->test_count == 0)
		return is_beside && knob->test_count == 0;
	for (size_t i = 0; i < knob->test_count; i++)
		if (strcmp(knob->test[i], test) == 0)
			return true;
	return false;
}

static bool tested_is_chosen(
	const struct knob *knob, const struct knob_group *chosen, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (knob->text != 0 && chosen[i].knob[0]->text == knob->text)
			return true;
	return false;
}

static bool tested_has_text(const struct knob_group *group, uint64_t text)
{
	for (size_t i = 0; i < group->knobs; i++)
		if (group->knob[i]->text == text)
			return true;
	return false;
}

static int compare_chosen(const void *left, const void *right)
{
	const struct knob *a = ((const struct knob_group *)left)->knob[0];
	const struct knob *b = ((const struct knob_group *)right)->knob[0];

	return a->bytes != b->bytes ? (a->bytes < b->bytes ? 1 : -1)
	       : a < b		    ? -1
				    : a > b;
}

/* Puts KNOB in a group of those CHOSEN so far if that is of loops with the same bound:
 * what one of them makes, another one looks at. */
static bool tested_join(
	const struct knob *knob, struct knob_group *chosen, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct knob_group *group = &chosen[i];
		if (!strcmp(knob->kind, "LOOP") && !knob->is_nested &&
			!strcmp(group->knob[0]->kind, "LOOP") &&
			!group->knob[0]->is_nested &&
			group->knob[0]->base == knob->base &&
			group->knobs < TESTED_KNOBS_MAX) {
			group->knob[group->knobs++] = knob;
			return true;
		}
	}
	return false;
}

enum tested_knob { TESTED_NEW, TESTED_JOINED, TESTED_DONE };

/* Those that are not DONE, at CHOSEN, of each text one; JOINED ones are alone now. Returns
 * how many groups there are. */
static size_t tester_choose(struct tester *tester, const struct knobs *knobs,
	const char *kinds, bool is_beside, enum tested_knob *done,
	struct knob_group *chosen)
{
	size_t count = 0;

	for (size_t i = 0; i < knobs->count; i++) {
		const struct knob *knob = &knobs->knob[i];
		if (done[i] == TESTED_DONE || !strstr(kinds, knob->kind) ||
			!knob_is_of(knob, tester->test, is_beside) ||
			tested_is_chosen(knob, chosen, count))
			continue;
		if (done[i] == TESTED_NEW)
			tester_note(tester, knob);
		if (done[i] == TESTED_NEW && tested_join(knob, chosen, count)) {
			done[i] = TESTED_JOINED;
			continue;
		}
		done[i] = TESTED_DONE;
		chosen[count++] = (struct knob_group){{knob}, 1};
	}
	/* The first of a group is alone later, too. */
	for (size_t i = 0; i < count; i++)
		if (chosen[i].knobs > 1)
			done[chosen[i].knob[0] - knobs->knob] = TESTED_JOINED;
	qsort(chosen, count, sizeof *chosen, compare_chosen);
	return count;
}

/* Those of the kinds that KINDS names, long texts first. */
static void tester_try_kinds(struct tester *tester, const struct knobs *knobs,
	const char *kinds, bool is_beside)
{
	struct knob_group *chosen = arena_alloc_zero(
		&tester->arena, knobs->count + 1, sizeof *chosen);
	enum tested_knob *done = arena_alloc_zero(
		&tester->arena, knobs->count + 1, sizeof *done);
	size_t count;

	while (tester_has_open(tester) && !tester_is_over(tester) &&
		(count = tester_choose(
			 tester, knobs, kinds, is_beside, done, chosen)) > 0)
		tester_screen(tester, chosen, count);
}

/* What makes walks longer together with what makes more of them. */
static void tester_try_both(struct tester *tester)
{
	for (size_t i = 0; i < tester->count && !tester_is_over(tester); i++) {
		const struct tester_best *best = &tester->best[i];
		struct trial both = {.group = best->longer,
			.is_combined = true,
			.only = tester->only};
		if (best->longer.knobs == 0 || best->more.knobs == 0 ||
			!tester_is_open(tester, i))
			continue;
		for (size_t j = 0; j < best->more.knobs &&
				   both.group.knobs < TESTED_KNOBS_MAX;
			j++)
			both.group.knob[both.group.knobs++] =
				best->more.knob[j];
		tester_try(tester, &both);
		tester->best[i].is_combined = true;
	}
}

/* Texts that the test names side by side, as those of one call, at CHOSEN, each the likeliest way:
 * what one of them is compared with or looked up in is as long only if both are. Returns how many
 * groups there are. */
static size_t tester_choose_neighbours(struct tester *tester,
	const struct knobs *knobs, bool is_beside, struct knob_group *chosen)
{
	const struct knob *last = NULL;
	size_t count = 0;

	for (size_t i = 0; i < knobs->count; i++) {
		const struct knob *knob = &knobs->knob[i];
		struct knob_group *group = &chosen[count];
		if (strcmp(knob->kind, "TEXT") != 0 ||
			!knob_is_of(knob, tester->test, is_beside) ||
			tested_is_chosen(knob, chosen, count) ||
			tested_has_text(group, knob->text))
			continue;
		if (last && (knob->line < last->line ||
				    knob->line > last->line + TEXTS_APART ||
				    group->knobs == TESTED_KNOBS_MAX)) {
			count += group->knobs > 1;
			chosen[count].knobs = 0;
			group = &chosen[count];
		}
		group->knob[group->knobs++] = knob;
		last = knob;
	}
	return count + (chosen[count].knobs > 1);
}

/* By what is counted without the recorder; then what counting says nothing of. */
static void tester_try_watched(struct tester *tester, const struct knobs *knobs)
{
	struct knob_group *chosen = arena_alloc_zero(&tester->arena,
		TESTER_FILE_GROUPS + 3 * knobs->count + 2, sizeof *chosen);
	struct knob_group *files = arena_alloc_zero(
		&tester->arena, TESTER_FILE_GROUPS, sizeof *files);
	size_t all = tester_choose_files(tester, false, chosen), count;

	for (int beside = 0; beside < 2; beside++) {
		enum tested_knob *done = arena_alloc_zero(
			&tester->arena, knobs->count + 1, sizeof *done);
		all += tester_choose_neighbours(
			tester, knobs, beside, chosen + all);
		do {
			count = tester_choose(tester, knobs,
				"SIZE LOOP INT ARG TEXT CALLS", beside, done,
				chosen + all);
			all += count;
		} while (count > 0);
	}
	all = tester_try_promising(tester, chosen, all);
	tester_try_both(tester);
	tester_try_promising(
		tester, files, tester_choose_files(tester, true, files));
	tester_screen(tester, chosen, all);
	tester_try_both(tester);
	for (int beside = 0; beside < 2; beside++)
		tester_try_kinds(tester, knobs, "ARRAY", beside);
	tester_try_both(tester);
}

/* The likeliest first. */
static void tester_try_knobs(struct tester *tester, const struct knobs *knobs)
{
	for (int beside = 0; beside < 2; beside++) {
		tester_try_kinds(tester, knobs, "SIZE LOOP INT ARG", beside);
		tester_try_both(tester);
		if (!beside)
			tester_try_files(tester);
		tester_try_kinds(tester, knobs, "TEXT", beside);
		tester_try_kinds(tester, knobs, "CALLS", beside);
		tester_try_both(tester);
		tester_try_kinds(tester, knobs, "ARRAY", beside);
		tester_try_both(tester);
	}
}

void prove_tested_words(const struct recorded_command *command,
	const struct scratch *scratch, const char *program,
	struct arguments *words)
{
	char *own = recorded_path_dup(command, command->word[0]);
	char *path = recorded_path_dup(command, program);

	if (strcmp(own, path) != 0 && strchr(program, '/')) {
		arguments_add(words, path);
	} else {
		arguments_add_all(words, scratch->words.word);
	}
	free(path);
	free(own);
}

const struct report_witness *prove_tested_witness(
	const struct report_finding *finding, const char *test)
{
	const struct report_witness *longest = NULL;

	for (size_t i = 0; i < finding->witness_count; i++) {
		const struct report_witness *each = &finding->witness[i];
		bool is_it = !test;
		for (size_t j = 0; test && j < each->test_count; j++)
			is_it |= strcmp(each->tests[j], test) == 0;
		if (is_it &&
			(!longest || each->evidence.walk_length.max >
					     longest->evidence.walk_length.max))
			longest = each;
	}
	return longest || !test ? longest : prove_tested_witness(finding, NULL);
}

const struct report_place *prove_tested_place(
	const struct report_finding *finding,
	const struct report_witness *witness)
{
	bool is_longest = prove_tested_witness(finding, NULL) == witness;
	const struct report_place *first = is_longest && finding->aec.count > 1
						   ? finding->aec.place
						   : NULL;

	return first && first->function && test_names_have_word(first->function)
		       ? first
		       : &witness->test_function;
}

/* ---- what a test depends on ---- */

static void add_digest(struct arguments *parts, const char *path)
{
	char text[DIGEST_HEX_BYTES];
	struct error ignored = {{0}};

	for (size_t i = 0; i + 1 < parts->count; i += 2)
		if (strcmp(parts->word[i], path) == 0)
			return;
	if (digest_sha256_file(text, path, &ignored) == 0) {
		arguments_add(parts, path);
		arguments_add(parts, text);
	}
}

/* The program, the objects that findings are in, the command and this version. */
static const char *tester_digest(
	struct tester *tester, const char *program, char *const *words)
{
	char text[DIGEST_HEX_BYTES], *all;
	struct arguments parts = {0};

	add_digest(&parts, program);
	for (size_t i = 0; i < tester->count; i++) {
		const struct report_places *aec =
			&tester->tested[i].finding->aec;
		for (size_t j = 0; j < aec->count; j++)
			if (aec->place[j].object)
				add_digest(&parts, aec->place[j].object);
	}
	arguments_add(&parts, PACKAGE_VERSION);
	arguments_add(&parts, tester->command->directory);
	for (size_t i = 0; i < tester->command->variable_count; i++)
		arguments_add(&parts, tester->command->variable[i]);
	for (; *words; words++)
		/* The scratch folder has another name each time. */
		arguments_add(&parts,
			strncmp(*words, tester->scratch.folder,
				strlen(tester->scratch.folder)) == 0
				? *words + strlen(tester->scratch.folder)
				: *words);
	all = arguments_join_dup(&parts, "\n");
	digest_sha256(text, all, strlen(all));
	free(all);
	arguments_release(&parts);
	return arena_string(&tester->arena, text);
}

/* ---- a test ---- */

/* Runs the test as it is. Is one of the findings there? */
static bool tester_has_findings(struct tester *tester)
{
	const struct knobs_setting as_it_is = {.only = tester->only};
	const struct seen_finding *seen;
	bool is_there = false;

	tester->base = NULL;
	seen = tester_run(tester, &as_it_is, NULL);
	tester->base = seen;
	tester->base_seconds = tester->seconds;
	tester->best = arena_alloc_zero(
		&tester->arena, tester->count, sizeof *tester->best);

	for (size_t i = 0; i < tester->count; i++) {
		tester->tested[i].is_missing = !seen || seen[i].reads == 0;
		is_there |= !tester->tested[i].is_missing;
	}
	return is_there;
}

/* Whether a test is called NAME, in whatever file. */
static bool knobs_have_test(const struct knobs *knobs, const char *name)
{
	size_t length = strlen(name);

	for (size_t i = 0; i < knobs->test_count; i++)
		if (strncmp(knobs->test[i].name, name, length) == 0 &&
			strchr("@", knobs->test[i].name[length]))
			return true;
	return false;
}

/* TEST as retread-knobs is asked for it: several files may have one of that name. NULL: there is
 * none. */
static const char *tester_name_test(
	struct tester *tester, const struct report_place *test)
{
	if (!test->function || strcmp(test->function, "main") == 0)
		return NULL;
	return test->file ? arena_format(&tester->arena, "%s@%s",
				    test->function, words_base_name(test->file))
			  : test->function;
}

static bool knobs_name_test(const struct knobs *knobs, const char *name)
{
	for (size_t i = 0; name && i < knobs->count; i++)
		if (knob_is_of(&knobs->knob[i], name, false) &&
			knobs->knob[i].test_count > 0)
			return true;
	return false;
}

/* ---- loops of many rounds ---- */

#define SHRUNK_FROM 256 /* rounds */
#define SHRUNK_TO   64
#define SHRUNK_HUGE 16384 /* takes long, most likely */

/* The place for a loop of BASE rounds among those of TESTER that have fewer: the next or, if all are
 * taken, that of the loop with the least rounds; TESTED_KNOBS_MAX: none. */
static size_t shrunk_place(const struct tester *tester, uint64_t base)
{
	size_t least = 0;

	if (tester->shrunk.knobs < TESTED_KNOBS_MAX)
		return tester->shrunk.knobs;
	for (size_t i = 1; i < TESTED_KNOBS_MAX; i++)
		if (tester->rounds[i] < tester->rounds[least])
			least = i;
	return base > tester->rounds[least] ? least : TESTED_KNOBS_MAX;
}

/* The loops of the test with as many rounds as SHRUNK_FROM do SHRUNK_TO in all runs from now
 * on. False: there are none of LEAST rounds. */
static bool tester_shrink(
	struct tester *tester, const struct knobs *knobs, uint64_t least)
{
	struct knob_group *shrunk = &tester->shrunk;
	bool is_large = false;

	for (size_t i = 0; i < knobs->count; i++) {
		struct knob *knob = &knobs->knob[i];
		if (strcmp(knob->kind, "LOOP") != 0 ||
			knob->base < SHRUNK_FROM || knob->min > SHRUNK_TO ||
			!knob_is_of(knob, tester->test, false))
			continue;
		size_t place = shrunk_place(tester, knob->base);
		if (place == TESTED_KNOBS_MAX)
			continue;
		is_large |= knob->base >= least;
		tester->rounds[place] = knob->base;
		shrunk->knob[place] = knob;
		shrunk->knobs += place == shrunk->knobs;
	}
	if (!is_large)
		shrunk->knobs = 0;
	for (size_t i = 0; i < shrunk->knobs; i++)
		((struct knob *)shrunk->knob[i])->base = SHRUNK_TO;
	return is_large;
}

static void tester_unshrink(struct tester *tester)
{
	for (size_t i = 0; i < tester->shrunk.knobs; i++)
		((struct knob *)tester->shrunk.knob[i])->base =
			tester->rounds[i];
	tester->shrunk.knobs = 0;
}

/* Lists KNOBS of TEST, or of all if that is NULL. */
static bool tester_list(struct tester *tester, struct knobs *knobs,
	const struct report_place *test)
{
	const char *only = test ? tester_name_test(tester, test) : NULL;

	knobs_close(&tester->keeper);
	return knobs_open(&tester->keeper, &tester->place, only,
		       tester_left(tester, UINT_MAX),
		       &tester->course->why) == 0 &&
	       knobs_find(knobs, &tester->arena, &tester->keeper,
		       &tester->course->why) == 0;
}

/* Lists KNOBS of TEST, or of RUNS, which leads to it, if it is none itself, or of all if TEST is NULL,
 * and runs that as it is, or with fewer rounds of its loops if that takes too long. Is one of the
 * findings there? */
static bool tester_begin(struct tester *tester, struct knobs *knobs,
	const struct report_place *test, const struct report_place *runs)
{
	tester->shrunk.knobs = 0;
	if (!tester_list(tester, knobs, test))
		return false;
	if (test && runs->function && !knobs->only &&
		knobs_have_test(knobs, runs->function)) {
		test = runs;
		if (!tester_list(tester, knobs, test))
			return false;
	}
	tester->only = knobs->only;
	tester->test = tester->only ? tester->only
		       : test && knobs_name_test(knobs, test->function)
			       ? test->function
			       : NULL;
	if (tester_shrink(tester, knobs, SHRUNK_HUGE) &&
		tester_has_findings(tester))
		return true;
	tester_unshrink(tester);
	if (tester_has_findings(tester))
		return true;
	return !tester->base && tester->course->is_late &&
	       !tester_is_over(tester) &&
	       tester_shrink(tester, knobs, SHRUNK_FROM) &&
	       tester_has_findings(tester);
}

static void tester_explore(struct tester *tester,
	const struct report_place *test, const struct report_place *runs,
	const char *program, bool *is_there)
{
	struct knobs knobs;

	tester->digest = tester_digest(tester, program, tester->place.words);
	*is_there = tester_begin(tester, &knobs, test, runs);
	/* What a test walks, others may have made. */
	if (!*is_there && tester->only && tester->base &&
		!tester_is_over(tester))
		*is_there = tester_begin(tester, &knobs, NULL, runs);
	if (!*is_there)
		return;
	tester_watch(tester, &(struct knobs_setting){.only = tester->only});
	if (tester->is_watched)
		tester_try_watched(tester, &knobs);
	else
		tester_try_knobs(tester, &knobs);
	tester_list_tried(tester);
	tester->course->is_complete =
		!tester_has_open(tester) || !tester_is_over(tester);
	for (size_t i = 0; i < tester->count; i++)
		tester->tested[i].is_settled = !tester_is_open(tester, i) &&
					       !tester->tested[i].is_missing;
}

/* *IS_THERE: the command shows a finding again. */
static int tester_grow(
	struct tester *tester, const char *folder, bool *is_there)
{
	const struct recorded_input none = {
		(char *)tester->command->directory, RECORDED_OPENED, 0};
	const struct report_witness *witness = prove_tested_witness(
		tester->tested[0].finding, tester->command->test);
	const struct report_place *test =
		prove_tested_place(tester->tested[0].finding, witness);
	char *program =
		recorded_path_dup(tester->command, witness->process.program);
	struct arguments words = {0};
	struct error err = {{0}};
	int status;

	*is_there = false;
	status = scratch_open(&tester->scratch, tester->command,
		tester->request->report, &none, folder, &err);
	if (status == 0) {
		char *place = memory_format("%s.knobs", tester->scratch.folder);
		tester->run = memory_format("%s.run", tester->scratch.folder);
		tester->judged = memory_format("%s/judged", place);
		prove_tested_words(tester->command, &tester->scratch,
			witness->process.program, &words);
		tester->place = (struct knobs_place){
			place, tester->scratch.directory, words.word};
		tester_explore(tester,
			tester_name_test(tester, test) ? test : NULL,
			&witness->test_function, program, is_there);
		knobs_close(&tester->keeper);
		folders_remove(place);
		free(place);
		free(tester->run);
		free(tester->judged);
	}
	if (*is_there && tester->course->command->count == 0)
		arguments_add_all(tester->course->command, words.word);
	arguments_release(&words);
	free(program);
	scratch_close(&tester->scratch);
	return status == 0 ? CLI_DONE
			   : cli_fail(CLI_ENVIRONMENT, VERB, &err, NULL);
}

int prove_tested(const struct prove_grow *request, struct kept_runs *kept,
	struct tested_finding *tested, size_t count,
	struct tested_course *course)
{
	char *folder = memory_format("%s/scratch", request->folder);
	double end = clock_spent() + request->seconds;
	double clock_end =
		clock_seconds() + clock_patience() * request->seconds;
	struct arena arena = {0};
	struct recorded_choice choice =
		recorded_find(&arena, request->results, tested[0].finding);
	bool is_there = false;
	size_t first = 0;
	int status = CLI_DONE;

	while (first < choice.count && request->command > 0 &&
		choice.command[first]->index + 1 != request->command)
		first++;
	rerun_hold_signals();
	for (size_t i = first;
		i < choice.count && i < PROVE_WITNESSES_MAX &&
		status == CLI_DONE && !is_there && course->signal == 0;
		i++) {
		struct tester tester = {.request = request,
			.kept = kept,
			.tested = tested,
			.count = count,
			.course = course,
			.command = caught_command(request, &arena,
				choice.command[i], &course->signal),
			.end = end,
			.clock_end = clock_end};
		folders_remove(folder);
		status = tester_grow(&tester, folder, &is_there);
		arena_release(&tester.arena);
	}
	rerun_release_signals();
	course->is_missing = !is_there;
	course->is_late &= !is_there;
	course->is_short &= !is_there;
	arena_release(&arena);
	free(folder);
	return status;
}

bool prove_tested_says_more(const struct tested_finding *tested)
{
	return tested->change &&
	       (tested->verdict > TESTED_NOT_SHOWN || tested->flat > 1 ||
		       tested->finding->evidence.point_count < SAMPLES_MIN);
}

void prove_tested_note(const struct tested_finding *tested,
	const struct tested_course *course, struct prove_points *points)
{
	points->is_attempted = course->why.text[0] == '\0';
	points->attempts = course->tried;
	points->is_doubtful = tested->is_doubtful;
	points->flat = tested->is_doubtful ? 0 : tested->flat;
}
