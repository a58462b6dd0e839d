/* SPDX-License-Identifier: MIT
 * Tests of analyzer/symbols on what compilers, linkers and packagers make of a
 * program: lines without number, columns, other languages, other places. */
#include "config.h"

#include "analyzer/symbols/symbols.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/symbols/debug_info.h"
#include "lib/words.h"
#include "testsuite/unit/subject.h"

#define CHAIN_MAX 16

/* Builds FILES; false: COMPILER is missing. */
static bool build(struct subject *subject, const char *compiler,
	const char *flags, const char *const *files)
{
	if (!subject_has_compiler(compiler))
		return false;
	assert_true(subject_build(subject, compiler, flags, files));
	return true;
}

/* The row of line 0 is in the middle of the function, which begins in line 1. */
static void code_of_no_line_takes_the_line_before(void **state)
{
	static const char *const files[] = {"a.c",
		"int before(int n)\n"
		"{\n"
		"\tn += 3;\n"
		"\t__asm__ volatile(\".loc 1 0\\n\\tnop\\n\\tnop\");\n"
		"\treturn n;\n"
		"}\n"
		"int main(int n, char **v) { (void)v; return before(n); }\n",
		NULL};
	struct symbol_position chain[CHAIN_MAX];
	struct subject subject;
	uint64_t address, size;

	(void)state;
	/* The assembler that gcc uses leaves such rows out. */
	if (!build(&subject, "clang", "-gdwarf-4 -O0", files))
		return;
	assert_true(
		subject_run(&subject, "objdump --dwarf=decodedline subject | "
				      "grep -Eq '^a.c +0 +0x'"));
	address = subject_address(&subject, "before", &size);
	for (uint64_t at = 0; at < size; at++) {
		symbols_resolve(
			subject.symbols, address + at, chain, CHAIN_MAX);
		assert_in_range(chain[0].line, 2, 6);
	}
	subject_release(&subject);
}

/* Is there an instruction of FUNCTION at LINE:COLUMN? */
static bool has_position(struct subject *subject, const char *function,
	unsigned line, unsigned column)
{
	uint64_t size, address = subject_address(subject, function, &size);

	for (uint64_t at = 0; at < size; at++) {
		struct symbol_position chain[CHAIN_MAX];

		symbols_resolve(
			subject->symbols, address + at, chain, CHAIN_MAX);
		if (chain[0].line == line && chain[0].column == column)
			return true;
	}
	return false;
}

static void columns_tell_reads_of_one_line_apart(void **state)
{
	static const char *const files[] = {"a.c",
		"int id(int a) { return a; }\n"
		"int add(int *a, int *b) { return id(*a) + id(*b); }\n"
		"int main(int n, char **v) { (void)v; return add(&n, &n); }\n",
		NULL};
	static const char *const flags[] = {
		"-gdwarf-4 -gcolumn-info -O0", "-gdwarf-5 -gcolumn-info -O0"};
	static const char *const compilers[] = {"gcc", "clang"};

	(void)state;
	for (int i = 0; i < 4; i++) {
		struct subject subject;

		if (!build(&subject, compilers[i / 2], flags[i % 2], files))
			continue;
		assert_true(has_position(&subject, "add", 2, 34));
		assert_true(has_position(&subject, "add", 2, 43));
		subject_release(&subject);
	}
}

static void rust_names_are_readable(void **state)
{
	static const char *const files[] = {"a.rs",
		"pub mod table {\n"
		"    pub struct Table { pub rows: Vec<u64> }\n"
		"    impl Table {\n"
		"        #[inline(never)]\n"
		"        pub fn sum(&self) -> u64 { let mut s = 0;\n"
		"            for r in &self.rows { s += *r; } s }\n"
		"    }\n"
		"}\n"
		"fn main() { let t = table::Table { rows: vec![1, 2, 3] };\n"
		"    std::process::exit((t.sum() - 6) as i32); }\n",
		NULL};
	static const char *const flags[] = {"-g --crate-name a",
		"-g -C symbol-mangling-version=v0 --crate-name a"};

	(void)state;
	for (int i = 0; i < 2; i++) {
		const struct symbol_function *function = NULL;
		struct subject subject;
		char line[512] = "";
		unsigned long long address = 0;
		char command[256];
		FILE *pipe;

		if (!subject_has_compiler("rustc"))
			return;
		if (!subject_build(&subject, "rustc", flags[i], files))
			continue; /* this one does not know the scheme */
		snprintf(command, sizeof command,
			"nm %s | grep ' [tT] .*5table.*Table.*3sum'",
			subject.path);
		pipe = popen(command, "r");
		assert_non_null(pipe);
		assert_non_null(fgets(line, sizeof line, pipe));
		pclose(pipe);
		assert_int_equal(sscanf(line, "%llx", &address), 1);
		function = symbols_function_at(
			subject.symbols, address + subject.bias);
		assert_non_null(strstr(function->name, "table::Table"));
		assert_non_null(strstr(function->name, "sum"));
		assert_null(strstr(function->name, "17h"));
		assert_null(strstr(function->name, "_ZN"));
		assert_null(strstr(function->name, "_R"));
		assert_true(function->linkage[0] == '_');
		assert_int_equal(function->line, 5);
		assert_string_equal(words_base_name(function->file), "a.rs");
		subject_release(&subject);
	}
}

/* Prelinked libraries have addresses that are not those of their file. */
static void an_object_may_be_linked_for_any_address(void **state)
{
	static const char *const flags[] = {
		"-g -pie -fPIE -Wl,-Ttext-segment=0x41000000",
		"-g -shared -fPIC -Wl,-Ttext-segment=0x3a0000000",
		"-g -no-pie -Wl,-Ttext-segment=0x70000000",
		"-g -pie -fPIE -Wl,-z,noseparate-code"};

	(void)state;
	for (int i = 0; i < 4; i++) {
		struct symbol_position chain[CHAIN_MAX];
		struct symbol_variable variable;
		struct subject subject;
		uint64_t address, data;

		if (!build(&subject, "gcc", flags[i], subject_list_files))
			return;
		address = subject_address(&subject, "list_sum", NULL);
		assert_true(address != 0);
		symbols_resolve(subject.symbols, address, chain, CHAIN_MAX);
		assert_string_equal(chain[0].function->name, "list_sum");
		assert_int_equal(chain[0].offset, address - subject.bias);
		assert_true(chain[0].line > 0);
		data = subject_address(&subject, "table", NULL);
		if (data != 0) {
			assert_true(symbols_find_variable(
				subject.symbols, data, &variable));
			assert_string_equal(variable.name, "table");
			assert_int_equal(variable.start, data);
		}
		subject_release(&subject);
	}
}

static void debug_packages_are_found_by_build_id(void **state)
{
	const struct symbol_function *function;
	struct subject subject;
	uint64_t address;
	char directory[256];

	(void)state;
	if (!build(&subject, "gcc", "-g -Wl,--build-id=0xabcdef0123456789",
		    subject_list_files))
		return;
	address = subject_address(&subject, "list_sum", NULL);
	assert_true(subject_run(&subject,
		"mkdir -p debug/.build-id/ab && objcopy --only-keep-debug "
		"subject debug/.build-id/ab/cdef0123456789.debug && strip "
		"subject"));
	snprintf(directory, sizeof directory, "%s/debug", subject.directory);
	symbols_free(subject.symbols);
	subject.symbols = symbols_new();
	subject.symbols->debug_directory = directory;
	symbols_add_module(subject.symbols, subject.bias,
		subject.bias + 0x100000, 0, subject.path);
	function = symbols_function_at(subject.symbols, address);
	assert_string_equal(function->name, "list_sum");
	assert_string_equal(words_base_name(function->file), "list.c");
	assert_true(function->has_debug);
	subject_release(&subject);
}

/* The recorder tells of mappings of files only; what a JIT compiler writes and
 * what the kernel lends have neither symbols nor files. */
static void code_without_a_file_has_no_name(void **state)
{
	struct symbols *symbols = symbols_new();
	struct symbol_position chain[CHAIN_MAX];

	(void)state;
	symbols_add_module(symbols, 0x7fff1000, 0x7fff3000, 0, "[vdso]");
	assert_int_equal(
		symbols_resolve(symbols, 0x7fff1810, chain, CHAIN_MAX), 1);
	assert_string_equal(chain[0].function->name, "[vdso]");
	assert_false(chain[0].function->has_debug);
	assert_int_equal(
		symbols_resolve(symbols, 0x10000, chain, CHAIN_MAX), 1);
	assert_string_equal(chain[0].function->name, "??");
	assert_int_equal(chain[0].offset, 0x10000);
	assert_int_equal(chain[0].line, 0);
	assert_null(symbols_warning(symbols, 0));
	symbols_free(symbols);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(code_of_no_line_takes_the_line_before),
		cmocka_unit_test(columns_tell_reads_of_one_line_apart),
		cmocka_unit_test(rust_names_are_readable),
		cmocka_unit_test(an_object_may_be_linked_for_any_address),
		cmocka_unit_test(debug_packages_are_found_by_build_id),
		cmocka_unit_test(code_without_a_file_has_no_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
