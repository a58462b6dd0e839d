/* SPDX-License-Identifier: MIT
 * The source files that findings are about. */
#include "config.h"

#include <stdlib.h>

#include "lib/code/source.h"
#include "lib/memory.h"
#include "viz/data.h"
#include "viz/site.h"

/* What findings say about a file. */
struct sum {
	uint64_t findings, lines, repeated;
	enum report_severity severity;
};

/* Marks are sorted by line, then finding; those of other files are apart. */
static struct sum files_sum_of(const struct report *report,
	const struct site_file *file, unsigned char *is_counted)
{
	struct sum sum = {.severity = REPORT_INFO};

	for (size_t i = 0; i < file->mark_count; i++) {
		const struct site_mark *mark = &file->mark[i];
		const struct report_finding *finding =
			&report->finding[mark->finding];
		sum.lines += i == 0 || mark[-1].line != mark->line;
		sum.repeated += mark->repeated;
		if (finding->severity > sum.severity)
			sum.severity = finding->severity;
		sum.findings += !is_counted[mark->finding];
		is_counted[mark->finding] = 1;
	}
	for (size_t i = 0; i < file->mark_count; i++)
		is_counted[file->mark[i].finding] = 0;
	return sum;
}

struct json_value *page_files(struct page *page, size_t unused)
{
	const struct website *site = page->site;
	struct json_value *files = json_make_array();
	unsigned char *is_counted =
		memory_alloc_zero(site->report->finding_count, 1);

	(void)unused;
	for (size_t i = 0; i < site->file_count; i++) {
		const struct site_file *file = &site->file[i];
		struct sum sum = files_sum_of(site->report, file, is_counted);
		json_append(files,
			JSON_OBJECT(JSON("name", source_short_name(site->source,
							 file->name)),
				JSON("reference", data_own(site_reference(page,
							  PAGE_SOURCE, i, 0))),
				JSON("severity",
					report_severity_name(sum.severity)),
				JSON("findings", sum.findings),
				JSON("lines", sum.lines),
				JSON("repeated", sum.repeated)));
	}
	free(is_counted);
	return JSON_OBJECT(JSON("files", files));
}
