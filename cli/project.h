/* SPDX-License-Identifier: MIT
 * .retread: options that a project wants for its verbs. */
#ifndef RETREAD_CLI_PROJECT_H
#define RETREAD_CLI_PROJECT_H

struct error;

/* The file `.retread` of this directory, or of the nearest one above up to that of
 * the repository. Free it; NULL: there is none, or it belongs to someone else. */
char *project_find_dup(void);

/* ARGV of VERB with the project's options behind argv[0], so that those typed come
 * later. *ARGC is changed. Returns ARGV itself if there are none; NULL with ERR filled
 * if the file is damaged. What it returns is never freed: options keep pointing into
 * it until the program ends. */
char **project_add_options(
	const char *verb, int *argc, char **argv, struct error *err);

#endif
