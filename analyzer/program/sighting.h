/* SPDX-License-Identifier: MIT
 * What a rule hands over: the activations of one function that walk at one read,
 * and how. */
#ifndef RETREAD_ANALYZER_PROGRAM_SIGHTING_H
#define RETREAD_ANALYZER_PROGRAM_SIGHTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/program/contexts.h"
#include "analyzer/program/objects.h"
#include "lib/growth/growth.h"
#include "lib/report/report.h"

/* How much a re-walk matters follows from these, over all activations that show it. */
struct severity_facts {
	uint64_t reads, constant; /* of them, of constant static data */
	bool is_passed;		  /* the subject was given it as an argument */
	uint64_t rereads;
	uint64_t steps, steps_with_work; /* onto cells read before */
	uint64_t steps_fresh;		 /* with the read of a new cell */
	uint64_t steps_apart;  /* with work, each in another activation */
	uint64_t steps_beside; /* beside one through another structure */
	uint64_t steps_copied; /* by a copy of the load before */
	/* Steps from a cell that was left before; of them, by the same code. */
	uint64_t steps_again, steps_alike;
	uint64_t steps_called; /* in another frame */
	uint64_t
		steps_given; /* with work besides, that of the stack included */
	uint64_t steps_entered;	 /* in another call of the innermost subject */
	uint32_t codes;		 /* different ones, in one activation */
	bool recurs, dispatches; /* the calls that walk: see contexts_recurs */
	bool is_program; /* what the subject walks, as another context says */
	uint32_t lengths_each;	     /* of walks, in one activation */
	uint64_t walks, walks_grown; /* that met what is newer than the last */
	uint64_t changes;	     /* reads of what was written since */
	uint32_t lengths;	     /* different ones of walks */
	bool has_one_length;  /* the re-walks of every activation, each */
	bool is_square;	      /* about as many walks as cells */
	uint64_t walks_alike; /* of the length that most walks of a call have */
	double rounds; /* walks of a call, if it walks more cells than that, and none
			* is much shorter; else 0 */
	double share; /* of what its contexts read, that calls read which walk again */
	uint64_t calls; /* so many of these */
	uint64_t
		elements; /* that there are of the kind that is walked, in no order of
			    * addresses; 0: not known */
	uint64_t deepest;      /* cells of the longest walk */
	bool is_cut;	       /* only the first of them were followed */
	uint64_t walks_inside; /* that begin inside of a text */
	uint64_t walks_longer; /* than the one before, from the same cell on */
	double doubling; /* (factor between walks - 1) * (walks - 1); 0: none */
	bool has_hot_key;   /* short ranges of one length */
	bool is_short_text; /* that a library reads, not as a string function */
	uint64_t
		text_bytes; /* longest that is read letter by letter; 0: none */
	/* Over activations of different sizes. */
	bool has_sizes;	       /* that span a factor of 1.5 */
	bool has_grown;	       /* the longest walk */
	bool has_more_walks;   /* the larger ones */
	struct growth_fit fit; /* of reads over footprints */
	bool looks_up; /* a test in what it tests, further on each time */
	bool is_test; /* in a test's own function: analyzer/findings/test_code.c */
	bool is_floating;    /* numbers are read */
	bool is_table;	     /* an array whose type has its size */
	bool is_whole_table; /* ... and most of it is walked, or it is short */
	bool is_looked_up;   /* a table of characters, in their order */
	uint64_t
		capacity; /* elements or bytes that its type gives it; 0: any */
	bool is_promised; /* to be cheap: analyzer/findings/promised_cost.c */
	bool is_output;	  /* of a library: analyzer/findings/output.c */
	bool is_runtime;  /* ... or of the language's runtime */
};

struct sighting {
	/* Where: the functions from the subject down to the read. Places are kept
	 * besides sites, which change when other code is mapped; 0: none. */
	enum report_rule rule;
	struct path *path;
	uint32_t site;
	uint32_t place;
	uint32_t caller_place; /* that called an activation */
	/* From the outermost subject down to the read, in the activation with the longest
	 * walk; NULL: not known. */
	const struct path *whole;
	bool is_by_names; /* only names of functions join its reads */
	/* How often: activations that walk; of them, those that walk again. */
	uint64_t traversals;
	uint64_t redundant;
	/* How, in the latter. */
	struct report_range walks;   /* in one activation */
	struct report_range length;  /* of a walk */
	struct report_range longest; /* walk of an activation; rule rewalk */
	uint64_t reads, distinct;
	uint64_t
		rested; /* reads that were only noted, by estimate; not in READS */
	bool one_object;     /* every walk stays inside one object */
	uint32_t objects;    /* that were read, as far as they are counted */
	bool is_uneven;	     /* every walk in one object: its steps differ */
	uint64_t step_bytes; /* that all of its steps are a multiple of */
	uint64_t span_bytes; /* from the first to the last cell of some walk */
	uint32_t
		elements; /* of an array of constant size, or a row, in which walks stay */
	enum report_exactness exactness;
	double score; /* bytes re-read, weighted */
	/* What is walked. */
	const char *root;   /* access path; NULL: not known */
	bool root_is_below; /* it begins at a parameter of a callee */
	enum object_kind object_kind;
	uint64_t object_bytes;	      /* 0: not known */
	struct symbol_place variable; /* what is walked, if a variable has it */
	struct symbol_label array;    /* in that; see walked_type_array */
	bool has_array;
	const char *object_type;
	struct context *allocated_context;
	uint32_t allocated_place;
	const struct objects_peers *peers; /* of that; NULL: not a block */
	/* Rule rewalk: what severity depends on, the growth of reads over the
	 * subject's footprint, and the first walks of one activation. */
	struct severity_facts facts;
	struct growth growth;
	const struct report_walk *walk;
	size_t walk_count;
	/* Of the first activation that walks again: clocks at which it began, and at which its
	 * longest walk, and its last, began and ended; 0: not known. */
	struct {
		uint64_t activation, began, ended, last_began, last_ended;
	} long_walk;
};

/* Widens RANGE to hold VALUE, which is its FIRST or one more. */
void sighting_widen(struct report_range *range, uint64_t value, bool first);

/* Its numbers are lower bounds if they IS_LOWER_BOUND. */
void sighting_note_lower_bound(struct sighting *sighting, bool is_lower_bound);

/* What the rules hand over. Zero-initialise it; what is in it is borrowed. */
struct sightings {
	struct sighting **all;
	size_t count, capacity;
	uint64_t traversal_points;
	uint64_t traversing; /* functions that have one */
};

void sightings_release(struct sightings *sightings);
void sightings_add(struct sightings *sightings, struct sighting *sighting);

#endif
