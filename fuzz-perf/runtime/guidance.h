/* SPDX-License-Identifier: MIT
 * A guidance of your own: the algorithm that decides which input `retread fuzz` runs next.
 *
 *	cc -shared -fPIC -o mine.so mine.c $(pkg-config --cflags retread-gen)
 *	retread fuzz --guidance ./mine.so -i SEEDS -o OUT -- TARGET
 *
 * The object defines RETREAD_GUIDANCE, a table of functions: has_input, get_input,
 * handle_event and handle_result are the Guidance interface of JQF (R. Padhye's dissertation,
 * section 5.3.1, figure 5.4). What raises a maximum of --domain is kept in OUT by the
 * campaign, as with any guidance; crashes and hangs are, too. */
#ifndef RETREAD_GUIDANCE_H
#define RETREAD_GUIDANCE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RETREAD_GUIDANCE_VERSION 1

/* Of get_input: run those that were made first, I want their results. Only after
 * inputs whose results are still to come. */
#define RETREAD_GUIDANCE_WAIT SIZE_MAX

/* What a guidance may ask of the campaign; valid until close. */
struct retread_search {
	void *campaign;
	size_t capacity; /* bytes of the longest input */
	uint32_t
		places; /* of the target: edges, calls that allocate, and so on */
	/* By --seed. */
	uint64_t (*random)(const struct retread_search *search);
	/* Changes BYTES as retread's own mutators do; returns the new length. */
	size_t (*mutate)(const struct retread_search *search, uint8_t *bytes,
		size_t length, size_t capacity);
	/* "FILE:LINE FUNCTION", as far as it is known; valid until the next call. */
	const char *(*describe)(
		const struct retread_search *search, uint32_t place);
};

enum retread_result {
	RETREAD_SUCCESS,
	RETREAD_INVALID, /* a retread_assume(), or the generator, said so */
	RETREAD_FAILURE, /* a crash */
	RETREAD_TIMEOUT,
};

/* Of a target with a generator, BYTES are what it drew from its main stream. */
struct retread_run {
	const uint8_t *bytes;
	size_t length;
	uint64_t edges; /* that were executed */
	int is_kept;	/* it raised a maximum */
};

struct retread_guidance {
	uint32_t version; /* RETREAD_GUIDANCE_VERSION */
	const char *name;
	const char *domains; /* of --domain, unless it says; NULL: coverage */
	/* SELF of the others. The seeds follow as results. */
	void *(*open)(const struct retread_search *search);
	/* 0 ends the campaign. NULL: there always is one. */
	int (*has_input)(void *self);
	/* Writes an input of at most CAPACITY bytes; returns its length, or
	 * RETREAD_GUIDANCE_WAIT. A generator draws random bytes after its end. */
	size_t (*get_input)(void *self, uint8_t *to, size_t capacity);
	/* PLACE was executed COUNT times (of places that allocate or compare: as the domains
	 * have it) by the run whose result follows. NULL: not wanted, which is faster. */
	void (*handle_event)(void *self, uint32_t place, uint64_t count);
	void (*handle_result)(void *self, enum retread_result result,
		const struct retread_run *run);
	void (*close)(void *self); /* may be NULL */
};

extern const struct retread_guidance retread_guidance;

#ifdef __cplusplus
}
#endif

#endif
