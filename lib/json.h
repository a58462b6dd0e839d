/* SPDX-License-Identifier: MIT
 * JSON values: building, writing, reading and checking. Sole user of jansson.
 *
 * Building cannot fail except for want of memory. Strings that are not UTF-8 are
 * repaired (U+FFFD), numbers JSON cannot hold are cut to the nearest it can.
 *
 * Checking goes through a struct json_at, which knows its path: the first thing
 * that is wrong is kept in the reader's error as "findings[3].line: ..." and
 * everything after it reads as 0, NULL or empty, so callers look once, at the
 * end. */
#ifndef RETREAD_LIB_JSON_H
#define RETREAD_LIB_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct error;
struct json_value;

struct json_value *json_make_object(void);
struct json_value *json_make_array(void);
/* TEXT NULL: null. */
struct json_value *json_make_text(const char *text);
struct json_value *json_make_count(uint64_t count);
struct json_value *json_make_number(int64_t number);
struct json_value *json_make_real(double real);
struct json_value *json_make_bool(bool truth);
/* Frees a value that was not given to another. NULL is fine. */
void json_free(struct json_value *value);

/* Members are written in the order they were put. TEXT NULL: null. */
void json_put_text(
	struct json_value *object, const char *key, const char *text);
void json_put_count(struct json_value *object, const char *key, uint64_t count);
void json_put_number(
	struct json_value *object, const char *key, int64_t number);
void json_put_real(struct json_value *object, const char *key, double real);
void json_put_bool(struct json_value *object, const char *key, bool truth);
/* An object as a list of its members: JSON_OBJECT(JSON("id", id),
 * JSON_IF(line > 0, "line", line)). The type of a value says what is made of it; a
 * struct json_value * is kept. */
struct json_pair {
	const char *key;
	struct json_value *value; /* NULL: left out */
};
#define JSON_VALUE(value)                                                      \
	_Generic((value), char *                                               \
		 : json_make_text, const char *                                \
		 : json_make_text, uint64_t                                    \
		 : json_make_count, unsigned                                   \
		 : json_make_count, int                                        \
		 : json_make_number, double                                    \
		 : json_make_real, bool                                        \
		 : json_make_bool, struct json_value *                         \
		 : json_same)(value)
#define JSON(key, value)                                                       \
	(struct json_pair)                                                     \
	{                                                                      \
		(key), JSON_VALUE(value)                                       \
	}
#define JSON_IF(condition, key, value)                                         \
	(struct json_pair)                                                     \
	{                                                                      \
		(key), (condition) ? JSON_VALUE(value) : NULL                  \
	}
#define JSON_OBJECT(...)                                                       \
	json_make_pairs((const struct json_pair[]){__VA_ARGS__, {NULL, NULL}})
struct json_value *json_make_pairs(const struct json_pair *pair);
struct json_value *json_same(struct json_value *value);
/* VALUE once more, for another to keep. */
struct json_value *json_again(const struct json_value *value);

/* Keep CHILD. */
void json_put(
	struct json_value *object, const char *key, struct json_value *child);
void json_append(struct json_value *array, struct json_value *child);
void json_append_text(struct json_value *array, const char *text);

/* A value without its path, for what goes through any value. NULL is none: it has no
 * members and no text. */
enum json_type {
	JSON_TYPE_NONE, /* and null */
	JSON_TYPE_BOOL,
	JSON_TYPE_COUNT,
	JSON_TYPE_REAL,
	JSON_TYPE_TEXT,
	JSON_TYPE_ARRAY,
	JSON_TYPE_OBJECT
};
enum json_type json_type_of(const struct json_value *value);
/* NULL: VALUE has no such member or element. */
const struct json_value *json_look_up(
	const struct json_value *value, const char *key);
const struct json_value *json_element(
	const struct json_value *value, size_t index);
/* Of an array; 0 of everything else. */
size_t json_length(const struct json_value *value);
/* NULL, or 0: it is of another type. */
const char *json_text_of(const struct json_value *value);
uint64_t json_count_of(const struct json_value *value);
double json_real_of(const struct json_value *value);
/* Everything except null, false, 0, "" and an empty array. */
bool json_truth_of(const struct json_value *value);

/* Indented by one blank, ends in a newline. */
int json_print(const struct json_value *value, FILE *out, struct error *err);
/* The same within a text: lines after the first begin with BLANKS more blanks, and
 * no newline ends it. Returns -1 when it cannot be written. */
/* In one line. Free it. */
char *json_text_dup(const struct json_value *value);
/* The same in one line. */
int json_print_line(const struct json_value *value, FILE *out);
int json_print_within(
	const struct json_value *value, unsigned blanks, FILE *out);
/* PATH is written as a whole, or stays as it was. */
int json_write_file(
	const struct json_value *value, const char *path, struct error *err);

/* REAL as it is read back after it was written. */
double json_round(double real);

/* NULL with ERR filled when PATH is not a regular file, larger than
 * JSON_FILE_BYTES_MAX, or not JSON. */
#define JSON_FILE_BYTES_MAX (1u << 30)
struct json_value *json_read_file(const char *path, struct error *err);

/* The same from a text, such as a line of a file of JSON lines. */
struct json_value *json_read_text(const char *text, struct error *err);

enum json_kind { JSON_KIND_OBJECT, JSON_KIND_ARRAY };

struct json_reader {
	struct error *err;
	bool failed;
	const struct json_value *top; /* as json_at_top was given it */
};

/* A value and the way to it. VALUE NULL: absent, or something was wrong. */
struct json_at {
	struct json_reader *reader;
	const struct json_value *value;
	const struct json_at *parent; /* NULL: the top */
	const char *key;	      /* NULL: an element */
	size_t index;
};

struct json_at json_at_top(struct json_reader *reader,
	const struct json_value *value, enum json_kind kind);
/* The object or array at KEY, which must be there. */
struct json_at json_at_member(
	const struct json_at *object, const char *key, enum json_kind kind);
/* What is at KEY of an object, or, KEY being NULL, at INDEX of an array, of any kind; and
 * whether it is of KIND, else AT is of nothing. */
struct json_at json_at_any(
	const struct json_at *parent, const char *key, size_t index);
void json_at_check(struct json_at *at, enum json_kind kind);
size_t json_at_length(const struct json_at *array);
struct json_at json_at_element(
	const struct json_at *array, size_t index, enum json_kind kind);

/* Is there something other than null at KEY? */
bool json_has(const struct json_at *object, const char *key);
/* Absent or null is wrong, except for json_get_text_or_null. What is returned
 * lives as long as the value. */
const char *json_get_text(const struct json_at *object, const char *key);
const char *json_get_text_or_null(
	const struct json_at *object, const char *key);
uint64_t json_get_count(
	const struct json_at *object, const char *key, uint64_t max);
int64_t json_get_number(const struct json_at *object, const char *key,
	int64_t min, int64_t max);
double json_get_real(
	const struct json_at *object, const char *key, double min, double max);
bool json_get_bool(const struct json_at *object, const char *key);
/* The index in NAMES (NULL-ended) of the text at KEY. */
int json_get_choice(const struct json_at *object, const char *key,
	const char *const *names);
const char *json_get_element_text(const struct json_at *array, size_t index);
/* A copy of what AT is at. json_free it. */
struct json_value *json_copy_at(const struct json_at *at);
/* The name of member INDEX, in the order they were written; json_at_length counts
 * them, too. */
const char *json_get_key(const struct json_at *object, size_t index);
/* null reads as 0. */
uint64_t json_get_element_count(const struct json_at *array, size_t index);
/* Reports that what AT is at is wrong. */
void json_at_fail(const struct json_at *at, const char *key, const char *format,
	...) __attribute__((format(printf, 3, 4)));

#endif
