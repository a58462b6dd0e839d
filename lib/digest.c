/* SPDX-License-Identifier: MIT
 * Digests of files and of bytes, by libmd. */
#include "config.h"

#include "lib/digest.h"

#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>

#include <sha1.h>
#include <sha2.h>

#include "lib/error.h"

void digest_sha256_base64(
	char text[DIGEST_BASE64_BYTES], const void *bytes, size_t count)
{
	static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "abcdefghijklmnopqrstuvwxyz0123456789+/";
	uint8_t digest[SHA256_DIGEST_LENGTH + 1] = {0};
	SHA2_CTX context;

	SHA256Init(&context);
	SHA256Update(&context, bytes, count);
	SHA256Final(digest, &context);
	/* 32 bytes are ten groups of three, and two: 43 digits and a filler. */
	for (size_t i = 0; i < sizeof digest; i += 3) {
		uint32_t group = (uint32_t)digest[i] << 16 |
				 (uint32_t)digest[i + 1] << 8 | digest[i + 2];
		for (int k = 0; k < 4; k++)
			*text++ = digit[group >> (18 - 6 * k) & 63];
	}
	text[-1] = '=';
	*text = '\0';
}

void digest_sha256(char text[DIGEST_HEX_BYTES], const void *bytes, size_t count)
{
	SHA2_CTX context;

	SHA256Init(&context);
	SHA256Update(&context, bytes, count);
	SHA256End(&context, text);
}

static FILE *open_regular(const char *path, struct error *err)
{
	struct stat status;
	FILE *in = stat(path, &status) == 0 && S_ISREG(status.st_mode)
			   ? fopen(path, "re")
			   : NULL;

	if (!in)
		error_set(err, "cannot read %s", path);
	return in;
}

int digest_sha1_file(
	char text[DIGEST_HEX_BYTES], const char *path, struct error *err)
{
	uint8_t buffer[1 << 14];
	SHA1_CTX context;
	size_t count;
	FILE *in = open_regular(path, err);
	int result = 0;

	if (!in)
		return -1;
	SHA1Init(&context);
	while ((count = fread(buffer, 1, sizeof buffer, in)) > 0)
		SHA1Update(&context, buffer, count);
	if (ferror(in))
		result = error_set(err, "cannot read %s", path);
	SHA1End(&context, text);
	fclose(in);
	return result;
}

int digest_sha256_file(
	char text[DIGEST_HEX_BYTES], const char *path, struct error *err)
{
	uint8_t buffer[1 << 14];
	SHA2_CTX context;
	size_t count;
	FILE *in = open_regular(path, err);
	int result = 0;

	if (!in)
		return -1;
	SHA256Init(&context);
	while ((count = fread(buffer, 1, sizeof buffer, in)) > 0)
		SHA256Update(&context, buffer, count);
	if (ferror(in))
		result = error_set(err, "cannot read %s", path);
	SHA256End(&context, text);
	fclose(in);
	return result;
}
