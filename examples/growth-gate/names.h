/* SPDX-License-Identifier: MIT
 * Names, each kept once. */
#ifndef NAMES_H
#define NAMES_H

#include <stddef.h>

struct names;

struct names *names_new(void);
void names_add(struct names *names, const char *name);
size_t names_count(const struct names *names);
void names_free(struct names *names);

#endif
