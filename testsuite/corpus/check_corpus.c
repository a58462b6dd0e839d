/* SPDX-License-Identifier: MIT
 * Compares what is reported of the programs of the corpus with their labels, counts,
 * and judges the counts: check_corpus EXPECTED.txt DIRECTORY RECALL WRONG, where
 * DIRECTORY has a PROGRAM.json for each row, and at least RECALL and at most WRONG
 * per cent are right.
 *
 * Prints each program that is not as its label says, and the numbers. Exits with 0:
 * they are good enough, 1: they are not, 2: something cannot be read. */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/report/claim.h"
#include "lib/report/report.h"

struct row {
	char program[64], label[32], function[128], root[128];
};

struct counts {
	unsigned deserving, found;
	unsigned others, wrong;
	unsigned besides; /* other findings in programs that deserve one */
};

static void die(const char *which, const char *what)
{
	fprintf(stderr, "check_corpus: %s: %s\n", which, what);
	exit(2);
}

static bool deserves_report(const struct row *row)
{
	static const char *const label[] = {"redundant", "rewalk", "shift",
		"traversal-only", "none", "restricted", "necessary"};

	for (size_t i = 0; i < sizeof label / sizeof label[0]; i++)
		if (strcmp(row->label, label[i]) == 0)
			return i < 3;
	die(row->program, "has a label that is none");
	return false;
}

/* Without what GCC adds to names of functions: "f[abi:cxx11]". */
static bool is_function(const char *name, const char *wanted)
{
	size_t length = strlen(wanted);

	return strncmp(name, wanted, length) == 0 &&
	       (name[length] == '\0' ||
		       strncmp(name + length, "[abi:", 5) == 0);
}

/* Whether the path ROOT begins with one of WANTED, "left,right". */
static bool is_root(const char *root, const char *wanted)
{
	for (;;) {
		size_t length = strcspn(wanted, ",");
		if (strncmp(root, wanted, length) == 0 &&
			!isalnum((unsigned char)root[length]) &&
			root[length] != '_')
			return true;
		if (wanted[length] == '\0')
			return false;
		wanted += length + 1;
	}
}

static bool is_wanted(
	const struct report_finding *finding, const struct row *row)
{
	const char *function = claim_names(finding).function;

	return function != NULL && finding->root != NULL &&
	       is_function(function, row->function) &&
	       is_root(finding->root, row->root);
}

static void print_finding(
	const struct row *row, const struct report_finding *finding)
{
	const char *function = claim_names(finding).function;

	printf("  %s: %s in %s, root %s, by rule %s\n", row->program,
		report_severity_name(finding->severity),
		function != NULL ? function : "?",
		finding->root != NULL ? finding->root : "?",
		report_rule_name(finding->rule));
}

static void judge(struct counts *counts, const struct row *row,
	const struct report *report)
{
	bool deserves = deserves_report(row), is_found = false,
	     is_wrong = false;

	for (size_t i = 0; i < report->finding_count; i++) {
		const struct report_finding *finding = &report->finding[i];
		if (finding->severity < REPORT_MEDIUM)
			continue;
		if (deserves && is_wanted(finding, row)) {
			is_found = true;
			continue;
		}
		print_finding(row, finding);
		is_wrong = true;
		counts->besides += deserves;
	}
	if (!deserves) {
		counts->others++;
		counts->wrong += is_wrong;
		if (is_wrong)
			printf("wrong: %s is %s\n", row->program, row->label);
		return;
	}
	counts->deserving++;
	counts->found += is_found;
	if (!is_found)
		printf("missed: %s is %s in %s, root %s\n", row->program,
			row->label, row->function, row->root);
}

static void check_row(
	struct counts *counts, const struct row *row, const char *directory)
{
	struct error err = {{0}};
	struct report report;
	char path[4096];

	snprintf(path, sizeof path, "%s/%s.json", directory, row->program);
	report_init(&report);
	if (report_read_json(&report, path, &err) != 0)
		die(path, err.text);
	judge(counts, row, &report);
	report_release(&report);
}

int main(int argc, char **argv)
{
	struct counts counts = {0};
	unsigned recall_min, wrong_max; /* per cent */
	struct row row;
	char line[512];
	FILE *in;

	if (argc != 5)
		die("usage",
			"check_corpus EXPECTED.txt DIRECTORY RECALL WRONG");
	recall_min = (unsigned)atoi(argv[3]);
	wrong_max = (unsigned)atoi(argv[4]);
	in = fopen(argv[1], "r");
	if (in == NULL)
		die(argv[1], "cannot be opened");
	while (fgets(line, sizeof line, in) != NULL) {
		if (line[0] == '#' || line[0] == '\n')
			continue;
		if (sscanf(line, "%63s %31s %127s %127s", row.program,
			    row.label, row.function, row.root) != 4)
			die(argv[1], line);
		check_row(&counts, &row, argv[2]);
	}
	fclose(in);
	if (counts.deserving == 0 || counts.others == 0)
		die(argv[1], "lacks rows of either kind");
	printf("recall: %u of %u (%.1f %%, at least %u %%)\n", counts.found,
		counts.deserving, 100.0 * counts.found / counts.deserving,
		recall_min);
	printf("wrong: %u of %u (%.1f %%, at most %u %%)\n", counts.wrong,
		counts.others, 100.0 * counts.wrong / counts.others, wrong_max);
	printf("other findings where one is due: %u\n", counts.besides);
	return 100 * counts.found < recall_min * counts.deserving ||
	       100 * counts.wrong > wrong_max * counts.others;
}
