/* SPDX-License-Identifier: MIT
 * Records described by rows: one row per member, from which a record is read
 * from JSON, written, copied and compared, and its published schema checked.
 *
 *	static const struct row range_row[] = {
 *		ROW(range, min, 0, "Smallest."),
 *		ROW_AS("max", range, largest, ROW_LATER, "Largest."),
 *		{0}};
 *	const struct rows range_rows = {.row = range_row,
 *		.bytes = sizeof(struct range)};
 *
 * The type of a member says what its JSON is: const char *, uint64_t, unsigned,
 * int, double, bool. Everything else has a macro of its own below. */
#ifndef RETREAD_LIB_ROWS_H
#define RETREAD_LIB_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct arena;
struct error;
struct json_at;
struct json_value;
struct rows;

struct rows_shared;

/* A record that is being written, and the one that it stands in. */
struct rows_at {
	const void *record;
	const struct rows_at *up; /* NULL: the outermost */
	struct rows_shared
		*shared; /* what stands once in the file; NULL: nothing */
};

enum row_kind {
	ROW_KIND_TEXT,	   /* const char * */
	ROW_KIND_COUNT,	   /* uint64_t */
	ROW_KIND_UNSIGNED, /* unsigned */
	ROW_KIND_INTEGER,  /* int */
	ROW_KIND_REAL,	   /* double */
	ROW_KIND_TRUTH,	   /* bool */
	ROW_KIND_CHOICE,   /* an enum, written as one of NAMES */
	ROW_KIND_HEX,	   /* uint64_t, written as 16 hexadecimal digits */
	ROW_KIND_TEXTS,	   /* const char ** and its count */
	ROW_KIND_COUNTS,   /* uint64_t * and its count; null reads as 0 */
	ROW_KIND_RECORD,   /* a struct within the struct, or a part of it */
	ROW_KIND_POINTER,  /* const struct *; NULL: none */
	ROW_KIND_LIST,	   /* struct * and its count */
	ROW_KIND_MADE,	   /* no member: MAKE computes what is written */
	ROW_KIND_SCHEMA, /* no member: the text NAMES[0], else it is refused */
	ROW_KIND_SHARED, /* no member: the list in which records of ROWS stand once */
};

enum row_flags {
	/* The text may be NULL, a count in a list 0, which is written as null. */
	ROW_NULLABLE = 1 << 0,
	/* Left out when it is 0, NULL, false, or empty in all its rows; may be
	 * missing. */
	ROW_SPARSE = 1 << 1,
	/* Always written, but older files may not have it: it reads as empty. */
	ROW_LATER = 1 << 2,
	/* Computed from other rows: written and copied, not read or compared. */
	ROW_COMPUTED = 1 << 3,
	/* Whoever merges records joins it: not compared. */
	ROW_JOINED = 1 << 4,
	/* Copied and compared, but not in the JSON. */
	ROW_HIDDEN = 1 << 5,
	/* A list that must not be empty. */
	ROW_FILLED = 1 << 6,
	/* Where it is there, it is alone: the rows after it are not. */
	ROW_ALONE = 1 << 7,
	/* A list of the outermost record, each element of which is one line. */
	ROW_LINES = 1 << 8,
};

struct row {
	const char *key; /* NULL ends a table */
	enum row_kind kind;
	unsigned flags;
	size_t offset;
	size_t count_offset;	  /* of a size_t, for what has a count */
	const struct rows *rows;  /* of a record, pointer or list */
	const char *const *names; /* of a choice, ended by NULL */
	/* Of what is made, unless others add it (ROW_SPARSE). */
	enum row_kind made;
	struct json_value *(*make)(const struct rows_at *at);
	/* What a number may be. Both 0: from 0 on, reals from -1e300 on. */
	double min, max;
	const char *about; /* for the schema; NULL: the key says it */
};

struct rows {
	const char *name; /* in the schema's $defs; NULL: written in place */
	const char *about;
	const struct row *row;
	size_t bytes; /* of the record; 0: a part of another */
	/* Fails at AT if the members of RECORD, just read, contradict each
	 * other. NULL: they cannot. */
	void (*check)(const void *record, const struct json_at *at);
	/* The key of a list of the outermost record in which equal records stand once; elsewhere
	 * there is their index in it. A record itself may stand there, too. NULL: no such list. */
	const char *shared;
	/* Written as an array of the members, in order; an object may stand there, too. */
	bool is_tuple;
};

#define ROW_KIND_OF(record, member)                                            \
	_Generic(((struct record *)NULL)->member, const char *                 \
		 : ROW_KIND_TEXT, uint64_t                                     \
		 : ROW_KIND_COUNT, unsigned                                    \
		 : ROW_KIND_UNSIGNED, int                                      \
		 : ROW_KIND_INTEGER, double                                    \
		 : ROW_KIND_REAL, bool                                         \
		 : ROW_KIND_TRUTH)
#define ROW_AT(key_, kind_, record, member, flags_, about_)                    \
	.key = (key_), .kind = (kind_), .flags = (flags_),                     \
	.offset = offsetof(struct record, member), .about = (about_)

/* A member whose key is its name, or another. */
#define ROW(record, member, flags, about)                                      \
	ROW_AS(#member, record, member, flags, about)
#define ROW_AS(key, record, member, flags, about)                              \
	{                                                                      \
		ROW_AT(key, ROW_KIND_OF(record, member), record, member,       \
			flags, about)                                          \
	}
/* A number from LOW to HIGH. */
#define ROW_BETWEEN(key, record, member, low, high, flags, about)              \
	{                                                                      \
		ROW_AT(key, ROW_KIND_OF(record, member), record, member,       \
			flags, about),                                         \
			.min = (low), .max = (high)                            \
	}
#define ROW_CHOICE(key, record, member, names_, flags, about)                  \
	{                                                                      \
		ROW_AT(key, ROW_KIND_CHOICE, record, member, flags, about),    \
			.names = (names_)                                      \
	}
#define ROW_HEX(key, record, member, flags, about)                             \
	{                                                                      \
		ROW_AT(key, ROW_KIND_HEX, record, member, flags, about)        \
	}
#define ROW_TEXTS(key, record, member, count, flags, about)                    \
	{                                                                      \
		ROW_AT(key, ROW_KIND_TEXTS, record, member, flags, about),     \
			.count_offset = offsetof(struct record, count)         \
	}
#define ROW_COUNTS(key, record, member, count, flags, about)                   \
	{                                                                      \
		ROW_AT(key, ROW_KIND_COUNTS, record, member, flags, about),    \
			.count_offset = offsetof(struct record, count)         \
	}
#define ROW_LIST(key, record, member, count, rows_, flags, about)              \
	{                                                                      \
		ROW_AT(key, ROW_KIND_LIST, record, member, flags, about),      \
			.count_offset = offsetof(struct record, count),        \
			.rows = (rows_)                                        \
	}
#define ROW_RECORD(key, record, member, rows_, flags, about)                   \
	{                                                                      \
		ROW_AT(key, ROW_KIND_RECORD, record, member, flags, about),    \
			.rows = (rows_)                                        \
	}
#define ROW_POINTER(key, record, member, rows_, flags, about)                  \
	{                                                                      \
		ROW_AT(key, ROW_KIND_POINTER, record, member, flags, about),   \
			.rows = (rows_)                                        \
	}
/* An object of its own in JSON, whose members are the same struct's. */
#define ROW_PART(key_, rows_, flags_, about_)                                  \
	{                                                                      \
		.key = (key_), .kind = ROW_KIND_RECORD, .flags = (flags_),     \
		.rows = (rows_), .about = (about_)                             \
	}
#define ROW_MADE(key_, made_, make_, flags_, about_)                           \
	{                                                                      \
		.key = (key_), .kind = ROW_KIND_MADE, .flags = (flags_),       \
		.made = (made_), .make = (make_), .about = (about_)            \
	}

/* The list of the records of ROWS_ that stand once, at the end of a file. */
#define ROW_SHARED(key_, rows_, about_)                                        \
	{                                                                      \
		.key = (key_), .kind = ROW_KIND_SHARED, .flags = ROW_SPARSE,   \
		.rows = (rows_), .about = (about_)                             \
	}

/* The first member of a file: which kind of file it is. */
#define ROW_SCHEMA(schema)                                                     \
	{                                                                      \
		.key = "schema", .kind = ROW_KIND_SCHEMA,                      \
		.names = (const char *const[])                                 \
		{                                                              \
			schema                                                 \
		}                                                              \
	}

/* Fills RECORD from AT. What is wrong is kept in AT's reader, by its path. Texts
 * and lists go into ARENA. Members without a row become 0. */
void rows_read(const struct rows *rows, const struct json_at *at,
	struct arena *arena, void *record);

/* The same from the file PATH. Returns 0, or -1 with ERR filled. */
int rows_read_file(const struct rows *rows, const char *path,
	struct arena *arena, void *record, struct error *err);

/* json_free the value. */
struct json_value *rows_make(const struct rows *rows, const void *record);
/* As rows_make with json_print and json_write_file, but makes the elements of
 * RECORD's lists one after the other: they may be too many to hold. */
int rows_print(const struct rows *rows, const void *record, FILE *out,
	struct error *err);
int rows_write(const struct rows *rows, const void *record, const char *path,
	struct error *err);
/* Each record where it belongs, as an object, though it is larger so: for programs that
 * read a pipe. */
struct json_value *rows_make_whole(const struct rows *rows, const void *record);
int rows_print_whole(const struct rows *rows, const void *record, FILE *out,
	struct error *err);
int rows_write_whole(const struct rows *rows, const void *record,
	const char *path, struct error *err);

/* Copies FROM to TO, and all it points to into ARENA. Reals become what their
 * JSON keeps of them. Members without a row become 0. */
void rows_copy(const struct rows *rows, struct arena *arena, const void *from,
	void *to);

/* Lets VISIT see, and replace, every text of RECORD that is there. */
void rows_visit_texts(const struct rows *rows, void *record,
	void (*visit)(const char **text, void *closure), void *closure);

/* A total order: negative, 0, positive. Row by row; what is known comes before
 * what is not (0, NULL, empty), else the smaller first. */
int rows_compare(const struct rows *rows, const void *a, const void *b);

#endif
