/* SPDX-License-Identifier: MIT
 * How the best input of a campaign came to be, as its folder tells. */
#ifndef RETREAD_VIZ_LINEAGE_H
#define RETREAD_VIZ_LINEAGE_H

struct json_value;

/* For lineage.html: how the best input in FOLDER, of an instance, came from a seed, a table
 * with the id NAME. Null: that is not known. */
struct json_value *lineage_make(const char *folder, const char *name);

#endif
