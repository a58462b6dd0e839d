/* SPDX-License-Identifier: MIT
 * The input of a generator: named streams of bytes. Fixed-width types, no libc.
 *
 * A file that does not begin with PARAMETERS_MAGIC is the main stream as it is.
 * One that does has, numbers with their low byte first:
 *
 *	char magic[8]
 *	uint64_t seed        bytes beyond the end of a stream: 0: zeros, else
 *	                     random ones that follow from the seed, the stream's
 *	                     name and the position
 *	uint8_t count        streams beside the main one
 *	for each of them:    uint8_t name_bytes; char name[]; uint32_t length
 *	for each of them:    uint8_t bytes[length]
 *	                     and the main stream to the end of the file: it may
 *	                     grow there whatever made the file knows of it
 *
 * Any bytes can be read: lengths beyond the end of the file are cut. */
#ifndef RETREAD_LIB_FORMAT_PARAMETERS_H
#define RETREAD_LIB_FORMAT_PARAMETERS_H

#include <stdint.h>

#define PARAMETERS_MAGIC       "RTGEN1\r\n" /* 8 bytes, no NUL */
#define PARAMETERS_MAGIC_BYTES 8
#define PARAMETERS_STREAMS     32
#define PARAMETERS_NAME	       32 /* with its NUL */

enum parameters_span_kind {
	PARAMETERS_SPAN,   /* a part with a label */
	PARAMETERS_NUMBER, /* a draw; LABEL: how many values it has, 0: all */
	PARAMETERS_CHANCE, /* a draw; LABEL: its bytes from here on mean yes */
};

/* What bytes START .. END - 1 of a stream were drawn for. */
struct parameters_span {
	uint32_t start, end;
	uint32_t label; /* spans of equal labels may replace each other */
	uint16_t depth;
	uint8_t stream; /* its place in the file */
	uint8_t kind;
};

#endif
