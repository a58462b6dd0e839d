/* SPDX-License-Identifier: MIT
 * Where things are on another machine: "OLD=NEW" for the beginnings of paths. */
#ifndef RETREAD_CLI_REPORT_MAP_H
#define RETREAD_CLI_REPORT_MAP_H

struct arena;
struct error;
struct option_texts;
struct report;

/* Returns 0, or -1 with ERR filled if one of MAP is not a pair of paths. */
int map_check(const struct option_texts *map, struct error *err);
/* PATH itself, or what the first of MAP that fits makes of it, in ARENA. */
const char *map_path(
	struct arena *arena, const char *path, const struct option_texts *map);
/* All paths in REPORT. */
void map_report(const struct option_texts *map, struct report *report);

#endif
