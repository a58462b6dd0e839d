/* SPDX-License-Identifier: MIT
 * The command line of what prints findings. */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/command/options.h"
#include "lib/command/part.h"
#include "lib/command/program.h"
#include "lib/error.h"
#include "lib/found/kinds.h"

struct found_request {
	const struct found_part *part;
	int form;
	bool json, fails, counts_lost;
	const char *page; /* NULL: none */
};

static bool found_is_file(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* Folders, or a file that --format json has printed. */
static int found_read_operands(struct found_list *list,
	const struct operands *operands, struct error *err)
{
	if (operands->count == 1 && found_is_file(operands->operand[0]))
		return found_read_json(list, operands->operand[0], err);
	return found_read(list, operands->operand, err);
}

static int found_write_page(const struct found_request *request,
	const struct found_list *list, int status, struct error *err)
{
	const struct part_page page = {
		request->part->name, "--found", request->page};
	char *json;

	if (!page.file)
		return status;
	if (!found_kinds[list->kind].has_page) {
		error_set(err, "there are no pages of these findings");
		return PROGRAM_USAGE;
	}
	json = part_page_json_dup(&page);
	if (found_write(list, json, err) != 0)
		status = PROGRAM_ENVIRONMENT;
	else
		status = part_page_write(&page, json, status);
	free(json);
	return status;
}

static int found_status(
	const struct found_list *list, const struct found_request *request)
{
	if (list->uncompared > 0 && list->count == 0)
		return PROGRAM_INCOMPLETE;
	for (size_t i = 0; request->fails && i < list->count; i++)
		if (found_counts(list, &list->found[i]))
			return PROGRAM_GATE;
	return PROGRAM_DONE;
}

static int found_run(void *chosen, const struct operands *operands)
{
	const struct found_request *request = chosen;
	struct found_list list = {.kind = request->part->kind,
		.counts_lost = request->counts_lost};
	enum found_form form =
		request->json ? FOUND_JSON : (enum found_form)request->form;
	struct error err = {{0}};
	int status;

	if (list.kind == FOUND_KINDS)
		list.kind = found_detect(operands->operand[0]);
	if (found_read_operands(&list, operands, &err) != 0)
		status = PROGRAM_USAGE;
	else if (found_print(&list, form, stdout, &err) != 0)
		status = PROGRAM_ENVIRONMENT;
	else
		status = found_write_page(
			request, &list, found_status(&list, request), &err);
	found_release(&list);
	return *err.text != '\0' ? program_fail(status, request->part->name,
					   err.text, NULL)
				 : status;
}

int found_run_part(const struct found_part *part, int argc, char **argv)
{
	struct found_request request = {.part = part};
	const struct option_row rows[] = {
		FOUND_FORM_ROW(&request.form),
		{"json", 0, OPTION_FLAG, &request.json,
			.help = "print JSON instead of text"},
		{"html", 0, OPTION_TEXT, &request.page, .argument = "FILE",
			.help = "also write a page of all findings"},
		{part->gate, 0, OPTION_FLAG, &request.fails,
			.help = "exit with 1 if there is one"},
		{part->gate_all, 0, OPTION_FLAG, &request.counts_lost,
			.help = "count what both lose, too"},
	};
	const struct options options = {part->name, "[OPTION]... DIR...",
		part->summary, .row = rows,
		.row_count = sizeof rows / sizeof rows[0] - !part->gate_all,
		.least = 1, .few = part->few};

	return options_run(&options, argc, argv, found_run, &request);
}
