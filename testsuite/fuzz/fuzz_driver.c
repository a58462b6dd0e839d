/* SPDX-License-Identifier: MIT
 * Runs a fuzz target without libFuzzer, for `make check`: its seeds, and the
 * same changes to them every time.
 *
 *	fuzz_NAME_check                  test, as TAP
 *	fuzz_NAME_check --seeds DIR      write the seeds, for a fuzzer
 *	fuzz_NAME_check FILE...          feed these, to see a crash again */
#include "config.h"

#include "testsuite/fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/memory.h"

#define INPUT_BYTES_MAX ((size_t)1 << 20)

/* xorshift64: the same on every machine. */
static uint64_t draw(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static size_t draw_below(uint64_t *state, size_t limit)
{
	return limit ? (size_t)(draw(state) % limit) : 0;
}

/* Changes BYTES of SIZE once. Returns the new size, which is not larger. */
static size_t change(uint8_t *bytes, size_t size, uint64_t *state)
{
	static const uint32_t word[] = {0, 1, 8, 16, 32, 0x7fffffff, 0x80000000,
		0xffffff00, 0xfffffff8, 0xffffffff};
	size_t at = draw_below(state, size);
	size_t from = draw_below(state, size);
	size_t length = draw_below(state, size < 64 ? size : 64);

	switch (draw_below(state, 6)) {
	case 0:
		bytes[at] ^= (uint8_t)(1u << draw_below(state, 8));
		return size;
	case 1:
		bytes[at] = (uint8_t)draw(state);
		return size;
	case 2: /* a word that is special somewhere, where words are */
		at = at / 4 * 4;
		if (at + 4 <= size)
			memcpy(bytes + at,
				&word[draw_below(
					state, sizeof(word) / sizeof(word[0]))],
				4);
		return size;
	case 3: /* a piece over another */
		if (at + length <= size && from + length <= size)
			memmove(bytes + at, bytes + from, length);
		return size;
	case 4: /* a piece less */
		length = length / 8 * 8;
		if (at + length > size)
			return size;
		memmove(bytes + at, bytes + at + length, size - at - length);
		return size - length;
	default: /* seldom cut, or little is left to change */
		return draw_below(state, 8) ? size : at;
	}
}

static void run_seed(size_t index)
{
	size_t size;
	uint8_t *seed = fuzz_make_seed(index, &size);
	uint8_t *input = memory_alloc(size);
	uint64_t state = 0x9e3779b97f4a7c15u + index;

	LLVMFuzzerTestOneInput(seed, size);
	for (int i = 0; i < fuzz_changed_inputs; i++) {
		size_t left = size;
		size_t changes = 1 + draw_below(&state, 6);
		memcpy(input, seed, size);
		while (changes-- > 0 && left > 0)
			left = change(input, left, &state);
		LLVMFuzzerTestOneInput(input, left);
	}
	free(input);
	free(seed);
}

static int write_seeds(const char *directory)
{
	mkdir(directory, 0777);
	for (size_t i = 0; fuzz_seed_names[i] != NULL; i++) {
		size_t size;
		uint8_t *seed = fuzz_make_seed(i, &size);
		char *path =
			memory_format("%s/%s", directory, fuzz_seed_names[i]);
		FILE *file = fopen(path, "wb");
		if (!file || fwrite(seed, 1, size, file) != size ||
			fclose(file) != 0) {
			perror(path);
			return 1;
		}
		free(path);
		free(seed);
	}
	return 0;
}

static int run_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	uint8_t *bytes = memory_alloc(INPUT_BYTES_MAX);
	size_t size;

	if (!file) {
		perror(path);
		return 1;
	}
	size = fread(bytes, 1, INPUT_BYTES_MAX, file);
	fclose(file);
	LLVMFuzzerTestOneInput(bytes, size);
	free(bytes);
	return 0;
}

int main(int argc, char **argv)
{
	size_t count = 0;
	int status = 0;

	if (argc == 3 && strcmp(argv[1], "--seeds") == 0)
		return write_seeds(argv[2]);
	for (int i = 1; i < argc; i++)
		status |= run_file(argv[i]);
	if (argc > 1)
		return status;
	while (fuzz_seed_names[count] != NULL)
		count++;
	printf("1..%zu\n", count);
	for (size_t i = 0; i < count; i++) {
		run_seed(i);
		printf("ok %zu - %s and %d changed ones are read without a "
		       "crash\n",
			i + 1, fuzz_seed_names[i], fuzz_changed_inputs);
		fflush(stdout);
	}
	return 0;
}
