/* SPDX-License-Identifier: MIT
 * The result of a campaign: what costs most, where, with which input. */
#include "config.h"

#include "fuzz-perf/campaign/maxima.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/json.h"
#include "lib/memory.h"

#include "fuzz-perf/campaign/crash_report.h"
#include "fuzz-perf/campaign/own_domains.h"
#include "fuzz-perf/campaign/persist.h"
#include "fuzz-perf/search/batch.h"
#include "fuzz-perf/search/fuzz.h"

#define TOP_KEYS 5
#define SCHEMA	 "retread-maxima-1"

static const char *const kind_names[] = {
	"edge", "allocation", "block", "comparison"};
static const char *const kind_units[] = {"times", "bytes", "bytes", "bits"};

static const char *maxima_kind_name(uint32_t kind)
{
	return kind < PERF_KINDS ? kind_names[kind] : "?";
}

/* ---- the largest counters of one run ---- */

struct top {
	uint32_t key[TOP_KEYS];
	unsigned count;
};

static void top_add(struct top *top, const uint64_t *value, uint32_t key)
{
	unsigned at = top->count;

	if (!value[key])
		return;
	while (at > 0 && value[top->key[at - 1]] < value[key])
		at--;
	if (at == TOP_KEYS)
		return;
	if (top->count < TOP_KEYS)
		top->count++;
	for (unsigned i = top->count - 1; i > at; i--)
		top->key[i] = top->key[i - 1];
	top->key[at] = key;
}

static void top_find(struct top *top, struct fuzz *fuzz, const uint64_t *value,
	uint32_t kind)
{
	const struct perf_mapped_place *place = execute_places(fuzz->execute);

	top->count = 0;
	for (uint32_t key = 0; key < fuzz->map->key_count; key++)
		if (place[key].kind == kind)
			top_add(top, value, key);
}

/* ---- the inputs that reach most ---- */

/* Champions of the sums first, then of ever smaller counters. */
struct maxima_ranked {
	struct corpus_input *input;
	uint64_t
		value; /* the largest count it is champion of: of an edge, or a domain */
};

static int maxima_compare_ranked(const void *left, const void *right)
{
	const struct maxima_ranked *a = left, *b = right;

	if (a->value != b->value)
		return a->value < b->value ? 1 : -1;
	return a->input->id < b->input->id ? -1 : a->input->id > b->input->id;
}

/* The target's own domains are all that is looked for. */
static bool has_own_domains_only(const struct fuzz *fuzz)
{
	const struct domains *domains = &fuzz->options.domains;

	return domains->custom_count && !domains->perf && !domains->slow;
}

/* Into BEST, by the inputs' ids, the largest of COUNT values from FIRST on that each holds. */
static void rank_values(
	const struct fuzz *fuzz, uint32_t first, uint32_t count, uint64_t *best)
{
	const struct champion *champion = &fuzz->feedback.champion[first];

	for (uint32_t i = 0; i < count; i++)
		if (champion[i].input &&
			champion[i].value > best[champion[i].input->id])
			best[champion[i].input->id] = champion[i].value;
}

static struct maxima_ranked *rank_inputs(struct fuzz *fuzz, size_t *count)
{
	struct own_domain own[PERF_VIEWS];
	unsigned owns =
		has_own_domains_only(fuzz) ? own_domains_list(fuzz, own) : 0;
	uint64_t *best =
		memory_alloc_zero(fuzz->corpus.next_id + 1, sizeof *best);
	struct maxima_ranked *ranked =
		memory_alloc_zero(fuzz->corpus.count + 1, sizeof *ranked);

	*count = 0;
	for (unsigned i = 0; i < owns; i++)
		rank_values(fuzz, own[i].first, own[i].keys, best);
	if (!owns)
		rank_values(fuzz, 0, fuzz->map->view[0].count, best);
	for (size_t i = 0; i < fuzz->corpus.count; i++) {
		struct corpus_input *input = fuzz->corpus.input[i];
		if (!input->champion || !input->bytes ||
			(owns && !best[input->id]))
			continue;
		ranked[*count].input = input;
		ranked[(*count)++].value = best[input->id];
	}
	free(best);
	qsort(ranked, *count, sizeof *ranked, maxima_compare_ranked);
	return ranked;
}

/* The values of one run of INPUT into VALUE; of an input that is not run any more, for
 * want of time, those that it holds the record of. Returns 1 if they are all, 0, or -1
 * with ERR filled. */
static int profile_or_recall(struct fuzz *fuzz,
	const struct corpus_input *input, uint64_t *value, struct error *err)
{
	const struct champion *champion = fuzz->feedback.champion;
	uint32_t count = fuzz->feedback.index_count;

	if (!execute_is_over(fuzz->execute) &&
		batch_profile_input(fuzz, input->bytes, input->length, err))
		return -1;
	if (!execute_is_over(fuzz->execute)) {
		memcpy(value, execute_profile(fuzz->execute),
			count * sizeof *value);
		return 1;
	}
	for (uint32_t i = 0; i < count; i++)
		value[i] = champion[i].input == input ? champion[i].value : 0;
	value[fuzz->map->key_count] = input->edges;
	return 0;
}

/* ---- text ---- */

static void maxima_print_place(struct fuzz *fuzz, uint32_t key, FILE *out)
{
	const struct perf_mapped_place *place =
		&execute_places(fuzz->execute)[key];
	const char *file = execute_text(fuzz->execute, place->file);
	const char *slash = strrchr(file, '/');

	file = slash ? slash + 1 : file;
	if (!place->line && place->address) {
		fprintf(out, "%s+0x%x %s",
			execute_text(fuzz->execute, place->object),
			place->address,
			execute_text(fuzz->execute, place->function));
		return;
	}
	fprintf(out, "%s:", *file ? file : "?");
	if (place->kind == PERF_EDGE && place->from_line)
		fprintf(out, "%u->", place->from_line);
	fprintf(out, "%u %s", place->line,
		execute_text(fuzz->execute, place->function));
	if (place->kind == PERF_EDGE && !place->from_line)
		fputs(" (entry)", out);
}

static void maxima_print_top(
	struct fuzz *fuzz, const uint64_t *value, uint32_t kind, FILE *out)
{
	struct top top;

	top_find(&top, fuzz, value, kind);
	for (unsigned i = 0; i < top.count; i++) {
		fprintf(out, "  %14" PRIu64, value[top.key[i]]);
		if (fuzz->seed_value)
			fprintf(out, " %12" PRIu64,
				fuzz->seed_value[top.key[i]]);
		fputs("  ", out);
		maxima_print_place(fuzz, top.key[i], out);
		if (kind != PERF_EDGE)
			fprintf(out, " [%s, %s]", maxima_kind_name(kind),
				kind_units[kind]);
		fputc('\n', out);
	}
}

static void print_run(struct fuzz *fuzz, const uint64_t *value, FILE *out)
{
	maxima_print_top(fuzz, value, PERF_EDGE, out);
	if (fuzz->options.domains.mem || fuzz->options.domains.bytes) {
		maxima_print_top(fuzz, value, PERF_ALLOCATION, out);
		maxima_print_top(fuzz, value, PERF_BLOCK, out);
	}
}

static uint64_t maxima_hot_spot(struct fuzz *fuzz, const uint64_t *value)
{
	struct top top;

	top_find(&top, fuzz, value, PERF_EDGE);
	return top.count ? value[top.key[0]] : 0;
}

static void print_own_domains(const struct fuzz *fuzz, FILE *out)
{
	struct own_domain list[PERF_VIEWS];
	unsigned count = own_domains_list(fuzz, list);

	for (unsigned i = 0; i < count; i++) {
		fprintf(out, "%-20s %14" PRIu64 " %14" PRIu64, list[i].name,
			list[i].best, list[i].seed_best);
		if (*list[i].unit)
			fprintf(out, "  %s", list[i].unit);
		if (list[i].keys > 1)
			fprintf(out, "  key %u; %u of %u keys", list[i].key,
				list[i].reached, list[i].keys);
		if (list[i].input)
			fprintf(out, "  %s", list[i].input);
		fputc('\n', out);
	}
}

static void print_longest(struct fuzz *fuzz, const uint64_t *largest, FILE *out)
{
	uint32_t total = fuzz->map->key_count;

	fprintf(out, "%-20s %14" PRIu64 " %14" PRIu64 "\n", "max path length",
		largest[total], fuzz->seed_value[total]);
	fprintf(out, "%-20s %14" PRIu64 " %14" PRIu64 "\n", "max hot spot",
		maxima_hot_spot(fuzz, largest),
		maxima_hot_spot(fuzz, fuzz->seed_value));
}

const char *maxima_best_name(struct fuzz *fuzz)
{
	size_t count;
	struct maxima_ranked *ranked = rank_inputs(fuzz, &count);
	const char *name = count > 0 ? ranked[0].input->name : NULL;

	free(ranked);
	return name && *name ? name : NULL;
}

int maxima_print(struct fuzz *fuzz, FILE *out, unsigned rows, struct error *err)
{
	uint32_t total = fuzz->map->key_count;
	uint64_t *largest =
		memory_alloc_zero(fuzz->feedback.index_count, sizeof *largest);
	size_t count;
	struct maxima_ranked *ranked = rank_inputs(fuzz, &count);
	uint64_t *value =
		memory_alloc_zero(fuzz->feedback.index_count, sizeof *value);
	int result = 0;

	for (uint32_t i = 0; i < fuzz->feedback.index_count; i++)
		largest[i] = fuzz->feedback.champion[i].value;
	fprintf(out, "%-20s %14s %14s\n", "", "best", "seeds");
	if (!has_own_domains_only(fuzz))
		print_longest(fuzz, largest, out);
	print_own_domains(fuzz, out);
	for (size_t i = 0; i < count && i < rows; i++) {
		struct corpus_input *input = ranked[i].input;
		result = profile_or_recall(fuzz, input, value, err);
		if (result < 0)
			break;
		fprintf(out,
			"\n%s (%zu bytes, path %" PRIu64 ")\n"
			"  %14s %12s  edge\n",
			input->name && *input->name ? input->name : "input",
			input->length, value[total], "count", "seeds");
		print_run(fuzz, value, out);
	}
	free(ranked);
	free(largest);
	free(value);
	return result < 0 ? -1 : 0;
}

/* ---- JSON ---- */

static struct json_value *key_to_json(
	struct fuzz *fuzz, uint32_t key, uint64_t value)
{
	const struct perf_mapped_place *place =
		&execute_places(fuzz->execute)[key];
	struct json_value *row = json_make_object();

	json_put_count(row, "key", key);
	json_put_text(row, "kind", maxima_kind_name(place->kind));
	json_put_count(row, "value", value);
	if (fuzz->seed_value)
		json_put_count(row, "seed_value", fuzz->seed_value[key]);
	json_put_text(
		row, "function", execute_text(fuzz->execute, place->function));
	json_put_text(row, "file", execute_text(fuzz->execute, place->file));
	json_put_count(row, "line", place->line);
	json_put_count(row, "column", place->column);
	json_put_count(row, "from_line", place->from_line);
	if (place->address) {
		json_put_text(row, "object",
			execute_text(fuzz->execute, place->object));
		json_put_count(row, "offset", place->address);
	}
	return row;
}

static struct json_value *run_to_json(struct fuzz *fuzz, const char *name,
	size_t length, const uint64_t *value)
{
	struct json_value *row = json_make_object();
	struct json_value *list = json_make_array();
	const uint64_t *total = value + fuzz->map->key_count;
	struct top top;

	json_put_text(row, "input", name);
	json_put_count(row, "length", length);
	json_put_count(row, "path", total[PERF_TOTAL_EDGES]);
	json_put_count(row, "hot_spot", maxima_hot_spot(fuzz, value));
	json_put_count(row, "allocated_bytes", total[PERF_TOTAL_ALLOCATED]);
	json_put_count(row, "peak_bytes", total[PERF_TOTAL_PEAK]);
	json_put_count(row, "block_bytes", total[PERF_TOTAL_BLOCK]);
	for (uint32_t kind = 0; kind < PERF_KINDS; kind++) {
		top_find(&top, fuzz, value, kind);
		for (unsigned i = 0; i < top.count; i++)
			json_append(list, key_to_json(fuzz, top.key[i],
						  value[top.key[i]]));
	}
	json_put(row, "top", list);
	return row;
}

static struct json_value *keys_to_json(struct fuzz *fuzz)
{
	const struct champion *champion = fuzz->feedback.champion;
	struct json_value *list = json_make_array();

	for (uint32_t key = 0; key < fuzz->map->key_count; key++) {
		if (!champion[key].input)
			continue;
		struct json_value *row =
			key_to_json(fuzz, key, champion[key].value);
		json_put_text(row, "input", champion[key].input->name);
		json_append(list, row);
	}
	return list;
}

static struct json_value *inputs_to_json(struct fuzz *fuzz, struct error *err)
{
	struct json_value *list = json_make_array();
	size_t count;
	struct maxima_ranked *ranked = rank_inputs(fuzz, &count);
	uint64_t *value =
		memory_alloc_zero(fuzz->feedback.index_count, sizeof *value);

	for (size_t i = 0; i < count; i++) {
		struct corpus_input *input = ranked[i].input;
		int is_whole = profile_or_recall(fuzz, input, value, err);
		if (is_whole < 0) {
			json_free(list);
			list = NULL;
			break;
		}
		struct json_value *row =
			run_to_json(fuzz, input->name, input->length, value);
		json_put_count(row, "champion_of", input->champion);
		json_put_bool(row, "run_again", is_whole);
		json_append(list, row);
	}
	free(value);
	free(ranked);
	return list;
}

static struct json_value *head_to_json(struct fuzz *fuzz)
{
	struct json_value *top = json_make_object();
	struct json_value *command = json_make_array();
	char *build = persist_build_id_dup(fuzz);

	json_put_text(top, "schema", SCHEMA);
	for (char **word = fuzz->options.execute.command; *word; word++)
		json_append_text(command, *word);
	json_put(top, "command", command);
	json_put_text(top, "build_id", build);
	free(build);
	return top;
}

int maxima_write(struct fuzz *fuzz, struct error *err)
{
	struct json_value *inputs = inputs_to_json(fuzz, err);
	const struct champion *total =
		&fuzz->feedback.champion[fuzz->map->key_count];

	if (!inputs)
		return -1;
	struct json_value *top = head_to_json(fuzz);
	json_put_count(
		top, "execs", fuzz->counts.execs + fuzz->counts.earlier_execs);
	json_put_count(top, "max_path", total[PERF_TOTAL_EDGES].value);
	json_put_count(
		top, "seed_max_path", fuzz->seed_value[fuzz->map->key_count]);
	json_put(top, "inputs", inputs);
	json_put(top, "domains", own_domains_to_json(fuzz));
	json_put(top, "crashes", crash_report_to_json(fuzz));
	json_put(top, "keys", keys_to_json(fuzz));
	char *path = memory_format("%s/maxima.json", fuzz->output.path);
	int result = json_write_file(top, path, err);
	free(path);
	json_free(top);
	return result;
}

static const char *describe_end(const struct perf_slot *slot)
{
	if (slot->outcome & PERF_OVER_LIMIT)
		return ", stopped by the limit";
	if (slot->outcome & PERF_INVALID)
		return ", not valid";
	if (slot->outcome & PERF_EXITED)
		return ", ended by exit()";
	return "";
}

/* Only a program that ends in order says what it did. */
static int check_end(const struct perf_map *map, const struct perf_slot *slot,
	const char *name, struct error *err)
{
	if (slot->signal || !(slot->outcome & PERF_RAN))
		return error_set(err,
			"%s: the target was ended by signal %u on it%s", name,
			slot->signal,
			slot->signal == SIGSYS ? "; it forbids system calls "
						 "(seccomp), which Valgrind "
						 "needs, too"
					       : "");
	if (map->is_fork && !(slot->outcome & (PERF_EXITED | PERF_OVER_LIMIT)))
		return error_set(err,
			"%s: the target ended without exit() or _exit() on it, "
			"so what it did is not known",
			name);
	return 0;
}

int maxima_print_input(struct fuzz *fuzz, const char *name,
	const uint8_t *bytes, size_t length, bool is_json, struct error *err)
{
	const struct perf_slot *slot = &fuzz->map->slot[0];
	const uint64_t *value;
	int result = 0;

	if (batch_profile_input(fuzz, bytes, length, err))
		return -1;
	if (check_end(fuzz->map, slot, name, err))
		return -1;
	value = execute_profile(fuzz->execute);
	if (is_json) {
		struct json_value *top = head_to_json(fuzz);
		json_put(top, "run", run_to_json(fuzz, name, length, value));
		result = json_print(top, stdout, err);
		json_free(top);
		return result;
	}
	printf("%s (%zu bytes, path %" PRIu64 ", hot spot %" PRIu64
	       ", heap %" PRIu64 "%s)\n  %14s  edge\n",
		name, length, value[fuzz->map->key_count],
		maxima_hot_spot(fuzz, value),
		value[fuzz->map->key_count + PERF_TOTAL_PEAK],
		describe_end(slot), "count");
	maxima_print_top(fuzz, value, PERF_EDGE, stdout);
	maxima_print_top(fuzz, value, PERF_ALLOCATION, stdout);
	maxima_print_top(fuzz, value, PERF_BLOCK, stdout);
	return 0;
}
