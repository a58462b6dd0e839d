/* SPDX-License-Identifier: GPL-2.0-or-later
 * Which regular files the client opens to read them. */
#include "vg-tools/common/client_files.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#define PATH_BYTES 4096

/* Nobody gives a test larger versions of these. */
static Bool client_files_is_of_system(const HChar *path)
{
	static const HChar *const folders[] = {"/dev/", "/etc/", "/lib",
		"/proc/", "/sys/", "/usr/lib", "/usr/share/"};
	UInt i;

	for (i = 0; i < sizeof folders / sizeof folders[0]; i++)
		if (VG_(strncmp)(path, folders[i], VG_(strlen)(folders[i])) ==
			0)
			return True;
	return False;
}

static Bool opens_to_read(UInt number, const UWord *arguments)
{
	switch (number) {
	case __NR_open:
		return (arguments[1] & VKI_O_ACCMODE) == VKI_O_RDONLY;
	case __NR_openat:
		return (arguments[2] & VKI_O_ACCMODE) == VKI_O_RDONLY;
	}
	return False;
}

const HChar *client_files_see_call(UInt number, const UWord *arguments, Int fd)
{
	static HChar path[PATH_BYTES];
	struct vg_stat status;
	HChar link[32];
	SSizeT length;

	if (!opens_to_read(number, arguments) || VG_(fstat)(fd, &status) != 0 ||
		!VKI_S_ISREG(status.mode))
		return NULL;
	VG_(sprintf)(link, "/proc/self/fd/%d", fd);
	length = VG_(readlink)(link, path, sizeof path - 1);
	if (length <= 0)
		return NULL;
	path[length] = '\0';
	return path[0] == '/' && !client_files_is_of_system(path) ? path : NULL;
}
