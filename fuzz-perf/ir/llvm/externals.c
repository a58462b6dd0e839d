/* SPDX-License-Identifier: MIT
 * LLVM as a compiler under test: the symbols that native code needs from outside. */
#include "config.h"

#include <dlfcn.h>
#include <elf.h>
#include <llvm-c/Support.h>
#include <string.h>

#include "fuzz-perf/ir/llvm/target.h"

/* The compiler's run-time library, by "Integer library routines" in the manual of
 * libgcc. Its functions are hidden, so that dlsym() does not find them. */
#define RUNTIME_FUNCTIONS(X)                                                   \
	X(__ashlti3)                                                           \
	X(__ashrti3)                                                           \
	X(__clzti2)                                                            \
	X(__ctzti2)                                                            \
	X(__divti3)                                                            \
	X(__lshrti3)                                                           \
	X(__modti3)                                                            \
	X(__multi3)                                                            \
	X(__parityti2)                                                         \
	X(__popcountdi2)                                                       \
	X(__popcountti2)                                                       \
	X(__udivti3)                                                           \
	X(__umodti3)

/* Only their addresses are used. */
#define DECLARE_FUNCTION(name) void name(void);
RUNTIME_FUNCTIONS(DECLARE_FUNCTION)

#define NAMED_FUNCTION(name) {#name, name},

/* Makes NAME known to LLVM if it is a function of the run-time library. */
static bool offer_runtime_function(const char *name)
{
	static const struct {
		const char *name;
		void (*function)(void);
	} offered[] = {RUNTIME_FUNCTIONS(NAMED_FUNCTION)};

	for (size_t i = 0; i < sizeof offered / sizeof *offered; i++)
		if (!strcmp(name, offered[i].name)) {
			LLVMAddSymbol(
				name, (void *)(uintptr_t)offered[i].function);
			return true;
		}
	return false;
}

/* True if every symbol that TABLE, of an object at FILE, leaves undefined is found. */
static bool resolve_table(
	const char *file, const Elf64_Shdr *sections, const Elf64_Shdr *table)
{
	const Elf64_Sym *symbol = (const void *)(file + table->sh_offset);
	const char *names = file + sections[table->sh_link].sh_offset;

	for (size_t i = 1; i < table->sh_size / sizeof *symbol; i++) {
		const char *name = names + symbol[i].st_name;

		if (symbol[i].st_shndx == SHN_UNDEF &&
			!offer_runtime_function(name) &&
			!dlsym(RTLD_DEFAULT, name))
			return false;
	}
	return true;
}

bool llvm_resolve_externals(LLVMTargetMachineRef machine, LLVMModuleRef module)
{
	LLVMModuleRef copy = LLVMCloneModule(module);
	LLVMMemoryBufferRef object = NULL;
	char *why = NULL;
	bool is_resolved = !LLVMTargetMachineEmitToMemoryBuffer(
		machine, copy, LLVMObjectFile, &why, &object);

	LLVMDisposeModule(copy);
	if (!is_resolved) {
		LLVMDisposeMessage(why);
		return false;
	}
	const char *file = LLVMGetBufferStart(object);
	const Elf64_Ehdr *header = (const void *)file;
	const Elf64_Shdr *sections = (const void *)(file + header->e_shoff);
	for (unsigned i = 0; is_resolved && i < header->e_shnum; i++)
		if (sections[i].sh_type == SHT_SYMTAB)
			is_resolved =
				resolve_table(file, sections, &sections[i]);
	LLVMDisposeMemoryBuffer(object);
	return is_resolved;
}
