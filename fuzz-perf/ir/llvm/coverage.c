/* SPDX-License-Identifier: MIT
 * LLVM as a compiler under test: which of its blocks passes come to, by breakpoints on
 * libLLVM as it is installed. */
#include "config.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "fuzz-perf/ir/llvm/target.h"
#include "lib/memory.h"

#define BLOCKS_MAX (1u << 20) /* of the passes of one function */

/* Archives lie one after another in libLLVM: those of lib/Transforms begin with
 * Utils, and end before Coroutines. */
static const char first_transform[] =
	"_ZN4llvm21AddDiscriminatorsPass3runERNS_8FunctionERNS_15Analysis"
	"ManagerIS1_JEEE";
static const char behind_transforms[] =
	"_ZN4llvm13CoroSplitPass3runERNS_13LazyCallGraph3SCCERNS_15Analysis"
	"ManagerIS2_JRS1_EEES5_RNS_17CGSCCUpdateResultE";

static void keep_transforms(struct llvm *llvm, const char *library)
{
	void *handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
	const char *start = handle ? dlsym(handle, first_transform) : NULL;
	const char *end = handle ? dlsym(handle, behind_transforms) : NULL;

	if (start && end && start < end)
		bpcov_keep(llvm->coverage, start, end);
	else
		fprintf(stderr,
			"%s: cannot find its transforms; "
			"all of it is watched\n",
			library);
	if (handle)
		dlclose(handle);
}

static struct told_blocks *share_told(size_t blocks)
{
	void *memory = mmap(NULL,
		sizeof(struct told_blocks) + blocks * sizeof(uint32_t),
		PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

void llvm_watch(struct llvm *llvm, bool all)
{
	Dl_info library, module;
	const char *path[1];
	char why[512], *lister;

	if (!dladdr((void *)(uintptr_t)LLVMContextCreate, &library) ||
		!dladdr((void *)(uintptr_t)llvm_watch, &module))
		return;
	path[0] = library.dli_fname;
	lister = memory_format("%.*sretread-watch",
		(int)(strrchr(module.dli_fname, '/') + 1 - module.dli_fname),
		module.dli_fname);
	llvm->coverage = bpcov_new(path, 1, lister, why, sizeof why);
	free(lister);
	if (!llvm->coverage) {
		fprintf(stderr, "LLVM is not watched: %s\n", why);
		return;
	}
	if (!all)
		keep_transforms(llvm, path[0]);
	llvm->block = memory_alloc(BLOCKS_MAX * sizeof *llvm->block);
	llvm->told = share_told(bpcov_blocks(llvm->coverage));
}

void llvm_watch_no_more(struct llvm *llvm)
{
	if (llvm->told)
		munmap(llvm->told, sizeof(struct told_blocks) +
					   bpcov_blocks(llvm->coverage) *
						   sizeof(uint32_t));
	bpcov_free(llvm->coverage);
	free(llvm->block);
}

void llvm_start_run(struct llvm *llvm)
{
	llvm->is_running = true;
	if (llvm->coverage)
		bpcov_take_new(llvm->coverage, NULL, 0);
}

void llvm_end_run(struct llvm *llvm)
{
	struct told_blocks *told = llvm->told;
	size_t old = llvm->blocks;

	llvm->is_running = false;
	if (!llvm->coverage)
		return;
	llvm->blocks += bpcov_take_new(
		llvm->coverage, llvm->block + old, BLOCKS_MAX - old);
	if (llvm->blocks > BLOCKS_MAX)
		llvm->blocks = BLOCKS_MAX;
	for (size_t i = old; told && i < llvm->blocks &&
			     told->count < bpcov_blocks(llvm->coverage);
		i++)
		told->block[told->count++] = llvm->block[i];
}

void llvm_renew(void *t)
{
	struct llvm *llvm = t;
	struct told_blocks *told = llvm->told;

	if (!told)
		return;
	bpcov_forget(llvm->coverage, told->block + told->settled,
		told->count - told->settled);
	told->settled = told->count;
}
