/* SPDX-License-Identifier: MIT
 * Where the basic blocks of an object file begin: a header, COUNT addresses in
 * ascending order, COUNT bytes that stand there, and the path of the file. */
#ifndef RETREAD_LIB_FORMAT_BLOCK_LIST_H
#define RETREAD_LIB_FORMAT_BLOCK_LIST_H

#include <stdint.h>

#define BLOCK_LIST_MAGIC "RTBLKS2" /* 8 bytes with the final NUL */
/* Environment of a target that is watched as it is: files with these, separated
 * by colons. */
#define BLOCK_LIST_VARIABLE "RETREAD_BLOCKS"
/* And where blocks that a run without a fuzzer came to are written when it exits:
 * "PATH 0xADDRESS", a line each. */
#define BLOCK_LIST_REACHED "RETREAD_BLOCKS_REACHED"

struct block_list {
	char magic[8];
	uint32_t version; /* sizeof(struct block_list) */
	uint32_t count;
	uint32_t path_bytes; /* with the final NUL */
	uint32_t is_program; /* not a library */
	/* uint32_t address[count], as in the file's symbols; uint8_t
	 * byte[count]; char path[path_bytes]. */
};

#endif
