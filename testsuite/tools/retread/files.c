/* SPDX-License-Identifier: MIT
 * Opens files in the ways that there are, in the working directory. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
	int folder = open("folder", O_RDONLY | O_DIRECTORY);

	open("plain", O_RDONLY);
	open("linked", O_RDONLY);
	openat(folder, "inner", O_RDONLY | O_CLOEXEC);
	openat(folder, "../plain", O_RDONLY);
	open("missing", O_RDONLY);
	open("written", O_WRONLY | O_CREAT, 0600);
	open("changed", O_RDWR);
	open("/dev/null", O_RDONLY);
	open("/etc/passwd", O_RDONLY);
	open("/proc/self/exe", O_RDONLY);
	return 0;
}
