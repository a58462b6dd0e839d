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
#include "viz/html.h"

static void print_head(FILE *out, const char *title, const char *styles,
	const char *scripts, const char *images)
{
	html_print(out,
		"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
		"<meta charset=\"utf-8\">\n"
		"<meta http-equiv=\"Content-Security-Policy\" "
		"content=\"default-src 'none'; style-src %r; "
		"script-src %r; img-src %r; base-uri 'none'; "
		"form-action 'none'\">\n"
		"<meta name=\"viewport\" "
		"content=\"width=device-width, initial-scale=1\">\n"
		"<title>%t - retread</title>\n",
		styles, scripts, images, title);
}

void frame_begin(FILE *out, const char *title, const char *up)
{
	print_head(out, title, "'self'", "'self'", "'self'");
	html_print(out,
		"<link rel=\"icon\" href=\"%ricon.svg\">\n"
		"<link rel=\"stylesheet\" href=\"%rstyle.css\">\n"
		"<script src=\"%rapp.js\" defer></script>\n"
		"</head>\n<body>\n"
		"<a class=\"skip\" href=\"#main\">Skip to content</a>\n",
		up, up, up);
}

static void print_foot(FILE *out)
{
	fputs("</main>\n<footer><p>Made by retread " PACKAGE_VERSION
	      ".</p></footer>\n",
		out);
}

void frame_end(FILE *out)
{
	print_foot(out);
	fputs("</body>\n</html>\n", out);
}

/* Scripts and styles in the file itself are allowed by their digest. */
void frame_begin_one(FILE *out, const char *title)
{
	char digest[DIGEST_BASE64_BYTES], styles[DIGEST_BASE64_BYTES + 16];
	char scripts[DIGEST_BASE64_BYTES + 16];

	digest_sha256_base64(digest, assets_style, strlen(assets_style));
	snprintf(styles, sizeof styles, "'sha256-%s'", digest);
	digest_sha256_base64(digest, assets_script, strlen(assets_script));
	snprintf(scripts, sizeof scripts, "'sha256-%s'", digest);
	print_head(out, title, styles, scripts, "'none'");
	html_print(out, "<style>%r</style>\n</head>\n<body>\n", assets_style);
}

void frame_end_one(FILE *out)
{
	print_foot(out);
	html_print(
		out, "<script>%r</script>\n</body>\n</html>\n", assets_script);
}

void frame_begin_menu(FILE *out)
{
	fputs("<header>\n<p class=\"brand\">retread</p>\n"
	      "<nav aria-label=\"Report\"><ul>",
		out);
}

void frame_print_item(
	FILE *out, const char *reference, const char *name, bool is_current)
{
	html_print(out, "<li><a href=\"%r\"%r>%r</a></li>", reference,
		is_current ? " aria-current=\"page\"" : "", name);
}

const struct frame_neighbour frame_neighbours[] = {{"index.html", "Report"},
	{"spectra.html", "Spectra"}, {"hardware.html", "Hardware"}, {0}};

void frame_print_neighbour(FILE *out, const char *directory, const char *up,
	const struct frame_neighbour *neighbour)
{
	char *path = memory_format("%s/%s", directory, neighbour->file);
	char *reference = memory_format("%s%s", up, neighbour->file);

	if (access(path, R_OK) == 0)
		frame_print_item(out, reference, neighbour->title, false);
	free(reference);
	free(path);
}

void frame_end_menu(FILE *out)
{
	fputs("</ul></nav>\n</header>\n<main id=\"main\">\n", out);
}

void frame_print_heading(
	FILE *out, const char *prefix, const char *id, const char *title)
{
	html_print(out,
		"<h2 id=\"%r%r\">%r <a class=\"anchor\" href=\"#%r%r\" "
		"aria-label=\"Link to: %r\">#</a></h2>\n",
		prefix, id, title, prefix, id, title);
}
