/* SPDX-License-Identifier: MIT
 * The memory of a campaign, which its processes share. As a file it outlives them: what
 * a process that is killed has written to it is there for the next one. */
#include "config.h"

#include "fuzz-perf/ir/campaign.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Another one where the layout changes. */
#define STATE_MAGIC (0x3165746174737269u ^ sizeof(struct ir_campaign))
#define BLOCK	    4096u

static size_t whole_blocks(size_t size)
{
	return (size + BLOCK - 1) / BLOCK * BLOCK;
}

/* Where the arena begins: after the campaign and two records. */
static size_t arena_start(void)
{
	return whole_blocks(sizeof(struct ir_campaign)) +
	       2 * whole_blocks(gen_record_size(IR_INPUT_BYTES));
}

/* FILE -1: memory of no file. Members of this process are set, all others are as FILE has
 * them. */
static struct ir_campaign *campaign_map(const struct ir_setup *setup, int file)
{
	size_t record = whole_blocks(gen_record_size(IR_INPUT_BYTES));
	uint8_t *start = mmap(NULL, arena_start() + IR_ARENA_BYTES,
		PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_NORESERVE | (file < 0 ? MAP_ANONYMOUS : 0),
		file, 0);
	struct ir_campaign *campaign = (void *)start;

	if (start == MAP_FAILED)
		return NULL;
	start += whole_blocks(sizeof *campaign);
	campaign->setup = setup;
	campaign->record = (void *)start;
	campaign->scratch = (void *)(start + record);
	campaign->arena = start + 2 * record;
	campaign->first = campaign;
	campaign->is_over = campaign->wants_fewer = false;
	campaign->wants_only = IR_FINE;
	campaign->prefix_limit = IRF_PASSES_MAX;
	campaign->file = file;
	campaign->told = memfd_create("printed", MFD_CLOEXEC);
	campaign->record->byte_capacity = IR_INPUT_BYTES;
	campaign->scratch->byte_capacity = IR_INPUT_BYTES;
	return campaign;
}

struct ir_campaign *ir_campaign_new(const struct ir_setup *setup)
{
	return campaign_map(setup, -1);
}

/* FILE of PATH, which nobody else has, as large as a campaign. */
static int state_prepare(
	int file, const char *path, bool goes_on, struct error *err)
{
	struct stat status;

	if (flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
		return error_set(err,
			"%s: a search runs in this folder; choose another one "
			"with -o",
			path);
	if (goes_on && (fstat(file, &status) != 0 ||
			       (size_t)status.st_size < arena_start()))
		return error_set(err, "%s: it is not a search", path);
	if ((!goes_on && ftruncate(file, 0) != 0) ||
		ftruncate(file, (off_t)(arena_start() + IR_ARENA_BYTES)) != 0)
		return error_set_errno(err, "%s", path);
	return 0;
}

static int check_search(const struct ir_campaign *campaign, const char *path,
	const char *search, struct error *err)
{
	if (campaign->magic != STATE_MAGIC)
		return error_set(err,
			"%s: another release of retread made it; search "
			"without --resume",
			path);
	if (strncmp(campaign->search, search, IR_SEARCH_TEXT - 1) != 0)
		return error_set(err,
			"%s: that search was \"%.400s\"; repeat its options, "
			"or search without --resume",
			path, campaign->search);
	return 0;
}

struct ir_campaign *ir_campaign_open(const struct ir_setup *setup,
	const char *path, const char *search, bool goes_on, struct error *err)
{
	int file =
		open(path, O_RDWR | O_CLOEXEC | (goes_on ? 0 : O_CREAT), 0666);
	struct ir_campaign *campaign = NULL;

	if (file < 0 && errno == ENOENT && goes_on)
		error_set(err, "%s: there is no search to go on with", path);
	else if (file < 0)
		error_set_errno(err, "%s", path);
	else if (state_prepare(file, path, goes_on, err) == 0) {
		campaign = campaign_map(setup, file);
		if (!campaign)
			error_set_errno(err, "cannot share memory");
	}
	if (campaign && goes_on &&
		check_search(campaign, path, search, err) != 0) {
		ir_campaign_free(campaign);
		return NULL;
	}
	if (campaign && !goes_on) {
		strncpy(campaign->search, search, IR_SEARCH_TEXT - 1);
		campaign->magic = STATE_MAGIC;
	}
	if (!campaign && file >= 0)
		close(file);
	return campaign;
}

void ir_campaign_free(struct ir_campaign *campaign)
{
	off_t used = (off_t)(arena_start() + campaign->arena_used);
	int file = campaign->file;

	if (campaign->told >= 0)
		close(campaign->told);
	munmap(campaign, arena_start() + IR_ARENA_BYTES);
	/* A file that is longer than it was costs nothing but may surprise. */
	if (file >= 0 && ftruncate(file, used) == 0)
		close(file);
}

/* ---- findings that were met ---- */

bool ir_campaign_meet(struct ir_campaign *campaign, uint64_t id)
{
	uint64_t *met = campaign->first->met;

	for (uint64_t i = 0; i < IR_MET_MAX; i++) {
		uint64_t *at = &met[(id + i) % IR_MET_MAX], free_one = 0;
		if (__atomic_compare_exchange_n(at, &free_one, id, false,
			    __ATOMIC_RELAXED, __ATOMIC_RELAXED))
			return false;
		if (free_one == id)
			return true;
	}
	return true; /* More than that nobody reads. */
}

unsigned ir_campaign_met(const struct ir_campaign *campaign)
{
	unsigned count = 0;

	for (unsigned i = 0; i < IR_MET_MAX; i++)
		count += campaign->first->met[i] != 0;
	return count;
}
