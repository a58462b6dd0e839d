/* SPDX-License-Identifier: MIT
 * `retread cache`: what `retread record --cache` keeps. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/common.h"
#include "cli/suite/cache.h"
#include "cli/verbs.h"
#include "lib/memory.h"

#define MIB	  (1024.0 * 1024)
#define DAY_NS	  (86400e9)
#define SECOND_NS 1000000000

/* A writer that began longer ago is not one any more. */
#define CLEAN_SECONDS 86400

struct cache_options {
	uint64_t max_bytes, max_age_s; /* 0: any */
	bool quiet;
};

static void print_entry(const struct cache_list *list,
	const struct cache_kept *kept, struct arena *arena)
{
	struct cache_entry entry = {.command = NULL};

	if (!cache_read(&entry, arena, kept->folder))
		entry.command = "(damaged)";
	printf("%8.1f MiB  %6.1f days  ", (double)kept->bytes / MIB,
		(double)(list->now_ns - kept->used_ns) / DAY_NS);
	cli_print_clean(stdout, entry.command);
	putchar('\n');
}

/* The one that was used last comes first. */
static void cache_list_print_list(
	const struct cache_options *options, const struct cache_list *list)
{
	struct arena arena = {0};

	for (size_t i = list->count; i-- > 0 && !options->quiet;) {
		print_entry(list, &list->kept[i], &arena);
		arena_release(&arena);
	}
	printf("retread: %zu %s, %.1f MiB\n", list->count,
		list->count == 1 ? "entry" : "entries",
		(double)list->bytes / MIB);
}

static bool is_too_old(const struct cache_options *options,
	const struct cache_list *list, const struct cache_kept *kept)
{
	return options->max_age_s > 0 &&
	       (uint64_t)(list->now_ns - kept->used_ns) / SECOND_NS >=
		       options->max_age_s;
}

static void prune(const struct cache_options *options,
	const struct cache_list *list, const char *directory)
{
	uint64_t left = list->bytes;
	size_t removed = 0;

	while (removed < list->count) {
		const struct cache_kept *kept = &list->kept[removed];
		if ((options->max_bytes == 0 || left <= options->max_bytes) &&
			!is_too_old(options, list, kept))
			break;
		cache_remove(directory, kept->folder);
		left -= kept->bytes;
		removed++;
	}
	cache_clean(directory, list->now_ns, CLEAN_SECONDS);
	printf("retread: %zu of %zu entries removed, %.1f of %.1f MiB left\n",
		removed, list->count, (double)left / MIB,
		(double)list->bytes / MIB);
}

static int list_or_prune(void *chosen, const struct operands *operands)
{
	const struct cache_options *options = chosen;
	const char *directory = operands->operand[0];
	struct cache_list list;
	struct error err = {{0}};

	if (cache_list(&list, directory, &err) != 0)
		return cli_fail(CLI_USAGE, "cache", &err,
			"Name the directory that record --cache has.");
	if (options->max_bytes > 0 || options->max_age_s > 0)
		prune(options, &list, directory);
	else
		cache_list_print_list(options, &list);
	cache_list_release(&list);
	return CLI_DONE;
}

int verb_cache(int argc, char **argv)
{
	struct cache_options chosen = {.max_bytes = 0};
	const struct option_row rows[] = {
		{"max-size", 0, OPTION_SIZE, &chosen.max_bytes,
			.argument = "SIZE",
			.help = "remove entries until SIZE is left, the one "
				"that was used longest ago first"},
		{"max-age", 0, OPTION_TIME, &chosen.max_age_s,
			.argument = "TIME",
			.help = "remove entries that were not used for 12h, "
				"30d"},
		{"quiet", 'q', OPTION_FLAG, &chosen.quiet,
			.help = "print the sum only"},
	};
	const struct options options = {"retread cache", "[OPTION]... DIR",
		"Lists or prunes the results that record --cache keeps in DIR.",
		OPTION_ROWS(rows), .least = 1, .most = 1,
		.few = "which directory?", .many = "one directory at a time",
		.hint = "As in: retread cache ~/.cache/retread"};

	return options_run(&options, argc, argv, list_or_prune, &chosen);
}
