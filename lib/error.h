/* SPDX-License-Identifier: MIT
 * A failure as one sentence a user can act on. */
#ifndef RETREAD_LIB_ERROR_H
#define RETREAD_LIB_ERROR_H

#define ERROR_TEXT_BYTES 1024

/* Filled by the function that failed, read by whoever reports it. TEXT never
 * ends in a newline. Zero-initialise it. */
struct error {
	char text[ERROR_TEXT_BYTES];
};

/* Sets the text. Returns -1, so that `return error_set(err, ...)` reads well.
 * ERR may be NULL. */
int error_set(struct error *err, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* As error_set, and appends ": " and strerror(errno). */
int error_set_errno(struct error *err, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Puts context in front: "trace.out: record 12: bad length". Returns -1. */
int error_add_context(struct error *err, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
