/* SPDX-License-Identifier: MIT
 * Tests of what analyzer/symbols keeps between runs. */
#include "config.h"

#include "analyzer/symbols/cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "analyzer/symbols/debug_info.h"
#include "lib/random.h"
#include "testsuite/unit/subject.h"

#define CHAIN_MAX    16
#define ROOM_BYTES   (UINT64_C(64) << 20)
#define MODULE_BYTES 0x100000
#define MUTATIONS    1500

static const char *const functions[] = {
	"list_sum", "list_product", "pick", "read_two", "main"};
#define FUNCTIONS (sizeof functions / sizeof *functions)

/* The list program, all its sites, and a directory for the cache. */
struct fixture {
	struct subject subject;
	struct trace_site sites[SUBJECT_SITES_MAX];
	size_t site_count;
	char *directory;
};

static bool build(
	struct fixture *fixture, const char *compiler, const char *flags)
{
	struct subject *subject = &fixture->subject;

	if (!subject_has_compiler(compiler))
		return false;
	assert_true(
		subject_build(subject, compiler, flags, subject_list_files));
	fixture->site_count = 0;
	for (size_t i = 0; i < FUNCTIONS; i++) {
		subject_read_sites(subject, functions[i]);
		for (size_t j = 0; j < subject->site_count &&
				   fixture->site_count < SUBJECT_SITES_MAX;
			j++)
			fixture->sites[fixture->site_count++] =
				subject->sites[j];
	}
	assert_true(fixture->site_count > 5);
	fixture->directory = memory_format("%s/deep/cache", subject->directory);
	return true;
}

static void release(struct fixture *fixture)
{
	subject_release(&fixture->subject);
	free(fixture->directory);
}

static struct symbols *open_symbols(
	const struct fixture *fixture, const char *directory)
{
	struct symbols *symbols = symbols_new();

	if (directory)
		symbols_keep(symbols, directory, ROOM_BYTES);
	symbols_add_module(symbols, fixture->subject.bias,
		fixture->subject.bias + MODULE_BYTES, 0, fixture->subject.path);
	return symbols;
}

static void print_function(FILE *out, struct symbols *symbols,
	const struct symbol_function *function)
{
	const struct symbol_parameter *parameter;
	size_t count = symbols_parameters(symbols, function, &parameter);

	fprintf(out, " %s|%s|%s:%u#%u %d %llx(", function->name,
		function->linkage, function->file ? function->file : "-",
		function->line, function->index, function->has_debug,
		(unsigned long long)function->key);
	for (size_t i = 0; i < count; i++)
		fprintf(out, "%s:%s:%s:%d,", parameter[i].name,
			parameter[i].type,
			parameter[i].pointee ? parameter[i].pointee : "-",
			parameter[i].argument_register);
	fputc(')', out);
}

static void print_site(
	FILE *out, struct symbols *symbols, const struct trace_site *site)
{
	struct symbol_position chain[CHAIN_MAX];
	struct symbol_label label;
	size_t count = symbols_resolve(symbols, site->pc, chain, CHAIN_MAX);

	for (size_t i = 0; i < count; i++) {
		print_function(out, symbols, chain[i].function);
		fprintf(out, "@%s:%u:%u+%llx",
			chain[i].file ? chain[i].file : "-", chain[i].line,
			chain[i].column, (unsigned long long)chain[i].offset);
	}
	symbols_label_read(symbols, site, &label);
	fprintf(out, " = %s.%s %s %s %d%d\n",
		label.variable ? label.variable : "-",
		label.field ? label.field : "-",
		label.object_type ? label.object_type : "-",
		label.value_type ? label.value_type : "-",
		label.variable_is_parameter, label.is_indexed);
}

/* All answers about the sites FROM ... END - 1, and about variables. Free it. */
static char *ask(struct symbols *symbols, const struct fixture *fixture,
	size_t from, size_t end)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	for (size_t i = from; i < end; i++)
		print_site(out, symbols, &fixture->sites[i]);
	for (uint64_t at = 0; at < 0x6000; at += 8) {
		struct symbol_variable variable;

		if (symbols_find_variable(
			    symbols, fixture->subject.bias + at, &variable))
			fprintf(out, "%s %s %llx %llu\n", variable.name,
				variable.type ? variable.type : "-",
				(unsigned long long)variable.start,
				(unsigned long long)variable.size_bytes);
	}
	print_function(out, symbols,
		symbols_function_at(symbols, fixture->subject.bias + 0x1000));
	fclose(out);
	return text;
}

/* All answers of a new handle that uses DIRECTORY. */
static char *ask_all(
	const struct fixture *fixture, const char *directory, bool *read_dwarf)
{
	struct symbols *symbols = open_symbols(fixture, directory);
	char *text = ask(symbols, fixture, 0, fixture->site_count);

	if (read_dwarf)
		*read_dwarf = symbols->objects->dwarf != NULL;
	assert_null(symbols_warning(symbols, 0));
	symbols_free(symbols);
	return text;
}

/* DIRECTORY/BUILD-ID.symbols. Free it. */
static char *cache_path(const struct fixture *fixture)
{
	struct symbols *symbols = open_symbols(fixture, NULL);
	char *path = memory_format("%s/%s" CACHE_SUFFIX, fixture->directory,
		symbols_map_find(symbols, fixture->subject.bias)
			->object->build_id);

	symbols_free(symbols);
	return path;
}

static char *read_file(const char *path, size_t *size)
{
	FILE *file = fopen(path, "rb");
	char *bytes;

	assert_non_null(file);
	fseek(file, 0, SEEK_END);
	*size = (size_t)ftell(file);
	rewind(file);
	bytes = memory_alloc(*size);
	assert_int_equal(fread(bytes, 1, *size, file), *size);
	fclose(file);
	return bytes;
}

static void write_file(const char *path, const char *bytes, size_t size)
{
	FILE *file = fopen(path, "wb");

	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, size, file), size);
	fclose(file);
}

static void the_second_run_answers_the_same_without_debug_information(
	void **state)
{
	(void)state;
	for (int i = 0; i < SUBJECT_CONFIGS; i++) {
		struct fixture fixture;
		char *without, *cold, *warm;
		bool read_dwarf;

		if (!build(&fixture, subject_configs[i].compiler,
			    subject_configs[i].flags))
			continue;
		without = ask_all(&fixture, NULL, NULL);
		cold = ask_all(&fixture, fixture.directory, &read_dwarf);
		assert_true(read_dwarf);
		assert_string_equal(cold, without);
		warm = ask_all(&fixture, fixture.directory, &read_dwarf);
		assert_false(read_dwarf);
		assert_string_equal(warm, without);
		free(without);
		free(cold);
		free(warm);
		release(&fixture);
	}
}

static void what_was_not_asked_before_is_added(void **state)
{
	struct fixture fixture;
	struct symbols *symbols;
	char *without, *text;
	bool read_dwarf;

	(void)state;
	if (!build(&fixture, "gcc", "-g -O2"))
		return;
	without = ask_all(&fixture, NULL, NULL);
	for (size_t i = 0; i < fixture.site_count; i += 3) {
		symbols = open_symbols(&fixture, fixture.directory);
		free(ask(symbols, &fixture, i,
			i + 3 < fixture.site_count ? i + 3
						   : fixture.site_count));
		symbols_free(symbols);
	}
	text = ask_all(&fixture, fixture.directory, &read_dwarf);
	/* The numbers of functions are in order of the questions. */
	assert_string_equal(text, without);
	free(text);
	text = ask_all(&fixture, fixture.directory, &read_dwarf);
	assert_false(read_dwarf);
	free(text);
	free(without);
	release(&fixture);
}

static void a_damaged_or_foreign_file_is_replaced(void **state)
{
	struct fixture fixture;
	char *without, *path, *sound, *bytes;
	size_t size;

	(void)state;
	if (!build(&fixture, "gcc", "-g -O2"))
		return;
	without = ask_all(&fixture, fixture.directory, NULL);
	path = cache_path(&fixture);
	sound = read_file(path, &size);
	bytes = memory_alloc(size);
	for (int i = 0; i < 8; i++) {
		struct cache_header *header = (void *)bytes;
		size_t length = i == 0	 ? 0
				: i == 1 ? sizeof *header - 1
				: i == 2 ? size - 1
				: i == 3 ? size / 2
					 : size;
		bool read_dwarf;
		char *text;

		memcpy(bytes, sound, size);
		if (i == 4)
			header->version++;
		else if (i == 5)
			header->stamp[1]++; /* another build, or other files */
		else if (i == 6)
			bytes[size / 2] ^= 1;
		else if (i == 7)
			header->magic[0] = 'X';
		header->checksum =
			i == 6 ? header->checksum
			       : cache_checksum(&header->stamp,
					 size - offsetof(struct cache_header,
							stamp));
		write_file(path, bytes, length);
		text = ask_all(&fixture, fixture.directory, &read_dwarf);
		assert_true(read_dwarf);
		assert_string_equal(text, without);
		free(text);
		text = ask_all(&fixture, fixture.directory, &read_dwarf);
		assert_false(read_dwarf);
		free(text);
	}
	free(bytes);
	free(sound);
	free(path);
	free(without);
	release(&fixture);
}

/* Whatever the numbers in a file say, its checksum being right. */
static void a_file_that_lies_never_crashes(void **state)
{
	struct fixture fixture;
	char *path, *sound, *bytes;
	size_t size, used = 0;
	uint64_t random = 1;

	(void)state;
	if (!build(&fixture, "gcc", "-g -O2"))
		return;
	free(ask_all(&fixture, fixture.directory, NULL));
	path = cache_path(&fixture);
	sound = read_file(path, &size);
	bytes = memory_alloc(size);
	for (int i = 0; i < MUTATIONS; i++) {
		struct cache_header *header = (void *)bytes;
		struct symbols *symbols;

		memcpy(bytes, sound, size);
		for (uint64_t j = random_mix(&random) % 6 + 1; j > 0; j--) {
			size_t from = offsetof(struct cache_header, sections);
			size_t at = from + random_mix(&random) % (size - from);
			uint32_t number = (uint32_t)random_mix(&random) >>
					  random_mix(&random) % 32;

			if (at + sizeof number <= size && j % 2 == 0)
				memcpy(bytes + at, &number, sizeof number);
			else
				bytes[at] = (char)number;
		}
		header->checksum = cache_checksum(&header->stamp,
			size - offsetof(struct cache_header, stamp));
		write_file(path, bytes, size);
		symbols = open_symbols(&fixture, fixture.directory);
		used += symbols->objects->cache != NULL;
		free(ask(symbols, &fixture, 0, fixture.site_count));
		symbols_free(symbols);
	}
	assert_true(used > MUTATIONS / 2);
	free(bytes);
	free(sound);
	free(path);
	release(&fixture);
}

static void processes_share_a_directory(void **state)
{
	enum { PROCESSES = 6 };
	struct fixture fixture;
	char *without, *text;
	pid_t pids[PROCESSES];
	bool read_dwarf;

	(void)state;
	if (!build(&fixture, "gcc", "-g -O2"))
		return;
	without = ask_all(&fixture, NULL, NULL);
	for (size_t i = 0; i < PROCESSES; i++) {
		pids[i] = fork();
		assert_true(pids[i] >= 0);
		if (pids[i] > 0)
			continue;
		for (size_t j = 0; j < fixture.site_count; j++) {
			size_t from = (i + j) % fixture.site_count;
			struct symbols *symbols =
				open_symbols(&fixture, fixture.directory);

			free(ask(symbols, &fixture, from, from + 1));
			symbols_free(symbols);
		}
		text = ask_all(&fixture, fixture.directory, NULL);
		_exit(strcmp(text, without) != 0);
	}
	for (size_t i = 0; i < PROCESSES; i++) {
		int status;

		assert_int_equal(waitpid(pids[i], &status, 0), pids[i]);
		assert_int_equal(status, 0);
	}
	free(ask_all(&fixture, fixture.directory, NULL));
	text = ask_all(&fixture, fixture.directory, &read_dwarf);
	assert_false(read_dwarf);
	assert_string_equal(text, without);
	free(text);
	free(without);
	release(&fixture);
}

/* Files of the directory. */
static size_t count_files(const char *directory)
{
	DIR *opened = opendir(directory);
	size_t count = 0;

	if (!opened)
		return 0;
	for (struct dirent *entry; (entry = readdir(opened));)
		count += strcmp(entry->d_name, ".") != 0 &&
			 strcmp(entry->d_name, "..") != 0;
	closedir(opened);
	return count;
}

static void an_object_without_build_id_is_not_kept(void **state)
{
	struct fixture fixture;
	char *text;

	(void)state;
	if (!build(&fixture, "gcc", "-g -Wl,--build-id=none"))
		return;
	text = ask_all(&fixture, fixture.directory, NULL);
	assert_int_equal(count_files(fixture.directory), 0);
	free(text);
	release(&fixture);
}

static void a_directory_that_cannot_be_made_does_not_matter(void **state)
{
	struct fixture fixture;
	char *without, *text, *below;

	(void)state;
	if (!build(&fixture, "gcc", "-g"))
		return;
	without = ask_all(&fixture, NULL, NULL);
	below = memory_format("%s/cache", fixture.subject.path);
	text = ask_all(&fixture, below, NULL);
	assert_string_equal(text, without);
	free(text);
	free(below);
	free(without);
	release(&fixture);
}

/* Both have one build-id, but only one has names. */
static void a_stripped_copy_has_answers_of_its_own(void **state)
{
	struct fixture fixture;
	char *full, *stripped;

	(void)state;
	if (!build(&fixture, "gcc", "-g"))
		return;
	full = ask_all(&fixture, fixture.directory, NULL);
	assert_true(subject_run(&fixture.subject, "strip subject"));
	stripped = ask_all(&fixture, fixture.directory, NULL);
	assert_string_not_equal(stripped, full);
	assert_null(strstr(stripped, "list_sum"));
	free(stripped);
	free(full);
	release(&fixture);
}

static void files_used_longest_ago_make_room(void **state)
{
	struct fixture fixture;
	static const char *const names[] = {
		"a" CACHE_SUFFIX, "b" CACHE_SUFFIX, "c" CACHE_SUFFIX};
	struct timespec times[2];
	char bytes[1000] = {0};
	size_t size;

	(void)state;
	if (!build(&fixture, "gcc", "-g"))
		return;
	for (int i = 0; i < 3; i++) {
		char *path =
			memory_format("%s/%s", fixture.directory, names[i]);

		cache_directory_write(fixture.directory, names[i], bytes,
			sizeof bytes, ROOM_BYTES);
		times[0].tv_sec = times[1].tv_sec = 1000 + i;
		times[0].tv_nsec = times[1].tv_nsec = 0;
		assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
		free(path);
	}
	free(cache_directory_read(fixture.directory, names[0], &size));
	cache_directory_write(fixture.directory, "d" CACHE_SUFFIX, bytes,
		sizeof bytes, 2 * sizeof bytes);
	assert_int_equal(count_files(fixture.directory), 2);
	free(cache_directory_read(fixture.directory, names[0], &size));
	assert_int_equal(size, sizeof bytes);
	assert_null(cache_directory_read(fixture.directory, names[1], &size));
	assert_null(cache_directory_read(fixture.directory, names[2], &size));
	/* A file larger than all the room is not written at all. */
	cache_directory_write(fixture.directory, "e" CACHE_SUFFIX, bytes,
		sizeof bytes, sizeof bytes - 1);
	assert_int_equal(count_files(fixture.directory), 2);
	release(&fixture);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			the_second_run_answers_the_same_without_debug_information),
		cmocka_unit_test(what_was_not_asked_before_is_added),
		cmocka_unit_test(a_damaged_or_foreign_file_is_replaced),
		cmocka_unit_test(a_file_that_lies_never_crashes),
		cmocka_unit_test(processes_share_a_directory),
		cmocka_unit_test(an_object_without_build_id_is_not_kept),
		cmocka_unit_test(
			a_directory_that_cannot_be_made_does_not_matter),
		cmocka_unit_test(a_stripped_copy_has_answers_of_its_own),
		cmocka_unit_test(files_used_longest_ago_make_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
