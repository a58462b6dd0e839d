/* SPDX-License-Identifier: MIT
 * Suppressions. */
#include "config.h"

#include "cli/report/forms.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/common.h"
#include "lib/error.h"
#include "lib/memory.h"
#include "lib/report/claim.h"
#include "lib/words.h"

#define COMMENT	   "retread: ok("
#define FRAMES_MAX 64

enum frame_kind { FRAME_FUNCTION, FRAME_OBJECT, FRAME_SOURCE, FRAME_ANY };

struct suppress_frame {
	enum frame_kind kind;
	const char *pattern;
};

/* How many findings something suppressed. */
struct use {
	uint64_t findings;
	const struct report_finding *last;
};

/* One block of a file. */
struct suppression {
	const char *name, *file;
	unsigned line;
	bool is_ours;
	enum report_rule rule;
	struct suppress_frame frame[FRAMES_MAX];
	size_t frame_count;
	struct use use;
};

/* One comment in the source. */
struct comment {
	const char *file;
	unsigned line;
	struct use use;
};

struct suppressions {
	struct arena arena;
	struct suppression **block;
	size_t block_count, block_capacity;
	struct comment *comment; /* sorted by file, line */
	size_t comment_count, comment_capacity;
};

struct suppressions *suppressions_new(void)
{
	return memory_alloc_zero(1, sizeof(struct suppressions));
}

void suppressions_free(struct suppressions *suppressions)
{
	if (!suppressions)
		return;
	free(suppressions->block);
	free(suppressions->comment);
	arena_release(&suppressions->arena);
	free(suppressions);
}

/* --- files -------------------------------------------------------------- */

/* What is read line by line. */
struct suppress_reading {
	struct suppressions *suppressions;
	const char *file;
	unsigned line;
	struct suppression *block; /* NULL: outside */
	unsigned in_block;	   /* lines seen in it */
};

/* "Retread:Rewalk", also among tools: "Memcheck,Retread:Rewalk". */
static int read_kind(
	struct suppression *block, const char *text, struct error *err)
{
	const char *colon = strchr(text, ':');
	size_t length = colon ? (size_t)(colon - text) : 0;

	if (!colon)
		return error_set(err,
			"\"%.80s\" is not TOOL:KIND, such as Retread:Rewalk",
			text);
	for (const char *tool = text; tool < text + length;) {
		size_t word = strcspn(tool, ",:");
		block->is_ours |= word == 7 && strncmp(tool, "Retread", 7) == 0;
		tool += word + 1;
	}
	if (!block->is_ours)
		return 0;
	if (strcmp(colon + 1, "Redundant") == 0)
		block->rule = REPORT_REDUNDANT;
	else if (strcmp(colon + 1, "Rewalk") == 0)
		block->rule = REPORT_REWALK;
	else if (strcmp(colon + 1, "Shift") == 0)
		block->rule = REPORT_SHIFT;
	else if (strcmp(colon + 1, "Copy") == 0)
		block->rule = REPORT_COPY;
	else if (strcmp(colon + 1, "Growth") == 0)
		block->rule = REPORT_GROWTH;
	else if (strcmp(colon + 1, "Overwrite") == 0)
		block->rule = REPORT_OVERWRITE;
	else if (strcmp(colon + 1, "Recomputed") == 0)
		block->rule = REPORT_RECOMPUTED;
	else
		return error_set(err,
			"the kind \"%.80s\" is none of Redundant, Rewalk, "
			"Shift, Copy, Growth, Overwrite "
			"and Recomputed",
			colon + 1);
	return 0;
}

static int read_frame(
	struct suppress_reading *reading, const char *text, struct error *err)
{
	static const struct {
		const char *prefix;
		enum frame_kind kind;
	} known[] = {{"fun:", FRAME_FUNCTION}, {"obj:", FRAME_OBJECT},
		{"src:", FRAME_SOURCE}, {"...", FRAME_ANY}};
	struct suppression *block = reading->block;

	if (!block->is_ours)
		return 0;
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
		size_t length = strlen(known[i].prefix);
		if (strncmp(text, known[i].prefix, length) != 0)
			continue;
		if (block->frame_count == FRAMES_MAX)
			return error_set(
				err, "more than %d frames", FRAMES_MAX);
		block->frame[block->frame_count++] =
			(struct suppress_frame){known[i].kind,
				arena_string(&reading->suppressions->arena,
					text + length)};
		return 0;
	}
	return error_set(err,
		"\"%.80s\" is not fun:NAME, obj:FILE, src:FILE or ...", text);
}

static int suppress_end_block(
	struct suppress_reading *reading, struct error *err)
{
	struct suppressions *all = reading->suppressions;
	struct suppression *block = reading->block;

	if (reading->in_block < 2)
		return error_set(err, "a suppression needs a name and a kind");
	if (block->is_ours && block->frame_count == 0)
		return error_set(err, "a suppression needs a frame");
	if (block->is_ours) {
		all->block = memory_grow(all->block, &all->block_capacity,
			all->block_count + 1, sizeof *all->block);
		all->block[all->block_count++] = block;
	}
	reading->block = NULL;
	return 0;
}

static int suppress_read_line(
	struct suppress_reading *reading, char *text, struct error *err)
{
	struct arena *arena = &reading->suppressions->arena;
	size_t length;

	text += strspn(text, " \t\r\n");
	length = strlen(text);
	while (length > 0 && strchr(" \t\r\n", text[length - 1]))
		text[--length] = '\0';
	if (*text == '\0' || *text == '#')
		return 0;
	if (!reading->block) {
		if (strcmp(text, "{") != 0)
			return error_set(err, "\"%.80s\" is outside { }", text);
		reading->block =
			arena_alloc_zero(arena, 1, sizeof *reading->block);
		reading->block->file = arena_string(arena, reading->file);
		reading->block->line = reading->line;
		reading->in_block = 0;
		return 0;
	}
	if (strcmp(text, "}") == 0)
		return suppress_end_block(reading, err);
	reading->in_block++;
	if (reading->in_block == 1) {
		reading->block->name = arena_string(arena, text);
		return 0;
	}
	return reading->in_block == 2 ? read_kind(reading->block, text, err)
				      : read_frame(reading, text, err);
}

int suppressions_read(
	struct suppressions *suppressions, const char *file, struct error *err)
{
	struct suppress_reading reading = {
		.suppressions = suppressions, .file = file};
	FILE *in = fopen(file, "re");
	char *line = NULL;
	size_t bytes = 0;
	int result = 0;

	if (!in)
		return error_set_errno(err, "cannot open %s", file);
	errno = 0;
	while (result == 0 && getline(&line, &bytes, in) >= 0) {
		reading.line++;
		result = suppress_read_line(&reading, line, err);
	}
	if (result == 0 && ferror(in))
		result = error_set_errno(err, "cannot read it");
	if (result == 0 && reading.block)
		result = error_set(err, "a suppression is not closed by }");
	if (result != 0)
		error_add_context(err, "%s: line %u", file, reading.line);
	free(line);
	fclose(in);
	return result;
}

/* --- matching ----------------------------------------------------------- */

/* `*` is any text, `?` any byte, as Valgrind has it; brackets are themselves.
 * The last `*` is taken back where it does not fit. */
static bool suppress_matches(const char *pattern, const char *text)
{
	const char *star = NULL, *star_text = NULL;

	while (text && *text != '\0') {
		if (*pattern == '*') {
			star = ++pattern;
			star_text = text;
		} else if (*pattern == '?' || *pattern == *text) {
			pattern++;
			text++;
		} else if (star) {
			pattern = star;
			text = ++star_text;
		} else {
			return false;
		}
	}
	return text && pattern[strspn(pattern, "*")] == '\0';
}

static bool frame_matches(
	const struct suppress_frame *frame, const struct report_place *place)
{
	switch (frame->kind) {
	case FRAME_FUNCTION:
		return suppress_matches(frame->pattern,
			place->function ? place->function : "???");
	case FRAME_OBJECT:
		return suppress_matches(frame->pattern, place->object);
	case FRAME_SOURCE:
		return suppress_matches(frame->pattern, place->file) ||
		       (place->file && suppress_matches(frame->pattern,
					       words_base_name(place->file)));
	case FRAME_ANY:
		break;
	}
	return true;
}

/* The stack of FINDING: the reading function first, then the calls, then any of
 * its callers. */
static bool frame_matches_at(const struct suppress_frame *frame,
	const struct report_finding *finding, size_t depth)
{
	size_t count = finding->aec.count;

	if (depth < count)
		return frame_matches(
			frame, &finding->aec.place[count - 1 - depth]);
	for (size_t i = 0; i < finding->callers.count; i++)
		if (frame_matches(frame, &finding->callers.place[i]))
			return true;
	return false;
}

/* As Valgrind: the frames begin at the innermost function and may end early.
 * `...` is any number of frames. With the last `...` taken back where it does
 * not fit, no more is needed. */
static bool stack_matches(
	const struct suppression *block, const struct report_finding *finding)
{
	size_t depth_count =
		finding->aec.count + (finding->callers.count > 0 ? 1 : 0);
	size_t frame = 0, depth = 0;
	size_t any = SIZE_MAX, any_depth = 0;

	while (frame < block->frame_count) {
		const struct suppress_frame *at = &block->frame[frame];
		if (at->kind == FRAME_ANY) {
			any = frame++;
			any_depth = depth;
		} else if (depth < depth_count &&
			   frame_matches_at(at, finding, depth)) {
			frame++;
			depth++;
		} else if (any != SIZE_MAX && any_depth < depth_count) {
			frame = any + 1;
			depth = ++any_depth;
		} else {
			return false;
		}
	}
	return true;
}

/* A finding counts once, however often it is met. */
static void count_use(struct use *use, const struct report_finding *finding)
{
	use->findings += use->last != finding;
	use->last = finding;
}

static bool is_suppressed_by_file(
	struct suppressions *suppressions, const struct report_finding *finding)
{
	bool any = false;

	for (size_t i = 0; i < suppressions->block_count; i++) {
		struct suppression *block = suppressions->block[i];
		if (block->rule != finding->rule ||
			!stack_matches(block, finding))
			continue;
		count_use(&block->use, finding);
		any = true;
	}
	return any;
}

/* --- comments ----------------------------------------------------------- */

/* Is there our comment, with a reason, in LINE? */
static bool has_comment(const char *line)
{
	const char *begin = strstr(line, COMMENT), *end;
	char *before;
	bool is_comment;

	if (!begin)
		return false;
	before = memory_string_dup_length(line, (size_t)(begin - line));
	is_comment = strstr(before, "/*") || strstr(before, "//");
	free(before);
	begin += strlen(COMMENT);
	end = strchr(begin, ')');
	return is_comment && end &&
	       strspn(begin, " \t") < (size_t)(end - begin);
}

static void suppress_read_comments(
	struct suppressions *suppressions, const char *file)
{
	struct stat status;
	FILE *in = stat(file, &status) == 0 && S_ISREG(status.st_mode)
			   ? fopen(file, "re")
			   : NULL;
	char *line = NULL;
	size_t bytes = 0;

	for (unsigned number = 1; in && getline(&line, &bytes, in) >= 0;
		number++) {
		if (!has_comment(line))
			continue;
		suppressions->comment = memory_grow(suppressions->comment,
			&suppressions->comment_capacity,
			suppressions->comment_count + 1,
			sizeof *suppressions->comment);
		suppressions->comment[suppressions->comment_count++] =
			(struct comment){.file = arena_string(
						 &suppressions->arena, file),
				.line = number};
	}
	free(line);
	if (in)
		fclose(in);
}

/* Of every source file that a finding leads through. */
static void read_all_comments(
	struct suppressions *suppressions, const struct report *report)
{
	const char **file = NULL;
	size_t count = 0, capacity = 0;

	for (size_t i = 0; i < report->finding_count; i++) {
		const struct report_finding *finding = &report->finding[i];
		if (finding->rule == REPORT_TRAVERSAL)
			continue;
		file = memory_grow(file, &capacity,
			count + finding->aec.count + finding->sites.count + 1,
			sizeof *file);
		for (size_t k = 0; k < finding->aec.count; k++)
			if (finding->aec.place[k].file)
				file[count++] = finding->aec.place[k].file;
		for (size_t k = 0; k < finding->sites.count; k++)
			if (finding->sites.place[k].file)
				file[count++] = finding->sites.place[k].file;
	}
	count = file ? words_sort_once(file, count) : 0;
	for (size_t i = 0; i < count; i++)
		suppress_read_comments(suppressions, file[i]);
	free(file);
}

/* A comment is about its own line and the next. */
static bool is_excused(struct suppressions *suppressions,
	const struct report_finding *finding,
	const struct report_places *places)
{
	bool any = false;

	for (size_t i = 0; i < places->count; i++) {
		const struct report_place *place = &places->place[i];
		if (!place->file)
			continue;
		for (size_t k = 0; k < suppressions->comment_count; k++) {
			struct comment *comment = &suppressions->comment[k];
			if ((comment->line != place->line &&
				    comment->line + 1 != place->line) ||
				strcmp(comment->file, place->file) != 0)
				continue;
			count_use(&comment->use, finding);
			any = true;
		}
	}
	return any;
}

/* --- all of it ---------------------------------------------------------- */

void suppressions_apply(
	struct suppressions *suppressions, struct report *report)
{
	read_all_comments(suppressions, report);
	for (size_t i = 0; i < report->finding_count; i++) {
		struct report_finding *finding = &report->finding[i];
		if (finding->rule == REPORT_TRAVERSAL)
			continue;
		finding->suppressed |=
			is_suppressed_by_file(suppressions, finding);
		finding->suppressed |=
			is_excused(suppressions, finding, &finding->aec);
		finding->suppressed |=
			is_excused(suppressions, finding, &finding->sites);
	}
}

void suppressions_describe(
	const struct suppressions *suppressions, struct report *report)
{
	for (size_t i = 0; i < suppressions->block_count; i++) {
		const struct suppression *block = suppressions->block[i];
		report_add_suppression(report,
			&(struct report_suppression){.name = block->name,
				.file = block->file,
				.line = block->line,
				.findings = block->use.findings});
	}
	for (size_t i = 0; i < suppressions->comment_count; i++) {
		const struct comment *comment = &suppressions->comment[i];
		report_add_suppression(
			report, &(struct report_suppression){
					.name = "comment retread: ok",
					.file = comment->file,
					.line = comment->line,
					.findings = comment->use.findings});
	}
}

void suppressions_print_unused(
	const struct suppressions *suppressions, FILE *out)
{
	for (size_t i = 0; i < suppressions->block_count; i++) {
		const struct suppression *block = suppressions->block[i];
		if (block->use.findings > 0)
			continue;
		fputs("retread report: the suppression \"", out);
		cli_print_clean(out, block->name);
		fputs("\" is not used: ", out);
		cli_print_clean(out, block->file);
		fprintf(out, ":%u\n", block->line);
	}
	for (size_t i = 0; i < suppressions->comment_count; i++) {
		const struct comment *comment = &suppressions->comment[i];
		if (comment->use.findings > 0)
			continue;
		fputs("retread report: the comment \"retread: ok\" is not "
		      "used: ",
			out);
		cli_print_clean(out, comment->file);
		fprintf(out, ":%u\n", comment->line);
	}
}

/* What cannot stand in a line, or would be cut off its end, is a `?`, which
 * matches it. */
static void suppress_print_pattern(FILE *out, const char *text)
{
	size_t length = strlen(text);

	for (size_t i = 0; i < length; i++) {
		unsigned char c = (unsigned char)text[i];
		bool is_end = i == 0 || i + 1 == length;
		bool is_control =
			c < 0x20 || c == 0x7f || (c >= 0x80 && c <= 0x9f);
		putc(is_control || (c == ' ' && is_end) ? '?' : c, out);
	}
}

static void generate(const struct report_finding *finding, FILE *out)
{
	size_t count = finding->aec.count;
	char *claim = claim_dup(finding);

	fprintf(out, "{\n   %s ", finding->id);
	cli_print_clean(out, claim);
	free(claim);
	fprintf(out, "\n   Retread:%s\n", report_rule_kind(finding->rule));
	for (size_t i = 0; i < count && i < FRAMES_MAX; i++) {
		const struct report_place *place =
			&finding->aec.place[count - 1 - i];
		bool is_object = !place->function && place->object;
		fputs(is_object ? "   obj:" : "   fun:", out);
		suppress_print_pattern(out, is_object	      ? place->object
					    : place->function ? place->function
							      : "???");
		putc('\n', out);
	}
	fputs("}\n", out);
}

void suppressions_generate(const struct report *report, FILE *out)
{
	for (size_t i = 0; i < report->finding_count; i++)
		if (report_finding_is_shown(&report->finding[i]) &&
			report->finding[i].aec.count > 0)
			generate(&report->finding[i], out);
}
