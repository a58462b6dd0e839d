/* SPDX-License-Identifier: MIT
 * The knobs of a test program, as retread-knobs lists and sets them. */
#include "config.h"

#include "cli/prove/knobs.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/common.h"
#include "lib/arguments.h"
#include "lib/command/program.h"
#include "lib/error.h"
#include "lib/folders.h"
#include "lib/memory.h"
#include "lib/rows.h"

#define FINDER "retread-knobs"
#define ANSWER "knobs.json"

static const struct row knob_row[] = {
	ROW(knob, id, 0, NULL),
	ROW(knob, kind, 0, NULL),
	ROW_TEXTS("tests", knob, test, test_count, 0, NULL),
	ROW(knob, base, 0, NULL),
	ROW(knob, min, 0, NULL),
	ROW(knob, max, 0, NULL),
	ROW(knob, what, 0, NULL),
	ROW(knob, file, ROW_SPARSE | ROW_NULLABLE, NULL),
	ROW(knob, line, ROW_SPARSE, NULL),
	ROW(knob, text, ROW_SPARSE, NULL),
	ROW(knob, bytes, ROW_SPARSE, NULL),
	ROW_AS("nested", knob, is_nested, ROW_SPARSE, NULL),
	ROW_AS("same", knob, is_same, ROW_SPARSE, NULL),
	ROW_AS("copies", knob, has_copies, ROW_SPARSE, NULL),
	{0},
};
static const struct rows knob_rows = {
	.row = knob_row, .bytes = sizeof(struct knob)};

static const struct row test_row[] = {
	ROW(knobs_test, name, 0, NULL),
	{0},
};
static const struct rows test_rows = {
	.row = test_row, .bytes = sizeof(struct knobs_test)};

static const struct row knobs_row[] = {
	ROW(knobs, program, 0, NULL),
	ROW(knobs, only, ROW_NULLABLE, NULL),
	ROW_LIST("tests", knobs, test, test_count, &test_rows, 0, NULL),
	ROW_LIST("knobs", knobs, knob, count, &knob_rows, 0, NULL),
	{0},
};
static const struct rows knobs_rows = {
	.row = knobs_row, .bytes = sizeof(struct knobs)};

static const struct row environment_row[] = {
	ROW_AS("LD_PRELOAD", knobs_run, preload, 0, NULL),
	ROW_AS("RETREAD_GROW", knobs_run, settings, 0, NULL),
	{0},
};
static const struct rows environment_rows = {.row = environment_row};

static const struct row run_row[] = {
	ROW_TEXTS("command", knobs_run, command, command_count, 0, NULL),
	ROW_PART("environment", &environment_rows, 0, NULL),
	ROW(knobs_run, input, ROW_NULLABLE, NULL),
	ROW(knobs_run, changed, ROW_NULLABLE, NULL),
	{0},
};
static const struct rows run_rows = {
	.row = run_row, .bytes = sizeof(struct knobs_run)};

struct knobs_death {
	const char *place;
};
static const struct row death_row[] = {
	ROW(knobs_death, place, 0, NULL),
	{0},
};
static const struct rows death_rows = {
	.row = death_row, .bytes = sizeof(struct knobs_death)};

static const struct row watch_row[] = {
	ROW(knobs_watch, variable, 0, NULL),
	ROW(knobs_watch, hits, 0, NULL),
	ROW(knobs_watch, points, 0, NULL),
	ROW(knobs_watch, bits, 0, NULL),
	ROW(knobs_watch, counts, 0, NULL),
	{0},
};
static const struct rows watch_rows = {
	.row = watch_row, .bytes = sizeof(struct knobs_watch)};

/*--- the process ---*/

static void knobs_limit(unsigned cpu_seconds)
{
	const struct rlimit cpu = {cpu_seconds, cpu_seconds + 1};

	if (cpu_seconds > 0)
		setrlimit(RLIMIT_CPU, &cpu);
}

/* Its output, from which it also reads, is LINE; its input is the test's. */
static void knobs_become(const struct knobs_place *place, const char *only,
	const char *program, int line)
{
	struct arguments command = {0};
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);

	arguments_add(&command, FINDER);
	arguments_add_option(&command, "only", only);
	arguments_add_option(&command, "serve", place->folder);
	arguments_add(&command, "--");
	arguments_add_all(&command, place->words);
	if (dup2(line, STDOUT_FILENO) < 0 || dup2(null, STDERR_FILENO) < 0 ||
		chdir(place->directory) != 0)
		return;
	execv(program, command.word);
}

int knobs_open(struct knobs_keeper *keeper, const struct knobs_place *place,
	const char *only, unsigned cpu_seconds, struct error *err)
{
	char *program = program_find_part(FINDER, X_OK);
	int line[2];

	*keeper = (struct knobs_keeper){place, 0, 0};
	if (!program)
		return error_set(err, "%s is not installed", FINDER);
	if (folders_make_all(place->folder, err) != 0 ||
		socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, line) != 0) {
		free(program);
		return error_set_errno(err, "cannot start %s", FINDER);
	}
	keeper->process = fork();
	if (keeper->process == 0) {
		knobs_limit(cpu_seconds);
		knobs_become(place, only, program, line[1]);
		_exit(127);
	}
	close(line[1]);
	free(program);
	keeper->line = line[0];
	return keeper->process > 0
		       ? 0
		       : error_set_errno(err, "cannot start %s", FINDER);
}

void knobs_close(struct knobs_keeper *keeper)
{
	if (keeper->line > 0)
		close(keeper->line);
	if (keeper->process > 0)
		waitpid(keeper->process, NULL, 0);
	*keeper = (struct knobs_keeper){keeper->place, 0, 0};
}

double knobs_spent(const struct knobs_keeper *keeper)
{
	struct timespec spent;
	clockid_t clock;

	return keeper->process > 0 &&
			       clock_getcpuclockid(keeper->process, &clock) ==
				       0 &&
			       clock_gettime(clock, &spent) == 0
		       ? (double)spent.tv_sec + (double)spent.tv_nsec * 1e-9
		       : 0;
}

/* Waits for KEEPER's answer, a line that is empty or says what is wrong, and reads what it
 * wrote into RECORD. */
static int knobs_await(const struct knobs_keeper *keeper,
	const struct rows *rows, void *record, struct arena *arena,
	struct error *err)
{
	char *path = memory_format("%s/%s", keeper->place->folder, ANSWER);
	char text[sizeof err->text];
	size_t length = 0;
	int status;

	while (length < sizeof text &&
		recv(keeper->line, text + length, 1, 0) == 1 &&
		text[length] != '\n')
		length++;
	if (length == sizeof text || text[length] != '\n')
		status = error_set(err, "%s: %s ended, or needs more time",
			keeper->place->words[0], FINDER);
	else if (length > 0)
		status = error_set(err, "%.*s", (int)length, text);
	else
		status = rows_read_file(rows, path, arena, record, err);
	free(path);
	return status;
}

int knobs_find(struct knobs *knobs, struct arena *arena,
	const struct knobs_keeper *keeper, struct error *err)
{
	return knobs_await(keeper, &knobs_rows, knobs, arena, err);
}

/* A keeper that has ended is seen when it does not answer. */
static void knobs_send(const struct knobs_keeper *keeper, const char *line)
{
	for (size_t sent = 0, length = strlen(line); sent < length;) {
		ssize_t more = send(
			keeper->line, line + sent, length - sent, MSG_NOSIGNAL);
		if (more <= 0)
			break;
		sent += (size_t)more;
	}
}

int knobs_write(struct knobs_run *run, struct arena *arena,
	const struct knobs_keeper *keeper, const struct knobs_setting *setting,
	struct error *err)
{
	struct arguments request = {0};
	char *line;

	arguments_add(&request, setting->only ? "alone" : "all");
	for (size_t i = 0; i < setting->count; i++)
		arguments_add_format(&request, "%s=%" PRIu64,
			setting->knob[i]->id, setting->value[i]);
	arguments_add(&request, "\n");
	line = arguments_join_dup(&request, " ");
	knobs_send(keeper, line);
	free(line);
	arguments_release(&request);
	return knobs_await(keeper, &run_rows, run, arena, err);
}

const char *knobs_died(const struct knobs_keeper *keeper, struct arena *arena)
{
	struct knobs_death death = {""};
	struct error ignored = {{0}};

	knobs_send(keeper, "died\n");
	knobs_await(keeper, &death_rows, &death, arena, &ignored);
	return death.place ? death.place : "";
}

int knobs_begin_watch(struct knobs_watch *watch, struct arena *arena,
	const struct knobs_keeper *keeper, struct error *err)
{
	knobs_send(keeper, "watch\n");
	return knobs_await(keeper, &watch_rows, watch, arena, err);
}

int knobs_write_once(struct knobs_run *run, struct arena *arena,
	const struct knobs_place *place, const struct knobs_setting *setting,
	struct error *err)
{
	struct knobs_keeper keeper;
	struct knobs knobs;
	int status = knobs_open(&keeper, place, setting->only, 0, err);

	if (status != 0)
		return -1;
	status = knobs_find(&knobs, arena, &keeper, err);
	if (status == 0)
		status = knobs_write(run, arena, &keeper, setting, err);
	knobs_close(&keeper);
	return status;
}

/*--- what it says ---*/

char **knobs_words(const struct knobs_run *run, struct arena *arena)
{
	char **words =
		arena_alloc_zero(arena, run->command_count + 1, sizeof *words);

	for (size_t i = 0; i < run->command_count; i++)
		words[i] = (char *)run->command[i];
	return words;
}

char **knobs_environment(const struct knobs_run *run, struct arena *arena)
{
	const char *preloaded = getenv("LD_PRELOAD");
	bool is_first = !preloaded || *preloaded == '\0';
	char **variables = arena_alloc_zero(arena, 3, sizeof *variables);

	variables[0] = arena_format(arena, "LD_PRELOAD=%s%s%s",
		is_first ? "" : preloaded, is_first ? "" : ":", run->preload);
	variables[1] = arena_format(arena, "RETREAD_GROW=%s", run->settings);
	return variables;
}
