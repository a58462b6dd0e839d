/* SPDX-License-Identifier: MIT
 * Fields of an input that say something of other bytes of it: how many follow, or their
 * checksum. They are found by their values alone, whatever the format is, and put right in
 * children. What lies between lengths that lead from one to the next are records. */
#ifndef RETREAD_FUZZ_PERF_MUTATE_FIELDS_H
#define RETREAD_FUZZ_PERF_MUTATE_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mutation;

#define FIELDS_MAX  32
#define RECORDS_MAX 64

enum field_kind { FIELD_LENGTH, FIELD_CRC32, FIELD_ADLER32, FIELD_SUM };

struct field {
	enum field_kind kind;
	unsigned bytes;
	bool is_big;
	size_t at;
	size_t start, end; /* it is the length, or the checksum, of these */
};

struct fields {
	struct field field
		[FIELDS_MAX]; /* lengths, then checksums, inner ones first */
	unsigned count;
	size_t record[RECORDS_MAX +
		      1]; /* where each starts, and the last one ends */
	unsigned records;
};

/* Returns the fields of an input; free it with free(). NULL: it has none. */
struct fields *fields_find(const uint8_t *bytes, size_t length);

/* Puts the fields of an input right in MUTATION, a child of it. A field is found again by
 * what is the same before and after the changes. */
void fields_repair(const struct fields *fields, const uint8_t *bytes,
	size_t length, struct mutation *mutation);

/* Mutators: a record or a few that follow each other are written again, removed, moved. */
bool fields_repeat_record(struct mutation *mutation);
bool fields_delete_record(struct mutation *mutation);
bool fields_move_record(struct mutation *mutation);

#endif
