/* SPDX-License-Identifier: MIT
 * Tests of analyzer/symbols on files that are damaged, on purpose or not:
 * whatever the bytes are, every question is answered. */
#include "config.h"

#include "analyzer/symbols/symbols.h"

#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/random.h"
#include "testsuite/unit/subject.h"

#define MUTATIONS    500 /* of each subject */
#define SUBJECTS     4
#define SECTIONS_MAX 64
#define SITES_MAX    64
#define BIAS	     0x555555554000u

/* A file and where its debug information is. */
struct image {
	unsigned char *bytes;
	size_t size;
	struct {
		size_t offset;
		size_t size;
	} sections[SECTIONS_MAX];
	size_t section_count;
	struct trace_site sites[SITES_MAX];
	size_t site_count;
};

static void read_image(const char *path, struct image *image)
{
	FILE *file = fopen(path, "rb");
	long size;

	assert_non_null(file);
	fseek(file, 0, SEEK_END);
	size = ftell(file);
	rewind(file);
	image->size = (size_t)size;
	image->bytes = malloc(image->size);
	assert_int_equal(fread(image->bytes, 1, image->size, file), size);
	fclose(file);
}

/* The sections worth damaging: debug information, unwind tables, symbols. */
static void find_sections(struct image *image)
{
	const Elf64_Ehdr *header = (const Elf64_Ehdr *)(void *)image->bytes;
	const Elf64_Shdr *sections =
		(const Elf64_Shdr *)(void *)(image->bytes + header->e_shoff);
	const char *names = (const char *)image->bytes +
			    sections[header->e_shstrndx].sh_offset;

	image->section_count = 0;
	for (int i = 0; i < header->e_shnum && i < SECTIONS_MAX; i++) {
		const char *name = names + sections[i].sh_name;

		if (strncmp(name, ".debug_", 7) != 0 &&
			strcmp(name, ".eh_frame") != 0 &&
			strcmp(name, ".symtab") != 0)
			continue;
		image->sections[image->section_count].offset =
			sections[i].sh_offset;
		image->sections[image->section_count++].size =
			sections[i].sh_size;
	}
	assert_true(image->section_count > 5);
}

static void read_subject(struct subject *subject, struct image *image)
{
	static const char *const functions[] = {
		"list_sum", "list_product", "pick", "read_two", "main"};

	read_image(subject->path, image);
	find_sections(image);
	image->site_count = 0;
	for (int i = 0; i < 5; i++) {
		subject_read_sites(subject, functions[i]);
		for (size_t j = 0; j < subject->site_count &&
				   image->site_count < SITES_MAX;
			j++)
			image->sites[image->site_count++] = subject->sites[j];
	}
	assert_true(image->site_count > 5);
}

/* Overwrites some bytes of the debug information, or of the whole file. */
static void damage(struct image *image, uint64_t *random)
{
	size_t count = 1 + random_mix(random) % 8;

	while (count-- > 0) {
		size_t section =
			random_mix(random) % (image->section_count + 1);
		bool is_any = section == image->section_count;
		size_t start = is_any ? 0 : image->sections[section].offset;
		size_t size =
			is_any ? image->size : image->sections[section].size;
		unsigned char *at =
			image->bytes + start + random_mix(random) % size;

		switch (random_mix(random) % 4) {
		case 0:
			*at ^= (unsigned char)(1u << random_mix(random) % 8);
			break;
		case 1:
			*at = 0xff;
			break;
		case 2:
			*at = 0;
			break;
		default:
			*at = (unsigned char)random_mix(random);
		}
	}
}

/* Asks everything about the file at PATH. Returns the number of warnings. */
static size_t ask_all(const struct image *image, const char *path)
{
	struct symbols *symbols = symbols_new();
	size_t warnings = 0;

	symbols_add_module(symbols, BIAS, BIAS + 0x100000, 0, path);
	for (size_t i = 0; i < image->site_count; i++) {
		const struct trace_site *site = &image->sites[i];
		const struct symbol_parameter *parameters;
		struct symbol_position chain[16];
		struct symbol_label label;
		size_t count = symbols_resolve(symbols, site->pc, chain, 16);

		assert_in_range(count, 1, 16);
		for (size_t j = 0; j < count; j++) {
			assert_non_null(chain[j].function->name);
			assert_non_null(chain[j].function->linkage);
			symbols_parameters(
				symbols, chain[j].function, &parameters);
		}
		symbols_label_read(symbols, site, &label);
	}
	for (uint64_t at = 0; at < 0x8000; at += 256) {
		struct symbol_variable variable;

		if (symbols_find_variable(symbols, BIAS + at, &variable))
			assert_non_null(variable.name);
	}
	while (symbols_warning(symbols, warnings))
		warnings++;
	symbols_free(symbols);
	return warnings;
}

static void write_image(
	const struct image *image, const char *path, size_t size)
{
	FILE *file = fopen(path, "wb");

	assert_non_null(file);
	assert_int_equal(fwrite(image->bytes, 1, size, file), size);
	fclose(file);
}

/* Builds subject number I; false: its compiler is missing. */
static bool build(int i, struct subject *subject, struct image *image)
{
	static const char *const flags[SUBJECTS] = {"-gdwarf-5 -O2",
		"-gdwarf-4 -O0", "-gdwarf-5 -O2", "-gdwarf-4 -O2"};
	const char *compiler = i < 2 ? "gcc" : "clang";

	if (!subject_has_compiler(compiler))
		return false;
	assert_true(
		subject_build(subject, compiler, flags[i], subject_list_files));
	assert_int_equal(subject->bias, BIAS);
	read_subject(subject, image);
	return true;
}

static void damaged_bytes_cost_names_and_nothing_else(void **state)
{
	struct subject subject;
	struct image image;

	(void)state;
	for (int i = 0; i < SUBJECTS; i++) {
		unsigned char *sound;
		size_t warned = 0;

		if (!build(i, &subject, &image))
			continue;
		sound = malloc(image.size);
		memcpy(sound, image.bytes, image.size);
		assert_int_equal(ask_all(&image, subject.path), 0);
		for (uint64_t seed = 0; seed < MUTATIONS; seed++) {
			uint64_t random = seed * SUBJECTS + (uint64_t)i;
			size_t warnings;

			memcpy(image.bytes, sound, image.size);
			damage(&image, &random);
			write_image(&image, subject.path, image.size);
			warnings = ask_all(&image, subject.path);
			/* One sentence for one object. */
			assert_in_range(warnings, 0, 1);
			warned += warnings;
		}
		assert_true(warned > 0);
		free(sound);
		free(image.bytes);
		subject_release(&subject);
	}
}

static void a_file_cut_anywhere_is_read_as_far_as_it_goes(void **state)
{
	struct subject subject;
	struct image image;

	(void)state;
	if (!build(0, &subject, &image))
		return;
	for (size_t size = 0; size < image.size; size += image.size / 200) {
		write_image(&image, subject.path, size);
		assert_in_range(ask_all(&image, subject.path), 0, 1);
	}
	free(image.bytes);
	subject_release(&subject);
}

static void damaged_units_leave_elf_symbols_and_a_warning(void **state)
{
	struct symbols *symbols;
	struct subject subject;
	struct image image;
	const char *warning;

	(void)state;
	if (!build(0, &subject, &image))
		return;
	/* .debug_abbrev says what everything in .debug_info is. */
	assert_true(subject_run(&subject,
		"head -c 200 /dev/zero | tr '\\0' '\\377' > junk && "
		"objcopy --update-section .debug_abbrev=junk subject"));
	symbols = symbols_new();
	symbols_add_module(symbols, BIAS, BIAS + 0x100000, 0, subject.path);
	assert_string_equal(symbols_function_at(symbols,
				    subject_address(&subject, "list_sum", NULL))
				    ->name,
		"list_sum");
	warning = symbols_warning(symbols, 0);
	assert_non_null(warning);
	assert_non_null(strstr(warning, subject.path));
	assert_non_null(strstr(warning, "damaged"));
	assert_non_null(strstr(warning, "rebuild"));
	assert_null(symbols_warning(symbols, 1));
	symbols_free(symbols);
	free(image.bytes);
	subject_release(&subject);
}

static void what_is_no_object_file_is_shown_by_its_name(void **state)
{
	static const char *const paths[] = {
		"/dev/null", "/", "/etc/passwd", "", "[vdso]"};

	(void)state;
	for (int i = 0; i < 5; i++) {
		struct symbols *symbols = symbols_new();

		symbols_add_module(symbols, 0x1000, 0x2000, 0, paths[i]);
		assert_non_null(symbols_function_at(symbols, 0x1500)->name);
		assert_false(symbols_function_at(symbols, 0x1500)->has_debug);
		assert_int_equal(symbols_warning(symbols, 0) == NULL, i == 4);
		symbols_free(symbols);
	}
}

static void mappings_that_contradict_each_other_are_survived(void **state)
{
	uint64_t random = 1;
	struct symbols *symbols = symbols_new();
	struct subject subject;
	struct image image;

	(void)state;
	if (!build(0, &subject, &image)) {
		symbols_free(symbols);
		return;
	}
	for (int i = 0; i < 3000; i++) {
		uint64_t start = random_mix(&random) % 64 * 0x1000;
		uint64_t end = start + random_mix(&random) % 16 * 0x1000;
		struct symbol_position chain[4];
		struct symbol_variable variable;

		if (i % 50 == 0)
			end = UINT64_MAX - (uint64_t)(i % 100);
		if (random_mix(&random) % 3 == 0)
			symbols_remove_range(symbols, start, end);
		else
			symbols_add_module(symbols, start, end,
				random_mix(&random) % 8 * 0x1000,
				random_mix(&random) % 2 ? subject.path
							: "/nonexistent");
		assert_int_equal(
			symbols_resolve(symbols, start + 0x123, chain, 4) > 0,
			1);
		if (symbols_find_variable(symbols, start + 0x123, &variable))
			assert_true(variable.size_bytes > 0);
	}
	symbols_free(symbols);
	free(image.bytes);
	subject_release(&subject);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(damaged_bytes_cost_names_and_nothing_else),
		cmocka_unit_test(a_file_cut_anywhere_is_read_as_far_as_it_goes),
		cmocka_unit_test(damaged_units_leave_elf_symbols_and_a_warning),
		cmocka_unit_test(what_is_no_object_file_is_shown_by_its_name),
		cmocka_unit_test(
			mappings_that_contradict_each_other_are_survived),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
