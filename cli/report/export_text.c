/* SPDX-License-Identifier: MIT
 * What formats share: paths, lengths of names, and claims. */
#include "config.h"

#include "cli/report/forms.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

/* Debug information says DIR/../src/file.c. */
char *export_path_dup(const char *file, const struct export_options *options,
	bool *is_relative)
{
	size_t length = strlen(options->source_root);
	char *resolved = realpath(file, NULL), *relative;

	if (!resolved)
		resolved = memory_string_dup(file);
	*is_relative = *resolved != '/';
	if (strncmp(resolved, options->source_root, length) != 0 ||
		resolved[length] != '/')
		return resolved;
	*is_relative = true;
	relative = memory_string_dup(resolved + length + 1);
	free(resolved);
	return relative;
}

enum names_length export_names(const struct export_options *options)
{
	return options->names != EXPORT_NAMES
		       ? (enum names_length)options->names
		       : NAMES_QUALIFIED;
}

char *export_claim_dup(const struct report_finding *finding,
	const struct export_options *options)
{
	char *text = names_claim_dup(export_names(options), finding), *longer;

	if (report_finding_state(finding) != REPORT_PROVED)
		return text;
	longer =
		memory_format("%s; proved: %s", text, finding->proof->sentence);
	free(text);
	return longer;
}
