/* SPDX-License-Identifier: MIT
 * Functions of this room with one user each, by the file that has them. */
#ifndef RETREAD_FUZZ_PERF_PROVE_PROOF_STEPS_H
#define RETREAD_FUZZ_PERF_PROVE_PROOF_STEPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "fuzz-perf/prove/prove.h"
#include "lib/families/family.h"
#include "lib/growth/law.h"
#include "lib/report/proof.h"

struct arena;
struct error;
struct log;
struct points;
struct points_result;
struct pumps;

#define ONE_SECOND_MAX 1e9 /* bytes: more than that is not an input */

/* ---- command.c, points_command.c ---- */

int command_prove(int argc, char **argv);
int command_points(int argc, char **argv);

/* ---- search.c ---- */

#define SEARCH_BASES 24

/* Inputs worth pumping, the most promising first, each once. */
struct search_bases {
	struct bytes base[SEARCH_BASES];
	size_t count;
	size_t seeds; /* the first ones, as the user gave them */
};

void search_release(struct search_bases *bases);

/* Reads the files of FOLDER that are not empty, shortest first, cut to LIMIT bytes. */
int search_read_seeds(struct search_bases *bases, const char *folder,
	size_t limit, struct error *err);
/* Instead: inputs that the generator of PROBE's target makes by chance, if valid. */
int search_draw_seeds(
	struct search_bases *bases, struct probe *probe, struct error *err);

/* Runs campaigns in the output's search/, with PROOF's options except for sizes
 * and limits, until the phase is over or enough inputs were tried at each size;
 * what is there already counts. Adds champions to BASES. */
int search_run(struct search_bases *bases, struct proof *proof,
	const struct log *log, struct error *err);

/* Leaves only seeds. */
void search_drop_champions(struct search_bases *bases);

/* ---- pieces.c ---- */

struct pieces_options {
	uint64_t seed;	    /* of random numbers */
	const bool *wanted; /* by key; NULL: all */
};

/* Where the copies of a part cost the same each, looks for pieces after which
 * each copy costs more. Adds the families it can make of them to PUMPS. Ends
 * when PROBE's phase does. */
int pieces_find(struct pumps *pumps, struct probe *probe,
	const struct bytes *base, size_t count,
	const struct pieces_options *options, struct error *err);

/* ---- minimise.c ---- */

/* Changes FAMILY as long as what KEY counts keeps its local degree at three
 * sizes, and 90 % of what a byte brings. */
int minimise_family(struct probe *probe, struct family *family, uint32_t key,
	struct error *err);

/* ---- typical.c ---- */

/* Among the parts of the COUNT SEEDS whose repetition adds work and leaves no
 * edge out that the seed covers, takes the one of median gain per byte: the
 * best would not be typical. Sets *IS_FOUND; release FAMILY then. */
int typical_find(struct probe *probe, const struct bytes *seed, size_t count,
	struct family *family, bool *is_found, struct error *err);

/* ---- law_write.c ---- */

/* The sizes that a law is said of, in the unit that is printed. */
struct law_range {
	double from, to;
	double limit; /* of a limited law */
	double base;  /* EXPONENTIAL: factor for each unit more */
};

/* VERDICT may be less than the law's own. Texts go into ARENA. */
struct proof_law law_describe(const struct law *law, enum proof_verdict verdict,
	const struct law_range *range, struct arena *arena);

/* "n^2", or "not shown". */
const char *law_model_name(const struct law *law, struct arena *arena);

/* The line "best model ...", of what grows. */
void law_print_model(const struct proof_law *law, FILE *out);
/* The line "TITLE sentence (degree ...)". */
void law_print_verdict(
	const char *title, const struct proof_law *law, FILE *out);

/* The line on PROOF in FOLDER, which a new one does not replace; NULL: none. */
void law_print_stronger(
	const struct proof_result *proof, const char *folder, FILE *out);

/* Prints COUNT in groups of three digits, at the end of WIDTH columns. */
void law_print_count(uint64_t count, int width, FILE *out);

/* ---- proof_edges.c ---- */

/* Where KEY counts; all edges if that is none of the counters. */
struct proof_place proof_place_of(const struct proof *proof, uint32_t key);
void proof_print_place(const struct proof_result *result, FILE *out);

/* Gives RESULT the counters of the steepest laws, of equal ones the largest, a
 * line of the source once. Texts of models go into ARENA. */
void proof_list_lines(const struct proof *proof, struct proof_result *result,
	struct arena *arena);
void proof_print_lines(const struct proof_result *result, FILE *out);

/* ---- proof_write.c ---- */

/* Writes proof.json, points.csv, fit.svg, generate.sh, inputs/ and typical/ to
 * the output folder, and prints the result to OUT: JSON or text. */
int prove_write(
	struct proof *proof, FILE *out, bool is_json, struct error *err);

/* ---- points_write.c ---- */

/* Writes proof.json, points.csv, and fit.svg to the folder FOLDER, and
 * prints the result to OUT: JSON or text. */
int points_write(const struct points *points,
	const struct points_result *result, const char *folder, bool is_json,
	FILE *out, struct error *err);

#endif
