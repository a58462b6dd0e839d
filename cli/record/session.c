/* SPDX-License-Identifier: MIT
 * Makes and removes the directories of a recording. A private directory holds a
 * locked file: whoever can lock it may remove it, even if its maker was
 * killed. */
#include "config.h"

#include "cli/record/steps.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "cli/common.h"
#include "lib/command/program.h"
#include "lib/command/settings.h"
#include "lib/error.h"
#include "lib/folders.h"
#include "lib/memory.h"
#include "lib/report/inputs.h"

#define SHARED_MEMORY	 "/dev/shm"
#define PREFIX		 "retread."
#define LOCK_NAME	 "lock"
#define LOCK_BEGUN	 "lock.new"
#define SHARED_BYTES_MIN (256ll << 20)

/* -1 when another process holds the lock, or there is none. */
static int take_lock(const char *path, int flags)
{
	int lock = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0600);

	if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) != 0) {
		close(lock);
		lock = -1;
	}
	return lock;
}

/* It has its name once it is locked: others that begin meanwhile look for locks that
 * nobody holds. */
static int make_lock(const char *scratch)
{
	char *path = memory_format("%s/" LOCK_NAME, scratch);
	char *begun = memory_format("%s/" LOCK_BEGUN, scratch);
	int lock = take_lock(begun, O_CREAT);

	if (lock >= 0 && rename(begun, path) != 0) {
		close(lock);
		lock = -1;
	}
	free(begun);
	free(path);
	return lock;
}

/* Removes our user's directories in PLACE whose makers are gone. */
static void remove_stale(const char *place)
{
	DIR *stream = opendir(place);
	struct dirent *entry;

	while (stream && (entry = readdir(stream))) {
		char *scratch, *path;
		struct stat status;
		int lock;
		if (strncmp(entry->d_name, PREFIX, strlen(PREFIX)) != 0)
			continue;
		scratch = memory_format("%s/%s", place, entry->d_name);
		path = memory_format("%s/" LOCK_NAME, scratch);
		if (lstat(scratch, &status) == 0 && S_ISDIR(status.st_mode) &&
			status.st_uid == geteuid() &&
			(lock = take_lock(path, 0)) >= 0) {
			folders_remove(scratch);
			close(lock);
		}
		free(path);
		free(scratch);
	}
	if (stream)
		closedir(stream);
}

static bool session_has_room(const char *place)
{
	struct statfs status;

	return statfs(place, &status) == 0 &&
	       (long long)status.f_bavail * status.f_bsize >= SHARED_BYTES_MIN;
}

/* Names of all parts are as long as others: they are in the environment of tests, which
 * what is counted there depends on. */
static void session_name_part(struct session *session, unsigned number)
{
	session->rings =
		memory_format("%s/rings.%03u", session->scratch, number);
	session->valgrind =
		memory_format("%s/valgrind.%03u", session->scratch, number);
}

static int make_scratch(
	struct session *session, const char *place, struct error *err)
{
	/* Recorded processes may change their directory: absolute. */
	char *absolute = realpath(place, NULL);

	session->scratch = memory_format(
		"%s/" PREFIX "XXXXXX", absolute ? absolute : place);
	free(absolute);
	if (!mkdtemp(session->scratch)) {
		error_set_errno(err, "cannot make a directory in %s", place);
		free(session->scratch);
		session->scratch = NULL;
		return -1;
	}
	session->lock = make_lock(session->scratch);
	session_name_part(session, 0);
	session->logs = memory_format("%s/logs", session->scratch);
	if (session->lock < 0 || mkdir(session->rings, 0700) != 0 ||
		mkdir(session->logs, 0700) != 0 ||
		mkdir(session->valgrind, 0700) != 0)
		return error_set_errno(err, "cannot use %s", session->scratch);
	return 0;
}

int session_open(struct session *session, const char *out, struct error *err)
{
	*session = (struct session){.out = memory_string_dup(out),
		.record = memory_format("%s/record", out),
		.manifest = memory_format("%s/manifest.json", out),
		.symbols = memory_format("%s/symbols", out),
		.lock = -1};

	if (folders_make_all(session->record, err) != 0)
		return -1;
	remove_stale(SHARED_MEMORY);
	remove_stale(out);
	if (session_has_room(SHARED_MEMORY) &&
		make_scratch(session, SHARED_MEMORY, err) == 0)
		return 0;
	if (!session->scratch)
		return make_scratch(session, out, err);
	return -1;
}

/* Link DIRECTORY/NAME to the file TARGET. */
static int session_link_file(const char *directory, const char *name,
	const char *target, struct error *err)
{
	char *path = memory_format("%s/%s", directory, name);
	int result = symlink(target, path);

	if (result != 0 && errno == EEXIST) /* in Valgrind's own directory */
		result = 0;
	if (result != 0)
		error_set_errno(err, "cannot make %s", path);
	free(path);
	return result;
}

static int link_tools(
	const struct session *session, const char *directory, struct error *err)
{
	DIR *stream = opendir(directory);
	struct dirent *entry;
	int result = 0;

	while (stream && result == 0 && (entry = readdir(stream))) {
		char *target = memory_format("%s/%s", directory, entry->d_name);
		if (entry->d_name[0] != '.')
			result = session_link_file(
				session->valgrind, entry->d_name, target, err);
		free(target);
	}
	if (stream)
		closedir(stream);
	return result;
}

int session_link_valgrind(const struct session *session,
	const struct environment *environment, struct error *err)
{
	static const char *const tool[] = {"memcheck", "cachegrind",
		"callgrind", "helgrind", "drd", "massif", "dhat", "lackey",
		"none", "exp-bbv"};
	char *nested = program_find_part("retread-nested", X_OK);
	int result = 0;

	for (size_t i = 0;
		nested && result == 0 && i < sizeof tool / sizeof tool[0];
		i++) {
		char *name = memory_format("%s-amd64-linux", tool[i]);
		result =
			session_link_file(session->valgrind, name, nested, err);
		free(name);
	}
	free(nested);
	if (result == 0)
		result = link_tools(session, environment->tool_directory, err);
	return result;
}

int session_divide(const struct session *session,
	const struct environment *environment, unsigned number,
	struct session *part, struct error *err)
{
	*part = *session;
	session_name_part(part, number);
	if (folders_make(part->rings, err) != 0 ||
		folders_make(part->valgrind, err) != 0)
		return -1;
	return session_link_valgrind(part, environment, err);
}

bool session_took_nested(const struct session *session)
{
	char *path = memory_format("%s/nested", session->valgrind);
	bool was_there = unlink(path) == 0;

	free(path);
	return was_there;
}

void session_close(struct session *session)
{
	if (session->scratch)
		folders_remove(session->scratch);
	if (session->lock >= 0)
		close(session->lock);
	free(session->out);
	free(session->record);
	free(session->symbols);
	free(session->manifest);
	free(session->scratch);
	free(session->rings);
	free(session->logs);
	free(session->valgrind);
	*session = (struct session){.lock = -1};
}

/* What a recording writes for one process. */
static const char *const result_file[] = {"findings.json", "test.json",
	REPORT_INPUTS_FILE, SETTINGS_TRACE_FILE, SETTINGS_COUNTS_FILE,
	"valgrind.txt"};

void session_clear_process(const char *directory)
{
	for (size_t i = 0; i < sizeof result_file / sizeof result_file[0];
		i++) {
		char *path = memory_format("%s/%s", directory, result_file[i]);
		unlink(path);
		free(path);
	}
	rmdir(directory);
}

/* Calls CLEAR for every directory in DIRECTORY. */
static void clear_each(const char *directory, void (*clear)(const char *))
{
	DIR *stream = opendir(directory);
	struct dirent *entry;

	while (stream && (entry = readdir(stream))) {
		char *path = memory_format("%s/%s", directory, entry->d_name);
		if (entry->d_name[0] != '.')
			clear(path);
		free(path);
	}
	if (stream)
		closedir(stream);
}

static void clear_program(const char *directory)
{
	clear_each(directory, session_clear_process);
	rmdir(directory);
}

void session_clear_results(const struct session *session)
{
	static const char *const report_file[] = {"report.txt", "report.json"};

	clear_each(session->record, clear_program);
	for (size_t i = 0; i < 2; i++) {
		char *path = memory_format(
			"%s/report/%s", session->out, report_file[i]);
		unlink(path);
		free(path);
	}
}
