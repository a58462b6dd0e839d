/* SPDX-License-Identifier: MIT
 * `retread repro ID`: the test that a proof grew, once more, at any size and under any
 * program. */
#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "cli/programs.h"
#include "cli/prove/knobs.h"
#include "cli/prove/native.h"
#include "cli/prove/scratch.h"
#include "cli/prove/tested.h"
#include "cli/recorded.h"
#include "cli/results.h"
#include "cli/verbs.h"
#include "lib/command/known_errors.h"
#include "lib/command/part.h"
#include "lib/error.h"
#include "lib/folders.h"
#include "lib/memory.h"
#include "lib/report/proof.h"

#define VERB "repro"

struct repro {
	const char *id, *results;
	uint64_t size;	    /* 0: the largest that was measured */
	char *const *under; /* NULL-ended: what runs the test */
	struct arena arena;
	struct report report;
	const struct report_finding *finding;
	const struct proof_result *proof;
	char *folder; /* of its proof */
};

/* ---- what was proved ---- */

static int repro_find_finding(struct repro *repro, struct error *err)
{
	if (results_load(&repro->report, repro->results, err) != 0)
		return -1;
	for (size_t i = 0; i < repro->report.finding_count && !repro->finding;
		i++)
		if (report_finding_matches(
			    &repro->report.finding[i], repro->id))
			repro->finding = &repro->report.finding[i];
	return repro->finding ? 0
			      : error_set(err, "no finding \"%s\" in %s",
					repro->id, repro->results);
}

static int repro_read_proof(struct repro *repro, struct error *err)
{
	char *here = realpath(repro->results, NULL);

	repro->folder = memory_format(
		"%s/prove/%s", here ? here : ".", repro->finding->id);
	free(here);
	repro->proof = proof_read(&repro->arena, repro->folder, err);
	if (!repro->proof)
		return -1;
	if (repro->proof->knob_count == 0)
		return error_set(err,
			"the proof of %s is not of a test that was grown",
			repro->finding->id);
	if (repro->proof->knob_count > TESTED_KNOBS_MAX)
		return error_set(
			err, "the proof in %s is damaged", repro->folder);
	if (repro->size == 0 && repro->proof->row_count > 0)
		repro->size =
			repro->proof->row[repro->proof->row_count - 1].bytes;
	return 0;
}

/* ---- the test ---- */

/* Writes what sets the knobs of the proof. */
static int repro_write(struct repro *repro, const struct knobs_place *place,
	struct knobs_run *run, struct error *err)
{
	const struct proof_result *proof = repro->proof;
	struct knob knob[TESTED_KNOBS_MAX];
	const struct knob *all[TESTED_KNOBS_MAX];
	uint64_t value[TESTED_KNOBS_MAX];
	struct knobs_setting setting = {
		.knob = all, .value = value, .only = proof->only};

	for (size_t i = 0; i < proof->knob_count; i++) {
		if (strncmp(proof->knob[i], TESTED_FILE, strlen(TESTED_FILE)) ==
			0)
			continue; /* is put there by the proof's script */
		knob[setting.count] = (struct knob){.id = proof->knob[i]};
		all[setting.count] = &knob[setting.count];
		value[setting.count++] = repro->size;
	}
	return knobs_write_once(run, &repro->arena, place, &setting, err);
}

/* Adds what runs the test: a shell that first puts the file there which it reads, if that
 * was grown, and the program under which it is to run. */
static void repro_add_runner(const struct repro *repro,
	const struct scratch *scratch, struct arguments *all)
{
	static const char script[] = "sh \"$0\" \"$1\" >\"$2\" && shift 2 && "
				     "exec \"$@\"";

	if (repro->proof->generator) {
		char *place =
			scratch_place_dup(scratch, repro->proof->input_place);
		arguments_add(all, "sh");
		arguments_add(all, "-c");
		arguments_add(all, script);
		arguments_add(all, repro->proof->generator);
		arguments_add_format(all, "%" PRIu64, repro->size);
		arguments_add(all, place);
		free(place);
	}
	arguments_add_all(all, repro->under);
}

/* Becomes what PLACE's program is with its knobs set. Returns -1 with ERR filled. */
static int repro_become(struct repro *repro, const struct scratch *scratch,
	const struct knobs_place *place, struct error *err)
{
	const struct proof_result *proof = repro->proof;
	struct arguments all = {0};
	struct knobs_run run;

	if (repro_write(repro, place, &run, err) != 0)
		return -1;
	repro_add_runner(repro, scratch, &all);
	for (size_t i = 0; i < run.command_count; i++)
		arguments_add(&all, run.command[i]);
	const struct native_run native = {.command = all.word,
		.environment = knobs_environment(&run, &repro->arena),
		.directory = scratch->directory,
		.home = scratch->folder};
	fprintf(stderr, "retread: n = %" PRIu64 ": %s%s%s\n", repro->size,
		proof->change, proof->only ? ", in " : "",
		proof->only ? proof->only : "");
	fflush(NULL);
	native_become(&native);
	error_set_errno(err, "cannot run %s", all.word[0]);
	arguments_release(&all);
	return -1;
}

/* Puts COMMAND and its files in a folder beside the proof, and runs it there. */
static int repro_run(struct repro *repro,
	const struct recorded_command *command, struct error *err)
{
	const struct recorded_input none = {
		(char *)command->directory, RECORDED_OPENED, 0};
	const struct report_witness *witness =
		prove_tested_witness(repro->finding, command->test);
	char *folder = memory_format("%s/repro", repro->folder);
	char *knobs = memory_format("%s.knobs", folder);
	struct arguments words = {0};
	struct scratch scratch = {0};

	folders_remove(folder);
	if (scratch_open(&scratch, command, &repro->report, &none, folder,
		    err) == 0) {
		prove_tested_words(
			command, &scratch, witness->process.program, &words);
		const struct knobs_place place = {
			knobs, scratch.directory, words.word};
		repro_become(repro, &scratch, &place, err);
	}
	scratch_close(&scratch);
	folders_remove(knobs);
	arguments_release(&words);
	free(knobs);
	free(folder);
	return -1;
}

static int repro_finding(void *chosen, const struct operands *operands)
{
	struct repro *repro = chosen;
	struct recorded_choice choice = {0};
	struct error err = {{0}};
	int status;

	repro->id = operands->operand[0];
	repro->under = operands->operand + 1;
	if (operands->before_dashes != 1)
		return cli_misuse(VERB, "one finding is needed before --",
			"retread repro RT-1f3c9a --size 4096 -- PROFILER");
	report_init(&repro->report);
	if (repro_find_finding(repro, &err) != 0) {
		status = cli_fail(CLI_USAGE, VERB, &err, HINT_RECORD);
	} else if (repro_read_proof(repro, &err) != 0) {
		status = cli_fail(CLI_USAGE, VERB, &err,
			"Prove it by its test: retread prove %s",
			repro->finding->id);
	} else {
		choice = recorded_find(
			&repro->arena, repro->results, repro->finding);
		if (choice.count > 0)
			repro_run(repro, choice.command[0], &err);
		else
			error_set(&err, "no recorded command shows %s",
				repro->finding->id);
		status = cli_fail(CLI_ENVIRONMENT, VERB, &err, NULL);
	}
	report_release(&repro->report);
	arena_release(&repro->arena);
	free(repro->folder);
	return status;
}

int verb_repro(int argc, char **argv)
{
	struct repro repro = {0};
	const struct option_row rows[] = {
		{"size", 0, OPTION_NUMBER, &repro.size, "K",
			"n, as the proof has it (the largest that was "
			"measured)",
			.min = 1},
	};
	const struct options options = {"retread repro",
		"FINDING [--size K] [DIR] [-- PROGRAM [ARGUMENT]...]",
		"Runs the test by which FINDING was proved to grow, grown to "
		"K; "
		"PROGRAM, as a profiler, runs it.",
		OPTION_ROWS(rows), .least = 1, .few = "which finding?"};

	if (argc < 2 || strncmp(argv[1], "RT-", 3) != 0)
		return programs_start(PART_FUZZER, argv);
	argc = results_choose(argc, argv);
	repro.results = cli_out_directory(NULL);
	return options_run(&options, argc, argv, repro_finding, &repro);
}
