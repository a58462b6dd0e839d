/* SPDX-License-Identifier: MIT
 * Has a program that is already built record its calls of a kernel: the recorder is
 * preloaded, finds the kernel by its symbol, and puts a jump to itself there. */
#ifndef RETREAD_HLS_HLS_HOST_H
#define RETREAD_HLS_HLS_HOST_H

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace retread
{

/* Jumps to the address that follows. */
#if defined(__x86_64__)
static const unsigned char host_jump[] = {0xff, 0x25, 0, 0, 0, 0};
#elif defined(__aarch64__)
static const unsigned char host_jump[] = {
	0x51, 0, 0, 0x58, 0x20, 0x02, 0x1f, 0xd6};
#else
#error "calls of a program that is built can be recorded on x86-64 and AArch64"
#endif
constexpr size_t host_bytes = sizeof(host_jump) + sizeof(void *);

static struct {
	const char *name;
	unsigned char *at; /* the kernel; nullptr: this process has none */
	unsigned char own[host_bytes], jump[host_bytes];
} host;

/* Whether SYMBOL is the kernel's: its name, or a signature with it. */
inline bool host_is_kernel(const char *symbol)
{
	int status = 0;
	size_t length = std::strlen(host.name);
	char *signature =
		abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
	bool is_kernel =
		signature == nullptr
			? std::strcmp(symbol, host.name) == 0
			: std::strncmp(signature, host.name, length) == 0 &&
				  signature[length] == '(';

	std::free(signature);
	return is_kernel;
}

inline void host_search_symbols(
	const unsigned char *file, const ElfW(Shdr) & table, uintptr_t base)
{
	const ElfW(Ehdr) *head = (const ElfW(Ehdr) *)file;
	const ElfW(Shdr) *section = (const ElfW(Shdr) *)(file + head->e_shoff);
	const char *names =
		(const char *)file + section[table.sh_link].sh_offset;
	const ElfW(Sym) *symbol = (const ElfW(Sym) *)(file + table.sh_offset);
	size_t count = table.sh_size / sizeof(*symbol);

	for (size_t i = 0; i < count && host.at == nullptr; i++)
		if ((symbol[i].st_info & 15) == STT_FUNC &&
			symbol[i].st_shndx != SHN_UNDEF &&
			symbol[i].st_size >= host_bytes &&
			host_is_kernel(names + symbol[i].st_name))
			host.at = (unsigned char *)base + symbol[i].st_value;
}

/* Of a program or a library that is loaded. */
inline int host_search(dl_phdr_info *loaded, size_t, void *)
{
	const char *path = *loaded->dlpi_name == '\0' ? "/proc/self/exe"
						      : loaded->dlpi_name;
	int input = open(path, O_RDONLY | O_CLOEXEC);
	struct stat status;
	void *file = MAP_FAILED;

	if (input >= 0 && fstat(input, &status) == 0)
		file = mmap(nullptr, (size_t)status.st_size, PROT_READ,
			MAP_PRIVATE, input, 0);
	if (input >= 0)
		close(input);
	if (file == MAP_FAILED)
		return 0;
	const unsigned char *bytes = (const unsigned char *)file;
	const ElfW(Ehdr) *head = (const ElfW(Ehdr) *)bytes;
	const ElfW(Shdr) *section = (const ElfW(Shdr) *)(bytes + head->e_shoff);
	for (unsigned i = 0; i < head->e_shnum; i++)
		if (section[i].sh_type == SHT_SYMTAB ||
			section[i].sh_type == SHT_DYNSYM)
			host_search_symbols(
				bytes, section[i], loaded->dlpi_addr);
	munmap(file, (size_t)status.st_size);
	return host.at != nullptr;
}

inline void host_put(const unsigned char *bytes)
{
	std::memcpy(host.at, bytes, host_bytes);
	__builtin___clear_cache((char *)host.at, (char *)host.at + host_bytes);
}

/* Calls of NAME go to RECORDER from now on. */
inline void host_start(const char *name, void *recorder)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);

	host.name = name;
	dl_iterate_phdr(host_search, nullptr);
	if (host.at == nullptr)
		return;
	uintptr_t start = (uintptr_t)host.at & ~(page - 1);
	if (mprotect((void *)start, (uintptr_t)host.at + host_bytes - start,
		    PROT_READ | PROT_WRITE | PROT_EXEC) != 0)
		return;
	std::memcpy(host.own, host.at, host_bytes);
	std::memcpy(host.jump, host_jump, sizeof(host_jump));
	std::memcpy(host.jump + sizeof(host_jump), &recorder, sizeof(recorder));
	host_put(host.jump);
}

/* While there is one, calls go to the kernel itself. */
class host_call
{
      public:
	host_call()
	{
		host_put(host.own);
	}
	~host_call()
	{
		host_put(host.jump);
	}
	host_call(const host_call &) = delete;
	host_call &operator=(const host_call &) = delete;
};

} // namespace retread

#endif
