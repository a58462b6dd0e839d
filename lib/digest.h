/* SPDX-License-Identifier: MIT
 * SHA-256 of files and of what a page may run, SHA-1 as other tools use it. Sole
 * user of libmd. */
#ifndef RETREAD_LIB_DIGEST_H
#define RETREAD_LIB_DIGEST_H

#include <stddef.h>

struct error;

#define DIGEST_HEX_BYTES    65
#define DIGEST_BASE64_BYTES 45

/* SHA-1 of a regular file, which libFuzzer names inputs by. */
int digest_sha1_file(
	char text[DIGEST_HEX_BYTES], const char *path, struct error *err);

/* Of the COUNT bytes at BYTES, as browsers want it: in base 64. */
void digest_sha256_base64(
	char text[DIGEST_BASE64_BYTES], const void *bytes, size_t count);

/* Of the COUNT bytes at BYTES. */
void digest_sha256(
	char text[DIGEST_HEX_BYTES], const void *bytes, size_t count);

/* Of the content of the regular file PATH, as sha256sum prints it. Returns 0, or
 * -1 with ERR filled. */
int digest_sha256_file(
	char text[DIGEST_HEX_BYTES], const char *path, struct error *err);

#endif
