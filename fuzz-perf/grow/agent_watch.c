/* SPDX-License-Identifier: MIT
 * Counts how often places of the code run, natively. Where no jump can stand a breakpoint does,
 * whose instruction is done alone when it is reached. After so many hits it is taken away, and
 * after more all are. */
#include "config.h"

#include "fuzz-perf/grow/agent.h"

#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <ucontext.h>
#include <unistd.h>

#define BREAKPOINT	 0xcc
#define TRAP_FLAG	 0x100
#define PAGE		 4096
#define PLACE_BYTES	 (PATH_MAX + 64)
#define WATCH_LINE_BYTES (PATH_MAX + 512)

struct watch_point {
	uint8_t *at;
	uint64_t ones; /* a bit for each count that it belongs to */
	uint8_t byte;  /* that stands there */
	bool is_gone;
	size_t line; /* of the file, from 0 */
};

/* Of the process: a handler has no argument. */
static struct {
	struct watch_point point[GROW_WATCH_POINTS]; /* by AT */
	size_t count;
	uint64_t *hits; /* GROW_WATCH_COUNTS of them, shared with who asks */
	uint64_t total;
} watch;
static __thread struct watch_point *stepped;

static struct watch_point *watch_find(const uint8_t *at)
{
	size_t first = 0, end = watch.count;

	while (first < end) {
		size_t middle = (first + end) / 2;
		if (watch.point[middle].at < at)
			first = middle + 1;
		else
			end = middle;
	}
	return first < watch.count && watch.point[first].at == at
		       ? &watch.point[first]
		       : NULL;
}

/* POINT counts no more. */
static void watch_take(struct watch_point *point)
{
	if (point->is_gone)
		return;
	*point->at = point->byte;
	point->is_gone = true;
	watch.hits[0] |= point->ones;
}

static void watch_end(void)
{
	for (size_t i = 0; i < watch.count; i++)
		watch_take(&watch.point[i]);
}

static void watch_reached(int number, siginfo_t *info, void *context)
{
	greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
	struct watch_point *point;

	(void)info;
	if (stepped) {
		if (!stepped->is_gone)
			*stepped->at = BREAKPOINT;
		stepped = NULL;
		registers[REG_EFL] &= ~TRAP_FLAG;
		return;
	}
	point = watch_find((uint8_t *)registers[REG_RIP] - 1);
	if (!point) {
		signal(number, SIG_DFL);
		raise(number);
		return;
	}
	registers[REG_RIP]--;
	if (++watch.total >= GROW_WATCH_MAX)
		watch_end();
	if (++watch.hits[GROW_WATCH_BITS + point->line] >= GROW_WATCH_POINT_MAX)
		watch_take(point);
	if (point->is_gone)
		return;
	*point->at = point->byte;
	registers[REG_EFL] |= TRAP_FLAG;
	stepped = point;
}

/* An object, and where it is in memory. */
struct agent_object {
	const char *path;
	const struct grow_agent *agent;
	uintptr_t base;
	bool is_there;
};

static int watch_find_object(
	struct dl_phdr_info *info, size_t size, void *context)
{
	struct agent_object *object = context;
	const char *own =
		*info->dlpi_name ? info->dlpi_name : object->agent->program;
	struct stat a, b;

	(void)size;
	object->is_there = stat(own, &a) == 0 && stat(object->path, &b) == 0 &&
			   a.st_dev == b.st_dev && a.st_ino == b.st_ino;
	object->base = info->dlpi_addr;
	return object->is_there;
}

static bool watch_open_code(const uint8_t *at)
{
	uintptr_t page = (uintptr_t)at & ~(uintptr_t)(PAGE - 1);

	return mprotect((void *)page, PAGE,
		       PROT_READ | PROT_WRITE | PROT_EXEC) == 0;
}

static bool watch_put(uint8_t *at)
{
	if (!watch_open_code(at))
		return false;
	*at = BREAKPOINT;
	return true;
}

/* The point goes to its place among those that are there. */
static void watch_add(uint64_t ones, uint8_t *at, uint8_t byte, size_t line)
{
	struct watch_point *known = watch_find(at);
	size_t i = watch.count;

	if (known)
		known->ones |= ones;
	if (known || watch.count == GROW_WATCH_POINTS || *at != byte ||
		!watch_put(at))
		return;
	for (; i > 0 && watch.point[i - 1].at > at; i--)
		watch.point[i] = watch.point[i - 1];
	watch.point[i] = (struct watch_point){
		.at = at, .ones = ones, .byte = byte, .line = line};
	watch.count++;
}

static bool watch_share(int file)
{
	void *hits = mmap(NULL, GROW_WATCH_COUNTS * sizeof *watch.hits,
		PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);

	watch.hits = hits == MAP_FAILED ? NULL : hits;
	return watch.hits != NULL;
}

/* A line of the file. */
struct watch_line {
	uint64_t ones, address;
	struct grow_detour detour;
	bool is_call; /* of the function that DETOUR's words are */
	const char *path;
};

/* "ONES ADDRESS OLD CODE WORDS PATH", of which TEXT becomes part: see watched.c. */
static bool watch_read(char *text, struct watch_line *line)
{
	char *rest = text, *word[5];

	text[strcspn(text, "\n")] = '\0';
	for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
		word[i] = strsep(&rest, " ");
		if (!rest)
			return false;
	}
	line->ones = strtoull(word[0], NULL, 16);
	line->address = strtoull(word[1], NULL, 16);
	line->detour.old_length =
		grow_read_hex(word[2], line->detour.old, GROW_CODE_BYTES);
	line->is_call = strcmp(word[3], GROW_WATCH_CALL) == 0;
	line->detour.length =
		line->is_call ? 0
			      : grow_read_hex(word[3], line->detour.code,
					GROW_CODE_BYTES);
	line->detour.words = word[4];
	line->path = rest;
	return true;
}

/* Counts what the call of LINE reads. */
static void watch_call(const struct watch_line *line, uint8_t *at,
	struct grow_area *area, uint64_t *hits)
{
	struct grow_agent agent = {.base = area->base};
	const struct grow_call call = {.times = 1,
		.hits = hits,
		.read = grow_reads_of(line->detour.words)};
	struct grow_patch patch = {
		.id = "", .at = at, .length = line->detour.old_length};

	memcpy(patch.old, line->detour.old, sizeof patch.old);
	if (!call.read || !area->hits)
		return;
	agent.near = area->code;
	agent.near_used = area->used;
	agent.near_bytes = area->bytes;
	grow_repeat_call(&agent, &patch, &call);
	area->used = agent.near_used;
}

/* Counts LINE, the one of that NUMBER, in OBJECT, whose memory is AREA. */
static void watch_begin(const struct watch_line *line, size_t number,
	const struct agent_object *object, struct grow_area *area, int file)
{
	uint8_t *at = (uint8_t *)(object->base + line->address);

	if (!line->is_call && line->detour.length == 0) {
		watch_add(line->ones, at, line->detour.old[0], number);
		return;
	}
	if (!area->base || area->base != object->base)
		grow_area_open(area, object->base, file);
	number += GROW_WATCH_BITS;
	if (line->is_call)
		watch_call(line, at, area, &watch.hits[number]);
	else
		grow_area_count(area, at, &line->detour, number);
}

void grow_watch(const struct grow_agent *agent, const char *folder)
{
	struct sigaction action = {.sa_sigaction = watch_reached,
		.sa_flags = SA_SIGINFO | SA_ONSTACK};
	struct agent_object object = {.agent = agent};
	struct grow_area area = {0};
	char path[PLACE_BYTES], text[WATCH_LINE_BYTES];
	FILE *in;
	int file;

	snprintf(path, sizeof path, "%s/" GROW_WATCH_HITS, folder);
	file = open(path, O_RDWR | O_CLOEXEC);
	if (file < 0 || !watch_share(file))
		return;
	snprintf(path, sizeof path, "%s/" GROW_WATCH_LINES, folder);
	in = fopen(path, "re");
	sigaction(SIGTRAP, &action, NULL);
	path[0] = '\0';
	for (size_t i = 0;
		in && i < GROW_WATCH_POINTS && fgets(text, sizeof text, in);
		i++) {
		struct watch_line line;
		if (!watch_read(text, &line))
			continue;
		if (strcmp(path, line.path) != 0) {
			snprintf(path, sizeof path, "%s", line.path);
			object.path = path;
			object.is_there = false;
			dl_iterate_phdr(watch_find_object, &object);
		}
		if (object.is_there)
			watch_begin(&line, i, &object, &area, file);
	}
	/* A detour beside a point has closed its code. */
	for (size_t i = 0; i < watch.count; i++)
		watch_open_code(watch.point[i].at);
	close(file);
	if (in)
		fclose(in);
}
