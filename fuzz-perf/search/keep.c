/* SPDX-License-Identifier: MIT
 * Writes what a search finds: inputs to the queue, crashes and hangs. */
#include "config.h"

#include "fuzz-perf/search/keep.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/log.h"
#include "lib/memory.h"

#include "fuzz-perf/search/fuzz.h"

#define NAME_BYTES 240

void keep_note_write(struct fuzz *fuzz, int result, const struct error *err)
{
	if (result && !fuzz->is_disk_bad)
		log_warning(
			fuzz->log, "%s; going on, and trying again", err->text);
	fuzz->is_disk_bad = result != 0;
}

uint64_t keep_name_number(const char *name)
{
	return strncmp(name, "id", 2) || !name[2]
		       ? 0
		       : strtoull(name + 3, NULL, 10);
}

void keep_write_input(struct fuzz *fuzz, struct corpus_input *input)
{
	struct error err = {{0}};

	input->is_written = !output_write(&fuzz->output, "queue", input->name,
		input->bytes, input->length, &err);
	fuzz->has_unwritten |= !input->is_written;
	keep_note_write(fuzz, input->is_written ? 0 : -1, &err);
}

/* INPUT is in the queue already, as the file NAME: a run after this one was killed finds
 * again what the first had found. */
static void take_file(
	struct fuzz *fuzz, struct corpus_input *input, const char *name)
{
	fuzz->corpus.next_id = input->id;
	input->id = (uint32_t)keep_name_number(name);
	input->name = memory_string_dup(name);
	input->is_written = true;
}

void keep_new_input(struct fuzz *fuzz, struct corpus_input *input,
	const char *origin, unsigned steps)
{
	char **file = corpus_file(&fuzz->corpus, input->bytes, input->length);
	char name[NAME_BYTES];

	if (*file) {
		take_file(fuzz, input, *file);
		return;
	}
	int used = snprintf(name, sizeof name, "id:%06u,", input->id);

	if (input->parent == CORPUS_NO_PARENT)
		snprintf(name + used, sizeof name - used,
			"time:%" PRIu64 ",execs:%" PRIu64 ",%.100s%s",
			fuzz_elapsed_ms(fuzz), fuzz->counts.execs, origin,
			strncmp(origin, "orig:", 5) ? ",+max" : "");
	else
		snprintf(name + used, sizeof name - used,
			"src:%06u,time:%" PRIu64 ",execs:%" PRIu64
			",op:%.40s,rep:%u,+max",
			input->parent, fuzz_elapsed_ms(fuzz),
			fuzz->counts.execs, origin, steps);
	output_fit_name(&fuzz->output, name);
	input->name = memory_string_dup(name);
	*file = memory_string_dup(name);
	keep_write_input(fuzz, input);
}

char *keep_end(struct fuzz *fuzz, unsigned number, const char *folder,
	uint64_t id, uint32_t parent, const char *origin)
{
	struct error err = {{0}};
	const struct perf_slot *slot = &fuzz->map->slot[number];
	char name[NAME_BYTES];
	char source[32] = "";

	if (parent != CORPUS_NO_PARENT)
		snprintf(source, sizeof source, "src:%06u,", parent);
	snprintf(name, sizeof name,
		"id:%06" PRIu64 ",sig:%02u,%stime:%" PRIu64 ",execs:%" PRIu64
		",op:%.60s",
		id, slot->signal, source, fuzz_elapsed_ms(fuzz),
		fuzz->counts.execs, origin);
	output_fit_name(&fuzz->output, name);
	keep_note_write(fuzz,
		output_write(&fuzz->output, folder, name,
			execute_slot_data(fuzz->execute, number), slot->length,
			&err),
		&err);
	return memory_string_dup(name);
}
