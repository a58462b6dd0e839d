/* SPDX-License-Identifier: MIT
 * Sets knobs in the process that it is preloaded into, natively or under Valgrind, before
 * the program's first instruction. It changes what was decoded, and only if it still
 * has the bytes that were. */
#include "config.h"

#include "fuzz-perf/grow/agent.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#define AGENT_STACK_BYTES (64 << 10)

/*--- settings ---*/

/* "ID ADDRESS OLD" from REST on. */
static void read_patch(
	const struct grow_agent *agent, char **rest, struct grow_patch *patch)
{
	const char *address;

	patch->id = strsep(rest, " ");
	address = strsep(rest, " ");
	patch->at = (uint8_t *)(agent->base +
				(address ? strtoull(address, NULL, 16) : 0));
	patch->length =
		grow_read_hex(strsep(rest, " "), patch->old, GROW_CODE_BYTES);
}

static void set_patch(struct grow_agent *agent, char *rest)
{
	struct grow_patch patch;
	uint8_t changed[GROW_CODE_BYTES] = {0};

	read_patch(agent, &rest, &patch);
	if (grow_read_hex(rest, changed, sizeof changed) == patch.length)
		grow_change(agent, &patch, changed);
}

/* The code moves; words of it, at PLACE:ADDRESS, are distances to the program's code. */
static void set_detour(struct grow_agent *agent, char *rest)
{
	struct grow_patch patch;
	uint8_t code[GROW_CODE_BYTES], *at;
	size_t length;
	char *word;

	read_patch(agent, &rest, &patch);
	length = grow_read_hex(strsep(&rest, " "), code, sizeof code);
	at = grow_near(agent, length);
	if (!at || patch.length < 5) {
		grow_say(agent, "refused %s there is no memory near it",
			patch.id);
		return;
	}
	while ((word = strsep(&rest, ","))) {
		unsigned long place, address;
		int32_t distance;
		if (sscanf(word, "%lu:%lx", &place, &address) != 2 ||
			place + 4 > length)
			continue;
		distance = (int32_t)((uint8_t *)(agent->base + address) -
				     (at + place + 4));
		memcpy(code + place, &distance, sizeof distance);
	}
	memcpy(at, code, length);
	grow_change_to_jump(agent, &patch, 0xe9, at);
}

/* "ADDRESS BYTES": memory for what moves there. */
static void set_room(struct grow_agent *agent, char *rest)
{
	unsigned long address, bytes;

	if (sscanf(rest, "%lx %lu", &address, &bytes) != 2)
		return;
	if (mmap((void *)address, bytes, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE |
			    MAP_FIXED_NOREPLACE,
		    -1, 0) != (void *)address) {
		grow_say(agent, "refused room there is other memory");
		agent->lacks_room = true;
	}
}

/* Writes a jump to TO at CODE, which is going to be at AT. */
static void agent_jump(uint8_t *code, const uint8_t *at, const uint8_t *to)
{
	int32_t distance = (int32_t)(to - (at + 5));

	code[0] = 0xe9;
	memcpy(code + 1, &distance, sizeof distance);
}

/* "CODE KEPT": CODE is done elsewhere; KEPT has what of it, at TO:FROM:COUNT, is as it is now. */
static void set_carried(struct grow_agent *agent, char *rest)
{
	struct grow_patch patch;
	uint8_t code[GROW_CODE_BYTES], *at;
	size_t length;
	char *word;

	read_patch(agent, &rest, &patch);
	length = grow_read_hex(strsep(&rest, " "), code, sizeof code - 5);
	at = agent->lacks_room || patch.length < 5
		     ? NULL
		     : grow_near(agent, length + 5);
	if (!at)
		return;
	while ((word = strsep(&rest, ","))) {
		unsigned to, from, count;
		if (sscanf(word, "%u:%u:%u", &to, &from, &count) != 3 ||
			to + count > length || from + count > patch.length)
			continue;
		memcpy(code + to, patch.at + from, count);
		memcpy(patch.old + from, patch.at + from, count);
	}
	agent_jump(code + length, at + length, patch.at + patch.length);
	memcpy(at, code, length + 5);
	grow_change_to_jump(agent, &patch, 0xe9, at);
}

/* "TIMES TEXTS INTEGERS LEAST STRINGS REPLACED VIEWS" follow. */
static bool read_call(const char *rest, struct grow_call *call)
{
	unsigned long times, least;

	if (!rest ||
		sscanf(rest, "%lu %x %x %lu %x %u %x", &times, &call->texts,
			&call->integers, &least, &call->strings,
			&call->replaced, &call->views) != 7)
		return false;
	call->times = times;
	call->least = least;
	return true;
}

static void set_call(struct grow_agent *agent, char *rest)
{
	struct grow_patch patch;
	struct grow_call call = {.times = 1};

	read_patch(agent, &rest, &patch);
	if (read_call(rest, &call))
		grow_repeat_call(agent, &patch, &call);
}

/* "CODE" and the same follow: CODE is done instead, and leaves in R11 what is called. */
static void set_moved(struct grow_agent *agent, char *rest)
{
	struct grow_patch patch;
	struct grow_call call = {.times = 1};

	read_patch(agent, &rest, &patch);
	call.length =
		grow_read_hex(strsep(&rest, " "), call.code, GROW_CODE_BYTES);
	if (read_call(rest, &call))
		grow_repeat_call(agent, &patch, &call);
}

/* "TIMES ARRAYS" follow. */
static void set_array(struct grow_agent *agent, char *rest)
{
	struct grow_patch patch;
	struct grow_call call = {.times = 1};

	read_patch(agent, &rest, &patch);
	if (!rest)
		return;
	call.growth = strtoull(strsep(&rest, " "), NULL, 10);
	call.arrays = rest ? grow_copy_text(rest) : NULL;
	grow_repeat_call(agent, &patch, &call);
}

/* The word of a table at SLOT leads to TEXT's new bytes, and the number after it is their
 * length if it was that of the old ones. */
static void fill_slot(const struct grow_agent *agent, uintptr_t slot,
	const struct grow_text *text, const char *id)
{
	const char **word = (const char **)slot;
	uint64_t length;

	if (*word != text->old ||
		!grow_protect((const uint8_t *)slot, PROT_READ | PROT_WRITE)) {
		grow_say(agent, "refused %s its table is not as in the file",
			id);
		return;
	}
	*word = text->changed;
	memcpy(&length, word + 1, sizeof length);
	if (length == text->old_length)
		memcpy(word + 1, &text->length, sizeof length);
	else if ((uint32_t)length == text->old_length)
		memcpy(word + 1, &text->length, sizeof(uint32_t));
}

/* "ID ADDRESS LENGTH TEXT SLOT". */
static void set_text(struct grow_agent *agent, char *rest)
{
	struct grow_text *text = calloc(1, sizeof *text);
	const char *id = strsep(&rest, " "), *address = strsep(&rest, " "),
		   *length = strsep(&rest, " "), *hex = strsep(&rest, " ");
	uintptr_t slot = rest ? strtoull(rest, NULL, 16) : 0;
	uint8_t *changed = hex ? grow_near(agent, strlen(hex) / 2 + 1) : NULL;

	if (!text || !changed) {
		grow_say(agent, "refused %s there is no memory near it", id);
		free(text);
		return;
	}
	text->length = grow_read_hex(hex, changed, strlen(hex) / 2);
	text->old = (const char *)(agent->base + strtoull(address, NULL, 16));
	text->old_length = strtoull(length, NULL, 10);
	text->changed = (const char *)changed;
	text->next = agent->text;
	agent->text = text;
	if (slot)
		fill_slot(agent, agent->base + slot, text, id);
	grow_say(agent, "replaced %s %zu bytes", id, text->length);
}

/* The text that replaces what is at OLD; NULL: none does. */
static const struct grow_text *agent_find_text(
	const struct grow_agent *agent, const char *old)
{
	const struct grow_text *text = agent->text;

	while (text && text->old != old)
		text = text->next;
	return text;
}

/* "ID ADDRESS BYTES COUNT GROWTH LAYOUT": a larger copy of an array. Of two loops through it the
 * first decides. */
static void set_table(struct grow_agent *agent, char *rest)
{
	struct grow_text *text = calloc(1, sizeof *text);
	const char *id = strsep(&rest, " ");
	unsigned long address, bytes, count, growth;
	char layout[64];
	uint8_t *changed;

	if (!text || !rest ||
		sscanf(rest, "%lx %lu %lu %lu %63s", &address, &bytes, &count,
			&growth, layout) != 5 ||
		agent_find_text(agent, (const char *)(agent->base + address))) {
		free(text);
		return;
	}
	changed = grow_near(agent, bytes * growth);
	if (!changed) {
		grow_say(agent, "refused %s there is no memory near it", id);
		free(text);
		return;
	}
	text->old = (const char *)(agent->base + address);
	text->old_length = bytes;
	text->changed = (const char *)changed;
	text->length = bytes * growth;
	grow_fill_array(layout, text->old, count, growth, (char *)changed);
	text->next = agent->text;
	agent->text = text;
	grow_say(agent, "replaced %s %zu bytes", id, text->length);
}

/* "PLACE ADDRESS OFFSET" follow: the word at PLACE, as far from the code after it, leads there in
 * the copy of what is at ADDRESS. */
static void set_point(struct grow_agent *agent, char *rest)
{
	struct grow_patch patch;
	uint8_t changed[GROW_CODE_BYTES];
	const struct grow_text *text;
	unsigned place;
	unsigned long address, offset;
	int32_t word;

	read_patch(agent, &rest, &patch);
	if (!rest || sscanf(rest, "%u %lx %lu", &place, &address, &offset) != 3)
		return;
	text = agent_find_text(agent, (const char *)(agent->base + address));
	if (!text || place + sizeof word > patch.length ||
		offset > text->length)
		return;
	word = (int32_t)((const uint8_t *)text->changed + offset -
			 (patch.at + patch.length));
	memcpy(changed, patch.old, patch.length);
	memcpy(changed + place, &word, sizeof word);
	/* Another loop may have led it there. */
	if (memcmp(patch.at, changed, patch.length) != 0)
		grow_change(agent, &patch, changed);
}

/* "OLD TEXT": what the program makes and what it becomes. */
static void set_made(struct grow_agent *agent, char *rest)
{
	const char *hex[2] = {strsep(&rest, " "), rest};
	struct grow_text *text = calloc(1, sizeof *text);
	uint8_t *bytes[2];

	for (size_t i = 0; i < 2; i++)
		bytes[i] = hex[i] ? calloc(1, strlen(hex[i]) / 2 + 1) : NULL;
	if (!text || !bytes[0] || !bytes[1]) {
		free(text);
		free(bytes[0]);
		free(bytes[1]);
		return;
	}
	text->old_length = grow_read_hex(hex[0], bytes[0], strlen(hex[0]) / 2);
	text->length = grow_read_hex(hex[1], bytes[1], strlen(hex[1]) / 2);
	text->old = (const char *)bytes[0];
	text->changed = (const char *)bytes[1];
	text->next = agent->made;
	agent->made = text;
}

static void set_look(struct grow_agent *agent, char *rest)
{
	(void)rest;
	agent->is_look = true;
}

/* "PLACE IS_RELATIVE TEXT" follow: the word at PLACE leads to TEXT. */
static void set_load(struct grow_agent *agent, char *rest)
{
	struct grow_patch patch;
	uint8_t changed[GROW_CODE_BYTES];
	const struct grow_text *text;
	unsigned place, is_relative;
	unsigned long address;
	intptr_t value;
	int32_t word;

	read_patch(agent, &rest, &patch);
	if (!rest ||
		sscanf(rest, "%u %u %lx", &place, &is_relative, &address) != 3)
		return;
	text = agent_find_text(agent, (const char *)(agent->base + address));
	if (!text || place + sizeof word > patch.length)
		return;
	value = (intptr_t)text->changed;
	if (is_relative)
		value -= (intptr_t)(patch.at + patch.length);
	word = (int32_t)value;
	if (word != value)
		return;
	memcpy(changed, patch.old, patch.length);
	memcpy(changed + place, &word, sizeof word);
	grow_change(agent, &patch, changed);
}

/* Unless the user says which tests to run. */
static void set_variable(struct grow_agent *agent, char *rest)
{
	const char *name = strsep(&rest, " ");

	(void)agent;
	if (rest)
		setenv(name, rest, 0);
}

static void set_status(struct grow_agent *agent, char *rest)
{
	agent->status = grow_copy_text(rest);
	agent->said = fopen(rest, "ae");
}

/* Where the program begins it finds how many arguments there are, the arguments and NULL, and
 * then its environment, which makes room. */
static void append_argument(struct grow_agent *agent, const char *text)
{
	long *count = (long *)(void *)agent->argument - 1;
	size_t variables = 0;
	char **moved;

	while (environ[variables])
		variables++;
	moved = calloc(variables + 1, sizeof *moved);
	if (!moved)
		return;
	memcpy(moved, environ, variables * sizeof *moved);
	environ = moved;
	agent->argument[(*count)++] = grow_copy_text(text);
	agent->argument[*count] = NULL;
}

/* "NUMBER TEXT", of one that there is, or the next. */
static void set_argument(struct grow_agent *agent, char *rest)
{
	const char *number = strsep(&rest, " ");
	size_t i = strtoul(number, NULL, 10);

	if (!rest)
		return;
	if (agent->argument[i])
		agent->argument[i] = grow_copy_text(rest);
	else
		append_argument(agent, rest);
}

static const struct {
	const char *name;
	void (*set)(struct grow_agent *agent, char *rest);
} agent_lines[] = {
	{"status", set_status},
	{"variable", set_variable},
	{"argument", set_argument},
	{"patch", set_patch},
	{"detour", set_detour},
	{"room", set_room},
	{"carry", set_carried},
	{"call", set_call},
	{"moved", set_moved},
	{"array", set_array},
	{"text", set_text},
	{"load", set_load},
	{"table", set_table},
	{"point", set_point},
	{"made", set_made},
	{"look", set_look},
};

static void set_line(struct grow_agent *agent, char *line)
{
	char *name;

	line[strcspn(line, "\n")] = '\0';
	name = strsep(&line, " ");
	for (size_t i = 0; i < sizeof agent_lines / sizeof agent_lines[0]; i++)
		if (line && !strcmp(name, agent_lines[i].name))
			agent_lines[i].set(agent, line);
}

/*--- start ---*/

static int agent_find_base(struct dl_phdr_info *info, size_t size, void *base)
{
	(void)size;
	*(uintptr_t *)base = info->dlpi_addr;
	return 1;
}

/* Whether LINE names the program that runs. */
static bool is_this_program(const char *line)
{
	char path[PATH_MAX + 1], name[PATH_MAX + 1];
	ssize_t length = readlink("/proc/self/exe", path, PATH_MAX);

	if (length <= 0 || sscanf(line, "program %4096[^\n]", name) != 1)
		return false;
	path[length] = '\0';
	return strcmp(path, name) == 0;
}

static struct grow_agent *agent_of_process(void)
{
	static struct grow_agent agent;

	return &agent;
}

/* The instruction is done again, and ends the process as it would have. */
static void agent_died(int number, siginfo_t *info, void *context)
{
	const ucontext_t *at = context;
	void *code = (void *)at->uc_mcontext.gregs[REG_RIP];
	Dl_info object;

	(void)number;
	(void)info;
	if (grow_detour_origin(code))
		code = grow_detour_origin(code);
	if (dladdr(code, &object) && object.dli_fname) {
		struct link_map *map = NULL;
		dladdr1(code, &object, (void **)&map, RTLD_DL_LINKMAP);
		grow_say(agent_of_process(), "died %lx %s",
			(unsigned long)code - (map ? map->l_addr : 0),
			map && *map->l_name ? map->l_name
					    : agent_of_process()->program);
	}
}

/* On a stack of its own, as the program's may be used up. */
static void watch_death(void)
{
	static const int numbers[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE};
	const struct sigaction action = {.sa_sigaction = agent_died,
		.sa_flags = SA_SIGINFO | SA_ONSTACK | (int)SA_RESETHAND};
	const stack_t stack = {.ss_sp = calloc(1, AGENT_STACK_BYTES),
		.ss_size = AGENT_STACK_BYTES};

	if (stack.ss_sp)
		sigaltstack(&stack, NULL);
	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
		sigaction(numbers[i], &action, NULL);
}

/* Opens the file PATH if it is for this program; then its name is known. */
static FILE *agent_open_settings(struct grow_agent *agent, const char *path)
{
	FILE *in = path ? fopen(path, "re") : NULL;
	char *line = NULL;
	size_t capacity = 0;

	if (in && getline(&line, &capacity, in) > 0 && is_this_program(line)) {
		line[strcspn(line, "\n")] = '\0';
		agent->program = grow_copy_text(line + strlen("program "));
	} else if (in) {
		fclose(in);
		in = NULL;
	}
	free(line);
	return in;
}

/* The program begins once for many runs if the environment says so. */
static void agent_fork_runs(struct grow_agent *agent, const char *path)
{
	const char *place = getenv(GROW_PLACE_VARIABLE);
	FILE *in = place ? agent_open_settings(agent, path) : NULL;

	if (!in)
		return;
	fclose(in);
	grow_serve((int)strtol(place, NULL, 10));
	unsetenv(GROW_PLACE_VARIABLE);
}

__attribute__((constructor)) static void begin(int count, char **argument)
{
	struct grow_agent *agent = agent_of_process();
	const char *path = getenv(GROW_VARIABLE);
	char *line = NULL;
	size_t capacity = 0;
	FILE *in;

	(void)count;
	agent->argument = argument;
	agent_fork_runs(agent, path);
	in = agent_open_settings(agent, path);
	if (!in)
		return;
	dl_iterate_phdr(agent_find_base, &agent->base);
	while (getline(&line, &capacity, in) > 0)
		set_line(agent, line);
	grow_close_code(agent);
	if (agent->said)
		fclose(agent->said);
	agent->said = NULL;
	watch_death();
	if (getenv(GROW_WATCH_VARIABLE))
		grow_watch(agent, getenv(GROW_WATCH_VARIABLE));
	/* Check runs its tests in processes of their own otherwise. */
	setenv("CK_FORK", "no", 1);
	free(line);
	fclose(in);
}
