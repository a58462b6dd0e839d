/* SPDX-License-Identifier: MIT
 * Runs a test under the Valgrind tool snap and adds up what its processes left. */
#include "config.h"

#include "fuzz-perf/grow/count.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fuzz-perf/grow/agent.h"
#include "fuzz-perf/grow/serve.h"
#include "lib/arguments.h"
#include "lib/command/program.h"
#include "lib/error.h"

#define TOOL		  "snap-amd64-linux"
#define COUNT_FILE_PREFIX "edges."

void counts_init(struct counts *counts)
{
	memset(counts, 0, sizeof *counts);
	counts->object_count = 1;
	counts->object = memory_grow(
		NULL, &counts->object_capacity, 1, sizeof *counts->object);
	counts->object[0] = "";
}

void counts_release(struct counts *counts)
{
	table_release(&counts->table);
	table_release(&counts->from);
	table_release(&counts->to);
	arena_release(&counts->arena);
	free(counts->edge);
	free(counts->object);
}

bool counts_is_system(const char *path)
{
	return !strncmp(path, "/lib", 4) || !strncmp(path, "/usr/lib", 8);
}

uint32_t counts_object(const struct counts *counts, const char *path)
{
	for (size_t i = 1; i < counts->object_count; i++)
		if (!strcmp(counts->object[i], path))
			return (uint32_t)i;
	return 0;
}

static uint32_t add_object(struct counts *counts, const char *path)
{
	uint32_t known = counts_object(counts, path);

	if (known)
		return known;
	counts->object = memory_grow(counts->object, &counts->object_capacity,
		counts->object_count + 1, sizeof *counts->object);
	counts->object[counts->object_count] =
		arena_string(&counts->arena, path);
	return (uint32_t)counts->object_count++;
}

const struct count_edge *counts_from(
	const struct counts *counts, uint32_t object, uint64_t offset)
{
	return table_find(&counts->from, object, offset);
}

const struct count_edge *counts_to(
	const struct counts *counts, uint32_t object, uint64_t offset)
{
	return table_find(&counts->to, object, offset);
}

/*--- what a process left ---*/

static struct count_edge *count_new_edge(struct counts *counts,
	const struct snap_edge *edge, const uint32_t *object)
{
	struct count_edge *made =
		arena_alloc_zero(&counts->arena, 1, sizeof *made);
	void **from, **to;

	made->from_object = object[edge->from.module];
	made->to_object = object[edge->to.module];
	made->from = edge->from.offset;
	made->to = edge->to.offset;
	made->kind = (enum snap_kind)edge->kind;
	from = table_place(&counts->from, made->from_object, made->from);
	made->next_from = *from;
	*from = made;
	to = table_place(&counts->to, made->to_object, made->to);
	made->next_to = *to;
	*to = made;
	counts->edge = memory_grow(counts->edge, &counts->edge_capacity,
		counts->edge_count + 1, sizeof *counts->edge);
	counts->edge[counts->edge_count++] = made;
	return made;
}

static void add_edge(struct counts *counts, const struct snap_edge *edge,
	const uint32_t *object)
{
	uint64_t from = (uint64_t)object[edge->from.module] << 44 ^
			(uint64_t)edge->kind << 40 ^ edge->from.offset;
	uint64_t to = (uint64_t)object[edge->to.module] << 44 ^ edge->to.offset;
	void **place = table_place(&counts->table, from, to);
	struct count_edge *known = *place;

	if (!known)
		known = *place = count_new_edge(counts, edge, object);
	known->count[counts->run_count] += edge->count;
	if (edge->kind != SNAP_KINDS)
		counts->run[counts->run_count].work += edge->count;
}

/* The SIZE bytes at BYTES are a whole file. */
static void add_process(struct counts *counts, const char *bytes, size_t size)
{
	const struct snap_header *header = (const struct snap_header *)bytes;
	const struct snap_module *module;
	const struct snap_edge *edge;
	const struct snap_call *call;
	const char *texts;
	uint32_t *object;

	if (size < sizeof *header ||
		memcmp(header->magic, SNAP_MAGIC, sizeof header->magic) ||
		header->version != sizeof *header)
		return;
	module = (const struct snap_module *)(header + 1);
	edge = (const struct snap_edge *)(module + header->module_count);
	call = (const struct snap_call
			*)((const struct snap_branch *)(edge +
							header->edge_count) +
			   header->branch_count);
	texts = (const char *)(call + header->call_count);
	if (texts + header->text_bytes != bytes + size)
		return;
	object = memory_alloc_zero(header->module_count + 1, sizeof *object);
	for (uint32_t i = 0; i < header->module_count; i++)
		object[i + 1] = add_object(counts, texts + module[i].path);
	for (uint32_t i = 0; i < header->edge_count; i++)
		if (edge[i].from.module <= header->module_count &&
			edge[i].to.module <= header->module_count)
			add_edge(counts, &edge[i], object);
	for (uint64_t i = 0; i < header->call_count; i++)
		if (call[i].from.module <= header->module_count)
			add_edge(counts,
				&(struct snap_edge){.from = call[i].from,
					.kind = SNAP_KINDS,
					.count = call[i].bytes},
				object);
	counts->run[counts->run_count].cells += header->cells;
	counts->run[counts->run_count].written += header->written;
	counts->run[counts->run_count].argument_calls += header->argument_calls;
	counts->run[counts->run_count].argument_repeats +=
		header->argument_repeats;
	free(object);
}

static void add_file(struct counts *counts, const char *path)
{
	int file = open(path, O_RDONLY | O_CLOEXEC);
	struct stat status;
	char *bytes;

	if (file >= 0 && fstat(file, &status) == 0) {
		bytes = memory_alloc((size_t)status.st_size + 1);
		if (read(file, bytes, (size_t)status.st_size) == status.st_size)
			add_process(counts, bytes, (size_t)status.st_size);
		free(bytes);
	}
	if (file >= 0)
		close(file);
	unlink(path);
}

static void count_add_files(struct counts *counts, const char *directory)
{
	DIR *folder = opendir(directory);
	const struct dirent *each;

	while (folder && (each = readdir(folder))) {
		char *path;
		if (strncmp(each->d_name, COUNT_FILE_PREFIX,
			    strlen(COUNT_FILE_PREFIX)) != 0)
			continue;
		path = memory_format("%s/%s", directory, each->d_name);
		add_file(counts, path);
		free(path);
	}
	if (folder)
		closedir(folder);
}

/*--- running ---*/

/* Whether CHILD ends within MILLISECONDS, and before one of SIGNALS, which are blocked. */
static bool count_has_ended(
	pid_t child, int milliseconds, const sigset_t *signals)
{
	struct pollfd event[] = {{.fd = pidfd_open(child, 0), .events = POLLIN},
		{.fd = signalfd(-1, signals, SFD_CLOEXEC), .events = POLLIN}};
	bool result = event[0].fd < 0 || (poll(event, 2, milliseconds) > 0 &&
						 event[1].revents == 0);

	for (size_t i = 0; i < 2; i++)
		if (event[i].fd >= 0)
			close(event[i].fd);
	return result;
}

/* Waits until CHILD ends, or kills it and all that it started. */
static void await(struct count_run *run, pid_t child, double seconds,
	const sigset_t *signals)
{
	struct rusage usage;
	int status;

	if (!count_has_ended(
		    child, (int)(count_process_clock(seconds) * 1e3), signals))
		run->outcome = COUNT_TOO_LONG;
	if (run->outcome == COUNT_TOO_LONG)
		kill(-child, SIGKILL);
	while (wait4(child, &status, 0, &usage) < 0 && errno == EINTR)
		;
	kill(-child, SIGKILL);
	run->seconds =
		(double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
		(double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) *
			1e-6;
	count_process_set_outcome(run, status);
}

static void count_add_tool(struct arguments *words, const char *tool,
	const char *directory, const char *function)
{
	arguments_add(words, tool);
	arguments_add(words, "-q");
	arguments_add(words, "--tool=snap");
	arguments_add(words, "--trace-children=yes");
	arguments_add(words, "--work=yes");
	if (function)
		arguments_add_format(words, "--arguments=%s", function);
	arguments_add_format(
		words, "--out-file=%s/" COUNT_FILE_PREFIX "%%p", directory);
	arguments_add(words, "--");
}

/* Runs WORDS in a process of their own, which SIGNALS end. */
static int count_start(struct count_run *run, const struct arguments *words,
	const char *settings, const char *directory,
	const struct count_limits *limits, const sigset_t *signals)
{
	pid_t child = fork();

	if (child == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		sigprocmask(SIG_UNBLOCK, signals, NULL);
		count_process_become(words->word, settings, directory, limits);
	}
	if (child > 0)
		await(run, child, limits->seconds, signals);
	return child < 0 ? -1 : 0;
}

/* Has a process forked that was started as the command is without SETTINGS. Returns false if
 * it was not run. */
static bool count_ask(struct count_run *run, const char *tool,
	const char *settings, const char *directory,
	const struct count_limits *limits, const sigset_t *signals)
{
	struct arguments words = {0};
	bool result;

	if (!limits->servers || !settings || limits->arguments ||
		limits->is_here)
		return false;
	if (!limits->is_native)
		count_add_tool(&words, tool, directory, NULL);
	arguments_add_all(&words, limits->servers->command);
	result = count_serve(limits->servers, &words, settings, directory,
		limits, signals, run);
	arguments_release(&words);
	return result;
}

int counts_run(struct counts *counts, char *const *command,
	const char *settings, const char *directory,
	const struct count_limits *limits, struct error *err)
{
	char *tool = program_find_part("valgrind/" TOOL, X_OK);
	char *agent = settings ? program_find_part(GROW_AGENT, R_OK) : NULL;
	bool has_agent = agent != NULL;
	struct count_run *run = &counts->run[counts->run_count];
	struct arguments words = {0};
	sigset_t signals, before;
	int result = 0;

	free(agent);
	if (settings && !has_agent) {
		free(tool);
		return error_set(err, "%s is not installed", GROW_AGENT);
	}

	if (!tool || !*VALGRIND || counts->run_count == COUNT_RUNS_MAX) {
		free(tool);
		return error_set(err,
			"Valgrind and its tool snap are missing; see retread "
			"doctor");
	}
	if (!limits->is_native)
		count_add_tool(&words, tool, directory, limits->arguments);
	arguments_add_all(&words, command);
	*run = (struct count_run){0};
	/* What ends this process ends the test first. */
	sigemptyset(&signals);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGHUP);
	sigprocmask(SIG_BLOCK, &signals, &before);
	if (!count_ask(run, tool, settings, directory, limits, &signals))
		result = count_start(
			run, &words, settings, directory, limits, &signals);
	sigprocmask(SIG_SETMASK, &before, NULL);
	if (!result) {
		count_add_files(counts, directory);
		counts->run_count++;
	}
	arguments_release(&words);
	free(tool);
	return result ? error_set_errno(err, "cannot start Valgrind") : 0;
}
