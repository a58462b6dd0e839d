/* SPDX-License-Identifier: MIT
 * What a test prints, and what its runner concludes from it. */
#include "config.h"

#include "cli/record/printed.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/suite/tests.h"
#include "lib/error.h"
#include "lib/memory.h"

/* The rest of what a test prints is passed on, but not judged. */
#define BYTES_MAX (64 << 20)

bool printed_matters(const struct test *test)
{
	return test->prints_tap || test->pass_patterns || test->fail_patterns ||
	       test->skip_patterns;
}

int printed_open(struct printed *printed, struct error *err)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) != 0)
		return error_set_errno(err, "cannot make a pipe");
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	printed->pipe = ends[0];
	return ends[1];
}

static void printed_pass_on(const char *text, size_t bytes)
{
	while (bytes > 0) {
		ssize_t written = write(STDOUT_FILENO, text, bytes);
		if (written < 0 && errno != EINTR)
			return;
		text += written > 0 ? written : 0;
		bytes -= written > 0 ? (size_t)written : 0;
	}
}

void printed_take(struct printed *printed)
{
	char text[4096];
	ssize_t bytes = 0;

	while (printed->pipe >= 0 &&
		(bytes = read(printed->pipe, text, sizeof text)) > 0) {
		printed_pass_on(text, (size_t)bytes);
		if (printed->bytes + (size_t)bytes > BYTES_MAX)
			continue;
		printed->text = memory_grow(printed->text, &printed->capacity,
			printed->bytes + (size_t)bytes + 1, 1);
		memcpy(printed->text + printed->bytes, text, (size_t)bytes);
		printed->bytes += (size_t)bytes;
	}
	if (bytes == 0 && printed->pipe >= 0) { /* all of its writers ended */
		close(printed->pipe);
		printed->pipe = -1;
	}
}

char *printed_detach(struct printed *printed)
{
	char *text = printed->text;

	if (printed->pipe >= 0)
		close(printed->pipe);
	if (text)
		text[printed->bytes] = '\0';
	*printed = (struct printed){.pipe = -1};
	return text ? text : memory_string_dup("");
}

/*--- TAP ---*/

struct tap {
	long planned; /* -1: no plan yet */
	long points;
	long skipped;
	long failed;
	bool bailed_out;
	char first[80]; /* that failed */
};

/* The directive after the last '#' that is not escaped: "SKIP", "TODO"; "". */
static const char *directive_of(const char *line)
{
	const char *found = "";

	for (const char *at = line; (at = strchr(at, '#')); at++)
		if (at == line || at[-1] != '\\')
			found = at + 1;
	return found + strspn(found, " \t");
}

static bool says(const char *directive, const char *word)
{
	return strncasecmp(directive, word, strlen(word)) == 0;
}

static bool begins_with_word(const char *line, const char *word)
{
	size_t length = strlen(word);

	return strncmp(line, word, length) == 0 &&
	       !isalnum((unsigned char)line[length]);
}

/* A test point that was to fail and did not is a failure to Automake and Meson. */
static void take_point(struct tap *tap, const char *line, bool is_ok)
{
	const char *directive = directive_of(line);
	bool is_todo = says(directive, "TODO");

	tap->points++;
	if (is_ok && says(directive, "SKIP"))
		tap->skipped++;
	else if (is_ok == is_todo && tap->failed++ == 0)
		snprintf(tap->first, sizeof tap->first, "%s", line);
}

static void printed_take_line(struct tap *tap, const char *line)
{
	if (begins_with_word(line, "ok"))
		take_point(tap, line, true);
	else if (begins_with_word(line, "not ok"))
		take_point(tap, line, false);
	else if (strncmp(line, "1..", 3) == 0 && tap->planned < 0)
		tap->planned = strtol(line + 3, NULL, 10);
	else if (strncmp(line, "Bail out!", 9) == 0)
		tap->bailed_out = true;
}

static struct tap read_tap(const char *text)
{
	struct tap tap = {.planned = -1};

	while (*text != '\0') {
		size_t length = strcspn(text, "\n");
		char *line = memory_string_dup_length(text, length);
		line[strcspn(line, "\r")] = '\0';
		printed_take_line(&tap, line);
		free(line);
		text += length + (text[length] == '\n');
	}
	return tap;
}

static enum printed_verdict judge_tap(
	const char *text, char *why, size_t why_bytes)
{
	struct tap tap = read_tap(text);

	if (tap.bailed_out)
		snprintf(why, why_bytes, "it bailed out");
	else if (tap.failed > 1)
		snprintf(why, why_bytes, "%s, and %ld more", tap.first,
			tap.failed - 1);
	else if (tap.failed == 1)
		snprintf(why, why_bytes, "%s", tap.first);
	else if (tap.planned < 0)
		snprintf(why, why_bytes, "its TAP has no plan");
	else if (tap.planned != tap.points)
		snprintf(why, why_bytes, "%ld test points of %ld were printed",
			tap.points, tap.planned);
	else
		return tap.skipped == tap.points ? PRINTED_SKIP
						 : PRINTED_NOTHING;
	return PRINTED_FAIL;
}

/*--- CTest ---*/

/* CMake's expressions are extended ones; one that is not fits nothing. */
static bool fits_one(char *const *patterns, const char *text)
{
	bool found = false;

	for (; patterns && *patterns && !found; patterns++) {
		regex_t pattern;
		if (regcomp(&pattern, *patterns, REG_EXTENDED | REG_NOSUB) != 0)
			continue;
		found = regexec(&pattern, text, 0, NULL, 0) == 0;
		regfree(&pattern);
	}
	return found;
}

static enum printed_verdict judge_patterns(
	const struct test *test, const char *text, char *why, size_t why_bytes)
{
	if (fits_one(test->skip_patterns, text))
		return PRINTED_SKIP;
	if (fits_one(test->fail_patterns, text)) {
		snprintf(
			why, why_bytes, "its output matches a failure pattern");
		return PRINTED_FAIL;
	}
	if (!test->pass_patterns)
		return PRINTED_NOTHING;
	if (fits_one(test->pass_patterns, text))
		return PRINTED_PASS;
	snprintf(why, why_bytes, "its output matches no pass pattern");
	return PRINTED_FAIL;
}

enum printed_verdict printed_judge(
	const struct test *test, const char *text, char *why, size_t why_bytes)
{
	return test->prints_tap ? judge_tap(text, why, why_bytes)
				: judge_patterns(test, text, why, why_bytes);
}
