/* SPDX-License-Identifier: MIT
 * What a test's proofs say of what was tried, and that a finding grows. */
#include "config.h"

#include <stdlib.h>

#include "cli/prove/tester.h"

void tester_list_tried(struct tester *tester)
{
	struct arguments parts = {0};

	for (size_t i = 0; i < TESTER_KINDS_MAX && tester->tried[i].kind; i++)
		arguments_add_format(&parts, "%zu %s", tester->tried[i].count,
			tester->tried[i].kind);
	free(tester->course->tried);
	tester->course->tried =
		parts.count > 0 ? arguments_join_dup(&parts, ", ") : NULL;
	arguments_release(&parts);
}

void tester_tell(struct tester *tester)
{
	struct tested_course *course = tester->course;

	for (size_t i = 0; course->grows && i < tester->count; i++) {
		struct tested_finding *tested = &tester->tested[i];
		if (tested->is_told || tested->verdict != TESTED_GROWS)
			continue;
		if (course->command->count == 0)
			arguments_add_all(course->command, tester->place.words);
		tester_list_tried(tester);
		tested->is_told = true;
		course->grows(course->with, tested, course);
	}
}
