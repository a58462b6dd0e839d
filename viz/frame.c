/* SPDX-License-Identifier: MIT
 * What is around every page. */
#include "config.h"

#include "viz/frame.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/digest.h"
#include "lib/memory.h"
#include "viz/assets.h"
#include "viz/data.h"

struct json_value *frame_make(const char *title, const char *up)
{
	return JSON_OBJECT(JSON("title", title), JSON("up", up),
		JSON("styles", "'self'"), JSON("scripts", "'self'"),
		JSON("images", "'self'"), JSON("version", PACKAGE_VERSION),
		JSON("menu", json_make_array()));
}

/* Scripts and styles in the file itself are allowed by their digest. */
static struct json_value *frame_make_source(const char *text)
{
	char digest[DIGEST_BASE64_BYTES];

	digest_sha256_base64(digest, text, strlen(text));
	return data_own(memory_format("'sha256-%s'", digest));
}

struct json_value *frame_make_one(const char *title)
{
	return JSON_OBJECT(JSON("title", title), JSON("up", ""),
		JSON("is_one_file", true),
		JSON("styles", frame_make_source(assets_style)),
		JSON("scripts", frame_make_source(assets_script)),
		JSON("images", "'none'"), JSON("version", PACKAGE_VERSION),
		JSON("style", (const char *)assets_style),
		JSON("script", (const char *)assets_script),
		JSON("menu", json_make_array()));
}

void frame_add_item(struct json_value *menu, struct json_value *reference,
	const char *name, bool is_current)
{
	json_append(menu,
		JSON_OBJECT(JSON("reference", reference), JSON("name", name),
			JSON("is_current", is_current)));
}

/* Results that have their own files beside a report. */
static const struct frame_neighbour {
	const char *file; /* NULL: after the last */
	const char *title;
} frame_neighbours[] = {{"index.html", "Report"}, {"spectra.html", "Spectra"},
	{"hardware.html", "Hardware"}, {0}};

void frame_add_neighbours(struct json_value *menu, const char *directory,
	const char *up, const char *title)
{
	for (const struct frame_neighbour *n = frame_neighbours; n->file; n++) {
		char *path = memory_format("%s/%s", directory, n->file);
		if (strcmp(n->title, title) != 0 && access(path, R_OK) == 0)
			frame_add_item(menu,
				data_own(memory_format("%s%s", up, n->file)),
				n->title, false);
		free(path);
	}
}
