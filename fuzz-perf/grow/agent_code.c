/* SPDX-License-Identifier: MIT
 * Code of the program that is changed, and memory near it. */
#include "config.h"

#include "fuzz-perf/grow/agent.h"

#include <string.h>
#include <sys/mman.h>

#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#endif

#define AGENT_PAGE	 4096
#define AGENT_NEAR_BYTES (64 << 10)
#define AGENT_NEAR_FIRST (64ul << 20) /* from the program's start */
#define AGENT_NEAR_LAST	 (1ul << 30)

uint8_t *grow_near(struct grow_agent *agent, size_t bytes)
{
	uintptr_t from = agent->base ? agent->base : 0x400000;

	size_t all = bytes > AGENT_NEAR_BYTES ? bytes : AGENT_NEAR_BYTES;

	if (agent->near && agent->near_used + bytes + 15 > agent->near_bytes)
		agent->near = NULL;
	for (uintptr_t at = from + AGENT_NEAR_FIRST;
		!agent->near && at < from + AGENT_NEAR_LAST; at += 1 << 20) {
		void *page = mmap((void *)at, all,
			PROT_READ | PROT_WRITE | PROT_EXEC,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1,
			0);
		if (page == MAP_FAILED)
			continue;
		agent->near = page;
		agent->near_used = 0;
		agent->near_bytes = all;
	}
	if (!agent->near)
		return NULL;
	bytes = (bytes + 15) & ~(size_t)15;
	agent->near_used += bytes;
	return agent->near + agent->near_used - bytes;
}

size_t grow_protect(const uint8_t *at, int protection)
{
	uintptr_t page = (uintptr_t)at & ~(uintptr_t)(AGENT_PAGE - 1);
	size_t bytes = (uintptr_t)at + GROW_CODE_BYTES > page + AGENT_PAGE
			       ? 2 * AGENT_PAGE
			       : AGENT_PAGE;

	if (mprotect((void *)page, bytes, protection) == 0)
		return bytes;
	return mprotect((void *)page, AGENT_PAGE, protection) == 0 ? AGENT_PAGE
								   : 0;
}

void grow_close_code(struct grow_agent *agent)
{
	if (agent->open_bytes > 0)
		mprotect((void *)agent->open_page, agent->open_bytes,
			PROT_READ | PROT_EXEC);
	agent->open_bytes = 0;
}

/* Makes the code at AT one that can be written. It stays so until another page is, as the next
 * change is mostly near. */
static bool agent_open_code(struct grow_agent *agent, const uint8_t *at)
{
	uintptr_t place = (uintptr_t)at;

	if (place >= agent->open_page &&
		place + GROW_CODE_BYTES <= agent->open_page + agent->open_bytes)
		return true;
	grow_close_code(agent);
	agent->open_page = place & ~(uintptr_t)(AGENT_PAGE - 1);
	agent->open_bytes =
		grow_protect(at, PROT_READ | PROT_WRITE | PROT_EXEC);
	return agent->open_bytes > 0;
}

bool grow_change(struct grow_agent *agent, const struct grow_patch *patch,
	const uint8_t *changed)
{
	const char *why = NULL;

	if (memcmp(patch->at, patch->old, patch->length) != 0)
		why = "its code is not as in the file";
	else if (!agent_open_code(agent, patch->at))
		why = "its code cannot be written";
	if (why) {
		grow_say(agent, "refused %s %s", patch->id, why);
		return false;
	}
	memcpy(patch->at, changed, patch->length);
#ifdef VALGRIND_DISCARD_TRANSLATIONS
	/* Of code that an earlier run has executed there is one already. */
	VALGRIND_DISCARD_TRANSLATIONS(patch->at, patch->length);
#endif
	grow_say(agent, "patched %s", patch->id);
	return true;
}

bool grow_change_to_jump(struct grow_agent *agent,
	const struct grow_patch *patch, uint8_t opcode, const uint8_t *to)
{
	uint8_t changed[GROW_CODE_BYTES];
	int32_t distance = (int32_t)(to - (patch->at + 5));

	memset(changed, 0x90, sizeof changed);
	changed[0] = opcode;
	memcpy(changed + 1, &distance, sizeof distance);
	return grow_change(agent, patch, changed);
}
