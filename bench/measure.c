/* SPDX-License-Identifier: MIT
 * Runs a command and appends what it cost to a file: measure FILE COMMAND...
 *
 * One line: seconds of wall time, user and system time, the peak resident
 * memory in KiB of the largest process, the exit status. Times include the
 * children that the command waited for. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now_seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double seconds(struct timeval time)
{
	return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

int main(int argc, char **argv)
{
	if (argc < 3) {
		fprintf(stderr, "usage: measure FILE COMMAND...\n");
		return 2;
	}
	double start = now_seconds();
	pid_t child = fork();
	if (child == 0) {
		execvp(argv[2], argv + 2);
		perror(argv[2]);
		_exit(127);
	}
	struct rusage cost;
	int status;
	if (child < 0 || wait4(child, &status, 0, &cost) < 0) {
		perror("measure");
		return 126;
	}
	double wall = now_seconds() - start;
	int code = WIFEXITED(status) ? WEXITSTATUS(status)
				     : 128 + WTERMSIG(status);
	FILE *out = fopen(argv[1], "a");
	if (out == NULL) {
		perror(argv[1]);
		return 126;
	}
	fprintf(out, "%.6f %.6f %.6f %ld %d\n", wall, seconds(cost.ru_utime),
		seconds(cost.ru_stime), cost.ru_maxrss, code);
	return fclose(out) == 0 ? code : 126;
}
