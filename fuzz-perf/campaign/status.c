/* SPDX-License-Identifier: MIT
 * Shows a running campaign on a terminal: a few lines drawn over and over on
 * a terminal, one line now and then elsewhere. */
#include "config.h"

#include "fuzz-perf/campaign/status.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz-perf/campaign/own_domains.h"
#include "fuzz-perf/campaign/statistics.h"
#include "fuzz-perf/search/fuzz.h"

#define SCREEN_MS    500
#define LINE_MS	     10000
#define SCREEN_LINES 6 /* without domains */

static bool is_terminal(void)
{
	const char *term = getenv("TERM");

	return isatty(STDERR_FILENO) && term && strcmp(term, "dumb");
}

static uint64_t status_hot_spot(const struct fuzz *fuzz, bool of_seeds)
{
	const struct perf_mapped_place *place = execute_places(fuzz->execute);
	uint64_t largest = 0;

	for (uint32_t i = 0; i < fuzz->map->key_count; i++) {
		uint64_t value = of_seeds ? fuzz->seed_value[i]
					  : fuzz->feedback.champion[i].value;
		if (place[i].kind == PERF_EDGE && value > largest)
			largest = value;
	}
	return largest;
}

static void print_time(uint64_t ms)
{
	fprintf(stderr, "%" PRIu64 "h%02" PRIu64 "m%02" PRIu64 "s",
		ms / 3600000, ms / 60000 % 60, ms / 1000 % 60);
}

static void draw_screen(const struct fuzz *fuzz, uint64_t now, double speed)
{
	const struct fuzz_counts *counts = &fuzz->counts;
	const char *bold = getenv("NO_COLOR") ? "" : "\033[1m";
	const char *plain = getenv("NO_COLOR") ? "" : "\033[0m";
	uint32_t total = fuzz->map->key_count;
	struct own_domain list[PERF_VIEWS];
	unsigned domains = own_domains_list(fuzz, list);

	if (fuzz->is_shown)
		fprintf(stderr, "\033[%uA\r", SCREEN_LINES + domains);
	fprintf(stderr, "%s retread fuzz%s  %s   ", bold, plain,
		fuzz->options.execute.command[0]);
	print_time(now);
	fprintf(stderr,
		"   seed %" PRIu64 "\033[K\n"
		"                  %16s %16s\033[K\n"
		"  path length     %16" PRIu64 " %s%16" PRIu64 "%s\033[K\n"
		"  hot spot        %16" PRIu64 " %s%16" PRIu64 "%s\033[K\n",
		fuzz->options.seed, "seeds", "best", fuzz->seed_value[total],
		bold, fuzz->feedback.champion[total].value, plain,
		status_hot_spot(fuzz, true), bold, status_hot_spot(fuzz, false),
		plain);
	for (unsigned i = 0; i < domains; i++)
		fprintf(stderr,
			"  %-15s %16" PRIu64 " %s%16" PRIu64 "%s %s\033[K\n",
			list[i].name, list[i].seed_best, bold, list[i].best,
			plain, list[i].unit);
	fprintf(stderr,
		"  last find %" PRIu64 " s ago   queue %zu, %zu favoured   "
		"imported %" PRIu64 "\033[K\n"
		"  execs %.2f M, %.1f k/s   crashes %" PRIu64
		"   hangs %" PRIu64 "   over limit %" PRIu64 "\033[K\n",
		(now - counts->last_find_ms) / 1000, fuzz->corpus.count,
		statistics_favoured(fuzz), counts->imported,
		(double)(counts->execs + counts->earlier_execs) / 1e6,
		speed / 1e3, counts->crashes, counts->hangs,
		counts->over_limit);
}

static void status_print_line(
	const struct fuzz *fuzz, uint64_t now, double speed)
{
	uint32_t total = fuzz->map->key_count;
	struct own_domain list[PERF_VIEWS];
	unsigned domains = own_domains_list(fuzz, list);

	fputs("retread fuzz: ", stderr);
	print_time(now);
	fprintf(stderr,
		" path %" PRIu64 " (seeds %" PRIu64 "), hot spot %" PRIu64
		", queue %zu, %.1f k execs/s, crashes %" PRIu64,
		fuzz->feedback.champion[total].value, fuzz->seed_value[total],
		status_hot_spot(fuzz, false), fuzz->corpus.count, speed / 1e3,
		fuzz->counts.crashes);
	for (unsigned i = 0; i < domains; i++)
		fprintf(stderr, ", %s %" PRIu64, list[i].name, list[i].best);
	fputc('\n', stderr);
}

void status_show(struct fuzz *fuzz)
{
	uint64_t now = fuzz_elapsed_ms(fuzz);
	uint64_t since = now - fuzz->shown_ms;
	bool is_screen;

	if (fuzz->options.is_quiet || since < SCREEN_MS)
		return;
	is_screen = is_terminal();
	if (!is_screen && since < LINE_MS)
		return;
	double speed = (double)(fuzz->counts.execs - fuzz->shown_execs) * 1000 /
		       (double)since;
	fuzz->shown_ms = now;
	fuzz->shown_execs = fuzz->counts.execs;
	if (!is_screen) {
		status_print_line(fuzz, now, speed);
		return;
	}
	draw_screen(fuzz, now, speed);
	fuzz->is_shown = true;
}
