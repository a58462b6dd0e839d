/* SPDX-License-Identifier: MIT
 * An experiment as one line of JSON. */
#include "config.h"

#include "fuzz-perf/grow/experiment.h"

#include <stdlib.h>
#include <unistd.h>

#include "lib/error.h"
#include "lib/json.h"

static const char *const outcome_names[] = {
	"ended", "failed", "died", "too long"};

static struct json_value *describe_choices(const struct experiment *experiment)
{
	struct json_value *all = json_make_array();

	/* Of many at once it is only known that they show nothing. */
	for (size_t i = 0;
		!experiment->together && i < experiment->choice_count; i++) {
		const struct grow_knob *knob = experiment->choice[i].knob;
		json_append(all, JSON_OBJECT(JSON("id", knob->id),
					 JSON("what", knob->what)));
	}
	return all;
}

static struct json_value *describe_sizes(const struct experiments *experiments,
	const struct experiment *experiment)
{
	const struct counts *counts = &experiments->counts;
	struct json_value *all = json_make_array();

	for (size_t i = 0; i < counts->run_count; i++)
		json_append(all,
			JSON_OBJECT(JSON("value", experiment->value[i]),
				JSON("size", (uint64_t)experiment->size[i]),
				JSON("seconds", counts->run[i].seconds),
				JSON("written", counts->run[i].written),
				JSON("cells", counts->run[i].cells),
				JSON("outcome",
					outcome_names[counts->run[i].outcome]),
				JSON("used", experiment->is_used[i])));
	return all;
}

static struct json_value *experiment_describe_callers(
	const struct grown_callers *callers)
{
	struct json_value *all = json_make_array();

	for (size_t i = 0; i < callers->count; i++) {
		const struct grown_caller *caller = &callers->caller[i];
		json_append(
			all, JSON_OBJECT(JSON("file", caller->place.file),
				     JSON("line", caller->place.line),
				     JSON("function", caller->place.function),
				     JSON("count", caller->count)));
	}
	return all;
}

static struct json_value *describe_line(
	const struct experiments *experiments, const struct grown_line *line)
{
	struct json_value *counts = json_make_array();
	char name[LAW_NAME_BYTES];

	for (size_t i = 0; i < experiments->counts.run_count; i++)
		json_append(counts, json_make_count(line->edge->count[i]));
	return JSON_OBJECT(JSON("file", line->place.file),
		JSON("line", line->place.line),
		JSON("function", line->place.function),
		JSON("in_test", line->is_test_code),
		JSON("as_output", (bool)(line->output.what != NULL)),
		JSON("output", line->output.what),
		JSON("output_degree", line->output.degree),
		JSON("callee", line->callee), JSON("counts", counts),
		JSON("law", law_name_with_base(&line->law, name)),
		JSON("degree", line->law.degree),
		JSON("exact", line->law.is_exact), JSON("share", line->share),
		JSON("calls", line->calls), JSON("repeats", line->repeats),
		JSON("recursive", line->is_recursive),
		JSON("allocations", line->allocations),
		JSON("callers", experiment_describe_callers(&line->callers)));
}

/* Line breaks and the blanks after them are between values only. */
static int print_on_one_line(
	struct json_value *value, FILE *out, struct error *err)
{
	char *text = NULL;
	size_t length;
	FILE *memory = open_memstream(&text, &length);
	int result = memory ? json_print(value, memory, err) : -1;

	if (memory)
		fclose(memory);
	for (size_t i = 0; !result && i < length; i++) {
		if (text[i] != '\n') {
			putc(text[i], out);
			continue;
		}
		while (i + 1 < length && text[i + 1] == ' ')
			i++;
	}
	putc('\n', out);
	fflush(out);
	free(text);
	return result;
}

static struct json_value *describe_command(
	const struct experiments *experiments)
{
	struct json_value *command = json_make_array();

	for (char *const *word = experiments->knobs->command; *word; word++)
		json_append_text(command, *word);
	return command;
}

int experiment_write_untried(
	const struct experiments *experiments, struct error *err)
{
	char *directory = getcwd(NULL, 0);
	struct json_value *all = JSON_OBJECT(
		JSON("program", experiments->knobs->code.path),
		JSON("command", describe_command(experiments)),
		JSON("directory", directory), JSON("test", (const char *)NULL),
		JSON("test_file", (const char *)NULL), JSON("test_line", 0u),
		JSON("together", json_make_array()),
		JSON("setting", json_make_array()), JSON("unit", "knobs"),
		JSON("sizes", json_make_array()),
		JSON("lines", json_make_array()),
		JSON("note", (const char *)NULL),
		JSON("untried", (uint64_t)experiments->untried));
	int result = print_on_one_line(all, experiments->out, err);

	json_free(all);
	free(directory);
	return result;
}

int experiment_write(const struct experiments *experiments,
	const struct experiment *experiment, const struct grown_lines *lines,
	struct error *err)
{
	struct json_value *list = json_make_array(),
			  *together = json_make_array(), *all;
	char *directory = getcwd(NULL, 0);
	int result;

	for (size_t i = 0; i < lines->count; i++)
		json_append(list, describe_line(experiments, &lines->line[i]));
	for (size_t i = 0; i < experiment->together_count; i++)
		json_append_text(together, experiment->together[i]->name);
	all = JSON_OBJECT(JSON("program", experiments->knobs->code.path),
		JSON("command", describe_command(experiments)),
		JSON("directory", directory),
		JSON("test", experiment->test ? experiment->test->name : NULL),
		JSON("test_file",
			experiment->test ? experiment->test->file : NULL),
		JSON("test_line",
			experiment->test ? experiment->test->line : 0),
		JSON("together", together),
		JSON("product", experiment->is_product),
		JSON("setting", describe_choices(experiment)),
		JSON("unit", grow_kind_units[experiment->choice[0].knob->kind]),
		JSON("sizes", describe_sizes(experiments, experiment)),
		JSON("lines", list),
		JSON("note", *experiment->note ? experiment->note : NULL));
	result = print_on_one_line(all, experiments->out, err);
	json_free(all);
	free(directory);
	return result;
}
