/* SPDX-License-Identifier: MIT
 * Neutral meter: counts every edge a target executes, whatever fuzzer made
 * the input.  Link with a target compiled by
 *     clang -O0 -fsanitize-coverage=edge,no-prune,trace-pc-guard,pc-table
 * (compile this file itself WITHOUT that flag).
 *
 *   meter [-t ms] FILE...          one line per input
 *   meter [-t ms] --all DIR...     only the maxima over the directories
 *   meter [-t ms] --csv FILE...    comma-separated
 *   meter [-t ms] --edges FILE     every executed guard: index count pc
 *   meter --ceil N DIR             ignore inputs longer than N bytes
 *
 * Every input runs in a fork of the initialised process, counters zeroed,
 * so neither earlier inputs nor one-time initialisation are counted.
 * path = sum of all guard counts; hot = largest guard count; hotidx its
 * guard; edges = number of guards with a count above zero. */
#define _GNU_SOURCE
#include <dirent.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_GUARDS (1u << 20)
#define MAX_INPUT (1u << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
extern int LLVMFuzzerInitialize(int *argc, char ***argv) __attribute__((weak));

static uint64_t dummy[MAX_GUARDS];
static uint64_t *count = dummy;
static uint32_t nguards = 1;
static const uintptr_t *pcs, *pcs_end;

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop)
{
    if (start == stop || *start) return;
    for (uint32_t *p = start; p < stop && nguards < MAX_GUARDS; p++)
        *p = nguards++;
}

void __sanitizer_cov_trace_pc_guard(uint32_t *guard)
{
    count[*guard]++;
}

void __sanitizer_cov_pcs_init(const uintptr_t *beg, const uintptr_t *end)
{
    pcs = beg; pcs_end = end;
}

static uintptr_t pc_of(uint32_t g)
{
    size_t i = (size_t)(g - 1) * 2;
    return g && pcs && pcs + i < pcs_end ? pcs[i] : 0;
}

struct result { uint64_t path, hot; uint32_t hotidx, edges; int status; size_t size; };

static uint8_t buf[MAX_INPUT];
static unsigned timeout_ms = 60000;

static int measure(const char *path, struct result *r)
{
    FILE *f = fopen(path, "rb");
    if (!f) { perror(path); return -1; }
    r->size = fread(buf, 1, sizeof buf, f);
    fclose(f);
    memset(count, 0, nguards * sizeof *count);
    fflush(stdout);
    pid_t pid = fork();
    if (pid < 0) { perror("fork"); exit(2); }
    if (pid == 0) {
        alarm((timeout_ms + 999) / 1000);
        if (!freopen("/dev/null", "w", stderr)) _exit(3);
        uint8_t *copy = malloc(r->size ? r->size : 1);
        memcpy(copy, buf, r->size);
        memset(count, 0, nguards * sizeof *count);
        LLVMFuzzerTestOneInput(copy, r->size);
        _exit(0);
    }
    waitpid(pid, &r->status, 0);
    r->path = r->hot = 0; r->hotidx = r->edges = 0;
    for (uint32_t i = 1; i < nguards; i++) {
        if (!count[i]) continue;
        r->path += count[i]; r->edges++;
        if (count[i] > r->hot) { r->hot = count[i]; r->hotidx = i; }
    }
    return 0;
}

static size_t ceil_len = MAX_INPUT;
static struct result best_path, best_hot;
static char best_path_name[4096], best_hot_name[4096];
static unsigned long nfiles, nskipped;
static uint64_t *maxima;

static void add(const char *path, const struct result *r)
{
    nfiles++;
    for (uint32_t i = 1; i < nguards; i++)
        if (count[i] > maxima[i]) maxima[i] = count[i];
    if (r->path > best_path.path) {
        best_path = *r;
        snprintf(best_path_name, sizeof best_path_name, "%s", path);
    }
    if (r->hot > best_hot.hot) {
        best_hot = *r;
        snprintf(best_hot_name, sizeof best_hot_name, "%s", path);
    }
}

static void walk(const char *dir)
{
    DIR *d = opendir(dir);
    if (!d) { perror(dir); return; }
    struct dirent *e;
    while ((e = readdir(d))) {
        char path[4096];
        struct stat st;
        if (e->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", dir, e->d_name);
        if (stat(path, &st) || !S_ISREG(st.st_mode)) continue;
        if ((size_t)st.st_size > ceil_len) { nskipped++; continue; }
        struct result r;
        if (measure(path, &r) == 0) add(path, &r);
    }
    closedir(d);
}

int main(int argc, char **argv)
{
    int all = 0, csv = 0, edges = 0, i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        if (!strcmp(argv[i], "-t") && i + 1 < argc) timeout_ms = (unsigned)atoi(argv[++i]);
        else if (!strcmp(argv[i], "--ceil") && i + 1 < argc) { ceil_len = (size_t)atol(argv[++i]); all = 1; }
        else if (!strcmp(argv[i], "--all")) all = 1;
        else if (!strcmp(argv[i], "--csv")) csv = 1;
        else if (!strcmp(argv[i], "--edges")) edges = 1;
        else break;
    }
    if (i >= argc) { fprintf(stderr, "usage: %s [-t ms] [--all|--csv|--edges|--ceil N] PATH...\n", argv[0]); return 2; }
    uint64_t *shared = mmap(NULL, MAX_GUARDS * sizeof *shared, PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (shared == MAP_FAILED) { perror("mmap"); return 2; }
    maxima = calloc(nguards, sizeof *maxima);
    int ac = 1; char *av0[] = { argv[0], NULL }, **av = av0;
    if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&ac, &av);
    count = shared;
    if (csv) printf("file,size,path,hot,hotidx,edges,status\n");
    for (; i < argc; i++) {
        struct result r;
        if (all) { walk(argv[i]); continue; }
        if (measure(argv[i], &r)) continue;
        if (csv)
            printf("%s,%zu,%llu,%llu,%u,%u,%d\n", argv[i], r.size,
                   (unsigned long long)r.path, (unsigned long long)r.hot, r.hotidx, r.edges, r.status);
        else if (edges) {
            for (uint32_t g = 1; g < nguards; g++)
                if (count[g]) printf("%u %llu 0x%lx\n", g, (unsigned long long)count[g], (unsigned long)pc_of(g));
        } else
            printf("%s size=%zu path=%llu hot=%llu hotidx=%u hotpc=0x%lx edges=%u%s\n", argv[i], r.size,
                   (unsigned long long)r.path, (unsigned long long)r.hot, r.hotidx,
                   (unsigned long)pc_of(r.hotidx), r.edges, r.status ? " ABNORMAL" : "");
    }
    if (all) {
        uint64_t sum = 0; uint32_t covered = 0;
        for (uint32_t g = 1; g < nguards; g++)
            if (maxima[g]) { sum += maxima[g]; covered++; }
        printf("files=%lu skipped=%lu guards=%u covered=%u maxpath=%llu maxhot=%llu hotidx=%u summax=%llu pathfile=%s hotfile=%s\n",
               nfiles, nskipped, nguards - 1, covered,
               (unsigned long long)best_path.path, (unsigned long long)best_hot.hot, best_hot.hotidx,
               (unsigned long long)sum, best_path_name, best_hot_name);
    }
    return 0;
}
