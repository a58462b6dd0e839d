/* SPDX-License-Identifier: MIT
 * One-input-per-process driver: reads the file named in argv[1], or stdin.
 * Works with any compiler wrapper.  LLVMFuzzerInitialize is optional.
 * When the compiler offers AFL's deferred fork server it is used, after the
 * target's own initialisation; -DUSE_AFL_LOOP switches to persistent mode. */
#include "target.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern int LLVMFuzzerInitialize(int *argc, char ***argv) __attribute__((weak));

#define MAX_INPUT (1u << 20)
static uint8_t buf[MAX_INPUT];

static int once(const char *path)
{
    FILE *f = path ? fopen(path, "rb") : stdin;
    if (!f) return 1;
    if (!path) { clearerr(f); }
    size_t n = fread(buf, 1, sizeof buf, f);
    if (path) fclose(f);
    /* exact-size heap copy, as libFuzzer does */
    uint8_t *copy = malloc(n ? n : 1);
    if (!copy) return 1;
    memcpy(copy, buf, n);
    LLVMFuzzerTestOneInput(copy, n);
    free(copy);
    return 0;
}

int main(int argc, char **argv)
{
    if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &argv);
#ifdef __AFL_HAVE_MANUAL_CONTROL
    __AFL_INIT();
#endif
#if defined(USE_AFL_LOOP) && defined(__AFL_HAVE_MANUAL_CONTROL)
    while (__AFL_LOOP(10000))
        once(argc > 1 ? argv[1] : NULL);
    return 0;
#else
    return once(argc > 1 ? argv[1] : NULL);
#endif
}
