/* SPDX-License-Identifier: MIT
 * Lists of blocks as files, kept between runs by the content of the object. */
#include "config.h"

#include "fuzz-perf/breakpoints/blocks.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/code/elf.h"
#include "lib/command/program.h"
#include "lib/digest.h"
#include "lib/error.h"
#include "lib/format/block_list.h"
#include "lib/memory.h"
#include "lib/whole_file.h"

/* Names the build: by its build-id, else by its content. Free it. */
static char *name_dup(const struct blocks_object *object, struct error *err)
{
	char digest[DIGEST_HEX_BYTES];
	struct elf_facts facts;

	if (elf_read_facts(object->path, &facts, err))
		return NULL;
	if (facts.build_id[0])
		return memory_string_dup(facts.build_id);
	return digest_sha256_file(digest, object->path, err)
		       ? NULL
		       : memory_string_dup(digest);
}

/* Is FILE a list of the object at PATH? A copy of it elsewhere has another. */
static bool is_list(const char *file, const char *path)
{
	struct block_list head;
	FILE *in = fopen(file, "re");
	char known[PATH_MAX] = "";
	bool is_good =
		in && fread(&head, sizeof head, 1, in) == 1 &&
		!memcmp(head.magic, BLOCK_LIST_MAGIC, sizeof head.magic) &&
		head.version == sizeof head && head.path_bytes <= PATH_MAX &&
		!fseek(in, (long)(sizeof head + 5ul * head.count), SEEK_SET) &&
		fread(known, 1, head.path_bytes, in) == head.path_bytes &&
		fgetc(in) == EOF && !strncmp(known, path, PATH_MAX);

	if (in)
		fclose(in);
	return is_good;
}

static int write_list(const char *file, const char *path,
	const struct blocks_object *object, const struct blocks *blocks,
	struct error *err)
{
	struct block_list head = {.version = sizeof head,
		.count = (uint32_t)blocks->count,
		.path_bytes = (uint32_t)strlen(path) + 1,
		.is_program = object->is_program};
	struct whole_file whole;
	int result = whole_file_open(&whole, file, err);

	memcpy(head.magic, BLOCK_LIST_MAGIC, sizeof head.magic);
	if (!result) {
		fwrite(&head, sizeof head, 1, whole.out);
		fwrite(blocks->address, sizeof *blocks->address, blocks->count,
			whole.out);
		fwrite(blocks->byte, 1, blocks->count, whole.out);
		fwrite(path, 1, head.path_bytes, whole.out);
	}
	return whole_file_close(&whole, result, err);
}

char *blocks_list_dup(const struct blocks_object *object, bool only_reached,
	struct error *err)
{
	char *directory = program_cache_dup("blocks");
	char *name = name_dup(object, err);
	char *path = realpath(object->path, NULL);
	char *file = memory_format("%s/%s%s.blocks", directory,
		name ? name : "", only_reached ? "-reached" : "");
	struct blocks blocks = {0};
	int result = name && path ? 0 : -1;

	if (!result && !is_list(file, path)) {
		result = blocks_find(&blocks, object, only_reached, err);
		if (!result)
			result = write_list(file, path, object, &blocks, err);
		blocks_release(&blocks);
	}
	free(directory);
	free(name);
	free(path);
	if (!result)
		return file;
	free(file);
	return NULL;
}
