/* SPDX-License-Identifier: MIT
 * Compares what rule rewalk says of functions with rows "FUNCTION VERDICT":
 * check_verdicts EXPECTED.txt REPORT.json
 *
 * Says every difference on stdout, a line each. Exits with 0: none, 1: some. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/report/report.h"

static const char *verdict_on(const struct report *report, const char *function)
{
	const char *verdict = "silent";

	for (size_t i = 0; i < report->finding_count; i++) {
		const struct report_finding *finding = &report->finding[i];
		if (finding->rule != REPORT_REWALK ||
			strcmp(finding->function, function) != 0)
			continue;
		if (finding->severity >= REPORT_MEDIUM)
			return "found";
		verdict = "low";
	}
	return verdict;
}

int main(int argc, char **argv)
{
	char row[256], function[128], wanted[32];
	struct error err = {{0}};
	struct report report;
	int differences = 0;
	FILE *in;

	report_init(&report);
	if (argc != 3 || (in = fopen(argv[1], "r")) == NULL ||
		report_read_json(&report, argv[2], &err) != 0) {
		fprintf(stderr, "check_verdicts: %s\n", err.text);
		return 2;
	}
	while (fgets(row, sizeof row, in) != NULL) {
		if (row[0] == '#' ||
			sscanf(row, "%127s %31s", function, wanted) != 2)
			continue;
		const char *verdict = verdict_on(&report, function);
		if (strcmp(verdict, wanted) == 0)
			continue;
		printf("%s is %s, expected: %s\n", function, verdict, wanted);
		differences++;
	}
	fclose(in);
	report_release(&report);
	return differences != 0;
}
