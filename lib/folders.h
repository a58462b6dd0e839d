/* SPDX-License-Identifier: MIT
 * Makes and removes folders. */
#ifndef RETREAD_LIB_FOLDERS_H
#define RETREAD_LIB_FOLDERS_H

struct error;

/* Makes the folder PATH unless it is there. Returns 0, or -1 with ERR filled (NULL: nobody
 * wants to know). */
int folders_make(const char *path, struct error *err);
/* The same for NAME in PARENT, which is there. */
int folders_make_in(const char *parent, const char *name, struct error *err);
/* The same for PATH with those above it. */
int folders_make_all(const char *path, struct error *err);

/* A name in $TMPDIR or /tmp for mkstemp and mkdtemp. Free it. */
char *folders_temporary_name(void);
/* Makes a folder there. Returns its name, to be freed; NULL with ERR filled. */
char *folders_make_temporary(struct error *err);

/* Removes PATH and all that is in it, as far as that is possible. */
void folders_remove(const char *path);

#endif
