/* SPDX-License-Identifier: MIT
 * An analyzer for every ring: started when the recorder has made it, and
 * followed to its end. */
#include "config.h"

#include "cli/record/rings.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/record/steps.h"
#include "lib/arguments.h"
#include "lib/command/options.h"
#include "lib/error.h"
#include "lib/folders.h"
#include "lib/format/trace_format.h"
#include "lib/memory.h"
#include "lib/trace/trace.h"
#include "lib/words.h"

#define RING_SUFFIX ".ring"

void rings_release(struct rings *rings)
{
	for (size_t i = 0; i < rings->count; i++) {
		free(rings->ring[i].path);
		free(rings->ring[i].program);
		free(rings->ring[i].directory);
		free(rings->ring[i].log);
	}
	free(rings->ring);
	rings->ring = NULL;
	rings->count = rings->capacity = 0;
}

/* A name comes again when its ring was removed and the process execs. */
static bool is_read(const struct rings *rings, const char *path)
{
	for (size_t i = 0; i < rings->count; i++) {
		if (rings->ring[i].analyzer != 0 &&
			strcmp(rings->ring[i].path, path) == 0)
			return true;
	}
	return false;
}

/* Reads the head of the ring at PATH. False: it is not ready. */
static bool read_header(const char *path, struct ring_header *header)
{
	int descriptor = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t count;

	if (descriptor < 0)
		return false;
	count = read(descriptor, header, sizeof *header);
	close(descriptor);
	return count == (ssize_t)sizeof *header && header->state != 0 &&
	       memcmp(header->magic, RING_MAGIC, sizeof header->magic) == 0;
}

/* The base name of the command's first word, harmless as a file name. */
static char *program_name(const struct trace_header *process)
{
	char *command = memory_string_dup_length(process->command,
		strnlen(process->command, sizeof process->command));
	const char *base = words_base_name(command);
	char *name = memory_format(
		"%s%.200s", *base == '\0' || *base == '.' ? "_" : "", base);

	for (char *at = name; *at != '\0'; at++) {
		if (!isprint((unsigned char)*at))
			*at = '_';
	}
	free(command);
	return name;
}

char *rings_make_directory(
	const char *record, const char *program, pid_t pid, struct error *err)
{
	char *parent = memory_format("%s/%s", record, program);
	char *directory = NULL;

	if (folders_make_all(parent, err) != 0)
		goto out;
	for (int number = 1;; number++) {
		directory = number == 1
				    ? memory_format("%s/%d", parent, (int)pid)
				    : memory_format("%s/%d.%d", parent,
					      (int)pid, number);
		if (mkdir(directory, 0777) == 0)
			break;
		if (errno != EEXIST)
			error_set_errno(
				err, "cannot make directory %s", directory);
		free(directory);
		directory = NULL;
		if (errno != EEXIST)
			break;
	}
out:
	free(parent);
	return directory;
}

void rings_add_analyzer(const struct rings *rings, const struct ring *ring,
	struct arguments *command)
{
	arguments_add(command, rings->analyzer);
	arguments_add(command, "--quiet");
	arguments_add_option(command, "ring", ring->path);
	arguments_add_option(command, "out", ring->directory);
	arguments_add_option(command, "test", rings->test);
	options_add_arguments(&settings_options, &rings->settings, command);
}

/* For the malloc of glibc: the analyzer's memory, which is much and is used until it ends,
 * comes in larger pieces, and none is given back. To fault it in is a tenth of all that it
 * does. Huge pages (hugetlb=1) save another tenth, unless a hypervisor takes them back while
 * they are free. */
#define MALLOC_TUNABLES                                                        \
	"glibc.malloc.top_pad=4194304:"                                        \
	"glibc.malloc.mmap_threshold=4194304:"                                 \
	"glibc.malloc.trim_threshold=1073741824"

/* In the child. */
static void become_analyzer(const struct rings *rings, const struct ring *ring)
{
	struct arguments command = {0};
	sigset_t none;
	int log = open(ring->log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
	int null = open("/dev/null", O_RDONLY);

	/* Ctrl-C is for the test; what it leaves must still be analysed. */
	setpgid(0, 0);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	dup2(null, STDIN_FILENO);
	dup2(log, STDOUT_FILENO);
	dup2(log, STDERR_FILENO);
	close(log);
	close(null);
	if (rings->lock >= 0)
		fcntl(rings->lock, F_SETFD, 0);
	rings_add_analyzer(rings, ring, &command);
	setenv("GLIBC_TUNABLES", MALLOC_TUNABLES, 0);
	execv(rings->analyzer, command.word);
	fprintf(stderr, "cannot run %s: %s\n", rings->analyzer,
		strerror(errno));
	_exit(127);
}

/* A ring that is not ready yet is met again. */
static void record_rings_start(struct rings *rings, const char *name)
{
	char *path = memory_format("%s/%s", rings->ring_directory, name);
	/* It is declared as it lies in the mapped file: on a page. */
	struct ring_header *header =
		aligned_alloc(_Alignof(struct ring_header), sizeof *header);
	struct ring *ring;
	struct error err = {{0}};

	if (!header)
		memory_fail(sizeof *header);
	if (is_read(rings, path) || !read_header(path, header)) {
		free(path);
		free(header);
		return;
	}
	rings->ring = memory_grow(rings->ring, &rings->capacity,
		rings->count + 1, sizeof *rings->ring);
	ring = &rings->ring[rings->count++];
	*ring = (struct ring){.path = path,
		.program = program_name(&header->process),
		.pid = (pid_t)header->recorder_pid,
		.log = memory_format(
			"%s/%s.analyze", rings->log_directory, name)};
	free(header);
	ring->directory = rings_make_directory(
		rings->record_directory, ring->program, ring->pid, &err);
	ring->analyzer = ring->directory ? fork() : -1;
	if (ring->analyzer == 0)
		become_analyzer(rings, ring);
	ring->is_started = ring->analyzer > 0;
	if (ring->is_started)
		return;
	if (ring->directory)
		error_set_errno(&err, "cannot start %s", rings->analyzer);
	cli_fail(0, "record", &err,
		"Process %d of %s is not recorded from here on.",
		(int)ring->pid, ring->program);
	ring->analyzer = 0;
	trace_abandon_ring(ring->path);
	unlink(ring->path);
}

void rings_start(struct rings *rings)
{
	DIR *directory = opendir(rings->ring_directory);
	const size_t suffix = strlen(RING_SUFFIX);
	struct dirent *entry;

	if (!directory)
		return;
	while ((entry = readdir(directory))) {
		size_t length = strlen(entry->d_name);
		if (length > suffix && strcmp(entry->d_name + length - suffix,
					       RING_SUFFIX) == 0)
			record_rings_start(rings, entry->d_name);
	}
	closedir(directory);
}

static void rings_finish(struct ring *ring, int status)
{
	ring->analyzer = 0;
	ring->status = status;
	ring->is_analyzed = WIFEXITED(status) && WEXITSTATUS(status) == 0;
	if (!ring->is_analyzed)
		trace_abandon_ring(ring->path);
	unlink(ring->path);
	if (!ring->is_analyzed)
		session_clear_process(ring->directory);
}

size_t rings_reap(struct rings *rings)
{
	size_t running = 0;

	for (size_t i = 0; i < rings->count; i++) {
		struct ring *ring = &rings->ring[i];
		int status;
		if (ring->analyzer == 0)
			continue;
		if (waitpid(ring->analyzer, &status, WNOHANG) == ring->analyzer)
			rings_finish(ring, status);
		else
			running++;
	}
	return running;
}

void rings_kill(const struct rings *rings, int signal)
{
	for (size_t i = 0; i < rings->count; i++) {
		/* An analyzer ends with its process, so one that runs means
		 * that the pid is still that process's. */
		if (rings->ring[i].analyzer != 0)
			kill(rings->ring[i].pid, signal);
	}
}

void rings_give_up(const struct rings *rings)
{
	for (size_t i = 0; i < rings->count; i++) {
		if (rings->ring[i].analyzer != 0)
			kill(rings->ring[i].analyzer, SIGKILL);
	}
}
