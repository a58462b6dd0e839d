/* SPDX-License-Identifier: MIT
 * Rule `redundant` inside: AEC nodes, and what is asked when an activation ends. */
#ifndef RETREAD_ANALYZER_REDUNDANT_ACTIVATION_H
#define RETREAD_ANALYZER_REDUNDANT_ACTIVATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/program/program.h"
#include "analyzer/program/sighting.h"
#include "analyzer/redundant/redundant.h"

/* --- nodes -------------------------------------------------------------- */

/* What one reading position does within one activation.
 *
 * A node is a path and the reading INSTRUCTION at its end. If several
 * instructions stand at one source position (unrolled or peeled copies), they
 * also feed a JOINT node, whose end is the position.
 *
 * The first 64 bytes are what most reads need. */
struct aec {
	uint64_t activation;   /* serial of the one that SEQUENCE is about */
	struct aec *next_live; /* of the same activation */
	struct aec *joint;     /* that it feeds too, or NULL */
	uint64_t reads : 63;   /* in that activation */
	uint64_t is_joint : 1;
	struct redundant sequence;
	struct path *path;
	const struct leaf *leaf;   /* the newest one that feeds it */
	struct sighting *sighting; /* NULL: no traversal has been shown */
	/* A joint: serial of the last activation in which one of its
	 * instructions read two locations, and its last read. */
	uint64_t eligible;
	location_t last_location;
	uint32_t last_site;
	uint32_t site; /* a joint: of the first instruction */
	uint32_t place;
	/* Activations in which its objects were not connected. */
	uint32_t refusals;
	uint32_t root_tries;
	bool is_left_out; /* in part: see analyzer/program/chains.h */
};

struct aecs;

struct aecs *aecs_new(struct program *program);
void aecs_free(struct aecs *aecs);

/* The node of SITE at the end of PATH. SUBJECT is the live activation the path
 * belongs to: a joint that begins now takes over what it has done. */
struct aec *aecs_node(struct aecs *aecs, struct path *path, uint32_t site,
	struct subject *subject);

/* Begins the sequence of SUBJECT at AEC. */
void aecs_begin(struct aec *aec, struct subject *subject,
	const struct redundant_step *step);

static inline void aecs_read_one(struct aec *aec, struct subject *subject,
	const struct redundant_step *step, bool may_grow)
{
	if (aec->activation != subject->serial) {
		aecs_begin(aec, subject, step);
		return;
	}
	aec->reads++;
	redundant_read(&aec->sequence, step, may_grow);
}

/* What another instruction of the position has read just now is one expression's
 * second load, not a second visit. */
void aecs_read_joint(struct aec *joint, struct subject *subject,
	const struct redundant_step *step, bool may_grow);

/* An input read of SUBJECT at AEC; MAY_GROW as in redundant_read. */
static inline void aecs_read(struct aec *aec, struct subject *subject,
	const struct redundant_step *step, bool may_grow)
{
	aecs_read_one(aec, subject, step, may_grow);
	if (__builtin_expect(aec->joint != NULL, 0))
		aecs_read_joint(aec->joint, subject, step, may_grow);
}

/* Nodes in order of creation. */
size_t aecs_count(const struct aecs *aecs);
struct aec *aecs_get(const struct aecs *aecs, size_t index);

/* The sighting of AEC, made when there is none. */
struct sighting *aecs_sighting(struct aecs *aecs, struct aec *aec);

static inline bool aecs_is_traversal_point(const struct aec *aec)
{
	return aec->sighting;
}

/* --- connected objects --------------------------------------------------- */

/* Whether the locations read at one AEC belong to connected objects (dissertation,
 * section 3.3.4: one object reaches the other through pointers that the same
 * activation read as input).
 *
 * LIVE is the list of all AECs of an activation; nothing is looked at before the
 * first question that needs it. */
struct reachability;

struct reachability *reachability_new(
	const struct objects *objects, const struct aec *live);
void reachability_free(struct reachability *reachability);

/* AEC, one of the activation's, read two different locations at least. An
 * activation that read very many pointers may be answered "no" too often: the
 * work is bounded (see reachability_is_cut). */
bool reachability_is_connected(
	struct reachability *reachability, const struct aec *aec);

/* Whether some answer was cut short. */
bool reachability_is_cut(const struct reachability *reachability);

/* --- access paths --------------------------------------------------------- */

/* The root of a traversal: the shortest access path from a variable to ADDRESS, that
 * passes no other traversal point than AEC, which may be NULL (dissertation,
 * definitions 7 and 9). Returns the path ("list", "obj.items"; free it), or NULL if
 * the activation of SUBJECT does not show one, and sets *TYPE to that of what is there,
 * or NULL. */
char *roots_find_dup(struct program *program, const struct subject *subject,
	uint64_t address, const struct aec *aec, const char **type);

/* A path to any of the COUNT addresses WALKED, by what SUBJECT's loads and those of the
 * functions that it has called have found last, its own writes included: to what it has
 * built, and put where a parameter leads. Such a path may be of another time than
 * the walk, so those of definition 7 come first. */
char *roots_find_put_dup(struct program *program, const struct subject *subject,
	const uint64_t *walked, size_t count, const char **type);

/* The parameter that SUBJECT has handed down to code that is not the user's and runs now:
 * what that walks is reached by it, however. NULL: there is none. */
const char *roots_find_passed(
	struct program *program, const struct subject *subject);

/* --- traversals ----------------------------------------------------------- */

/* Judges an activation when it ends: traversal points (dissertation, section 3.3.4)
 * and, to be REPORTED, redundant ones (3.3.5) and the access path of what is walked
 * (3.3.6). Returns false if it read more pointers than are followed. */
bool traversals_judge(struct program *program, struct aecs *aecs,
	struct subject *subject, bool reported);

/* --- access graphs -------------------------------------------------------- */

/* For a function, which values of which variables and AECs lead to what is read at
 * which AEC (dissertation, section 3.3.6, definition 8). A function's graph is that
 * of a few of its activations, merged. What a sequence keeps is what the graph
 * shows: all reads up to the one that broke it. */
struct access_graphs;

/* The graphs of ALL functions, or only of those that are wanted. */
struct access_graphs *access_graphs_new(struct program *program, bool all);
void access_graphs_free(struct access_graphs *graphs);

/* The graph of FUNCTION is wanted from now on. */
void access_graphs_want(
	struct access_graphs *graphs, const struct symbol_function *function);

/* SUBJECT's activation is over and was judged. Cheap once the graph of its
 * function is complete. */
void access_graphs_add(
	struct access_graphs *graphs, const struct subject *subject);

/* From now on no functions are added. */
void access_graphs_stop(struct access_graphs *graphs);

/* AECS say which nodes are traversal points. */
void access_graphs_report(struct access_graphs *graphs, const struct aecs *aecs,
	struct report *report);

#endif
