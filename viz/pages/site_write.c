/* SPDX-License-Identifier: MIT
 * Writes the pages of an HTML report: a directory of them, or one file in which
 * each is a section. */
#include "config.h"

#include "viz/site.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/error.h"
#include "lib/folders.h"
#include "lib/memory.h"
#include "lib/report/proof.h"
#include "lib/whole_file.h"
#include "lib/words.h"
#include "viz/assets.h"
#include "viz/data.h"
#include "viz/frame.h"
#include "viz/pages/profiles.h"
#include "viz/template.h"

static const struct kind {
	struct json_value *(*make)(struct page *page, size_t index);
	const char *template_; /* that is filled by what MAKE makes */
	const char *title;     /* NULL: of its own */
	const char *menu;      /* NULL: not in the menu */
} kinds[PAGE_KINDS] = {
	[PAGE_OVERVIEW] = {page_overview, "overview", "Findings", "Findings"},
	[PAGE_FINDING] = {page_finding, "finding", NULL, NULL},
	[PAGE_PROOF] = {page_proof, "proof", NULL, NULL},
	[PAGE_FUZZ] = {page_fuzz, "fuzz", NULL, NULL},
	[PAGE_FILES] = {page_files, "files", "Source files", "Source"},
	[PAGE_SOURCE] = {page_source, "source", NULL, NULL},
	[PAGE_TESTS] = {page_tests, "tests", "Tests", "Tests"},
	[PAGE_TEST] = {page_test, "test", NULL, NULL},
	[PAGE_STRUCTURES] = {page_structures, "structures", "Structures",
		"Structures"},
	[PAGE_FLAME] = {page_flame, "flame", "Flame graph", "Flame graph"},
	[PAGE_CHANGES] = {page_changes, "changes", "Changes", "Changes"},
	[PAGE_GLOSSARY] = {page_glossary, "glossary", "Glossary", "Glossary"},
	[PAGE_ABOUT] = {page_about, "about", "About", "About"},
};

static char *title_dup(
	const struct website *site, enum page_kind kind, size_t index)
{
	if (kinds[kind].title)
		return memory_string_dup(kinds[kind].title);
	if (kind == PAGE_FINDING)
		return memory_string_dup(site->report->finding[index].id);
	if (kind == PAGE_PROOF)
		return memory_format("Proof of %s",
			site->report->finding[site->proof[index].finding].id);
	if (kind == PAGE_FUZZ)
		return memory_format("Fuzzing %s",
			site->report->finding[site->campaign[index].finding]
				.id);
	return words_shorten(kind == PAGE_SOURCE
				     ? words_base_name(site->file[index].name)
				     : site->test[index].name,
		120);
}

/* Adds to MENU what PAGE's menu has. CURRENT is the page that it stands on; in one file it
 * stands on none. */
static void site_write_add_menu(
	struct json_value *menu, const struct page *page, int current)
{
	for (int kind = 0; kind < PAGE_KINDS; kind++) {
		char *reference = kinds[kind].menu
					  ? site_reference(page,
						    (enum page_kind)kind, 0, 0)
					  : NULL;
		if (reference)
			frame_add_item(menu, data_own(reference),
				kinds[kind].menu, kind == current);
	}
	frame_add_neighbours(menu, page->site->options.out, page->up, "Report");
}

/* What is before the id of a word of the glossary in a reference. Free it. */
static char *site_write_glossary_dup(const struct page *page)
{
	char *reference = site_reference(page, PAGE_GLOSSARY, 0, 0);
	char *place = memory_format(
		"%s%s", reference, page->site->options.is_one_file ? "-" : "#");

	free(reference);
	return place;
}

/* Adds PAGE's body, and what its template and others need to know, to FRAME. */
static void site_write_add_body(struct json_value *frame, struct page *page,
	enum page_kind kind, size_t index)
{
	json_put_text(frame, "body", kinds[kind].template_);
	json_put_text(frame, "prefix", page->prefix);
	json_put(frame, "glossary", data_own(site_write_glossary_dup(page)));
	json_put(frame, "page", kinds[kind].make(page, index));
}

/* --- a directory -------------------------------------------------------- */

static bool is_page(const char *name, const char *begin)
{
	size_t length = strlen(name), prefix = strlen(begin);

	return strncmp(name, begin, prefix) == 0 && length > prefix + 5 &&
	       strcmp(name + length - 5, ".html") == 0 &&
	       strspn(name + prefix, "0123456789abcdef-") ==
		       length - prefix - 5;
}

/* Removes the pages of an earlier report in FOLDER, whose names begin with
 * BEGIN: nothing links to those that are not written anew. */
static void remove_pages(const char *folder, const char *begin)
{
	DIR *listing = opendir(folder);
	struct dirent *entry;

	while (listing && (entry = readdir(listing)))
		if (is_page(entry->d_name, begin))
			unlinkat(dirfd(listing), entry->d_name, 0);
	if (listing)
		closedir(listing);
}

static int site_write_make_directories(struct website *site, struct error *err)
{
	static const struct {
		const char *name, *begin; /* of its pages */
	} folders[] = {{"", "findings-"}, {"/finding", "RT-"},
		{"/proof", "RT-"}, {"/fuzz", "RT-"}, {"/src", ""},
		{"/test", ""}};
	static const char *const optional[] = {"changes", "files"};
	int result = 0;

	for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
		char *path = memory_format(
			"%s%s", site->options.out, folders[i].name);
		result = result ?: folders_make(path, err);
		remove_pages(path, folders[i].begin);
		free(path);
	}
	for (size_t i = 0; i < sizeof optional / sizeof optional[0]; i++) {
		char *path = memory_format(
			"%s/%s.html", site->options.out, optional[i]);
		unlink(path);
		free(path);
	}
	return result;
}

static int site_write_text(struct website *site, const char *name,
	const char *text, struct error *err)
{
	char *path = memory_format("%s/%s", site->options.out, name);
	struct whole_file file;
	int result = whole_file_open(&file, path, err);

	free(path);
	if (result != 0)
		return -1;
	fputs(text, file.out);
	return whole_file_close(&file, 0, err);
}

/* Copies what is not larger than an input that anybody looks at. A copy that
 * fails is a link less. */
#define INPUT_BYTES_MAX (1 << 20)
static void copy_input(const char *from, const char *folder)
{
	char *to = memory_format("%s/%s", folder, words_base_name(from));
	struct stat status;
	FILE *in = stat(from, &status) == 0 && S_ISREG(status.st_mode) &&
				   status.st_size <= INPUT_BYTES_MAX
			   ? fopen(from, "re")
			   : NULL;
	struct whole_file file = {0};

	if (in && whole_file_open(&file, to, NULL) == 0) {
		char buffer[1 << 14];
		size_t count;
		while ((count = fread(buffer, 1, sizeof buffer, in)) > 0)
			fwrite(buffer, 1, count, file.out);
		whole_file_close(&file, 0, NULL);
	}
	if (in)
		fclose(in);
	free(to);
}

static void site_write_copy_inputs(
	const struct website *site, const struct site_proof *proof)
{
	static const char *const name[] = {"", "/inputs", "/typical"};

	for (int kind = 0; kind < 3; kind++) {
		char *folder = memory_format("%s/proof/%s%s", site->options.out,
			site->page_of[proof->finding], name[kind]);
		folders_make(folder, NULL);
		for (size_t i = 0; kind > 0 && i < proof->result->row_count;
			i++) {
			const struct proof_row *row = &proof->result->row[i];
			const char *file =
				kind == 1 ? row->input : row->typical_input;
			if (file)
				copy_input(file, folder);
		}
		free(folder);
	}
}

/* Pictures of profiles, and the generator, to be kept beside the page. */
static void copy_profiles(
	const struct website *site, const struct site_proof *proof)
{
	char *from = profiles_folder_dup(site, proof->finding);
	char *to = memory_format("%s/proof/%s", site->options.out,
		site->page_of[proof->finding]);

	char *generator = memory_format("%s/generate.sh", proof->folder);

	copy_input(generator, to);
	free(generator);
	for (int kind = 0; from && kind < PROFILE_KINDS; kind++) {
		char *file = memory_format(
			"%s/%s.svg", from, profile_kind_names[kind]);
		copy_input(file, to);
		free(file);
	}
	free(to);
	free(from);
}

struct json_value *page_glossary(struct page *page, size_t unused)
{
	(void)page;
	(void)unused;
	return json_make_object();
}

static int site_write_page(struct website *site, enum page_kind kind,
	size_t index, struct error *err)
{
	char *name = site_name_dup(site, kind, index);
	char *path = memory_format("%s/%s.html", site->options.out, name);
	char *title = title_dup(site, kind, index);
	struct page page = {.site = site,
		.up = strchr(name, '/') ? "../" : "",
		.prefix = ""};
	struct whole_file file;
	int result = whole_file_open(&file, path, err);

	if (result == 0) {
		struct json_value *frame = frame_make(title, page.up);
		struct json_value *menu = json_make_array();
		site_write_add_menu(menu, &page, (int)kind);
		json_put(frame, "menu", menu);
		site_write_add_body(frame, &page, kind, index);
		template_print(file.out, assets_find_page("page"), frame,
			page_computed, &page);
		json_free(frame);
		result = whole_file_close(&file, 0, err);
	}
	free(title);
	free(path);
	free(name);
	return result;
}

/* The overview, which is first, comes last: what it links to is there then. */
static int write_directory(struct website *site, struct error *err)
{
	int result = 0;

	if (site_write_make_directories(site, err) != 0 ||
		site_write_text(site, "style.css", assets_style, err) != 0 ||
		site_write_text(site, "app.js", assets_script, err) != 0 ||
		site_write_text(site, "icon.svg", assets_icon, err) != 0)
		return -1;
	for (size_t i = 0; i < site->proof_count; i++) {
		site_write_copy_inputs(site, &site->proof[i]);
		copy_profiles(site, &site->proof[i]);
	}
	for (int kind = PAGE_KINDS - 1; kind >= 0; kind--) {
		size_t count = site_page_count(site, (enum page_kind)kind);
		for (size_t i = 0; i < count && result == 0; i++)
			if (kind != PAGE_FINDING || !site->is_joined[i])
				result = site_write_page(
					site, (enum page_kind)kind, i, err);
	}
	return result;
}

/* --- one file ----------------------------------------------------------- */

static void print_section(
	struct website *site, FILE *out, enum page_kind kind, size_t index)
{
	char *name = site_name_dup(site, kind, index);
	char *prefix = memory_format("%s-", name);
	struct page page = {.site = site, .up = "", .prefix = prefix};
	struct json_value *section = JSON_OBJECT(
		JSON("id", name), JSON("is_first_page", kind == PAGE_OVERVIEW));

	site_write_add_body(section, &page, kind, index);
	template_print(out, assets_find_page("section"), section, page_computed,
		&page);
	json_free(section);
	free(prefix);
	free(name);
}

static int write_one_file(struct website *site, struct error *err)
{
	struct page page = {.site = site, .up = "", .prefix = ""};
	struct json_value *frame = frame_make_one("Findings");
	struct json_value *menu = json_make_array();
	struct whole_file file;

	site_write_add_menu(menu, &page, PAGE_KINDS);
	json_put(frame, "menu", menu);
	if (whole_file_open(&file, site->options.out, err) != 0) {
		json_free(frame);
		return -1;
	}
	template_print(file.out, assets_find_page("head"), frame, NULL, NULL);
	for (int kind = 0; kind < PAGE_KINDS; kind++) {
		size_t count = site_page_count(site, (enum page_kind)kind);
		for (size_t i = 0; i < count; i++)
			print_section(site, file.out, (enum page_kind)kind, i);
	}
	template_print(file.out, assets_find_page("foot"), frame, NULL, NULL);
	json_free(frame);
	return whole_file_close(&file, 0, err);
}

int site_write(struct website *site, struct error *err)
{
	return site->options.is_one_file ? write_one_file(site, err)
					 : write_directory(site, err);
}
