/* SPDX-License-Identifier: MIT
 * .retread: options that a project wants for its verbs. */
#ifndef RETREAD_CLI_PROJECT_H
#define RETREAD_CLI_PROJECT_H

struct commands;
struct error;

#define PROJECT_OPTIONS ".retread"

/* The file NAME of this directory, or of the nearest one above up to that of the
 * repository. Free it; NULL: there is none, or it belongs to someone else. */
char *project_find_dup(const char *name);
/* Where it would be made: in the directory of the repository, else in this one. Free it. */
char *project_place_dup(const char *name);

/* Reads that file into COMMANDS (all zeros), a verb and its options each, and its name
 * into *FILE, to be freed; NULL: there is none. Returns 0, or -1 with ERR filled. */
int project_read(struct commands *commands, char **file, struct error *err);

/* ARGV of VERB with the project's options after argv[0], so that those typed come
 * later. *ARGC is changed. Returns ARGV itself if there are none; NULL with ERR filled
 * if the file is damaged. What it returns is never freed: options keep pointing into
 * it until the program ends. */
char **project_add_options(
	const char *verb, int *argc, char **argv, struct error *err);

/* Runs the verb NAME with those options, if any, before those in ARGV. Returns its exit
 * code. */
int project_run_verb(const char *name, int (*run)(int argc, char **argv),
	int argc, char **argv);

#endif
