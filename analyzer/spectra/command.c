/* SPDX-License-Identifier: MIT
 * The parts of `retread spectra`. */
#include "config.h"

#include "analyzer/spectra/command.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyzer/spectra/prepare.h"
#include "analyzer/spectra/report.h"
#include "analyzer/spectra/watch.h"
#include "lib/arguments.h"
#include "lib/command/options.h"
#include "lib/command/part.h"
#include "lib/command/program.h"
#include "lib/command/subverbs.h"
#include "lib/error.h"
#include "lib/found/found.h"
#include "lib/kernel/sites.h"
#include "lib/kernel/source.h"
#include "lib/memory.h"
#include "lib/whole_file.h"

/* "retread spectra PART: what: why", and what to do. */
static int spectra_fail(
	int status, const char *part, const struct error *err, const char *hint)
{
	char name[64];

	snprintf(name, sizeof name, "retread spectra %s", part);
	return program_fail(status, name, err->text, hint);
}

/* Writes PATH as a whole by PRINT. */
static int spectra_write_file(const char *path,
	void (*print)(const void *what, FILE *out), const void *what,
	struct error *err)
{
	struct whole_file file;
	int result = whole_file_open(&file, path, err);

	if (result == 0)
		print(what, file.out);
	return whole_file_close(&file, result, err);
}

/* NAME in the tree that this program is in, which is DIR/libexec/retread, or where
 * it was installed. Free it. */
static char *spectra_find_beside(const char *name, const char *installed)
{
	char *top = program_directory(2);
	char *beside = memory_format("%s/%s", top ? top : "", name);

	free(top);
	if (access(beside, R_OK) == 0)
		return beside;
	free(beside);
	return memory_string_dup(installed);
}

/*--- prepare ---*/

static void print_sites(const void *what, FILE *out)
{
	sites_print(what, out);
}

/* kernel.cpp -> kernel.sites, here. Free it. */
static char *name_sites(const char *source)
{
	const char *slash = strrchr(source, '/');
	const char *base = slash ? slash + 1 : source;
	const char *dot = strrchr(base, '.');

	return memory_format("%.*s.sites",
		(int)(dot ? dot - base : (long)strlen(base)), base);
}

static int make_sites(const struct prepare *prepare, const char *output)
{
	struct error err = {{0}};
	struct kernel_sites sites;
	int status = PROGRAM_DONE;

	sites_init(&sites);
	if (prepare_sites(prepare, &sites, &err) != 0)
		status = spectra_fail(source_can_parse() ? PROGRAM_USAGE
							 : PROGRAM_ENVIRONMENT,
			"prepare", &err,
			source_can_parse()
				? "What a compiler needs goes after --: "
				  "retread spectra prepare KERNEL.cpp --top F "
				  "-- -Iinclude"
				: "Build retread with libclang-dev, or "
				  "write the sites by hand: "
				  "retread-spectra(5).");
	else if (spectra_write_file(output, print_sites, &sites, &err) != 0)
		status = spectra_fail(
			PROGRAM_ENVIRONMENT, "prepare", &err, NULL);
	for (size_t i = 0; status == PROGRAM_DONE && i < sites.unknown_count;
		i++)
		fprintf(stderr,
			"retread spectra prepare: %s:%u: nothing is known of "
			"%s\n",
			sites.file[sites.unknown[i].place.file],
			sites.unknown[i].place.line, sites.unknown[i].text);
	sites_release(&sites);
	return status;
}

struct prepare_request {
	struct prepare prepare;
	struct option_texts directives;
	const char *output;
};

static int spectra_prepare(void *chosen, const struct operands *operands)
{
	struct prepare_request *request = chosen;
	struct prepare *prepare = &request->prepare;
	struct arguments compiler = {0};
	char *conf, *headers, *sites;
	int status;

	if (operands->before_dashes == 0)
		return program_fail(PROGRAM_USAGE, "retread spectra prepare",
			"which kernel? Name its sources", NULL);
	conf = spectra_find_beside(
		"share/retread/spectra.conf", PKGDATADIR "/spectra.conf");
	headers = spectra_find_beside("include/retread/hls", HLSINCLUDEDIR);
	/* Kernels have register variables; newer compilers refuse these. */
	arguments_add(&compiler, "-Wno-register");
	arguments_add_all(
		&compiler, operands->operand + operands->before_dashes);
	arguments_add(&compiler, "-isystem");
	arguments_add(&compiler, headers);
	prepare->source = (struct source_request){operands->operand,
		(size_t)operands->before_dashes, compiler.word, compiler.count};
	prepare->directives = request->directives.text;
	prepare->directives_count = request->directives.count;
	if (!prepare->conf)
		prepare->conf = conf;
	sites = request->output ? memory_string_dup(request->output)
				: name_sites(prepare->source.path[0]);
	status = make_sites(prepare, sites);
	free(sites);
	arguments_release(&compiler);
	free(headers);
	free(conf);
	return status;
}

static int run_prepare(int argc, char **argv)
{
	struct prepare_request request = {0};
	const struct option_row rows[] = {
		{"top", 't', OPTION_TEXT, &request.prepare.top,
			.argument = "FUNCTION",
			.help = "the function that becomes hardware",
			.missing = "which function becomes hardware? Name it: "
				   "--top FUNCTION"},
		{"out", 'o', OPTION_TEXT, &request.output, .argument = "FILE",
			.help = "write the sites to FILE (KERNEL.sites)"},
		{"conf", 'c', OPTION_TEXT, &request.prepare.conf,
			.argument = "FILE",
			.help = "what pragmas mean (spectra.conf as "
				"installed)"},
		{"tcl", 0, OPTION_TEXTS, &request.directives,
			.argument = "FILE",
			.help = "also take the directives in FILE"},
	};
	const struct options options = {"retread spectra prepare",
		"--top FUNCTION [OPTION]... KERNEL... [-- COMPILER-OPTION...]",
		"Reads a hardware kernel in C or C++: its pragmas, types of "
		"custom width, loops, recursion.",
		OPTION_ROWS(rows)};

	return options_run(&options, argc, argv, spectra_prepare, &request);
}

/*--- watch ---*/

static void print_watch(const void *what, FILE *out)
{
	watch_print(what, out);
}

static int make_watch(const struct kernel_sites *sites, const char *program,
	const char *output)
{
	struct error err = {{0}};
	struct watch watch;
	int status = PROGRAM_DONE;

	if (watch_build(&watch, sites, program, &err) != 0)
		status = spectra_fail(PROGRAM_ENVIRONMENT, "watch", &err,
			"Compile the kernel and its test program with -O0 -g, "
			"and do not strip it.");
	else if (spectra_write_file(output, print_watch, &watch, &err) != 0)
		status = spectra_fail(PROGRAM_ENVIRONMENT, "watch", &err, NULL);
	for (size_t i = 0; status == PROGRAM_DONE && i < watch.warning_count;
		i++)
		fprintf(stderr, "retread spectra watch: %s\n",
			watch.warning[i]);
	watch_release(&watch);
	return status;
}

struct watch_request {
	const char *sites, *output;
};

static int spectra_watch(void *chosen, const struct operands *operands)
{
	const struct watch_request *request = chosen;
	struct error err = {{0}};
	struct kernel_sites sites;
	int status;

	sites_init(&sites);
	if (sites_read(&sites, request->sites, &err) != 0)
		status = spectra_fail(PROGRAM_USAGE, "watch", &err,
			"See retread-spectra(5) for their format.");
	else
		status = make_watch(
			&sites, operands->operand[0], request->output);
	sites_release(&sites);
	return status;
}

static int run_watch(int argc, char **argv)
{
	struct watch_request request = {.output = "spectra.watch"};
	const struct option_row rows[] = {
		{"sites", 's', OPTION_TEXT, &request.sites, .argument = "FILE",
			.help = "what is known of the kernel, by retread "
				"spectra prepare or by hand",
			.missing = "which kernel? Name its sites: --sites "
				   "FILE"},
		{"out", 'o', OPTION_TEXT, &request.output, .argument = "FILE",
			.help = "write the list to FILE (spectra.watch)"},
	};
	const struct options options = {"retread spectra watch",
		"--sites FILE [-o FILE] PROGRAM",
		"Finds the variables, arrays and loops of a kernel in PROGRAM, "
		"which was compiled with -O0 -g, or in a shared object.",
		OPTION_ROWS(rows), .least = 1, .most = 1,
		.few = "which program? Name one",
		.many = "one program at a time",
		.hint = "retread spectra prepare makes sites."};

	return options_run(&options, argc, argv, spectra_watch, &request);
}

/*--- report ---*/

struct spectra_report_options {
	int form;
	bool json;
	bool last;
	bool fail_on_crossed;
	struct part_page page;
};

static int save_json(
	const struct spectra_table *table, const char *path, struct error *err)
{
	struct whole_file file;
	int result = whole_file_open(&file, path, err);

	if (result == 0)
		result = report_print_table_json(table, file.out, err);
	return whole_file_close(&file, result, err);
}

/* Prints the boundaries alone, as other findings are. */
static int print_boundaries_found(const struct spectra_table *table,
	enum found_form form, struct error *err)
{
	struct found_list list = {.kind = FOUND_BOUNDARY};
	int result;

	report_list_found(table, &list);
	result = found_print(&list, form, stdout, err);
	found_release(&list);
	return result;
}

/* JSON: a file for it; NULL: none. */
static int spectra_print_table(const struct spectra_table *table,
	const struct spectra_report_options *options, const char *json)
{
	enum found_form form =
		options->json ? FOUND_JSON : (enum found_form)options->form;
	struct error err = {{0}};
	int result = 0;

	if (json)
		result = save_json(table, json, &err);
	if (result == 0 && form == FOUND_JSON)
		result = report_print_table_json(table, stdout, &err);
	else if (result == 0 && form == FOUND_TEXT)
		report_print_text(table, stdout);
	else if (result == 0)
		result = print_boundaries_found(table, form, &err);
	if (result == 0 && (fflush(stdout) != 0 || ferror(stdout)))
		result = error_set_errno(&err, "cannot write the output");
	if (result != 0)
		return spectra_fail(PROGRAM_ENVIRONMENT, "report", &err, NULL);
	if (table->header->state != SPECTRA_ENDED)
		return PROGRAM_INCOMPLETE;
	return options->fail_on_crossed && report_count_crossed(table) > 0
		       ? PROGRAM_GATE
		       : PROGRAM_DONE;
}

static int spectra_report(void *chosen, const struct operands *operands)
{
	const struct spectra_report_options *options = chosen;
	struct error err = {{0}};
	struct spectra_table table;
	char *json = part_page_json_dup(&options->page);
	int status;

	if (spectra_table_read(&table,
		    operands->count > 0 ? operands->operand[0]
					: "spectra.table",
		    options->last, &err) != 0)
		status = spectra_fail(PROGRAM_USAGE, "report", &err,
			"Make one: retread spectra run -- PROGRAM");
	else
		status = spectra_print_table(&table, options, json);
	spectra_table_release(&table);
	status = part_page_write(&options->page, json, status);
	free(json);
	return status;
}

static int spectra_run_report(int argc, char **argv)
{
	struct spectra_report_options chosen = {
		.page = {"retread spectra report", "--spectra", NULL}};
	const struct option_row rows[] = {
		FOUND_FORM_ROW(&chosen.form),
		{"json", 0, OPTION_FLAG, &chosen.json,
			.help = "print JSON instead of text"},
		{"last", 0, OPTION_FLAG, &chosen.last,
			.help = "the last test, not all of them"},
		{"html", 0, OPTION_TEXT, &chosen.page.file, .argument = "FILE",
			.help = "also write pages, as one file: a bar and a "
				"histogram for each variable"},
		{"fail-on-crossed", 0, OPTION_FLAG, &chosen.fail_on_crossed,
			.help = "exit with 1 if a boundary was crossed"},
	};
	const struct options options = {"retread spectra report",
		"[OPTION]... [TABLE]",
		"Prints the spectra in TABLE (spectra.table): what values, "
		"offsets and trips there were, and which boundaries of the "
		"hardware they crossed.",
		OPTION_ROWS(rows), .most = 1, .many = "one table at a time"};

	return options_run(&options, argc, argv, spectra_report, &chosen);
}

int spectra_command_run(int argc, char **argv)
{
	static const struct subverb parts[] = {
		{"prepare", "read a kernel's source: pragmas, widths, loops",
			run_prepare},
		{"watch", "find them in a program compiled with -O0 -g",
			run_watch},
		{"run", "run the program's tests", spectra_run_tests},
		{"report", "print what was seen", spectra_run_report},
	};
	const struct subverbs spectra = {"retread spectra",
		"What values the variables of a hardware kernel take on the "
		"CPU, and where hardware\nbegins to differ.",
		parts, sizeof parts / sizeof parts[0]};

	return subverbs_run(&spectra, argc, argv);
}
