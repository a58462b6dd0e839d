/* SPDX-License-Identifier: MIT
 * Files that are there as a whole or stay as they were. */
#ifndef RETREAD_LIB_WHOLE_FILE_H
#define RETREAD_LIB_WHOLE_FILE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct error;

/* A file under its temporary name, until whole_file_close. */
struct whole_file {
	FILE *out;
	char *path;
	char *temporary;
};

/* Returns 0, or -1 with ERR filled. */
int whole_file_open(
	struct whole_file *file, const char *path, struct error *err);

/* Gives FILE its name if RESULT is 0 and all of it was written, else removes what
 * there is. To be called after whole_file_open whatever happened. Returns 0, or -1
 * with ERR filled, as it was if RESULT is not 0. */
int whole_file_close(struct whole_file *file, int result, struct error *err);

/* Reads PATH, at most LIMIT bytes of it; a NUL follows them. Free *BYTES. Returns 0, or -1
 * with ERR filled. */
int whole_file_read(const char *path, size_t limit, uint8_t **bytes,
	size_t *length, struct error *err);

/* Copies what the file FROM has to TO. Returns 0, or -1 with ERR filled. */
int whole_file_copy(const char *from, const char *to, struct error *err);

#endif
