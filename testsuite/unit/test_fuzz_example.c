/* SPDX-License-Identifier: MIT
 * The walk-through of section 4.1: three mutations of one seed, each kept or
 * dropped for the reason the text gives. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "fuzz-perf/campaign/campaign.h"
#include "fuzz-perf/search/batch.h"
#include "fuzz-perf/search/fuzz.h"
#include "lib/error.h"
#include "lib/memory.h"

#define SEED "the quick brown fox jumps over the lazy dog"

struct campaign {
	char folder[64];
	char *target;
	char *command[2];
	struct fuzz fuzz;
	int is_stopped;
};

static void remove_folder(const char *folder)
{
	char *command = memory_format("rm -rf '%s'", folder);

	if (system(command))
		fprintf(stderr, "%s is left behind\n", folder);
	free(command);
}

static int set_up(void **state)
{
	struct campaign *campaign = memory_alloc_zero(1, sizeof *campaign);
	const char *build = getenv("top_builddir");
	struct fuzz_options options = {.instance = "default"};
	struct error err = {{0}};

	strcpy(campaign->folder, "/tmp/retread-test.XXXXXX");
	assert_non_null(mkdtemp(campaign->folder));
	campaign->target =
		memory_format("%s/testsuite/fuzz-perf/targets/word_frequency",
			build ? build : ".");
	campaign->command[0] = campaign->target;
	char *seeds = memory_format("%s/seeds", campaign->folder);
	char *out = memory_format("%s/out", campaign->folder);
	struct output output;
	assert_int_equal(output_open(&output, seeds, false, &err), 0);
	assert_int_equal(output_write(&output, "queue", "seed", SEED,
				 strlen(SEED), &err),
		0);
	output_release(&output);
	char *queue = memory_format("%s/queue", seeds);
	options.seeds = queue;
	options.out = out;
	options.seed = 1;
	options.execute.command = campaign->command;
	options.execute.max_length = 60;
	options.execute.timeout_ms = 10000;
	assert_int_equal(domains_parse(&options.domains, "perf", &err), 0);
	int result = campaign_open(
		&campaign->fuzz, &options, &campaign->is_stopped, NULL, &err);
	if (result)
		print_error("%s\n", err.text);
	assert_int_equal(result, 0);
	free(seeds);
	free(queue);
	free(out);
	*state = campaign;
	return 0;
}

static int tear_down(void **state)
{
	struct campaign *campaign = *state;

	campaign_release(&campaign->fuzz);
	remove_folder(campaign->folder);
	free(campaign->target);
	free(campaign);
	return 0;
}

static bool try_input(struct campaign *campaign, const char *text)
{
	struct error err = {{0}};
	int result = batch_try_input(&campaign->fuzz, (const uint8_t *)text,
		strlen(text), "test", NULL, &err);

	assert_int_not_equal(result, -1);
	return result == 1;
}

/* The key of FUNCTION's entry, or of its edge to LINE. */
static uint32_t find_key(
	struct campaign *campaign, const char *function, unsigned line)
{
	struct fuzz *fuzz = &campaign->fuzz;
	const struct perf_mapped_place *place = execute_places(fuzz->execute);

	for (uint32_t i = 0; i < fuzz->map->key_count; i++)
		if (!strcmp(execute_text(fuzz->execute, place[i].function),
			    function) &&
			(line ? place[i].line == line : !place[i].from_line))
			return i;
	fail_msg("no counter in %s at %u", function, line);
	return 0;
}

static struct champion *champion_of(
	struct campaign *campaign, const char *function, unsigned line)
{
	return &campaign->fuzz.feedback
			.champion[find_key(campaign, function, line)];
}

/* Where "traverse" is written in the target's source. */
static unsigned traversal_line(void)
{
	const char *source = getenv("top_srcdir");
	char *path =
		memory_format("%s/testsuite/fuzz-perf/targets/word_frequency.c",
			source ? source : ".");
	FILE *file = fopen(path, "r");
	char text[256];
	unsigned line = 0;

	assert_non_null(file);
	while (fgets(text, sizeof text, file)) {
		line++;
		if (strstr(text, "/* traverse */"))
			break;
	}
	fclose(file);
	free(path);
	return line;
}

static void the_seed_adds_nine_words(void **state)
{
	struct campaign *campaign = *state;

	assert_int_equal(champion_of(campaign, "add_word", 0)->value, 9);
	assert_null(champion_of(campaign, "add_word", traversal_line())->input);
}

static void a_mutation_that_raises_nothing_is_dropped(void **state)
{
	assert_false(try_input(
		*state, "the quick brown fix jumps over the lazy dog"));
}

static void a_mutation_that_adds_a_word_is_kept(void **state)
{
	struct campaign *campaign = *state;

	assert_true(try_input(
		campaign, "the qu ck brown fox jumps over the lazy dog"));
	assert_int_equal(champion_of(campaign, "add_word", 0)->value, 10);
}

static void a_mutation_that_collides_is_kept_though_its_path_is_shorter(
	void **state)
{
	struct campaign *campaign = *state;
	struct champion *traversal =
		champion_of(campaign, "add_word", traversal_line());
	uint64_t seed_path =
		campaign->fuzz.seed_value[campaign->fuzz.map->key_count];

	assert_true(try_input(
		campaign, "the quick brown_fox jumps over the lazy dog"));
	assert_non_null(traversal->input);
	assert_int_equal(traversal->value, 1);
	assert_true(traversal->input->edges < seed_path);
}

static void a_champion_of_some_edge_is_favoured(void **state)
{
	struct campaign *campaign = *state;
	struct champion *words = champion_of(campaign, "add_word", 0);
	struct champion *traversal =
		champion_of(campaign, "add_word", traversal_line());

	assert_true(words->input->champion > 0);
	assert_true(traversal->input->champion > 0);
	assert_ptr_not_equal(words->input, traversal->input);
}

/* The input that is mutated for the path length is not always its champion: a little
 * less may lead further. Searched until it is seen. */
static void the_path_length_drifts_through_a_little_less(void **state)
{
	struct campaign *campaign = *state;
	struct fuzz *fuzz = &campaign->fuzz;
	uint32_t total = fuzz->map->key_count + PERF_TOTAL_EDGES;
	struct champion *champion = &fuzz->feedback.champion[total];
	struct error err = {{0}};
	uint64_t less = 0;

	for (int round = 0; round < 300 && !less; round++) {
		fuzz->options.execs = fuzz->counts.execs + 3000;
		assert_int_equal(campaign_run(fuzz, &err), 0);
		if (!champion->drift)
			continue;
		uint8_t bytes[60];
		size_t length = champion->drift_length;
		memcpy(bytes, champion->drift, length);
		assert_int_equal(
			batch_profile_input(fuzz, bytes, length, &err), 0);
		uint64_t value = execute_profile(fuzz->execute)[total];
		if (value < champion->value)
			less = value;
	}
	assert_true(less > 0);
	assert_true(less * 64 >= champion->value * 62);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_seed_adds_nine_words),
		cmocka_unit_test(a_mutation_that_raises_nothing_is_dropped),
		cmocka_unit_test(a_mutation_that_adds_a_word_is_kept),
		cmocka_unit_test(
			a_mutation_that_collides_is_kept_though_its_path_is_shorter),
		cmocka_unit_test(a_champion_of_some_edge_is_favoured),
		cmocka_unit_test(the_path_length_drifts_through_a_little_less),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
