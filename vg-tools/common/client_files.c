/* SPDX-License-Identifier: GPL-2.0-or-later
 * Which regular files the client opens to read them, and has not made itself. */
#include "vg-tools/common/client_files.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#define PATH_BYTES 4096
/* O_PATH: the core's headers omit it. */
#define OPEN_PATH 010000000

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

/*--- what the client has made ---*/

/* How a node of the core's table begins, and a path. */
struct made {
	struct made *next;
	UWord hash;
	HChar path[];
};

static VgHashTable *made;

/* FNV-1a, as far as the character C. */
static UWord hash_on(UWord hash, HChar c)
{
	return (hash ^ (UChar)c) * 0x100000001b3;
}
#define HASH_OF_NOTHING 0xcbf29ce484222325

/* What is made that has the first LENGTH bytes of PATH as its path; NULL: nothing. */
static struct made *find_made(const HChar *path, SizeT length, UWord hash)
{
	struct made *node = VG_(HT_lookup)(made, hash);

	return node && VG_(strlen)(node->path) == length &&
			       VG_(strncmp)(node->path, path, length) == 0
		       ? node
		       : NULL;
}

/* Whether the client has made PATH, or a folder that it is in. */
static Bool is_made(const HChar *path)
{
	UWord hash = HASH_OF_NOTHING;
	SizeT i;

	if (!made)
		return False;
	for (i = 0; path[i] != '\0'; hash = hash_on(hash, path[i++]))
		if (path[i] == '/' && i > 0 && find_made(path, i, hash))
			return True;
	return find_made(path, i, hash) != NULL;
}

static void add_made(const HChar *path)
{
	SizeT length = VG_(strlen)(path), i;
	struct made *node;

	if (is_made(path))
		return;
	if (!made)
		made = VG_(HT_construct)("retread.client_files.made");
	node = VG_(malloc)(
		"retread.client_files.path", sizeof *node + length + 1);
	node->hash = HASH_OF_NOTHING;
	for (i = 0; i < length; i++)
		node->hash = hash_on(node->hash, path[i]);
	VG_(strcpy)(node->path, path);
	VG_(HT_add_node)(made, node);
}

/*--- paths ---*/

/* The path without symbolic links of what FD is, valid until the next call; NULL: it has
 * none. */
static const HChar *path_of(Int fd)
{
	static HChar path[PATH_BYTES];
	HChar link[32];
	SSizeT length;

	VG_(sprintf)(link, "/proc/self/fd/%d", fd);
	length = VG_(readlink)(link, path, sizeof path - 1);
	if (length <= 0)
		return NULL;
	path[length] = '\0';
	return path[0] == '/' ? path : NULL;
}

/* A file as calls name it. */
struct name {
	Int folder;
	const HChar *path;
};

/* NAME as a path for a call without a folder; NULL: it is none. */
static const HChar *named_path(struct name name)
{
	static HChar joined[PATH_BYTES];

	if (!VG_(am_is_valid_for_client)((Addr)name.path, 1, VKI_PROT_READ))
		return NULL;
	if (name.path[0] == '/' || name.folder == VKI_AT_FDCWD)
		return name.path;
	if (VG_(strlen)(name.path) + 32 >= sizeof joined)
		return NULL;
	VG_(sprintf)(joined, "/proc/self/fd/%d/%s", name.folder, name.path);
	return joined;
}

/* As path_of; NULL also if there is no such file. */
static const HChar *path_of_named(struct name name)
{
	const HChar *path = named_path(name), *real;
	SysRes fd;

	if (!path)
		return NULL;
	fd = VG_(open)(path, OPEN_PATH, 0);
	if (sr_isError(fd))
		return NULL;
	real = path_of((Int)sr_Res(fd));
	VG_(close)((Int)sr_Res(fd));
	return real;
}

/*--- calls ---*/

/* What a call does with a name. */
struct naming_call {
	enum { NOTHING, OPENS, MAKES_FOLDER, RENAMES } what;
	struct name name, to;
	UWord flags; /* of open */
};

static struct name named_by(UWord folder, UWord path)
{
	return (struct name){(Int)folder, (const HChar *)path};
}

static struct naming_call naming_call_of(UInt number, const UWord *argument)
{
	const UWord here = (UWord)VKI_AT_FDCWD;
	struct naming_call call = {NOTHING};

	switch (number) {
	case __NR_creat:
	case __NR_open:
		call.what = OPENS;
		call.name = named_by(here, argument[0]);
		call.flags = number == __NR_open
				     ? argument[1]
				     : VKI_O_CREAT | VKI_O_WRONLY | VKI_O_TRUNC;
		break;
	case __NR_openat:
		call.what = OPENS;
		call.name = named_by(argument[0], argument[1]);
		call.flags = argument[2];
		break;
	case __NR_mkdir:
		call.what = MAKES_FOLDER;
		call.name = named_by(here, argument[0]);
		break;
	case __NR_mkdirat:
		call.what = MAKES_FOLDER;
		call.name = named_by(argument[0], argument[1]);
		break;
	case __NR_rename:
		call.what = RENAMES;
		call.name = named_by(here, argument[0]);
		call.to = named_by(here, argument[1]);
		break;
	case __NR_renameat:
	case __NR_renameat2:
		call.what = RENAMES;
		call.name = named_by(argument[0], argument[1]);
		call.to = named_by(argument[2], argument[3]);
		break;
	}
	return call;
}

static Bool opens_to_read(const struct naming_call *call)
{
	return call->what == OPENS &&
	       (call->flags & VKI_O_ACCMODE) == VKI_O_RDONLY;
}

/* Whether CALL, which begins, leaves nothing of what was there before the client. */
static Bool will_make(const struct naming_call *call)
{
	const HChar *path;

	switch (call->what) {
	case OPENS:
		if ((call->flags & VKI_O_ACCMODE) != VKI_O_RDONLY &&
			(call->flags & VKI_O_TRUNC) != 0)
			return True;
		return (call->flags & VKI_O_CREAT) != 0 &&
		       !path_of_named(call->name);
	case RENAMES:
		path = made ? path_of_named(call->name) : NULL;
		return path && is_made(path);
	default:
		return call->what == MAKES_FOLDER;
	}
}

/* The call that has begun and will make what it names. Of several threads that is the last
 * one; what others make meanwhile counts as read. */
static struct {
	UInt number;
	UWord name;
	Bool is_made;
} begun;

static UWord named_last(const struct naming_call *call)
{
	return (UWord)(call->what == RENAMES ? call->to : call->name).path;
}

void client_files_begin_call(UInt number, const UWord *arguments)
{
	struct naming_call call = naming_call_of(number, arguments);

	if (call.what == NOTHING || opens_to_read(&call))
		return;
	begun.number = number;
	begun.name = named_last(&call);
	begun.is_made = will_make(&call);
}

/* CALL, which is NUMBER, has succeeded with RESULT. */
static void note_made(UInt number, const struct naming_call *call, Int result)
{
	const HChar *path;

	if (call->what == NOTHING || !begun.is_made || begun.number != number ||
		begun.name != named_last(call))
		return;
	begun.is_made = False;
	path = call->what == OPENS
		       ? path_of(result)
		       : path_of_named(
				 call->what == RENAMES ? call->to : call->name);
	if (path)
		add_made(path);
}

const HChar *client_files_end_call(UInt number, const UWord *arguments, Int fd)
{
	struct naming_call call = naming_call_of(number, arguments);
	struct vg_stat status;
	const HChar *path;

	if (!opens_to_read(&call)) {
		note_made(number, &call, fd);
		return NULL;
	}
	if (VG_(fstat)(fd, &status) != 0 || !VKI_S_ISREG(status.mode))
		return NULL;
	path = path_of(fd);
	return path && !client_files_is_of_system(path) && !is_made(path)
		       ? path
		       : NULL;
}
