/* SPDX-License-Identifier: MIT
 * The identity of a finding: the same after edits elsewhere, at another
 * optimisation level, in another run. */
#include "config.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lib/report/joins.h"
#include "lib/report/report.h"

/* FNV-1a. Every part ends in a byte no text holds, so that "ab","c" and
 * "a","bc" differ. */
static void hash_byte(uint64_t *hash, unsigned char byte)
{
	*hash = (*hash ^ byte) * 0x100000001b3ull;
}

static void hash_text(uint64_t *hash, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		hash_byte(hash, (unsigned char)text[i]);
	hash_byte(hash, 0xff);
}

static uint64_t mixed(uint64_t hash)
{
	hash = (hash ^ hash >> 33) * 0xff51afd7ed558ccdull;
	hash = (hash ^ hash >> 33) * 0xc4ceb9fe1a85ec53ull;
	return hash ^ hash >> 33;
}

/* The length of NAME without what compilers add to copies of a function. */
static size_t plain_length(const char *name)
{
	static const char *const suffix[] = {".part.", ".constprop.", ".isra.",
		".cold", ".llvm.", ".lto_priv.", ".clone.", ".localalias",
		" [clone ", "::h", NULL};
	size_t length = strlen(name);

	for (size_t i = 0; suffix[i]; i++) {
		const char *at = strstr(name, suffix[i]);
		/* Rust ends a name in "::h" and 16 hexadecimal digits. */
		if (at && strcmp(suffix[i], "::h") == 0 &&
			(strlen(at) != 19 ||
				strspn(at + 3, "0123456789abcdef") != 16))
			continue;
		if (at && at > name && (size_t)(at - name) < length)
			length = (size_t)(at - name);
	}
	return length;
}

static void hash_function(uint64_t *hash, const struct report_place *place)
{
	const char *name = place->function;

	if (!name && place->object) {
		const char *slash = strrchr(place->object, '/');
		name = slash ? slash + 1 : place->object;
	}
	if (name)
		hash_text(hash, name, plain_length(name));
	else
		hash_text(hash, "?", 1);
}

static bool identify_is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Where the literal that begins at TEXT ends. */
static const char *skip_literal(const char *text)
{
	char quote = *text++;

	while (*text != '\0' && *text != quote)
		text += *text == '\\' && text[1] != '\0' ? 2 : 1;
	return *text == quote ? text + 1 : text;
}

/* Where blanks and comments at TEXT end. */
static const char *identify_skip_blanks(const char *text)
{
	for (;;) {
		while (isspace((unsigned char)*text))
			text++;
		if (text[0] == '/' && text[1] == '/')
			return text + strlen(text);
		if (text[0] != '/' || text[1] != '*')
			return text;
		const char *end = strstr(text + 2, "*/");
		text = end ? end + 2 : text + strlen(text);
	}
}

/* Blanks count only between two words, comments not at all. */
static void hash_source(uint64_t *hash, const char *text)
{
	char last = '\0';

	text = !text ? "" : identify_skip_blanks(text);
	while (*text != '\0') {
		const char *end = *text == '"' || *text == '\''
					  ? skip_literal(text)
					  : text + 1;
		for (; text < end; text++)
			hash_byte(hash, (unsigned char)*text);
		last = text[-1];
		text = identify_skip_blanks(text);
		if (text > end && identify_is_word(last) &&
			identify_is_word(*text))
			hash_byte(hash, ' ');
	}
	hash_byte(hash, 0xff);
}

void report_set_id(struct report_finding *finding)
{
	snprintf(finding->id, sizeof finding->id, "RT-%06" PRIx64,
		finding->fingerprint >> 40);
}

/* How many places of the way to the read are of the user's: how a library does what
 * it is asked for may change with each of its releases. */
static size_t own_length(const struct report_places *aec)
{
	size_t length = aec->count;

	while (length > 0 && !aec->place[length - 1].file)
		length--;
	return length != 0 ? length : aec->count;
}

void report_identify(struct report_finding *finding)
{
	size_t length = own_length(&finding->aec);
	uint64_t hash = 0xcbf29ce484222325ull;
	const char *rule = report_rule_name(finding->rule);
	const char *root = finding->root ? finding->root : "?";
	const char *type =
		finding->structure_type ? finding->structure_type : "?";

	hash_text(&hash, rule, strlen(rule));
	for (size_t i = 0; i < length; i++)
		hash_function(&hash, &finding->aec.place[i]);
	hash_text(&hash, root, strlen(root));
	hash_text(&hash, type, strlen(type));
	hash_source(
		&hash, length > 0 ? finding->aec.place[length - 1].text : NULL);
	finding->fingerprint = mixed(hash);
	if (finding->fingerprint == 0) /* means: not identified yet */
		finding->fingerprint = 1;
	report_set_id(finding);
}
