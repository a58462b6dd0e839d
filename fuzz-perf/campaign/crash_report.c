/* SPDX-License-Identifier: MIT
 * Crashes of a campaign, with their stacks, as text and JSON. */
#include "config.h"

#include "fuzz-perf/campaign/crash_report.h"

#include <inttypes.h>
#include <string.h>

#include "lib/json.h"
#include "lib/words.h"

#include "fuzz-perf/search/fuzz.h"
#include "fuzz-perf/target/sanitizers.h"
#include "fuzz-perf/target/source.h"

#define SHOWN_FRAMES 5

/* Addresses are those of the tier that an input crashed in. */
static void crash_report_open(
	struct debug_source *source, const struct fuzz *fuzz)
{
	debug_source_open_process(source,
		execute_pid(fuzz->sieve ? fuzz->sieve : fuzz->execute),
		&fuzz->options.execute.debug);
}

static void print_frame(const struct code_place *place, FILE *out)
{
	fprintf(out, "    %s", *place->function ? place->function : "?");
	if (place->line)
		fprintf(out, "  %s:%u\n", words_base_name(place->file),
			place->line);
	else
		fprintf(out, "  %s+0x%" PRIx64 "\n", place->object,
			place->offset);
}

static void print_crash(
	struct debug_source *source, const struct crash *crash, FILE *out)
{
	uint32_t shown = 0;

	fprintf(out, "\ncrashes/%s\n  %s, %" PRIu64 " input%s%s\n", crash->name,
		crash->signal ? strsignal((int)crash->signal)
			      : "ended without exit()",
		crash->inputs, crash->inputs == 1 ? "" : "s",
		crash->frame_count ? "" : ", stack not known");
	for (uint32_t i = 0; i < crash->frame_count && shown < SHOWN_FRAMES;
		i++) {
		struct code_place place =
			debug_source_find(source, crash->frame[i]);
		if (shown || !sanitizers_own(place.function)) {
			print_frame(&place, out);
			shown++;
		}
	}
}

void crash_report_print(const struct fuzz *fuzz, FILE *out, unsigned rows)
{
	const struct crashes *crashes = &fuzz->crashes;
	struct debug_source source;

	if (fuzz->counts.saved_hangs)
		fprintf(out, "\nhangs: %" PRIu64 ", in %s/hangs\n",
			fuzz->counts.saved_hangs, fuzz->output.path);
	if (!crashes->count)
		return;
	crash_report_open(&source, fuzz);
	for (size_t i = 0; i < crashes->count && i < rows; i++)
		print_crash(&source, &crashes->crash[i], out);
	if (crashes->count > rows)
		fprintf(out, "\nand %zu other crashes: %s/crashes\n",
			crashes->count - rows, fuzz->output.path);
	debug_source_close(&source);
}

static struct json_value *crash_to_json(
	struct debug_source *source, const struct crash *crash)
{
	struct json_value *row = json_make_object();
	struct json_value *list = json_make_array();

	json_put_text(row, "input", crash->name);
	json_put_count(row, "signal", crash->signal);
	json_put_count(row, "inputs", crash->inputs);
	for (uint32_t i = 0; i < crash->frame_count; i++) {
		struct code_place place =
			debug_source_find(source, crash->frame[i]);
		struct json_value *frame = json_make_object();
		json_put_text(frame, "function", place.function);
		json_put_text(frame, "file", place.file);
		json_put_count(frame, "line", place.line);
		json_put_text(frame, "object", place.object);
		json_put_count(frame, "offset", place.offset);
		json_append(list, frame);
	}
	json_put(row, "stack", list);
	return row;
}

struct json_value *crash_report_to_json(const struct fuzz *fuzz)
{
	struct json_value *list = json_make_array();
	struct debug_source source;

	crash_report_open(&source, fuzz);
	for (size_t i = 0; i < fuzz->crashes.count; i++)
		json_append(
			list, crash_to_json(&source, &fuzz->crashes.crash[i]));
	debug_source_close(&source);
	return list;
}
