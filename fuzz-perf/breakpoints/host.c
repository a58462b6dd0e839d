/* SPDX-License-Identifier: MIT
 * retread-host LIBRARY FUNCTION[:file]: runs a function of a library on inputs of
 * the fuzzer, with the agent preloaded. FUNCTION takes (data, size) as fuzz
 * targets do, or with :file the path of a file. */
#include "config.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Says to the worker that inputs are given to a function. */
const int retread_has_harness = 1;

typedef int run_function(const uint8_t *data, size_t size);

static struct {
	int (*run)(const char *path);
	int file;
	char path[32];
} by_file;

static int run_by_file(const uint8_t *data, size_t size)
{
	if (ftruncate(by_file.file, 0) ||
		pwrite(by_file.file, data, size, 0) != (ssize_t)size)
		return 1;
	lseek(by_file.file, 0, SEEK_SET);
	by_file.run(by_file.path);
	return 0;
}

static int host_serve(run_function *run)
{
	void (*worker)(run_function *) =
		(void (*)(run_function *))dlsym(RTLD_DEFAULT, "retread_serve");

	if (!worker) {
		fputs("retread-host: retread fuzz --no-source starts this\n",
			stderr);
		return 2;
	}
	worker(run);
	return 0;
}

int main(int argc, char **argv)
{
	void *library = argc == 3 ? dlopen(argv[1], RTLD_NOW) : NULL;
	char *colon = argc == 3 ? strchr(argv[2], ':') : NULL;
	int (*initialise)(int *, char ***);
	void *found;

	if (!library) {
		fprintf(stderr, "retread-host: %s\n",
			argc == 3 ? dlerror() : "LIBRARY FUNCTION[:file]");
		return 2;
	}
	if (colon)
		*colon = '\0';
	found = dlsym(library, argv[2]);
	if (!found) {
		fprintf(stderr, "retread-host: %s\n", dlerror());
		return 2;
	}
	initialise = (int (*)(int *, char ***))dlsym(
		library, "LLVMFuzzerInitialize");
	if (initialise)
		initialise(&argc, &argv);
	if (!colon)
		return host_serve((run_function *)found);
	by_file.run = (int (*)(const char *))found;
	by_file.file = memfd_create("retread-input", 0);
	snprintf(by_file.path, sizeof by_file.path, "/proc/self/fd/%d",
		by_file.file);
	return host_serve(run_by_file);
}
