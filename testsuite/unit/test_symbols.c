/* SPDX-License-Identifier: MIT
 * Tests of analyzer/symbols: functions, inlined chains, positions, objects. */
#include "config.h"

#include "analyzer/symbols/symbols.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "analyzer/symbols/debug_info.h"
#include "lib/words.h"
#include "testsuite/unit/subject.h"

#define CHAIN_MAX 16

/* The list program by every compiler there is; others have no handle. */
static struct subject built[SUBJECT_CONFIGS];

static int build_all(void **state)
{
	(void)state;
	return subject_build_all(built);
}

static int release_all(void **state)
{
	(void)state;
	subject_release_all(built);
	return 0;
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
	assert_string_equal(words_base_name(path), expected);
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

		if (!built[i].symbols || !subject_is_optimised(i))
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

		if (!built[i].symbols || !subject_is_optimised(i))
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

		if (!built[i].symbols || subject_is_optimised(i))
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

static void variables_that_change_and_build_ids_are_known(void **state)
{
	struct symbol_variable counter;
	struct subject subject;
	uint64_t address;

	(void)state;
	if (!build_one("gcc", "-g -Wl,--build-id=0x0123456789abcdef",
		    subject_list_files, &subject))
		return;
	address = subject_address(&subject, "counter", NULL);
	assert_true(symbols_find_variable(subject.symbols, address, &counter));
	assert_true(counter.writable);
	assert_string_equal(
		symbols_map_find(subject.symbols, address)->object->build_id,
		"0123456789abcdef");
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
		cmocka_unit_test(
			the_objects_of_this_process_are_read_as_the_kernel_maps_them),
		cmocka_unit_test(variables_that_change_and_build_ids_are_known),
		cmocka_unit_test(what_is_not_known_is_said_so),
	};

	return cmocka_run_group_tests(tests, build_all, release_all);
}
