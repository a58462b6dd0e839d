/* SPDX-License-Identifier: MIT
 * fuzzer_stats, plot_data and what else AFL's tools read. Keys and columns of
 * ours come after theirs. */
#include "config.h"

#include "fuzz-perf/campaign/statistics.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "lib/error.h"
#include "lib/memory.h"

#include "fuzz-perf/campaign/own_domains.h"
#include "fuzz-perf/search/fuzz.h"

#define BITMAP_BYTES 65536

size_t statistics_favoured(const struct fuzz *fuzz)
{
	size_t count = 0;

	for (size_t i = 0; i < fuzz->corpus.count; i++)
		count += fuzz->corpus.input[i]->champion > 0;
	return count;
}

static double seconds(const struct timeval *time)
{
	return (double)time->tv_sec + (double)time->tv_usec / 1e6;
}

/* Of a process that is not waited for yet: its own, and its ended children's. */
static double process_cpu_seconds(uint32_t pid)
{
	char path[64];
	unsigned long own = 0, system = 0;
	long children = 0, children_system = 0;

	snprintf(path, sizeof path, "/proc/%u/stat", pid);
	FILE *file = fopen(path, "r");
	if (!file)
		return 0;
	int got = fscanf(file,
		"%*d %*[^)]) %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu "
		"%lu %ld %ld",
		&own, &system, &children, &children_system);
	fclose(file);
	if (got != 4)
		return 0;
	return (double)(own + system + (unsigned long)children +
			(unsigned long)children_system) /
	       (double)sysconf(_SC_CLK_TCK);
}

static double target_cpu_seconds(struct execute *execute)
{
	return process_cpu_seconds((uint32_t)execute_pid(execute)) +
	       process_cpu_seconds(execute_map(execute)->worker_pid);
}

double statistics_cpu_seconds(const struct fuzz *fuzz)
{
	struct rusage own, children;

	getrusage(RUSAGE_SELF, &own);
	getrusage(RUSAGE_CHILDREN, &children);
	return seconds(&own.ru_utime) + seconds(&own.ru_stime) +
	       seconds(&children.ru_utime) + seconds(&children.ru_stime) +
	       target_cpu_seconds(fuzz->execute) +
	       (fuzz->sieve ? target_cpu_seconds(fuzz->sieve) : 0);
}

static void statistics_raise_to(uint64_t *largest, uint64_t value)
{
	if (value > *largest)
		*largest = value;
}

void statistics_read_earlier(const char *folder, uint64_t *ms, uint64_t *execs)
{
	char *path = memory_format("%s/fuzzer_stats", folder);
	FILE *file = fopen(path, "r");
	char line[512];
	uint64_t value;

	while (file && fgets(line, sizeof line, file)) {
		if (sscanf(line, "run_time : %" SCNu64, &value) == 1)
			statistics_raise_to(ms, value * 1000);
		if (sscanf(line, "execs_done : %" SCNu64, &value) == 1)
			statistics_raise_to(execs, value);
	}
	if (file)
		fclose(file);
	free(path);
}

static uint32_t count_covered(const struct fuzz *fuzz)
{
	const struct feedback *feedback = &fuzz->feedback;
	const struct perf_mapped_place *place = execute_places(fuzz->execute);
	const struct perf_view *coverage = &fuzz->map->view[1];
	uint32_t first = coverage->wanted ? coverage->first : 0;
	uint32_t covered = 0;

	for (uint32_t i = 0; i < fuzz->map->key_count; i++)
		covered += place[i].kind == PERF_EDGE &&
			   feedback->champion[first + i].input;
	return covered;
}

static uint64_t unix_seconds(const struct fuzz *fuzz, uint64_t elapsed_ms)
{
	if (!elapsed_ms)
		return 0;
	return (uint64_t)time(NULL) -
	       (fuzz_elapsed_ms(fuzz) - elapsed_ms) / 1000;
}

static uint64_t largest_count(const struct fuzz *fuzz)
{
	const struct perf_mapped_place *place = execute_places(fuzz->execute);
	uint64_t largest = 0;

	for (uint32_t i = 0; i < fuzz->map->key_count; i++)
		if (place[i].kind == PERF_EDGE &&
			fuzz->feedback.champion[i].value > largest)
			largest = fuzz->feedback.champion[i].value;
	return largest;
}

static void statistics_print_command(const struct fuzz *fuzz, FILE *out)
{
	for (char **word = fuzz->options.execute.command; *word; word++)
		fprintf(out, " %s", *word);
}

static void print_domain_rows(const struct fuzz *fuzz, FILE *out)
{
	struct own_domain list[PERF_VIEWS];
	unsigned count = own_domains_list(fuzz, list);

	for (unsigned i = 0; i < count; i++)
		fprintf(out, "domain_%-10s : %" PRIu64 "\n", list[i].name,
			list[i].best);
}

static void print_own_rows(const struct fuzz *fuzz, FILE *out)
{
	const struct fuzz_counts *counts = &fuzz->counts;
	const struct champion *total =
		&fuzz->feedback.champion[fuzz->map->key_count];

	fputs("command_line      : retread fuzz --", out);
	statistics_print_command(fuzz, out);
	fprintf(out,
		"\nmax_path          : %" PRIu64 "\n"
		"max_hot_spot      : %" PRIu64 "\n"
		"max_allocated     : %" PRIu64 "\n"
		"max_peak          : %" PRIu64 "\n"
		"max_block_bytes   : %" PRIu64 "\n"
		"over_limit        : %" PRIu64 "\n"
		"invalid           : %" PRIu64 "\n"
		"edges_executed    : %" PRIu64 "\n"
		"execs_counted     : %" PRIu64 "\n"
		"cpu_seconds       : %.2f\n"
		"seed              : %" PRIu64 "\n"
		"is_over           : %d\n",
		total[PERF_TOTAL_EDGES].value, largest_count(fuzz),
		total[PERF_TOTAL_ALLOCATED].value, total[PERF_TOTAL_PEAK].value,
		total[PERF_TOTAL_BLOCK].value, counts->over_limit,
		counts->invalid, counts->edges,
		fuzz->sieve ? counts->counted : counts->execs,
		statistics_cpu_seconds(fuzz), fuzz->options.seed,
		fuzz->is_over);
	print_domain_rows(fuzz, out);
}

static char *stats_dup(const struct fuzz *fuzz)
{
	const struct fuzz_counts *counts = &fuzz->counts;
	uint64_t elapsed = fuzz_elapsed_ms(fuzz);
	uint64_t execs = counts->execs + counts->earlier_execs;
	uint32_t edges = count_covered(fuzz);
	uint64_t now = (uint64_t)time(NULL);
	double spent = (double)(elapsed ? elapsed : 1) / 1000;
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	if (!out)
		memory_fail(4096);
	fprintf(out,
		"start_time        : %" PRIu64 "\nlast_update       : %" PRIu64
		"\nrun_time          : %" PRIu64 "\nfuzzer_pid        : %d\n"
		"cycles_done       : %" PRIu64 "\ncycles_wo_finds   : 0\n"
		"execs_done        : %" PRIu64 "\nexecs_per_sec     : %.2f\n"
		"execs_ps_last_min : %.2f\ncorpus_count      : %zu\n"
		"corpus_favored    : %zu\ncorpus_found      : %zu\n"
		"corpus_imported   : %" PRIu64 "\ncorpus_variable   : 0\n"
		"max_depth         : 1\ncur_item          : 0\n"
		"pending_favs      : 0\npending_total     : 0\n"
		"stability         : 100.00%%\nbitmap_cvg        : %.2f%%\n"
		"saved_crashes     : %" PRIu64 "\nsaved_hangs       : %" PRIu64
		"\n"
		"last_find         : %" PRIu64 "\nlast_crash        : %" PRIu64
		"\nlast_hang         : %" PRIu64 "\nexecs_since_crash : 0\n"
		"exec_timeout      : %u\nslowest_exec_ms   : 0\n"
		"peak_rss_mb       : 0\ncpu_affinity      : -1\n"
		"edges_found       : %u\ntotal_edges       : %u\n"
		"var_byte_count    : 0\nhavoc_expansion   : 0\n"
		"auto_dict_entries : %zu\ntestcache_size    : 0\n"
		"testcache_count   : 0\ntestcache_evict   : 0\n"
		"afl_banner        : %s\nafl_version       : "
		"retread-" PACKAGE_VERSION "\ntarget_mode       : %s\n",
		now - elapsed / 1000, now, elapsed / 1000, (int)getpid(),
		counts->batches / (fuzz->corpus.count + 1), execs,
		(double)execs / spent, (double)execs / spent,
		fuzz->corpus.count, statistics_favoured(fuzz),
		fuzz->corpus.count, counts->imported,
		100.0 * edges /
			(fuzz->map->edge_count ? fuzz->map->edge_count : 1),
		counts->saved_crashes, counts->saved_hangs,
		unix_seconds(fuzz, counts->last_find_ms),
		unix_seconds(fuzz, counts->last_crash_ms),
		unix_seconds(fuzz, counts->last_hang_ms),
		fuzz->options.execute.timeout_ms, edges, fuzz->map->edge_count,
		fuzz->dictionary.count, fuzz->options.execute.command[0],
		fuzz->map->is_fork ? "fork" : "persistent");
	print_own_rows(fuzz, out);
	fclose(out);
	return text;
}

/* The campaign as afl-showmap would print it: AFL's tools want the file. */
static int write_bitmap(struct fuzz *fuzz, struct error *err)
{
	uint8_t *bitmap = memory_alloc(BITMAP_BYTES);

	memset(bitmap, 255, BITMAP_BYTES);
	for (uint32_t i = 0; i < fuzz->map->key_count; i++)
		if (fuzz->feedback.champion[i].input)
			bitmap[i % BITMAP_BYTES] = 0;
	int result = output_write(
		&fuzz->output, "", "fuzz_bitmap", bitmap, BITMAP_BYTES, err);
	free(bitmap);
	return result;
}

/* ---- plot_data: a line is what PRINT prints, with a column for each domain ---- */

static void print_plot_head(const struct fuzz *fuzz, FILE *out)
{
	struct own_domain list[PERF_VIEWS];
	unsigned count = own_domains_list(fuzz, list);

	fputs("# relative_time, cycles_done, cur_item, corpus_count, "
	      "pending_total, pending_favs, map_size, saved_crashes, "
	      "saved_hangs, max_depth, execs_per_sec, total_execs, "
	      "edges_found, max_path, max_hot_spot",
		out);
	for (unsigned i = 0; i < count; i++)
		fprintf(out, ", domain_%s", list[i].name);
}

static void print_plot_row(const struct fuzz *fuzz, FILE *out)
{
	const struct fuzz_counts *counts = &fuzz->counts;
	uint64_t elapsed = fuzz_elapsed_ms(fuzz);
	uint64_t execs = counts->execs + counts->earlier_execs;
	uint32_t edges = count_covered(fuzz);
	struct own_domain list[PERF_VIEWS];
	unsigned count = own_domains_list(fuzz, list);

	fprintf(out,
		"%" PRIu64 ", %" PRIu64 ", 0, %zu, 0, 0, %.2f%%, %" PRIu64
		", %" PRIu64 ", 1, %.2f, %" PRIu64 ", %u, %" PRIu64
		", %" PRIu64,
		elapsed / 1000, counts->batches / (fuzz->corpus.count + 1),
		fuzz->corpus.count,
		100.0 * edges /
			(fuzz->map->edge_count ? fuzz->map->edge_count : 1),
		counts->saved_crashes, counts->saved_hangs,
		(double)execs * 1000 / (double)(elapsed ? elapsed : 1), execs,
		edges, fuzz->feedback.champion[fuzz->map->key_count].value,
		largest_count(fuzz));
	for (unsigned i = 0; i < count; i++)
		fprintf(out, ", %" PRIu64, list[i].best);
}

static int append_plot(const struct fuzz *fuzz,
	void (*print)(const struct fuzz *fuzz, FILE *out), struct error *err)
{
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	if (!out)
		memory_fail(4096);
	print(fuzz, out);
	fputc('\n', out);
	fclose(out);
	int result = output_append(&fuzz->output, "plot_data", text, err);
	free(text);
	return result;
}

int statistics_write(struct fuzz *fuzz, struct error *err)
{
	char *text = stats_dup(fuzz);
	int result = output_write(
		&fuzz->output, "", "fuzzer_stats", text, strlen(text), err);

	free(text);
	if (result || write_bitmap(fuzz, err))
		return -1;
	return append_plot(fuzz, print_plot_row, err);
}

int statistics_open(struct fuzz *fuzz, struct error *err)
{
	static const char setup[] = "# retread fuzz\n";
	char *plot = memory_format("%s/plot_data", fuzz->output.path);
	int result = output_write(
		&fuzz->output, "", "fuzzer_setup", setup, strlen(setup), err);

	if (!result && access(plot, F_OK))
		result = append_plot(fuzz, print_plot_head, err);
	free(plot);
	return result;
}
