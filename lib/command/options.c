/* SPDX-License-Identifier: MIT
 * Option tables: parsing and --help from the same rows. */
#include "config.h"

#include "lib/command/options.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/arguments.h"
#include "lib/command/program.h"
#include "lib/error.h"
#include "lib/memory.h"

/* One run of options_parse. */
struct options_parser {
	const struct options *options;
	int argc;
	char **argv;
	int next; /* argument to look at */
	struct error *err;
};

static const struct option_row help_row = {
	"help", 'h', OPTION_FLAG, .help = "show this help"};

static bool takes_value(const struct option_row *row)
{
	return row->kind >= OPTION_TEXT;
}

/* Row I of SET, as it is for FIELDS. */
static struct option_row set_row(
	const struct option_set *set, const void *fields, size_t i)
{
	struct option_row row = set->row[i];

	row.value = (char *)fields + row.offset;
	return row;
}

/* Row I of the table, rows of sets being in their places, the last one being
 * --help. Returns false after it. */
static bool row_at(
	const struct options *options, size_t i, struct option_row *row)
{
	for (size_t k = 0; k < options->row_count; k++) {
		const struct option_row *own = &options->row[k];
		size_t count =
			own->kind == OPTION_SET ? own->set->row_count : 1;

		if (i < count) {
			*row = own->kind == OPTION_SET
				       ? set_row(own->set, own->value, i)
				       : *own;
			return true;
		}
		i -= count;
	}
	*row = help_row;
	return i == 0;
}

static bool is_help(const struct option_row *row)
{
	return !row->value;
}

/* The long form of -o was --output in half of the programs. */
#define OUT	   "out"
#define FORMER_OUT "output"

static bool options_find_name(const struct options *options, const char *name,
	size_t length, struct option_row *row)
{
	for (size_t i = 0; row_at(options, i, row); i++)
		if (row->kind != OPTION_HEADING &&
			strlen(row->name) == length &&
			memcmp(row->name, name, length) == 0)
			return true;
	return length == strlen(FORMER_OUT) &&
	       memcmp(name, FORMER_OUT, length) == 0 &&
	       options_find_name(options, OUT, strlen(OUT), row);
}

static bool find_alias(
	const struct options *options, char alias, struct option_row *row)
{
	for (size_t i = 0; row_at(options, i, row); i++)
		if (row->kind != OPTION_HEADING && row->alias == alias)
			return true;
	return false;
}

static size_t smallest(size_t a, size_t b, size_t c)
{
	size_t least = a < b ? a : b;

	return least < c ? least : c;
}

/* Edits (insert, delete, replace a letter) that turn A into B. */
static size_t edit_distance(const char *a, const char *b)
{
	size_t length = strlen(b), i, j, distance;
	size_t *row = memory_alloc_zero(length + 1, sizeof *row);

	for (j = 0; j <= length; j++)
		row[j] = j;
	for (i = 1; a[i - 1]; i++) {
		size_t diagonal = row[0];

		row[0] = i;
		for (j = 1; j <= length; j++) {
			size_t above = row[j];

			row[j] = smallest(above + 1, row[j - 1] + 1,
				diagonal + (a[i - 1] != b[j - 1]));
			diagonal = above;
		}
	}
	distance = row[length];
	free(row);
	return distance;
}

const char *options_nearest(
	const char *word, const char *const *words, size_t count)
{
	size_t length = strlen(word), i, best = length / 3 + 1;
	const char *nearest = NULL;

	for (i = 0; i < count; i++) {
		size_t distance = edit_distance(word, words[i]);

		/* The start of a long word is far from it by letters. */
		if (length > 1 && strncmp(word, words[i], length) == 0)
			distance = 1;
		if (distance < best || (distance == best && !nearest)) {
			best = distance;
			nearest = words[i];
		}
	}
	return nearest;
}

static int fail_unknown(
	struct options_parser *parser, const char *name, size_t length)
{
	const struct options *options = parser->options;
	struct option_texts names = {NULL, 0, 0};
	char *word = memory_string_dup_length(name, length);
	struct option_row row;
	const char *nearest;

	for (size_t i = 0; row_at(options, i, &row); i++)
		if (row.kind != OPTION_HEADING && row.help)
			options_add_text(&names, row.name);
	nearest = options_nearest(word, names.text, names.count);
	if (nearest)
		error_set(parser->err,
			"unknown option '--%s'; did you mean '--%s'?", word,
			nearest);
	else
		error_set(parser->err,
			"unknown option '--%s'; '%s --help' lists them", word,
			options->program);
	free(word);
	options_free(&names);
	return -1;
}

static int options_parse_number(
	const struct option_row *row, const char *text, struct error *err)
{
	char *end;
	int base = strncmp(text, "0x", 2) == 0 ? 16 : 10;
	uint64_t *value = row->value;

	errno = 0;
	*value = strtoull(text, &end, base);
	/* strtoull would take "-1" and " 1". */
	if (!isdigit((unsigned char)text[0]) || *end || errno)
		return error_set(err, "'%s' is not a whole number", text);
	return 0;
}

int options_parse_size(const char *text, uint64_t *bytes, struct error *err)
{
	static const char units[] = "KMGTP";
	const char *unit;
	unsigned shift = 0;
	double number;
	char *end;

	number = strtod(text, &end);
	if (*end && (unit = strchr(units, toupper((unsigned char)*end)))) {
		shift = 10 * (unsigned)(unit - units + 1);
		end++;
		if (strcmp(end, "iB") == 0)
			end += 2;
	}
	if (!isdigit((unsigned char)text[0]) || *end)
		return error_set(err,
			"'%s' is not a size; write it as 4096, 64K, 512M or 2G",
			text);
	number *= (double)(1ull << shift);
	if (number >= 18446744073709551616.0)
		return error_set(err, "'%s' is too large", text);
	*bytes = (uint64_t)number;
	return 0;
}

static int options_check_range(const struct option_row *row, const char *text,
	uint64_t value, struct error *err)
{
	if (value < row->min)
		return error_set(err, "%s is too small; at least %" PRIu64,
			text, row->min);
	if (row->max && value > row->max)
		return error_set(err, "%s is too large; at most %" PRIu64, text,
			row->max);
	return 0;
}

static int parse_choice(
	const struct option_row *row, const char *text, struct error *err)
{
	char list[256] = "";
	int i;

	for (i = 0; row->choices[i]; i++) {
		if (strcmp(row->choices[i], text) == 0) {
			*(int *)row->value = i;
			return 0;
		}
		snprintf(list + strlen(list), sizeof list - strlen(list),
			"%s%s", i ? ", " : "", row->choices[i]);
	}
	return error_set(err, "'%s' is not one of: %s", text, list);
}

void options_add_text(struct option_texts *texts, const char *text)
{
	texts->text = memory_grow(texts->text, &texts->capacity,
		texts->count + 1, sizeof *texts->text);
	texts->text[texts->count++] = text;
}

/* Gives ROW the value TEXT (NULL for kinds without one). */
static int options_store(
	const struct option_row *row, const char *text, struct error *err)
{
	switch (row->kind) {
	case OPTION_HEADING:
	case OPTION_SET:
		return 0;
	case OPTION_FLAG:
	case OPTION_CLEAR:
		*(bool *)row->value = row->kind == OPTION_FLAG;
		return 0;
	case OPTION_COUNT:
		++*(int *)row->value;
		return 0;
	case OPTION_TEXT:
		*(const char **)row->value = text;
		return 0;
	case OPTION_TEXTS:
		options_add_text(row->value, text);
		return 0;
	case OPTION_NUMBER:
		if (options_parse_number(row, text, err))
			return -1;
		return options_check_range(
			row, text, *(uint64_t *)row->value, err);
	case OPTION_SIZE:
		if (options_parse_size(text, row->value, err))
			return -1;
		return options_check_range(
			row, text, *(uint64_t *)row->value, err);
	case OPTION_TIME:
		if (options_parse_time(text, row->value, err))
			return -1;
		return options_check_range(
			row, text, *(uint64_t *)row->value, err);
	case OPTION_CHOICE:
		return parse_choice(row, text, err);
	}
	return 0;
}

/* Takes the value of ROW from VALUE or from the next argument. */
static int options_take(struct options_parser *parser,
	const struct option_row *row, const char *value)
{
	if (takes_value(row) && !value) {
		if (parser->next >= parser->argc)
			return error_set(parser->err, "option '--%s' needs %s",
				row->name,
				row->argument ? row->argument : "a value");
		value = parser->argv[parser->next++];
		if (value == options_boundary)
			return error_set(parser->err,
				"option '--%s' of the project needs %s",
				row->name,
				row->argument ? row->argument : "a value");
	}
	if (!takes_value(row) && value)
		return error_set(
			parser->err, "option '--%s' takes no value", row->name);
	if (options_store(row, value, parser->err))
		return error_add_context(parser->err, "--%s", row->name);
	return 0;
}

/* --name, --name=value, --name value */
static enum options_result parse_long(
	struct options_parser *parser, const char *name)
{
	const char *equals = strchr(name, '=');
	size_t length = equals ? (size_t)(equals - name) : strlen(name);
	struct option_row row;

	if (!options_find_name(parser->options, name, length, &row)) {
		fail_unknown(parser, name, length);
		return OPTIONS_ERROR;
	}
	if (is_help(&row) && !equals)
		return OPTIONS_HELP;
	return options_take(parser, &row, equals ? equals + 1 : NULL)
		       ? OPTIONS_ERROR
		       : OPTIONS_RUN;
}

/* -a, -abc, -o value, -ovalue */
static enum options_result parse_short(
	struct options_parser *parser, const char *letters)
{
	for (; *letters; letters++) {
		struct option_row row;

		if (!find_alias(parser->options, *letters, &row)) {
			error_set(parser->err,
				"unknown option '-%c'; '%s --help' lists them",
				*letters, parser->options->program);
			return OPTIONS_ERROR;
		}
		if (is_help(&row))
			return OPTIONS_HELP;
		if (takes_value(&row))
			return options_take(parser, &row,
				       letters[1] ? letters + 1 : NULL)
				       ? OPTIONS_ERROR
				       : OPTIONS_RUN;
		if (options_take(parser, &row, NULL))
			return OPTIONS_ERROR;
	}
	return OPTIONS_RUN;
}

char options_boundary[] = "";

/* Index in ARGV of the boundary, 0: there is none. */
static int find_boundary(int argc, char **argv)
{
	int i = argc - 1;

	while (i > 0 && argv[i] != options_boundary)
		i--;
	return i > 0 ? i : 0;
}

enum options_result options_parse(const struct options *options, int argc,
	char **argv, struct operands *operands, struct error *err)
{
	int boundary = find_boundary(argc, argv);
	struct options_parser parser = {options, argc, argv, 1, err};
	enum options_result result = OPTIONS_RUN;
	bool dashes = false;
	size_t count = 0;

	/* Operands move to the front of argv[1...], over what was consumed. */
	operands->operand = argv + 1;
	operands->before_dashes = 0;
	while (parser.next < argc && result == OPTIONS_RUN) {
		char *word = argv[parser.next++];

		if (word == options_boundary)
			continue;
		if (parser.next <= boundary && (word[0] != '-' || !word[1])) {
			error_set(err,
				"\"%s\" in the project file is not an option",
				word);
			return OPTIONS_ERROR;
		}
		if (dashes || word[0] != '-' || !word[1]) {
			argv[1 + count++] = word;
			operands->before_dashes += !dashes;
			if (options->stop_at_operand)
				break;
		} else if (strcmp(word, "--") == 0) {
			dashes = true;
		} else if (word[1] == '-') {
			result = parse_long(&parser, word + 2);
		} else {
			result = parse_short(&parser, word + 1);
		}
	}
	while (result == OPTIONS_RUN && parser.next < argc) {
		argv[1 + count++] = argv[parser.next++];
		operands->before_dashes += !dashes;
	}
	operands->count = count;
	operands->operand[count] = NULL;
	return result;
}

#define HELP_COLUMN 26
#define HELP_WIDTH  79

/* Prints TEXT broken at blanks; the cursor is at COLUMN, continuation lines
 * start at INDENT. */
static void print_wrapped(
	FILE *stream, const char *text, size_t column, size_t indent)
{
	bool first = true;

	while (*text) {
		size_t length = strcspn(text, " ");

		if (!first && column + 1 + length > HELP_WIDTH) {
			fprintf(stream, "\n%*s", (int)indent, "");
			column = indent;
			first = true;
		}
		fprintf(stream, "%s%.*s", first ? "" : " ", (int)length, text);
		column += length + !first;
		first = false;
		text += length;
		text += strspn(text, " ");
	}
	putc('\n', stream);
}

static void options_print_row(FILE *stream, const struct option_row *row)
{
	char alias[] = "    ";
	int column;

	if (!row->help)
		return;
	if (row->kind == OPTION_HEADING) {
		fprintf(stream, "\n%s:\n", row->help);
		return;
	}
	if (row->alias) {
		alias[0] = '-';
		alias[1] = row->alias;
		alias[2] = ',';
	}
	column = fprintf(stream, "  %s--%s%s%s", alias, row->name,
		takes_value(row) ? " " : "",
		!takes_value(row) ? ""
		: row->argument	  ? row->argument
				  : "VALUE");
	if (column + 2 > HELP_COLUMN)
		fprintf(stream, "\n%*s", HELP_COLUMN, "");
	else
		fprintf(stream, "%*s", HELP_COLUMN - column, "");
	print_wrapped(stream, row->help, HELP_COLUMN, HELP_COLUMN);
}

void options_print_help(const struct options *options, FILE *stream)
{
	struct option_row row;

	fprintf(stream, "Usage: %s %s\n", options->program, options->synopsis);
	if (options->summary)
		print_wrapped(stream, options->summary, 0, 0);
	if (row_at(options, 0, &row) && row.kind != OPTION_HEADING)
		fputs("\nOptions:\n", stream);
	for (size_t i = 0; row_at(options, i, &row); i++)
		options_print_row(stream, &row);
}

/* A number below what can be given was not given. */
static bool is_set(const struct option_row *row)
{
	uint64_t least = row->kind == OPTION_TIME ? 1 : row->min;

	return *(uint64_t *)row->value >= least;
}

static bool has_text_before(const struct option_texts *texts, size_t end)
{
	for (size_t i = 0; i < end; i++)
		if (!strcmp(texts->text[i], texts->text[end]))
			return true;
	return false;
}

static void options_add_row(
	const struct option_row *row, struct arguments *arguments)
{
	const struct option_texts *texts = row->value;
	char number[24];

	switch (row->kind) {
	case OPTION_HEADING:
	case OPTION_SET:
		break;
	case OPTION_FLAG:
	case OPTION_CLEAR:
		if (*(bool *)row->value == (row->kind == OPTION_FLAG))
			arguments_add_format(arguments, "--%s", row->name);
		break;
	case OPTION_COUNT:
		for (int i = 0; i < *(int *)row->value; i++)
			arguments_add_format(arguments, "--%s", row->name);
		break;
	case OPTION_TEXT:
		arguments_add_option(
			arguments, row->name, *(const char **)row->value);
		break;
	case OPTION_TEXTS:
		for (size_t i = 0; i < texts->count; i++)
			if (!has_text_before(texts, i))
				arguments_add_option(
					arguments, row->name, texts->text[i]);
		break;
	case OPTION_NUMBER:
	case OPTION_SIZE:
	case OPTION_TIME:
		snprintf(number, sizeof number, "%" PRIu64,
			*(uint64_t *)row->value);
		if (is_set(row))
			arguments_add_option(arguments, row->name, number);
		break;
	case OPTION_CHOICE:
		if (*(int *)row->value >= 0)
			arguments_add_option(arguments, row->name,
				row->choices[*(int *)row->value]);
		break;
	}
}

void options_add_arguments(const struct option_set *set, const void *fields,
	struct arguments *arguments)
{
	for (size_t i = 0; i < set->row_count; i++) {
		struct option_row row = set_row(set, fields, i);

		options_add_row(&row, arguments);
	}
}

void options_add_values(const struct options *options, const char *const *names,
	struct arguments *arguments)
{
	struct option_row row;

	for (; *names; names++)
		if (options_find_name(options, *names, strlen(*names), &row))
			options_add_row(&row, arguments);
}

static bool is_missing(const struct option_row *row)
{
	if (!row->missing)
		return false;
	return row->kind == OPTION_TEXTS
		       ? ((struct option_texts *)row->value)->count == 0
		       : *(const char **)row->value == NULL;
}

static int check_given(const struct options *options,
	const struct operands *operands, struct error *err)
{
	struct option_row row;

	if (operands->count < options->least)
		return error_set(err, "%s", options->few);
	for (size_t i = 0; row_at(options, i, &row); i++)
		if (is_missing(&row))
			return error_set(err, "%s", row.missing);
	if (options->most > 0 && operands->count > options->most)
		return error_set(err, "%s, not also \"%s\"", options->many,
			operands->operand[options->most]);
	return 0;
}

bool options_start(const struct options *options, int argc, char **argv,
	struct operands *operands, int *status)
{
	struct error err = {{0}};
	const char *hint = NULL;

	switch (options_parse(options, argc, argv, operands, &err)) {
	case OPTIONS_RUN:
		if (check_given(options, operands, &err) == 0)
			return true;
		hint = options->hint;
		break;
	case OPTIONS_HELP:
		options_print_help(options, stdout);
		*status = PROGRAM_DONE;
		return false;
	case OPTIONS_ERROR:
		break;
	}
	*status = program_fail(PROGRAM_USAGE, options->program, err.text, hint);
	return false;
}

int options_run(const struct options *options, int argc, char **argv,
	int (*run)(void *chosen, const struct operands *operands), void *chosen)
{
	struct operands operands;
	struct option_row row;
	int status;

	if (options_start(options, argc, argv, &operands, &status))
		status = run(chosen, &operands);
	for (size_t i = 0; row_at(options, i, &row); i++)
		if (row.kind == OPTION_TEXTS)
			options_free(row.value);
	return status;
}

void options_free(struct option_texts *texts)
{
	free(texts->text);
	memset(texts, 0, sizeof *texts);
}

int options_parse_time(const char *text, uint64_t *seconds, struct error *err)
{
	static const struct {
		char name[2];
		uint64_t seconds;
	} units[] = {{"", 1}, {"s", 1}, {"m", 60}, {"h", 3600}, {"d", 86400}};
	char *end;
	uint64_t value;

	errno = 0;
	value = strtoull(text, &end, 10);
	for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
		if (strcmp(end, units[i].name) != 0 || end == text ||
			!isdigit((unsigned char)*text) || errno != 0 ||
			value == 0 || value > UINT64_MAX / units[i].seconds)
			continue;
		*seconds = value * units[i].seconds;
		return 0;
	}
	return error_set(
		err, "'%s' is not a duration; write 90s, 10m, 2h or 1d", text);
}

int options_parse_budget(
	const char *text, uint64_t *seconds, uint64_t *edges, struct error *err)
{
	static const char units[] = "KMG";
	char *end;
	uint64_t value = strtoull(text, &end, 10);
	const char *unit = *end != '\0' ? strchr(units, *end) : NULL;

	*edges = 0;
	if (options_parse_time(text, seconds, NULL) == 0 &&
		*seconds <= UINT32_MAX)
		return 0;
	*seconds = 0;
	if (!isdigit((unsigned char)*text) || !unit || end[1] != '\0' ||
		value == 0 || value > UINT32_MAX)
		return error_set(err,
			"'%s' is neither a duration (60s, 10m, 1h) nor a "
			"number of executed edges (500M, 2G)",
			text);
	for (size_t i = 0; i <= (size_t)(unit - units); i++)
		value *= 1000;
	*edges = value;
	return 0;
}
