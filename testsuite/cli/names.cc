/* SPDX-License-Identifier: MIT
 * Names as C++ and Rust make them: overloads of a member template, and functions
 * that the assembler calls as rustc would. */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <sys/mman.h>

namespace shop
{
template <class T> struct node {
	T value;
	node *next;
};

template <class T> struct basket {
	node<T> *first = nullptr;

	__attribute__((noinline)) bool contains(const T &value) const
	{
		for (const node<T> *n = first; n != nullptr; n = n->next)
			if (n->value == value)
				return true;
		return false;
	}
	void add(const T &value)
	{
		first = new node<T>{value, first};
	}
	__attribute__((noinline)) int count_known(int from, int to) const
	{
		int known = 0;
		for (int i = from; i < to; i++)
			known += contains(T(i));
		return known;
	}
};
} // namespace shop

struct item {
	long key;
	item *next;
};

/* Names of both of rustc's schemes. */
extern "C" {
__attribute__((noinline)) int find_legacy(const item *list, long key) __asm__(
	"_ZN4shop5items4find17h0123456789abcdefE");
__attribute__((noinline)) int count_legacy(const item *list, long keys) __asm__(
	"_ZN4shop5items16Counter$LT$T$GT$5count17h0123456789abcdefE");
__attribute__((noinline)) int find_v0(const item *list, long key) __asm__(
	"_RNvNtCsg1wp5Hs2AbC_4shop5items4look");
__attribute__((noinline)) int count_v0(const item *list, long keys) __asm__(
	"_RNvMNtCsg1wp5Hs2AbC_4shop5itemsINtB2_7CounterhE5count");

int find_legacy(const item *list, long key)
{
	for (; list != nullptr; list = list->next)
		if (list->key == key)
			return 1;
	return 0;
}

int count_legacy(const item *list, long keys)
{
	int known = 0;
	for (long key = 0; key < keys; key++)
		known += find_legacy(list, key);
	return known;
}

int find_v0(const item *list, long key)
{
	for (; list != nullptr; list = list->next)
		if (list->key == key)
			return 1;
	return 0;
}

int count_v0(const item *list, long keys)
{
	int known = 0;
	for (long key = 0; key < keys; key++)
		known += find_v0(list, 2 * key);
	return known;
}
}

/* Code as from a JIT compiler: searches a list, wherever it stands. */
__asm__(".pushsection .rodata\n"
	"code_begin:\n"
	"	test %rdi, %rdi\n"
	"	je 1f\n"
	"	cmp %rsi, (%rdi)\n"
	"	je 2f\n"
	"	mov 8(%rdi), %rdi\n"
	"	jmp code_begin\n"
	"1:	xor %eax, %eax\n"
	"	ret\n"
	"2:	mov $1, %eax\n"
	"	ret\n"
	"code_end:\n"
	".popsection\n");
extern "C" const char code_begin[] __attribute__((visibility("hidden")));
extern "C" const char code_end[] __attribute__((visibility("hidden")));

__attribute__((noinline)) static int count_by_new_code(
	const item *list, long keys)
{
	void *code = mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int (*find)(const item *, long) = (int (*)(const item *, long))code;
	int known = 0;

	std::memcpy(code, code_begin, (size_t)(code_end - code_begin));
	for (long key = 0; key < keys; key++)
		known += find(list, key);
	munmap(code, 4096);
	return known;
}

/* Loads the library of that name, and unloads it. */
static int use_plugin(const char *name)
{
	void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
	int (*run)(int);
	int result;

	if (library == nullptr)
		return -1;
	run = (int (*)(int))dlsym(library, "plugin_run");
	result = run(12);
	dlclose(library);
	return result;
}

int main(int argc, char **argv)
{
	shop::basket<short> basket;
	item *list = nullptr;
	int known = 0;

	for (int i = 0; i < 12; i++)
		basket.add((short)i);
	for (long i = 0; i < 12; i++)
		list = new item{i, list};
	known += basket.count_known(0, 12);
	known += count_legacy(list, 12);
	known += count_v0(list, 12);
	for (int i = 1; i < argc; i++)
		known += use_plugin(argv[i]);
	known += count_by_new_code(list, 12);
	std::printf("%d\n", known);
	return 0;
}
