/* SPDX-License-Identifier: MIT
 * Names the system calls that leave something in the kernel. */
#include "config.h"

#include "fuzz-perf/commands/spoiling.h"

#include <stddef.h>
#include <sys/syscall.h>

#include "lib/memory.h"

/* Those that programs often make; each leaves something that is not memory. */
static const struct {
	unsigned number;
	const char *name, *effect;
} spoiling_calls[] = {
	{SYS_fork, "fork", "starts a process"},
	{SYS_vfork, "vfork", "starts a process"},
	{SYS_clone, "clone", "starts a process or a thread"},
	{SYS_clone3, "clone3", "starts a process or a thread"},
	{SYS_chdir, "chdir", "changes its folder"},
	{SYS_fchdir, "fchdir", "changes its folder"},
	{SYS_umask, "umask", "changes the mode of new files"},
	{SYS_kill, "kill", "sends a signal"},
	{SYS_tgkill, "tgkill", "sends a signal"},
	{SYS_alarm, "alarm", "sets a timer"},
	{SYS_setitimer, "setitimer", "sets a timer"},
	{SYS_timer_create, "timer_create", "sets a timer"},
	{SYS_pipe, "pipe", "makes a pipe"},
	{SYS_pipe2, "pipe2", "makes a pipe"},
	{SYS_socket, "socket", "makes a socket"},
	{SYS_dup, "dup", "opens a file again"},
	{SYS_dup2, "dup2", "opens a file again"},
	{SYS_fcntl, "fcntl", "changes how a file is open"},
	{SYS_close, "close", "closes a file that it was started with"},
	{SYS_open, "open", "has too many files open"},
	{SYS_openat, "openat", "has too many files open"},
	{SYS_unlink, "unlink", "removes a file"},
	{SYS_unlinkat, "unlinkat", "removes a file"},
	{SYS_rename, "rename", "renames a file"},
	{SYS_mkdir, "mkdir", "makes a folder"},
	{SYS_mmap, "mmap", "maps code, shared memory, or too much"},
	{SYS_munmap, "munmap", "unmaps a part of its memory"},
	{SYS_mremap, "mremap", "moves memory"},
	{SYS_mprotect, "mprotect", "protects memory"},
	{SYS_madvise, "madvise", "gives memory back"},
	{SYS_prctl, "prctl", "changes the process"},
	{SYS_prlimit64, "prlimit64", "changes a limit"},
	{SYS_ioctl, "ioctl", "changes a device"},
};

char *spoiling_describe_dup(unsigned number)
{
	for (size_t i = 0; i < sizeof spoiling_calls / sizeof *spoiling_calls;
		i++)
		if (spoiling_calls[i].number == number)
			return memory_format("%s (%s)",
				spoiling_calls[i].effect,
				spoiling_calls[i].name);
	return memory_format("makes system call %u", number);
}
