/* SPDX-License-Identifier: MIT
 * One input, run for somebody who looks at it. */
#include "fuzz-perf/generate/runs.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define SHOWN	   4000 /* of the text; more is cut */
#define ROOM_BYTES 8192 /* that may be drawn beyond the end */

/* The run that a signal ends. */
static struct gen_run *watched;

static void tell_text(const struct gen_run *run)
{
	size_t length = run->text_length < SHOWN ? run->text_length : SHOWN;

	if (!length)
		return;
	fputs("# it made: ", stderr);
	for (size_t i = 0; i < length; i++) {
		fputc(run->text[i], stderr);
		if (run->text[i] == '\n' && i + 1 < length)
			fputs("#          ", stderr);
	}
	fputs(length < run->text_length ? "...\n" : "\n", stderr);
}

static void replay_on_signal(int number)
{
	tell_text(watched);
	raise(number);
}

int gen_run_and_tell(const struct parameters *input, size_t limit,
	int (*property)(struct gen *, void *), void *argument, FILE *show,
	char *why)
{
	struct gen_run run = {.show = show, .notes = stderr};

	run.record = gen_memory(NULL, gen_record_size((uint32_t)limit));
	run.record->byte_capacity = run.limit = (uint32_t)limit;
	watched = &run;
	gen_signals_catch(replay_on_signal);
	int verdict = gen_run_once(&run, input, property, argument);
	gen_signals_release();
	tell_text(&run);
	if (why)
		snprintf(why, GEN_TEXT, "%s", run.record->text);
	gen_run_release(&run);
	for (unsigned i = 0; i < PARAMETERS_STREAMS; i++)
		free(run.stream[i]);
	free(run.record);
	return verdict;
}

int gen_replay(
	const char *file, int (*run)(struct gen *, void *), void *argument)
{
	struct parameters input;
	size_t length;
	uint8_t *bytes = gen_file_read(file, &length);

	if (!bytes) {
		fprintf(stderr, "# %s cannot be read\n", file);
		return -1;
	}
	parameters_read(&input, bytes, length);
	char why[GEN_TEXT];
	int verdict = gen_run_and_tell(
		&input, length + ROOM_BYTES, run, argument, NULL, why);
	if (*why)
		fprintf(stderr, "# %s: %s\n",
			verdict == GEN_DISCARD ? "discarded" : "failed", why);
	free(bytes);
	return verdict;
}
