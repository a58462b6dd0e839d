/* SPDX-License-Identifier: MIT
 * Whether the compiler's own tools show a finding: runs a command of the shell. */
#include "config.h"

#include "fuzz-perf/ir/confirm.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/memory.h"

#define CONFIRM_KILOBYTES (3u << 20) /* of data, as a search has */
#define CONFIRM_AGAIN	  12
#define NOT_THERE	  126 /* as a shell says it; 127: not found */

/* The status of SCRIPT as a shell has it. */
static int confirm_run_script(const char *script, unsigned seconds)
{
	char *limited =
		memory_format("ulimit -c 0; ulimit -d %u; ulimit -t %u\n%s",
			CONFIRM_KILOBYTES, seconds, script);
	int status = 0;
	pid_t child = fork();

	if (child == 0) {
		int null = open("/dev/null", O_RDWR | O_CLOEXEC);

		for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
			dup2(null, fd);
		execl("/bin/sh", "sh", "-c", limited, (char *)NULL);
		_exit(NOT_THERE);
	}
	free(limited);
	while (child > 0 && waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			child = -1;
	if (child < 0)
		return NOT_THERE;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static enum ir_shown confirm_by(const char *script, unsigned seconds)
{
	int status = confirm_run_script(script, seconds);

	return status == NOT_THERE || status == NOT_THERE + 1 ? IR_NOT_TRIED
	       : status					      ? IR_SHOWN
							      : IR_NOT_SHOWN;
}

enum ir_shown ir_confirm_failure(const char *command, unsigned seconds)
{
	return confirm_by(command, seconds);
}

enum ir_shown ir_confirm_unsettled(
	const char *command, const char *again, unsigned seconds)
{
	char *script = memory_format(
		"x=$(%s | sed '/^; ModuleID/d') && [ \"$x\" ] || exit %d\n"
		"i=0\n"
		"while [ $i -lt %d ]; do\n"
		"y=$(printf '%%s\\n' \"$x\" | %s | sed '/^; ModuleID/d')\n"
		"[ \"$x\" != \"$y\" ] || exit 0\n"
		"x=$y i=$((i + 1))\n"
		"done\n"
		"exit 1\n",
		command, NOT_THERE, CONFIRM_AGAIN, again);
	enum ir_shown shown = confirm_by(script, seconds);

	free(script);
	return shown;
}
