/* SPDX-License-Identifier: MIT
 * Reads what `retread export --profile` left for a finding: differences of profiles as
 * flame graphs. */
#ifndef RETREAD_VIZ_PROFILES_H
#define RETREAD_VIZ_PROFILES_H

#include <stddef.h>

#include "lib/output/profile_kinds.h"

struct json_value;
struct page;
struct website;

/* The folder of the exports of FINDING. Free it; NULL: there is none. */
char *profiles_folder_dup(const struct website *site, size_t finding);

/* Adds all of FINDING to DATA, for profiles.html, with links to the pictures that were
 * copied beside the page of its proof, if it has one. */
void profiles_add(struct json_value *data, struct page *page, size_t finding);

#endif
