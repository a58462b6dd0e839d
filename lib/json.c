/* SPDX-License-Identifier: MIT
 * JSON values over jansson, with repair on the way out and checks on the way
 * in. */
#include "config.h"

#include "lib/json.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <jansson.h>

#include "lib/error.h"
#include "lib/markup.h"
#include "lib/memory.h"
#include "lib/whole_file.h"

#define REAL_MAX    1e300
#define REAL_DIGITS 9
#define LINE_FLAGS  (JSON_REAL_PRECISION(REAL_DIGITS) | JSON_ENCODE_ANY)
#define DUMP_FLAGS  (JSON_INDENT(1) | LINE_FLAGS)

static json_t *inner(const struct json_value *value)
{
	return (json_t *)value;
}

/* jansson returns NULL when memory ran out, given arguments like ours. */
static struct json_value *made(json_t *value)
{
	if (!value)
		memory_fail(0);
	return (struct json_value *)value;
}

static json_t *text_value(const char *text)
{
	json_t *value;
	char *repaired;
	size_t used = 0;

	if (!text)
		return json_null();
	value = json_string(text);
	if (value)
		return value;
	repaired = memory_alloc(strlen(text) * strlen(MARKUP_REPLACEMENT) + 1);
	while (*text != '\0') {
		size_t bytes = markup_utf8_bytes(text);
		const char *from = bytes > 0 ? text : MARKUP_REPLACEMENT;
		size_t count = bytes > 0 ? bytes : strlen(MARKUP_REPLACEMENT);
		memcpy(repaired + used, from, count);
		used += count;
		text += bytes > 0 ? bytes : 1;
	}
	value = json_stringn(repaired, used);
	free(repaired);
	return inner(made(value));
}

struct json_value *json_make_object(void)
{
	return made(json_object());
}

struct json_value *json_make_array(void)
{
	return made(json_array());
}

struct json_value *json_copy_at(const struct json_at *at)
{
	return made(json_deep_copy(inner(at->value)));
}

struct json_value *json_again(const struct json_value *value)
{
	return made(json_incref(inner(value)));
}

void json_free(struct json_value *value)
{
	json_decref(inner(value));
}

/* The nearest number that JSON has. */
static double within_json(double real)
{
	if (isnan(real))
		return 0;
	if (isinf(real))
		return real > 0 ? REAL_MAX : -REAL_MAX;
	return real;
}

double json_round(double real)
{
	char text[40];

	snprintf(text, sizeof text, "%.*g", REAL_DIGITS, within_json(real));
	return strtod(text, NULL);
}

struct json_value *json_make_text(const char *text)
{
	return made(text_value(text));
}

struct json_value *json_make_count(uint64_t count)
{
	return json_make_number(count > INT64_MAX ? INT64_MAX : (int64_t)count);
}

struct json_value *json_make_number(int64_t number)
{
	return made(json_integer(number));
}

struct json_value *json_make_real(double real)
{
	return made(json_real(within_json(real)));
}

struct json_value *json_make_bool(bool truth)
{
	return made(json_boolean(truth));
}

struct json_value *json_same(struct json_value *value)
{
	return value;
}

struct json_value *json_make_pairs(const struct json_pair *pair)
{
	struct json_value *object = json_make_object();

	for (; pair->key; pair++)
		if (pair->value)
			json_put(object, pair->key, pair->value);
	return object;
}

void json_put_text(struct json_value *object, const char *key, const char *text)
{
	json_put(object, key, json_make_text(text));
}

void json_put_count(struct json_value *object, const char *key, uint64_t count)
{
	json_put(object, key, json_make_count(count));
}

void json_put_number(struct json_value *object, const char *key, int64_t number)
{
	json_put(object, key, json_make_number(number));
}

void json_put_real(struct json_value *object, const char *key, double real)
{
	json_put(object, key, json_make_real(real));
}

void json_put_bool(struct json_value *object, const char *key, bool truth)
{
	json_put(object, key, json_make_bool(truth));
}

void json_put(
	struct json_value *object, const char *key, struct json_value *child)
{
	if (json_object_set_new(inner(object), key, inner(child)) != 0)
		memory_fail(0);
}

void json_append(struct json_value *array, struct json_value *child)
{
	if (json_array_append_new(inner(array), inner(child)) != 0)
		memory_fail(0);
}

void json_append_text(struct json_value *array, const char *text)
{
	json_append(array, json_make_text(text));
}

/* Text on its way out, moved to the right. */
struct indented {
	FILE *out;
	unsigned blanks;
};

static int print_piece(const char *text, size_t length, void *data)
{
	const struct indented *to = data;

	/* Within strings newlines are escaped. */
	for (size_t i = 0; i < length; i++) {
		putc_unlocked(text[i], to->out);
		for (unsigned k = 0; text[i] == '\n' && k < to->blanks; k++)
			putc_unlocked(' ', to->out);
	}
	return ferror_unlocked(to->out) ? -1 : 0;
}

int json_print_within(
	const struct json_value *value, unsigned blanks, FILE *out)
{
	struct indented to = {out, blanks};

	return json_dump_callback(inner(value), print_piece, &to, DUMP_FLAGS);
}

char *json_text_dup(const struct json_value *value)
{
	char *text = json_dumps(inner(value), LINE_FLAGS);

	if (!text)
		memory_fail(0);
	return text;
}

int json_print_line(const struct json_value *value, FILE *out)
{
	return json_dumpf(inner(value), out, LINE_FLAGS);
}

int json_print(const struct json_value *value, FILE *out, struct error *err)
{
	errno = 0;
	if (json_print_within(value, 0, out) != 0 || fputc('\n', out) == EOF ||
		fflush(out) != 0)
		return error_set_errno(err, "cannot write JSON");
	return 0;
}

/* --- files -------------------------------------------------------------- */

int json_write_file(
	const struct json_value *value, const char *path, struct error *err)
{
	struct whole_file file;
	int result = whole_file_open(&file, path, err);

	if (result == 0 && json_print(value, file.out, err) != 0)
		result = error_add_context(err, "%s", path);
	return whole_file_close(&file, result, err);
}

static struct json_value *read_stream(FILE *in, struct error *err)
{
	json_error_t problem;
	struct stat status;
	json_t *value;

	if (fstat(fileno(in), &status) != 0) {
		error_set_errno(err, "cannot read");
		return NULL;
	}
	if (!S_ISREG(status.st_mode)) {
		error_set(err, "is not a regular file");
		return NULL;
	}
	if (status.st_size > (off_t)JSON_FILE_BYTES_MAX) {
		error_set(err, "is larger than %u bytes", JSON_FILE_BYTES_MAX);
		return NULL;
	}
	value = json_loadf(in, JSON_REJECT_DUPLICATES, &problem);
	if (!value)
		error_set(err, "line %d, column %d: %s", problem.line,
			problem.column, problem.text);
	return (struct json_value *)value;
}

struct json_value *json_read_text(const char *text, struct error *err)
{
	json_error_t problem;
	json_t *value = json_loads(text, JSON_REJECT_DUPLICATES, &problem);

	if (!value)
		error_set(err, "column %d: %s", problem.column, problem.text);
	return (struct json_value *)value;
}

struct json_value *json_read_file(const char *path, struct error *err)
{
	struct json_value *value;
	/* A FIFO that nobody writes must not keep us: O_NONBLOCK. */
	int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	FILE *in;

	if (descriptor < 0) {
		error_set_errno(err, "cannot open %s", path);
		return NULL;
	}
	in = fdopen(descriptor, "r");
	if (!in) {
		close(descriptor);
		error_set_errno(err, "cannot open %s", path);
		return NULL;
	}
	value = read_stream(in, err);
	if (!value)
		error_add_context(err, "%s", path);
	fclose(in);
	return value;
}

/* Puts the path of AT in front of the error. */
static void add_path(struct error *err, const struct json_at *at)
{
	char path[256] = "";
	size_t used = 0;
	const struct json_at *way[32];
	size_t depth = 0;

	for (; at && at->parent && depth < 32; at = at->parent)
		way[depth++] = at;
	while (depth-- > 0 && used < sizeof path - 1) {
		int length = !way[depth]->key
				     ? snprintf(path + used, sizeof path - used,
					       "[%zu]", way[depth]->index)
				     : snprintf(path + used, sizeof path - used,
					       "%s%s", used > 0 ? "." : "",
					       way[depth]->key);
		used += (size_t)length;
	}
	if (path[0] != '\0')
		error_add_context(err, "%s", path);
}

void json_at_fail(
	const struct json_at *at, const char *key, const char *format, ...)
{
	char text[256];
	va_list arguments;

	if (at->reader->failed)
		return;
	at->reader->failed = true;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	if (key)
		error_set(at->reader->err, "\"%s\" %s", key, text);
	else
		error_set(at->reader->err, "%s", text);
	add_path(at->reader->err, at);
}

static bool is_kind(const json_t *value, enum json_kind kind)
{
	return kind == JSON_KIND_OBJECT ? json_is_object(value)
					: json_is_array(value);
}

/* VALUE at KEY is of another type than WANTED, or is not there. */
static void fail_type(const struct json_at *object, const char *key,
	const json_t *value, const char *wanted)
{
	json_at_fail(object, key, "%s %s",
		!value ? "is missing, it should be" : "is not", wanted);
}

void json_at_check(struct json_at *at, enum json_kind kind)
{
	if (at->reader->failed || is_kind(inner(at->value), kind))
		return;
	fail_type(at, NULL, inner(at->value),
		kind == JSON_KIND_OBJECT ? "an object" : "an array");
	at->value = NULL;
}

struct json_at json_at_top(struct json_reader *reader,
	const struct json_value *value, enum json_kind kind)
{
	struct json_at at = {.reader = reader, .value = value};

	reader->top = value;
	json_at_check(&at, kind);
	return at;
}

struct json_at json_at_any(
	const struct json_at *parent, const char *key, size_t index)
{
	const json_t *from = inner(parent->value);

	return (struct json_at){.reader = parent->reader,
		.value = (struct json_value *)(key ? json_object_get(from, key)
						   : json_array_get(
							     from, index)),
		.parent = parent,
		.key = key,
		.index = index};
}

struct json_at json_at_member(
	const struct json_at *object, const char *key, enum json_kind kind)
{
	struct json_at at = json_at_any(object, key, 0);

	json_at_check(&at, kind);
	return at;
}

size_t json_at_length(const struct json_at *array)
{
	if (json_is_object(inner(array->value)))
		return json_object_size(inner(array->value));
	return json_array_size(inner(array->value));
}

const char *json_get_key(const struct json_at *object, size_t index)
{
	void *at = json_object_iter(inner(object->value));

	while (at && index-- > 0)
		at = json_object_iter_next(inner(object->value), at);
	return at ? json_object_iter_key(at) : NULL;
}

struct json_at json_at_element(
	const struct json_at *array, size_t index, enum json_kind kind)
{
	struct json_at at = json_at_any(array, NULL, index);

	json_at_check(&at, kind);
	return at;
}

static json_t *json_find(const struct json_at *object, const char *key)
{
	return json_object_get(inner(object->value), key);
}

bool json_has(const struct json_at *object, const char *key)
{
	json_t *value = json_find(object, key);

	return value && !json_is_null(value);
}

const char *json_get_text_or_null(const struct json_at *object, const char *key)
{
	json_t *value = json_find(object, key);

	if (!value || json_is_null(value))
		return NULL;
	if (!json_is_string(value))
		json_at_fail(object, key, "is not a string");
	return json_string_value(value);
}

const char *json_get_text(const struct json_at *object, const char *key)
{
	const char *text = json_get_text_or_null(object, key);

	if (!text)
		json_at_fail(object, key, "is missing, it should be a string");
	return !text ? "" : text;
}

int64_t json_get_number(
	const struct json_at *object, const char *key, int64_t min, int64_t max)
{
	json_t *value = json_find(object, key);
	json_int_t number = json_integer_value(value);

	if (!json_is_integer(value)) {
		fail_type(object, key, value, "a whole number");
		return min;
	}
	if (number < min || number > max) {
		json_at_fail(object, key,
			"is %" PRId64 ", outside %" PRId64 " to %" PRId64,
			(int64_t)number, min, max);
		return min;
	}
	return number;
}

uint64_t json_get_count(
	const struct json_at *object, const char *key, uint64_t max)
{
	return (uint64_t)json_get_number(
		object, key, 0, max > INT64_MAX ? INT64_MAX : (int64_t)max);
}

double json_get_real(
	const struct json_at *object, const char *key, double min, double max)
{
	json_t *value = json_find(object, key);
	double real = json_number_value(value);

	if (!json_is_number(value)) {
		fail_type(object, key, value, "a number");
		return min;
	}
	if (!(real >= min && real <= max)) {
		json_at_fail(
			object, key, "is %g, outside %g to %g", real, min, max);
		return min;
	}
	return real;
}

bool json_get_bool(const struct json_at *object, const char *key)
{
	json_t *value = json_find(object, key);

	if (!json_is_boolean(value))
		fail_type(object, key, value, "true or false");
	return json_is_true(value);
}

int json_get_choice(
	const struct json_at *object, const char *key, const char *const *names)
{
	const char *text = json_get_text(object, key);

	for (int i = 0; names[i]; i++) {
		if (strcmp(names[i], text) == 0)
			return i;
	}
	json_at_fail(object, key, "is \"%.40s\", which is not known", text);
	return 0;
}

const char *json_get_element_text(const struct json_at *array, size_t index)
{
	json_t *value = json_array_get(inner(array->value), index);

	if (!json_is_string(value)) {
		json_at_fail(array, NULL, "element %zu is not a string", index);
		return "";
	}
	return json_string_value(value);
}

uint64_t json_get_element_count(const struct json_at *array, size_t index)
{
	json_t *value = json_array_get(inner(array->value), index);

	if (json_is_null(value))
		return 0;
	if (!json_is_integer(value) || json_integer_value(value) < 0) {
		json_at_fail(array, NULL, "element %zu is not a count", index);
		return 0;
	}
	return (uint64_t)json_integer_value(value);
}

enum json_type json_type_of(const struct json_value *value)
{
	switch (value ? json_typeof(inner(value)) : JSON_NULL) {
	case JSON_TRUE:
	case JSON_FALSE:
		return JSON_TYPE_BOOL;
	case JSON_INTEGER:
		return JSON_TYPE_COUNT;
	case JSON_REAL:
		return JSON_TYPE_REAL;
	case JSON_STRING:
		return JSON_TYPE_TEXT;
	case JSON_ARRAY:
		return JSON_TYPE_ARRAY;
	case JSON_OBJECT:
		return JSON_TYPE_OBJECT;
	default:
		return JSON_TYPE_NONE;
	}
}

const struct json_value *json_look_up(
	const struct json_value *value, const char *key)
{
	return (const struct json_value *)json_object_get(inner(value), key);
}

const struct json_value *json_element(
	const struct json_value *value, size_t index)
{
	return (const struct json_value *)json_array_get(inner(value), index);
}

size_t json_length(const struct json_value *value)
{
	return json_array_size(inner(value));
}

const char *json_text_of(const struct json_value *value)
{
	return json_string_value(inner(value));
}

uint64_t json_count_of(const struct json_value *value)
{
	return (uint64_t)json_integer_value(inner(value));
}

double json_real_of(const struct json_value *value)
{
	return json_number_value(inner(value));
}

bool json_truth_of(const struct json_value *value)
{
	switch (json_type_of(value)) {
	case JSON_TYPE_NONE:
		return false;
	case JSON_TYPE_BOOL:
		return json_typeof(inner(value)) == JSON_TRUE;
	case JSON_TYPE_COUNT:
	case JSON_TYPE_REAL:
		return json_real_of(value) != 0;
	case JSON_TYPE_TEXT:
		return *json_text_of(value) != '\0';
	case JSON_TYPE_ARRAY:
		return json_length(value) > 0;
	default:
		return true;
	}
}
