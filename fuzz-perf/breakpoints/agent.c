/* SPDX-License-Identifier: MIT
 * Blocks of a program as it is, by breakpoints that remove themselves: the first
 * run that comes to a block pays a trap for it, all later ones nothing.
 *
 * Each block has a counter, as if gcc had planted one (runtime/blocks.c), so the
 * worker, the map and the fuzzer see no difference; but it only tells whether a
 * block is new. What a run that was evaluated came to is told to the template,
 * from which later processes are forked. A run that crashed tells nothing, and its
 * blocks stay new. */
#include "config.h"

#include "fuzz-perf/breakpoints/agent.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <ucontext.h>
#include <unistd.h>

#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#endif

#include "fuzz-perf/runtime/runtime.h"
#include "lib/format/block_list.h"
#include "lib/format/snap_binding.h"

#define OBJECTS	     64
#define GROUP_BLOCKS SNAP_GROUP_BLOCKS
#define TRAP	     0xcc

struct object {
	const uint32_t *address; /* in the file's terms, ascending */
	const uint8_t *byte;
	const char *path;
	uintptr_t bias;
	uint32_t count;
	uint32_t first; /* key of its first block */
};

static struct {
	struct object object[OBJECTS];
	uint32_t objects;
	uint32_t blocks;
	uint64_t *counter;
	struct perf_place *place; /* of each block */
	struct perf_function *group;
	uint32_t *hit; /* by this run */
	uint32_t hits;
	char *reached;	/* a file for those of a run without a fuzzer */
	uint32_t taken; /* of the shared list, the traps removed here */
	struct {
		uint32_t count;
		uint32_t block[];
	} * shared;
} agent;

/*--- traps ---*/

static uint8_t *code_of(const struct object *object, uint32_t number)
{
	return (uint8_t *)(object->bias + object->address[number]);
}

/* Code that is not as in the file is left alone: somebody else changed it. */
static void arm(const struct object *object)
{
	for (uint32_t i = 0; i < object->count; i++) {
		uint8_t *code = code_of(object, i);
		if (*code == object->byte[i])
			*code = TRAP;
	}
}

static void disarm(const struct object *object, uint32_t number)
{
	uint8_t *code = code_of(object, number);

	if (*code == TRAP)
		*code = object->byte[number];
}

static const struct object *object_of(uint32_t block)
{
	const struct object *object = agent.object;

	while (block - object->first >= object->count)
		object++;
	return object;
}

/* How many blocks of OBJECT begin at ADDRESS or before. */
static uint32_t count_blocks(const struct object *object, uintptr_t address)
{
	uint32_t low = 0, high = object->count;

	address -= object->bias;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (object->address[middle] <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The number of the block at ADDRESS, or COUNT. */
static uint32_t find_block(const struct object *object, uintptr_t address)
{
	uint32_t before = count_blocks(object, address);

	return before && object->address[before - 1] == address - object->bias
		       ? before - 1
		       : object->count;
}

/* The key of the block that the code at ADDRESS is in. */
static uint32_t find_key(uintptr_t address)
{
	uint32_t key = 0;

	for (uint32_t i = 0; i < agent.objects; i++) {
		const struct object *object = &agent.object[i];
		uint32_t before = count_blocks(object, address);
		if (address >= object->bias && before &&
			(before < object->count || !key))
			key = object->first + before - 1;
	}
	return key;
}

static void note_hit(uint32_t block)
{
	if (__atomic_exchange_n(&agent.counter[block], 1, __ATOMIC_RELAXED))
		return;
	agent.hit[__atomic_fetch_add(&agent.hits, 1, __ATOMIC_RELAXED)] = block;
	__retread_touch(&agent.group[block / GROUP_BLOCKS]);
}

/* Another thread may have removed the trap that this one ran into. */
static void take_trap(int number, siginfo_t *info, void *context)
{
	greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
	uintptr_t address = (uintptr_t)registers[REG_RIP] - 1;

	for (uint32_t i = 0; info->si_code > 0 && i < agent.objects; i++) {
		const struct object *object = &agent.object[i];
		uint32_t at = find_block(object, address);
		if (at == object->count || object->byte[at] == TRAP)
			continue;
		disarm(object, at);
		note_hit(object->first + at);
		registers[REG_RIP] = (greg_t)address;
		return;
	}
	agent_pass_trap(number, info, context);
}

/*--- around runs ---*/

static void before_fork(void)
{
	if (retread_agent.counts)
		return;

	uint32_t count =
		__atomic_load_n(&agent.shared->count, __ATOMIC_ACQUIRE);

	for (; agent.taken < count && agent.taken < agent.blocks;
		agent.taken++) {
		uint32_t block = agent.shared->block[agent.taken];
		const struct object *object = object_of(block);
		disarm(object, block - object->first);
	}
}

static void before_run(bool wants_all)
{
	agent.hits = 0;
	if (retread_agent.counts)
		history_forget();
	wants_all &= !retread_agent.counts;
	for (uint32_t i = 0; wants_all && i < agent.objects; i++)
		arm(&agent.object[i]);
}

static void at_end(struct perf_map *map)
{
	if (retread_agent.counts)
		history_tell(map, find_key);
}

static void after_run(void)
{
	uint32_t count = agent.shared->count;

	for (uint32_t i = 0; i < agent.hits && count < agent.blocks; i++)
		agent.shared->block[count++] = agent.hit[i];
	__atomic_store_n(&agent.shared->count, count, __ATOMIC_RELEASE);
	agent.hits = 0;
}

struct retread_agent retread_agent = {
	.before_fork = before_fork,
	.before_run = before_run,
	.at_end = at_end,
	.after_run = after_run,
};

/*--- start ---*/

static void refuse(const char *what, const char *path)
{
	snprintf(retread_counters.refusal, sizeof retread_counters.refusal,
		"%s: %s", path, what);
}

static const struct block_list *map_list(const char *path)
{
	const struct block_list *list = MAP_FAILED;
	struct stat status;
	int file = open(path, O_RDONLY | O_CLOEXEC);

	if (file >= 0 && !fstat(file, &status) &&
		(size_t)status.st_size > sizeof *list)
		list = mmap(NULL, (size_t)status.st_size, PROT_READ,
			MAP_PRIVATE, file, 0);
	if (file >= 0)
		close(file);
	if (list == MAP_FAILED ||
		memcmp(list->magic, BLOCK_LIST_MAGIC, sizeof list->magic) ||
		list->version != sizeof *list || !list->path_bytes ||
		sizeof *list + 5ull * list->count + list->path_bytes !=
			(uint64_t)status.st_size)
		return NULL;
	return list;
}

struct search {
	struct object *object;
	bool is_program, is_found;
	dev_t device;
	ino_t file;
};

static void open_code(struct search *search, const struct dl_phdr_info *info)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE) - 1;

	search->object->bias = info->dlpi_addr;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &info->dlpi_phdr[i];
		uintptr_t start = info->dlpi_addr + part->p_vaddr;
		uintptr_t end = (start + part->p_memsz + page) & ~page;
		start &= ~page;
		if (part->p_type == PT_LOAD && part->p_flags & PF_X &&
			!mprotect((void *)start, end - start,
				PROT_READ | PROT_WRITE | PROT_EXEC))
			search->is_found = true;
	}
}

/* The program comes first, and has no name there. */
static int find_object(struct dl_phdr_info *info, size_t size, void *data)
{
	struct search *search = data;
	struct stat status;

	(void)size;
	if (search->is_program ||
		(*info->dlpi_name && !stat(info->dlpi_name, &status) &&
			status.st_dev == search->device &&
			status.st_ino == search->file)) {
		open_code(search, info);
		return 1;
	}
	return 0;
}

static bool add_object(const struct block_list *list)
{
	struct object *object = &agent.object[agent.objects];
	struct search search = {object, list->is_program, false, 0, 0};
	struct stat status;

	object->count = list->count;
	object->first = agent.blocks;
	object->address = (const uint32_t *)(list + 1);
	object->byte = (const uint8_t *)(object->address + list->count);
	object->path = (const char *)object->byte + list->count;
	if (!stat(object->path, &status)) {
		search.device = status.st_dev;
		search.file = status.st_ino;
	}
	/* What the program would load later is loaded now, so that keys do not
	 * depend on when. */
	if (!list->is_program)
		dlopen(object->path, RTLD_NOW);
	dl_iterate_phdr(find_object, &search);
	if (!search.is_found) {
		refuse("its code cannot be watched", object->path);
		return false;
	}
	agent.blocks += list->count;
	agent.objects++;
	return true;
}

static bool make_counters(void)
{
	uint32_t groups = (agent.blocks + GROUP_BLOCKS - 1) / GROUP_BLOCKS;
	struct perf_place *place = calloc(agent.blocks + 1, sizeof *place);
	void *shared = mmap(NULL,
		sizeof *agent.shared + 4ull * (agent.blocks + 1),
		PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	agent.counter = calloc(agent.blocks + 1, sizeof *agent.counter);
	agent.group = calloc(groups + 1, sizeof *agent.group);
	agent.hit = calloc(agent.blocks + 1, sizeof *agent.hit);
	if (!place || !agent.counter || !agent.group || !agent.hit ||
		shared == MAP_FAILED) {
		free(place);
		return false;
	}
	agent.shared = shared;
	agent.place = place;
	for (uint32_t i = 0; i < agent.blocks; i++) {
		const struct object *object = object_of(i);
		place[i].function = place[i].linkage = place[i].lines = "";
		place[i].file = object->path;
		place[i].column = object->address[i - object->first];
	}
	for (uint32_t i = 0; i < groups; i++) {
		uint32_t first = i * GROUP_BLOCKS;
		uint32_t count = agent.blocks - first;
		agent.group[i].counter = &agent.counter[first];
		agent.group[i].place = &place[first];
		agent.group[i].count = agent.group[i].edges =
			count < GROUP_BLOCKS ? count : GROUP_BLOCKS;
	}
	__retread_register(agent.group, agent.group + groups, NULL, NULL);
	retread_counters.has_blocks = true;
	return true;
}

/* Under the Valgrind tool snap that counts; there are no breakpoints then. */
static bool bind_counters(void)
{
#ifdef VALGRIND_DO_CLIENT_REQUEST_EXPR
	if (!RUNNING_ON_VALGRIND)
		return false;
	retread_agent.counts = true;
	for (uint32_t i = 0; i < agent.objects; i++) {
		const struct object *object = &agent.object[i];
		struct snap_binding binding = {object->bias, object->address,
			object->count, object->first, agent.counter,
			agent.group, &retread_counters.entered};
		if (!VALGRIND_DO_CLIENT_REQUEST_EXPR(
			    0, SNAP_REQUEST_BIND, &binding, 0, 0, 0, 0))
			refuse("the Valgrind that runs it does not count "
			       "blocks",
				object->path);
	}
	return true;
#else
	return false;
#endif
}

static void watch(const char *lists)
{
	char *names = strdup(lists);
	char *rest = names, *name;

	while (names && (name = strsep(&rest, ":")) != NULL) {
		const struct block_list *list = map_list(name);
		if (!list || agent.objects == OBJECTS)
			refuse("is no list of blocks", name);
		else if (list->count)
			add_object(list);
	}
	free(names);
	if (!agent.blocks || retread_counters.refusal[0])
		return;
	if (!make_counters()) {
		refuse("no memory for its blocks", agent.object[0].path);
		return;
	}
	history_start();
	if (bind_counters())
		return;
	agent_take_traps(take_trap);
	for (uint32_t i = 0; i < agent.objects; i++)
		arm(&agent.object[i]);
}

__attribute__((destructor)) static void write_reached(void)
{
	FILE *out = agent.reached ? fopen(agent.reached, "w") : NULL;

	for (uint32_t i = 0; out && i < agent.hits; i++) {
		const struct object *object = object_of(agent.hit[i]);
		fprintf(out, "%s 0x%x\n", object->path,
			object->address[agent.hit[i] - object->first]);
	}
	if (out)
		fclose(out);
}

/* Before the worker starts (runtime/worker.c). What the program starts is not
 * watched. */
__attribute__((constructor(101))) static void start(void)
{
	const char *lists = getenv(BLOCK_LIST_VARIABLE);

	const char *reached = getenv(BLOCK_LIST_REACHED);

	unsetenv("LD_PRELOAD");
	if (reached && !getenv(PERF_MAP_VARIABLE))
		agent.reached = strdup(reached);
	unsetenv(BLOCK_LIST_REACHED);
	if (lists)
		watch(lists);
	unsetenv(BLOCK_LIST_VARIABLE);
	unsetenv(SNAP_HISTORY_VARIABLE);
}
