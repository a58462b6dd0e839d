/* SPDX-License-Identifier: MIT
 * Fuzz target of the readers of lib/found, and of all forms in which findings are printed.
 *
 *	clang -g -O1 -fsanitize=fuzzer,address,undefined -D_GNU_SOURCE -I. \
 *		-IBUILD testsuite/fuzz/fuzz_found.c BUILD/lib/libretread.a \
 *		-ljansson -o fuzz_found
 *	BUILD/testsuite/fuzz/fuzz_found_check --seeds corpus
 *	./fuzz_found corpus
 *
 * The first byte says what the rest is: the facts of a finding in a folder, or a file of
 * findings. */
#include "config.h"

#include "testsuite/fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/error.h"
#include "lib/found/found.h"
#include "lib/memory.h"

#define ID "0123456789abcdef"

static void require(bool truth, const char *sentence)
{
	if (truth)
		return;
	fprintf(stderr, "fuzz_found: not so: %s\n", sentence);
	abort();
}

static struct {
	char *folder, *finding, *facts[2], *text, *file;
} path;

static void remove_all(void)
{
	unlink(path.facts[0]);
	unlink(path.facts[1]);
	unlink(path.text);
	unlink(path.file);
	rmdir(path.finding);
	rmdir(path.folder);
	*strrchr(path.folder, '/') = '\0';
	rmdir(path.folder);
	free(path.folder);
	free(path.finding);
	free(path.facts[0]);
	free(path.facts[1]);
	free(path.text);
	free(path.file);
}

/* DIR/symptoms/ID has the facts of either kind, so that one folder serves both. */
static void make_folders(void)
{
	const char *chosen = getenv("TMPDIR");
	/* In memory if possible: each input is written twice. */
	const char *temporary = access("/dev/shm", W_OK) == 0 ? "/dev/shm"
				: chosen && *chosen != '\0'   ? chosen
							      : "/tmp";
	char *top =
		memory_format("%s/retread-found-%d", temporary, (int)getpid());

	path.folder = memory_format("%s/symptoms", top);
	path.finding = memory_format("%s/" ID, path.folder);
	path.facts[0] = memory_format("%s/symptom", path.finding);
	path.facts[1] = memory_format("%s/finding", path.finding);
	path.text = memory_format("%s/portable", path.finding);
	path.file = memory_format("%s/file.json", path.folder);
	require(mkdir(top, 0777) == 0 && mkdir(path.folder, 0777) == 0 &&
			mkdir(path.finding, 0777) == 0,
		"there is room for files");
	atexit(remove_all);
	free(top);
}

static void write_bytes(const char *name, const uint8_t *bytes, size_t size)
{
	FILE *out = fopen(name, "we");

	require(out && fwrite(bytes, 1, size, out) == size && fclose(out) == 0,
		"a file can be written");
}

/* What LIST is in FORM. Free it. */
static char *print(const struct found_list *list, enum found_form form)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	struct error err = {{0}};

	require(out && found_print(list, form, out, &err) == 0 &&
			fclose(out) == 0,
		"findings can be printed");
	require(strlen(text) == size, "there is no NUL");
	for (const char *byte = text; *byte != '\0'; byte++)
		require((unsigned char)*byte >= ' ' || *byte == '\n' ||
				*byte == '\t',
			"control characters are gone");
	return text;
}

static size_t count(const char *text, const char *part)
{
	size_t number = 0;

	while ((text = strstr(text, part))) {
		number++;
		text++;
	}
	return number;
}

/* What was written is read again, and is the same then. */
static void check_again(const struct found_list *list)
{
	struct found_list read = {.kind = list->kind};
	struct error err = {{0}};
	char *first = print(list, FOUND_JSON), *second;

	require(found_write(list, path.file, &err) == 0, "it can be written");
	require(found_read_json(&read, path.file, &err) == 0,
		"what was written can be read");
	second = print(&read, FOUND_JSON);
	require(strcmp(first, second) == 0, "and it is the same");
	free(first);
	free(second);
	found_release(&read);
}

static void check(const struct found_list *list)
{
	for (enum found_form form = FOUND_TEXT; form <= FOUND_JUNIT; form++) {
		char *text = print(list, form);
		require(form != FOUND_JUNIT ||
				(count(text, "<testcase") == list->count &&
					count(text, "<failure") == list->count),
			"JUnit has a case for each");
		require(form != FOUND_SARIF ||
				count(text, "\"retread/1\": \"") == list->count,
			"SARIF has a result for each");
		free(text);
	}
	check_again(list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct found_list list = {0};
	struct error err = {{0}};
	int result;
	char *top;

	if (size == 0)
		return 0;
	if (!path.folder)
		make_folders();
	list.kind = (enum found_kind)(data[0] / 2 % 2);
	if (data[0] % 2 == 0) {
		write_bytes(path.facts[list.kind], data + 1, size - 1);
		write_bytes(path.text, data + 1, size - 1);
		top = memory_format("%s/..", path.folder);
		result = found_read(&list,
			(char *[]){list.kind == FOUND_DIVERGENCE ? top
								 : path.folder,
				NULL},
			&err);
		free(top);
		require(result == 0 && list.count == 1,
			"any bytes are the facts of a finding");
	} else {
		write_bytes(path.file, data + 1, size - 1);
		result = found_read_json(&list, path.file, &err);
		require(result == 0 || err.text[0] != '\0',
			"a refusal has a reason");
	}
	if (result == 0)
		check(&list);
	found_release(&list);
	return 0;
}

const int fuzz_changed_inputs = 4000;
const char *const fuzz_seed_names[] = {
	"symptom", "symptoms.json", "finding", "findings.json", NULL};

static const char *const seeds[] = {
	"class: wrong value\ncpu: 0\nhardware: 1\n"
	"cause: unroll.cpp:12: only one of 2 copies of the loop's body\n"
	"needs: a.c:3: <b> & \"c\"\nsimulator: hang: \n\ntest: 2\ncalls: 1\n",
	"{\"symptoms\": [{\"id\": \"" ID "\", \"directory\": \"out/symptoms\", "
	"\"class\": \"hang\", \"causes\": [\"a.c:3: a number\"], "
	"\"each_suffices\": true, \"input\": \"a: 1\\n\", "
	"\"minimal\": null}], \"inputs\": 7}",
	"class: output\ntarget: toy 1\npass: fold\npasses: fold,order\n"
	"detail: set 1: 0 becomes 1\nevidence: confirmed by native code\n"
	"releases: llvm-14 output; llvm-16 fine\noperations: and or\n"
	"nodes: 2\nreplay: retread ir replay 'a b'\nfound: run 1 of seed 1\n",
	"{\"schema\": \"retread-ir-1\", \"findings\": [{\"id\": \"" ID "\", "
	"\"class\": \"output\", \"pass\": \"fold\", \"releases\": "
	"[{\"release\": \"1\", \"class\": \"fine\"}], \"portable\": "
	"\"result %0\\n\"}]}"};

uint8_t *fuzz_make_seed(size_t index, size_t *size)
{
	uint8_t *seed = memory_alloc(strlen(seeds[index]) + 1);

	*size = strlen(seeds[index]) + 1;
	seed[0] = (uint8_t)index;
	memcpy(seed + 1, seeds[index], *size - 1);
	return seed;
}
