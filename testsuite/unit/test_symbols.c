/* SPDX-License-Identifier: MIT
 * Tests of analyzer/symbols: functions, inlined chains, positions, objects. */
#include "config.h"

#include "analyzer/symbols.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "analyzer/symbols_internal.h"
#include "testsuite/unit/subject.h"

#define CHAIN_MAX 16

/* The list program by every compiler there is; others have no handle. */
static struct subject built[SUBJECT_CONFIGS];

static int build_all(void **state)
{
	(void)state;
	for (int i = 0; i < SUBJECT_CONFIGS; i++) {
		if (subject_has_compiler(subject_configs[i].compiler) &&
			!subject_build(&built[i], subject_configs[i].compiler,
				subject_configs[i].flags, subject_list_files))
			return -1;
	}
	return 0;
}

static int release_all(void **state)
{
	(void)state;
	for (int i = 0; i < SUBJECT_CONFIGS; i++)
		subject_release(&built[i]);
	return 0;
}

static bool is_optimised(int i)
{
	return strstr(subject_configs[i].flags, "-O2") != NULL;
}

static struct subject *build_one(const char *compiler, const char *flags,
	const char *const *files, struct subject *subject)
{
	if (!subject_has_compiler(compiler))
		return NULL;
	assert_true(subject_build(subject, compiler, flags, files));
	return subject;
}

static void assert_base_name(const char *path, const char *expected)
{
	assert_non_null(path);
	assert_string_equal(symbols_base_name(path), expected);
}

static void a_function_is_known_by_name_file_and_line(void **state)
{
	unsigned line = subject_line(subject_list_files, "list.c", "KEEP int");

	(void)state;
	for (int i = 0; i < SUBJECT_CONFIGS; i++) {
		const struct symbol_function *function;
		uint64_t address, size;

		if (!built[i].symbols)
			continue;
		address = subject_address(&built[i], "list_sum", &size);
		function = symbols_function_at(built[i].symbols, address);
		assert_string_equal(function->name, "list_sum");
		assert_string_equal(function->linkage, "list_sum");
		assert_string_equal(function->object, built[i].path);
		assert_base_name(function->file, "list.c");
		assert_int_equal(function->line, line);
		assert_true(function->has_debug);
		assert_ptr_equal(function, symbols_function_at(built[i].symbols,
						   address + size - 1));
	}
}

static void every_instruction_has_a_line_in_its_function(void **state)
{
	static const char *const names[] = {"list_sum", "list_product", "main"};

	(void)state;
	for (int i = 0; i < SUBJECT_CONFIGS * 3; i++) {
		struct subject *subject = &built[i / 3];
		struct symbol_position chain[CHAIN_MAX];
		uint64_t address, size;

		if (!subject->symbols)
			continue;
		address = subject_address(subject, names[i % 3], &size);
		for (uint64_t at = 0; at < size; at++) {
			size_t count = symbols_resolve(subject->symbols,
				address + at, chain, CHAIN_MAX);

			assert_string_equal(
				chain[0].function->name, names[i % 3]);
			for (size_t j = 0; j < count; j++) {
				assert_true(chain[j].line > 0);
				assert_non_null(chain[j].file);
				assert_int_equal(chain[j].file[0], '/');
				assert_int_equal(chain[j].offset,
					address + at - subject->bias);
			}
		}
	}
}

/* Finds an address in FUNCTION that stands in the body of INLINED, which is in
 * list.h. */
static size_t find_inlined(struct subject *subject, const char *function,
	const char *inlined, struct symbol_position *chain)
{
	uint64_t size, address = subject_address(subject, function, &size);

	for (uint64_t at = 0; at < size; at++) {
		size_t count = symbols_resolve(
			subject->symbols, address + at, chain, CHAIN_MAX);

		if (strcmp(chain[count - 1].function->name, inlined) == 0 &&
			strstr(chain[count - 1].file, "list.h"))
			return count;
	}
	return 0;
}

static void an_inlined_call_is_a_link_of_the_chain(void **state)
{
	unsigned call = subject_line(subject_list_files, "list.c", "the call");
	unsigned inner =
		subject_line(subject_list_files, "list.h", "in get_value");

	(void)state;
	for (int i = 0; i < SUBJECT_CONFIGS; i++) {
		struct symbol_position chain[CHAIN_MAX];
		const struct symbol_function *function;

		if (!built[i].symbols || !is_optimised(i))
			continue;
		assert_int_equal(
			find_inlined(&built[i], "list_sum", "get_value", chain),
			2);
		assert_string_equal(chain[0].function->name, "list_sum");
		assert_int_equal(chain[0].line, call);
		assert_true(chain[0].column > 8);
		assert_base_name(chain[0].file, "list.c");
		assert_int_equal(chain[1].line, inner);
		assert_base_name(chain[1].file, "list.h");
		assert_base_name(chain[1].function->file, "list.h");
		/* The same function, inlined elsewhere, in another unit. */
		function = chain[1].function;
		assert_int_equal(find_inlined(&built[i], "list_product",
					 "get_value", chain),
			2);
		assert_ptr_equal(chain[1].function, function);
	}
}

static void the_innermost_are_dropped_when_the_chain_is_short(void **state)
{
	(void)state;
	for (int i = 0; i < SUBJECT_CONFIGS; i++) {
		struct symbol_position chain[CHAIN_MAX], cut[1];

		if (!built[i].symbols || !is_optimised(i))
			continue;
		assert_int_equal(
			find_inlined(&built[i], "list_sum", "get_value", chain),
			2);
		assert_int_equal(
			symbols_resolve(built[i].symbols,
				chain[0].offset + built[i].bias, cut, 1),
			1);
		assert_ptr_equal(cut[0].function, chain[0].function);
		assert_int_equal(cut[0].line, chain[0].line);
	}
}

static void an_unoptimised_copy_is_the_function_itself(void **state)
{
	(void)state;
	for (int i = 0; i < SUBJECT_CONFIGS; i++) {
		const struct symbol_function *function;

		if (!built[i].symbols || is_optimised(i))
			continue;
		function = symbols_function_at(built[i].symbols,
			subject_address(&built[i], "get_value", NULL));
		assert_string_equal(function->name, "get_value");
		assert_base_name(function->file, "list.h");
	}
}

static void keys_are_the_same_in_every_build(void **state)
{
	uint64_t sum = 0, product = 0;

	(void)state;
	for (int i = 0; i < SUBJECT_CONFIGS; i++) {
		uint64_t keys[2];
		static const char *const names[] = {"list_sum", "list_product"};

		if (!built[i].symbols)
			continue;
		for (int j = 0; j < 2; j++)
			keys[j] = symbols_function_at(built[i].symbols,
				subject_address(&built[i], names[j], NULL))
					  ->key;
		assert_true(keys[0] != keys[1]);
		if (sum != 0) {
			assert_int_equal(keys[0], sum);
			assert_int_equal(keys[1], product);
		}
		sum = keys[0];
		product = keys[1];
	}
}

static void functions_are_numbered_in_order_of_their_resolution(void **state)
{
	static const char *const names[] = {"main", "list_sum", "list_product"};

	(void)state;
	for (int i = 0; i < SUBJECT_CONFIGS; i++) {
		if (!built[i].symbols)
			continue;
		subject_map(&built[i], built[i].path, 0);
		for (unsigned j = 0; j < 3; j++)
			assert_int_equal(symbols_function_at(built[i].symbols,
						 subject_address(&built[i],
							 names[j], NULL))
						 ->index,
				j);
	}
}

static void the_object_may_be_moved_or_fixed(void **state)
{
	static const char *const flags[] = {
		"-g -no-pie", "-g -pie -fPIE", "-g -shared -fPIC"};

	(void)state;
	for (int i = 0; i < 6; i++) {
		struct subject subject;
		const char *compiler = i < 3 ? "gcc" : "clang";

		if (!build_one(compiler, flags[i % 3], subject_list_files,
			    &subject))
			continue;
		assert_int_equal(subject.bias == 0, i % 3 == 0);
		assert_string_equal(
			symbols_function_at(subject.symbols,
				subject_address(&subject, "list_sum", NULL))
				->name,
			"list_sum");
		subject_release(&subject);
	}
}

static void an_address_means_what_is_mapped_now(void **state)
{
	static const char *const other[] = {"other.c",
		"int other(int x) { return x + 1; }\n"
		"int main(void) { return other(1); }\n",
		NULL};
	struct subject first, second;
	uint64_t address;

	(void)state;
	if (!build_one("gcc", "-g -pie -fPIE", subject_list_files, &first))
		return;
	build_one("gcc", "-g -pie -fPIE", other, &second);
	address = subject_address(&first, "main", NULL);
	assert_string_equal(
		symbols_function_at(first.symbols, address)->name, "main");
	symbols_remove_range(first.symbols, first.bias, first.bias + 0x100000);
	assert_string_equal(
		symbols_function_at(first.symbols, address)->name, "??");
	assert_null(symbols_build_id(first.symbols, address));
	/* Another object at the same place, as after dlclose and dlopen. */
	symbols_add_module(first.symbols, first.bias + 0x1000,
		first.bias + 0x2000, 0x1000, second.path);
	address = subject_address(&second, "other", NULL);
	assert_string_equal(
		symbols_function_at(first.symbols, address)->name, "other");
	assert_string_equal(symbols_function_at(first.symbols, address)->object,
		second.path);
	/* And a third over it, without a word about the second. */
	symbols_add_module(first.symbols, first.bias, first.bias + 0x100000, 0,
		"/nonexistent/library.so");
	assert_string_equal(symbols_function_at(first.symbols, address)->name,
		"library.so");
	subject_release(&first);
	subject_release(&second);
}

static void optimised_clones_are_their_function(void **state)
{
	static const char *const files[] = {"clone.c",
		"static __attribute__((noinline)) int scale(int *p, int by)\n"
		"{ int s = 0; for (int i = 0; i < 9; i++) s += p[i] * by;\n"
		"  return s + by; }\n"
		"int a[9];\n"
		"int main(void) { return scale(a, 5) + scale(a + 0, 5); }\n",
		NULL};
	struct subject subject;
	uint64_t address;

	(void)state;
	if (!build_one("gcc", "-g -O2 -fipa-cp-clone", files, &subject))
		return;
	address = subject_address(&subject, "scale.constprop.0", NULL);
	assert_true(address != 0);
	assert_string_equal(
		symbols_function_at(subject.symbols, address)->name, "scale");
	/* Without DWARF as well. */
	assert_true(subject_run(&subject, "strip -g subject"));
	subject_map(&subject, subject.path, 0);
	assert_string_equal(
		symbols_function_at(subject.symbols, address)->name, "scale");
	assert_false(symbols_function_at(subject.symbols, address)->has_debug);
	subject_release(&subject);
}

static void without_debug_information_elf_symbols_name_functions(void **state)
{
	struct symbol_position chain[CHAIN_MAX];
	struct subject subject;
	uint64_t address;

	(void)state;
	if (!build_one("gcc", "-O1", subject_list_files, &subject))
		return;
	address = subject_address(&subject, "list_sum", NULL);
	assert_int_equal(
		symbols_resolve(subject.symbols, address + 3, chain, CHAIN_MAX),
		1);
	assert_string_equal(chain[0].function->name, "list_sum");
	assert_false(chain[0].function->has_debug);
	assert_null(chain[0].function->file);
	assert_int_equal(chain[0].line, 0);
	/* And without symbols the object. */
	assert_true(subject_run(&subject, "strip subject"));
	subject_map(&subject, subject.path, 0);
	assert_int_equal(
		symbols_resolve(subject.symbols, address, chain, CHAIN_MAX), 1);
	assert_string_equal(chain[0].function->name, "subject");
	assert_false(chain[0].function->has_debug);
	assert_null(symbols_warning(subject.symbols, 0));
	subject_release(&subject);
}

static void separate_debug_files_are_found(void **state)
{
	static const char *const flags[] = {
		"-g -Wl,--build-id=sha1", "-g -Wl,--build-id=none"};

	(void)state;
	for (int i = 0; i < 2; i++) {
		const struct symbol_function *function;
		struct subject subject;
		uint64_t address;

		if (!build_one("gcc", flags[i], subject_list_files, &subject))
			return;
		address = subject_address(&subject, "list_sum", NULL);
		assert_true(subject_run(&subject,
			"mkdir .debug && objcopy --only-keep-debug subject "
			".debug/subject.debug && strip subject && "
			"objcopy --add-gnu-debuglink=.debug/subject.debug "
			"subject"));
		subject_map(&subject, subject.path, 0);
		function = symbols_function_at(subject.symbols, address);
		assert_string_equal(function->name, "list_sum");
		assert_base_name(function->file, "list.c");
		assert_null(symbols_warning(subject.symbols, 0));
		subject_release(&subject);
	}
}

static void a_debug_file_of_another_build_is_refused(void **state)
{
	struct subject subject;
	uint64_t address;

	(void)state;
	if (!build_one("gcc", "-g -Wl,--build-id=none", subject_list_files,
		    &subject))
		return;
	address = subject_address(&subject, "list_sum", NULL);
	assert_true(subject_run(&subject,
		"objcopy --only-keep-debug subject s.debug && strip subject && "
		"objcopy --add-gnu-debuglink=s.debug subject && "
		"printf x >> s.debug"));
	subject_map(&subject, subject.path, 0);
	assert_string_equal(
		symbols_function_at(subject.symbols, address)->name, "subject");
	assert_non_null(
		strstr(symbols_warning(subject.symbols, 0), "another build"));
	assert_null(symbols_warning(subject.symbols, 1));
	subject_release(&subject);
}

static void split_and_compressed_units_are_read(void **state)
{
	static const char *const flags[] = {"-g -O2 -gsplit-dwarf",
		"-g -O2 -gz=zlib", "-g -O2 -fdebug-types-section"};

	(void)state;
	for (int i = 0; i < 6; i++) {
		struct symbol_position chain[CHAIN_MAX];
		struct subject subject;

		if (!build_one(i < 3 ? "gcc" : "clang", flags[i % 3],
			    subject_list_files, &subject))
			continue;
		assert_int_equal(
			find_inlined(&subject, "list_sum", "get_value", chain),
			2);
		assert_base_name(chain[0].file, "list.c");
		assert_base_name(chain[1].function->file, "list.h");
		assert_null(symbols_warning(subject.symbols, 0));
		subject_release(&subject);
	}
}

static void a_missing_split_unit_leaves_elf_symbols_and_a_warning(void **state)
{
	(void)state;
	for (int i = 0; i < 2; i++) {
		struct subject subject;

		if (!build_one(i ? "clang" : "gcc", "-g -O2 -gsplit-dwarf",
			    subject_list_files, &subject))
			continue;
		assert_true(subject_run(&subject, "rm *.dwo"));
		subject_map(&subject, subject.path, 0);
		assert_string_equal(
			symbols_function_at(subject.symbols,
				subject_address(&subject, "list_sum", NULL))
				->name,
			"list_sum");
		assert_non_null(
			strstr(symbols_warning(subject.symbols, 0), ".dwo"));
		assert_null(symbols_warning(subject.symbols, 1));
		subject_release(&subject);
	}
}

static void a_file_dwz_shared_entries_of_is_read(void **state)
{
	struct subject subject;

	(void)state;
	if (!subject_has_compiler("dwz") ||
		!build_one("gcc", "-g -O2", subject_list_files, &subject))
		return;
	assert_true(subject_run(&subject,
		"cp subject other && dwz -m shared.debug subject other"));
	subject_map(&subject, subject.path, 0);
	assert_string_equal(symbols_function_at(subject.symbols,
				    subject_address(&subject, "list_sum", NULL))
				    ->name,
		"list_sum");
	assert_null(symbols_warning(subject.symbols, 0));
	subject_release(&subject);
}

static void cplusplus_names_are_readable(void **state)
{
	static const char *const files[] = {"s.cc",
		"#include <vector>\n"
		"namespace app {\n"
		"struct Base { virtual int run(int) const = 0; };\n"
		"template <class T> struct Box : Base {\n"
		"	T value; Box(T v); int run(int n) const; };\n"
		"template <class T> __attribute__((noinline))\n"
		"Box<T>::Box(T v) : value(v) {}\n"
		"template <class T> __attribute__((noinline))\n"
		"int Box<T>::run(int n) const\n"
		"{ auto f = [&](int x) { return x + value; }; return f(n); }\n"
		"}\n"
		"int main(int c, char **) { app::Box<int> b(c);\n"
		"  return b.run(2); }\n",
		NULL};
	static const char *const compilers[] = {"g++", "clang++"};

	(void)state;
	for (int i = 0; i < 4; i++) {
		const struct symbol_function *function;
		struct subject subject;

		if (!build_one(compilers[i / 2], i % 2 ? "-g -O2" : "-g", files,
			    &subject))
			continue;
		function = symbols_function_at(subject.symbols,
			subject_address(
				&subject, "_ZNK3app3BoxIiE3runEi", NULL));
		assert_string_equal(function->name, "app::Box<int>::run");
		assert_string_equal(function->linkage, "_ZNK3app3BoxIiE3runEi");
		assert_base_name(function->file, "s.cc");
		function = symbols_function_at(subject.symbols,
			subject_address(&subject, "_ZN3app3BoxIiEC2Ei", NULL));
		assert_string_equal(function->name, "app::Box<int>::Box");
		if (i % 2 == 0)
			assert_string_equal(
				symbols_function_at(subject.symbols,
					subject_address(&subject,
						"_ZZNK3app3BoxIiE3runEiENKUliE_"
						"clEi",
						NULL))
					->name,
				"app::Box<int>::run(int) const::{lambda(int)#1}"
				"::operator()");
		subject_release(&subject);
	}
}

static void names_are_what_people_say(void **state)
{
	static const char *const pairs[][2] = {
		{"__strlen_avx2", "strlen"},
		{"__memmove_avx_unaligned_erms", "memmove"},
		{"__memset_avx512_unaligned_erms", "memset"},
		{"__strchr_sse2_no_bsf", "strchr"},
		{"__rawmemchr_evex", "rawmemchr"},
		{"__GI_strlen", "__GI_strlen"},
		{"__strtol_internal", "__strtol_internal"},
		{"__memcpy_chk", "__memcpy_chk"},
		{"main", "main"},
		{"_ZNSt6vectorIiSaIiEE9push_backERKi",
			"std::vector<int, std::allocator<int> >::push_back"},
		{"_RNvCs1234_7mycrate3foo", "mycrate::foo"},
		{"_ZN4core3ptr13drop_in_place17h0123456789abcdefE",
			"core::ptr::drop_in_place"},
		{"_Zgarbage", "_Zgarbage"},
	};
	struct symbols *symbols = symbols_new();

	(void)state;
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		assert_string_equal(symbols_display_name(symbols, pairs[i][0]),
			pairs[i][1]);
	assert_string_equal(
		symbols_plain_linkage(symbols, "f.isra.0.cold"), "f");
	assert_string_equal(symbols_plain_linkage(symbols, "f@@V_1"), "f");
	assert_string_equal(symbols_plain_linkage(symbols, ".cold"), ".cold");
	symbols_free(symbols);
}

static void a_name_that_would_fill_the_memory_is_cut(void **state)
{
	struct symbols *symbols = symbols_new();
	char name[2000] = "_Z1fI";
	size_t length = strlen(name);

	(void)state;
	/* Each parameter repeats all before it: two to the power of 60. */
	length += (size_t)sprintf(name + length, "1AI1BS_E");
	for (int i = 0; i < 60; i++)
		length += (size_t)sprintf(name + length, "1AIS%c_S%c_E",
			"01"[i & 1], "01"[i & 1]);
	strcpy(name + length, "EvT_");
	assert_true(strlen(symbols_display_name(symbols, name)) < 4096);
	symbols_free(symbols);
}

static void paths_are_shown_without_detours(void **state)
{
	struct symbols *symbols = symbols_new();

	(void)state;
	assert_string_equal(
		symbols_intern_path(symbols, "/a/./b/../c.c"), "/a/c.c");
	assert_string_equal(
		symbols_intern_path(symbols, "../../x//y.c"), "../../x/y.c");
	assert_string_equal(symbols_intern_path(symbols, "a/../b.c"), "b.c");
	symbols_free(symbols);
}

static void parameters_know_their_registers(void **state)
{
	static const char *const files[] = {"p.c",
		"struct small { long a, b; }; struct big { long a[4]; };\n"
		"struct mixed { double d; int i; };\n"
		"enum color { RED }; struct list;\n"
		"typedef struct list *list_t;\n"
		"__attribute__((noinline)) long all(struct list *l, double d,\n"
		"	struct small s, struct big b, const char *const t,\n"
		"	struct mixed m, enum color c, long last)\n"
		"{ return (long)l + d + s.a + b.a[0] + t[0] + m.i + c + last; "
		"}\n"
		"__attribute__((noinline)) struct big make(list_t l)\n"
		"{ struct big b = {{(long)l}}; return b; }\n"
		"int main(void) { struct small s = {1, 2}; struct big b = "
		"{{3}};\n"
		"	struct mixed m = {1, 2};\n"
		"	return all(0, 1, s, b, \"\", m, RED, 7) + "
		"make(0).a[0]; }\n",
		NULL};
	static const struct {
		const char *name, *type, *pointee;
		int argument_register;
	} expected[] = {{"l", "struct list *", "struct list", 0},
		{"d", "double", NULL, -1}, {"s", "struct small", NULL, 1},
		{"b", "struct big", NULL, -1},
		{"t", "const char *const", "char", 3},
		{"m", "struct mixed", NULL, 4}, {"c", "enum color", NULL, 5},
		{"last", "long", NULL, -1}};

	(void)state;
	for (int i = 0; i < 4; i++) {
		const struct symbol_parameter *list;
		struct subject subject;
		size_t count;

		if (!build_one(i < 2 ? "gcc" : "clang",
			    i % 2 ? "-g -O1" : "-g -O0", files, &subject))
			continue;
		count = symbols_parameters(subject.symbols,
			symbols_function_at(subject.symbols,
				subject_address(&subject, "all", NULL)),
			&list);
		assert_int_equal(count, 8);
		for (size_t j = 0; j < count; j++) {
			assert_string_equal(list[j].name, expected[j].name);
			if (j != 7) /* gcc: `long int` */
				assert_string_equal(
					list[j].type, expected[j].type);
			assert_int_equal(list[j].argument_register,
				expected[j].argument_register);
			if (expected[j].pointee)
				assert_string_equal(
					list[j].pointee, expected[j].pointee);
			else
				assert_null(list[j].pointee);
		}
		/* The place for a large result comes first. */
		count = symbols_parameters(subject.symbols,
			symbols_function_at(subject.symbols,
				subject_address(&subject, "make", NULL)),
			&list);
		assert_int_equal(count, 1);
		assert_int_equal(list[0].argument_register, 1);
		assert_string_equal(list[0].type, "list_t");
		assert_string_equal(list[0].pointee, "struct list");
		subject_release(&subject);
	}
}

static void cplusplus_parameters_follow_the_same_rules(void **state)
{
	static const char *const files[] = {"p.cc",
		"struct Owner { int *p; ~Owner(); };\n"
		"Owner::~Owner() { delete p; }\n"
		"struct Plain { int x; };\n"
		"struct Shop { long total;\n"
		"  long sell(Owner o, const Plain &p, bool b, Plain v); };\n"
		"__attribute__((noinline))\n"
		"long Shop::sell(Owner o, const Plain &p, bool b, Plain v)\n"
		"{ return total + *o.p + p.x + b + v.x; }\n"
		"int main() { Shop s{1}; Plain p{2}; Owner o{new int(3)};\n"
		"  return s.sell(Owner{new int(1)}, p, true, p); }\n",
		NULL};

	(void)state;
	for (int i = 0; i < 6; i++) {
		static const char *const flags[] = {
			"-g", "-g -O2", "-gdwarf-4"};
		static const char *const names[] = {"this", "o", "p", "b", "v"};
		const struct symbol_parameter *list;
		struct subject subject;
		size_t count;

		if (!build_one(i < 3 ? "g++" : "clang++", flags[i % 3], files,
			    &subject))
			continue;
		count = symbols_parameters(subject.symbols,
			symbols_function_at(subject.symbols,
				subject_address(&subject,
					"_ZN4Shop4sellE5OwnerRK5PlainbS1_",
					NULL)),
			&list);
		assert_int_equal(count, 5);
		for (int j = 0; j < 5; j++) {
			assert_string_equal(list[j].name, names[j]);
			assert_int_equal(list[j].argument_register, j);
		}
		assert_string_equal(list[0].pointee, "Shop");
		assert_string_equal(list[2].type, "const Plain &");
		assert_string_equal(list[2].pointee, "Plain");
		subject_release(&subject);
	}
}

static void variables_are_found_by_address(void **state)
{
	(void)state;
	for (int i = 0; i < SUBJECT_CONFIGS; i++) {
		struct symbol_variable variable;
		uint64_t address, size;

		if (!built[i].symbols)
			continue;
		address = subject_address(&built[i], "nodes", &size);
		assert_true(symbols_find_variable(
			built[i].symbols, address + 17, &variable));
		assert_string_equal(variable.name, "nodes");
		assert_string_equal(variable.type, "struct node[3]");
		assert_int_equal(variable.start, address);
		assert_int_equal(variable.size_bytes, size);
		assert_true(variable.writable);
		assert_false(symbols_find_variable(
			built[i].symbols, address + size + 4096, &variable));
		address = subject_address(&built[i], "limit", NULL);
		assert_true(symbols_find_variable(
			built[i].symbols, address, &variable));
		assert_string_equal(variable.type, "const int");
		assert_false(variable.writable);
		address = subject_address(&built[i],
			strcmp(subject_configs[i].compiler, "gcc") == 0
				? "calls.0"
				: "count_calls.calls",
			NULL);
		assert_true(symbols_find_variable(
			built[i].symbols, address, &variable));
		assert_string_equal(variable.name, "calls");
	}
}

static void without_dwarf_elf_symbols_name_variables(void **state)
{
	struct symbol_variable variable;
	struct subject subject;
	uint64_t address;

	(void)state;
	if (!build_one("gcc", "-O1", subject_list_files, &subject))
		return;
	address = subject_address(&subject, "counter", NULL);
	assert_true(symbols_find_variable(subject.symbols, address, &variable));
	assert_string_equal(variable.name, "counter");
	assert_null(variable.type);
	assert_int_equal(variable.size_bytes, 4);
	address = subject_address(&subject, "calls.0", NULL);
	assert_true(symbols_find_variable(subject.symbols, address, &variable));
	assert_string_equal(variable.name, "calls");
	subject_release(&subject);
}

static void the_objects_of_this_process_are_read_as_the_kernel_maps_them(
	void **state)
{
	struct symbols *symbols = symbols_new();
	const struct symbol_function *function;
	unsigned long long start, end, offset;
	char line[1024], access[8], path[512];
	FILE *maps = fopen("/proc/self/maps", "r");

	(void)state;
	assert_non_null(maps);
	while (fgets(line, sizeof line, maps)) {
		if (sscanf(line, "%llx-%llx %7s %llx %*s %*s %511s", &start,
			    &end, access, &offset, path) == 5 &&
			strchr(access, 'x') && path[0] == '/')
			symbols_add_module(symbols, start, end, offset, path);
	}
	fclose(maps);
	function = symbols_function_at(symbols, (uintptr_t)&symbols_new);
	assert_string_equal(function->name, "symbols_new");
	assert_non_null(strstr(function->object, "test_symbols"));
	/* A library of the system: a name, but no debug information. */
	function = symbols_function_at(symbols, (uintptr_t)&qsort);
	if (strncmp(function->object, "/usr/lib/", 9) == 0 ||
		strncmp(function->object, "/lib", 4) == 0) {
		assert_string_equal(function->name, "qsort");
		assert_false(function->has_debug);
		assert_null(function->file);
	}
	symbols_free(symbols);
}

static void segments_and_build_ids_are_told(void **state)
{
	const char *object, *build_id;
	struct subject subject;
	uint64_t address, start, end;
	bool is_writable;

	(void)state;
	if (!build_one("gcc", "-g -Wl,--build-id=0x0123456789abcdef",
		    subject_list_files, &subject))
		return;
	address = subject_address(&subject, "counter", NULL);
	assert_true(symbols_find_segment(
		subject.symbols, address, &object, &start, &end, &is_writable));
	assert_string_equal(object, subject.path);
	assert_true(start <= address && address < end && is_writable);
	address = subject_address(&subject, "main", NULL);
	assert_true(symbols_find_segment(
		subject.symbols, address, &object, &start, &end, &is_writable));
	assert_true(start <= address && address < end && !is_writable);
	build_id = symbols_build_id(subject.symbols, address);
	assert_string_equal(build_id, "0123456789abcdef");
	assert_false(symbols_find_segment(
		subject.symbols, 64, &object, &start, &end, &is_writable));
	subject_release(&subject);
}

static void what_is_not_known_is_said_so(void **state)
{
	struct symbol_position chain[CHAIN_MAX];
	struct symbol_variable variable;
	const struct symbol_parameter *list;
	struct symbols *symbols = symbols_new();

	(void)state;
	assert_int_equal(symbols_resolve(symbols, 0x1234, chain, CHAIN_MAX), 1);
	assert_string_equal(chain[0].function->name, "??");
	assert_false(chain[0].function->has_debug);
	assert_int_equal(
		symbols_parameters(symbols, chain[0].function, &list), 0);
	assert_false(symbols_find_variable(symbols, 0x1234, &variable));
	symbols_add_module(symbols, 0x1000, 0x2000, 0, "/nonexistent/lib.so");
	assert_int_equal(symbols_resolve(symbols, 0x1234, chain, CHAIN_MAX), 1);
	assert_string_equal(chain[0].function->name, "lib.so");
	assert_string_equal(chain[0].function->object, "/nonexistent/lib.so");
	assert_int_equal(chain[0].offset, 0x234);
	symbols_resolve(symbols, 0x1238, chain, CHAIN_MAX);
	assert_non_null(strstr(symbols_warning(symbols, 0), "cannot be read"));
	assert_null(symbols_warning(symbols, 1));
	symbols_free(symbols);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_function_is_known_by_name_file_and_line),
		cmocka_unit_test(every_instruction_has_a_line_in_its_function),
		cmocka_unit_test(an_inlined_call_is_a_link_of_the_chain),
		cmocka_unit_test(
			the_innermost_are_dropped_when_the_chain_is_short),
		cmocka_unit_test(an_unoptimised_copy_is_the_function_itself),
		cmocka_unit_test(keys_are_the_same_in_every_build),
		cmocka_unit_test(
			functions_are_numbered_in_order_of_their_resolution),
		cmocka_unit_test(the_object_may_be_moved_or_fixed),
		cmocka_unit_test(an_address_means_what_is_mapped_now),
		cmocka_unit_test(optimised_clones_are_their_function),
		cmocka_unit_test(
			without_debug_information_elf_symbols_name_functions),
		cmocka_unit_test(separate_debug_files_are_found),
		cmocka_unit_test(a_debug_file_of_another_build_is_refused),
		cmocka_unit_test(split_and_compressed_units_are_read),
		cmocka_unit_test(
			a_missing_split_unit_leaves_elf_symbols_and_a_warning),
		cmocka_unit_test(a_file_dwz_shared_entries_of_is_read),
		cmocka_unit_test(cplusplus_names_are_readable),
		cmocka_unit_test(names_are_what_people_say),
		cmocka_unit_test(a_name_that_would_fill_the_memory_is_cut),
		cmocka_unit_test(paths_are_shown_without_detours),
		cmocka_unit_test(parameters_know_their_registers),
		cmocka_unit_test(cplusplus_parameters_follow_the_same_rules),
		cmocka_unit_test(variables_are_found_by_address),
		cmocka_unit_test(without_dwarf_elf_symbols_name_variables),
		cmocka_unit_test(
			the_objects_of_this_process_are_read_as_the_kernel_maps_them),
		cmocka_unit_test(segments_and_build_ids_are_told),
		cmocka_unit_test(what_is_not_known_is_said_so),
	};

	return cmocka_run_group_tests(tests, build_all, release_all);
}
