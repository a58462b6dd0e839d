/* SPDX-License-Identifier: MIT
 * What was found: made small, classified, and kept in a folder. */
#ifndef RETREAD_FUZZ_PERF_IR_FINDINGS_H
#define RETREAD_FUZZ_PERF_IR_FINDINGS_H

#include "fuzz-perf/ir/campaign.h"
#include "fuzz-perf/ir/confirm.h"
#include "fuzz-perf/ir/releases.h"
#include "lib/arguments.h"
#include "lib/error.h"

struct ir_findings {
	struct ir_campaign *campaign;
	const char *directory; /* of a search; made if it is not there */
	unsigned timeout_ms;
	unsigned shrink_runs, shrink_ms; /* of each way to make it small */
	uint64_t late_ms; /* of the clock: then what is small is small enough */
	const volatile int
		*stop;	  /* set: it is late soon; NULL: nobody sets it */
	bool is_stopping; /* it was set */
	uint64_t seed;	  /* of the search */
	const struct ir_program *program;
	const struct arguments *options; /* that replay needs */
	char *known; /* its lines begin with ids of what is left out; NULL: none */
	struct isolate *isolate;
	struct gen_property property;
};

/* A finding with all that is known about it. */
struct ir_finding {
	char id[17];
	struct ir_verdict verdict;
	bool is_endless;      /* a hang, or would be one with more memory */
	struct ir_case case_; /* its function is freed by ir_finding_release */
	const char *culprit;  /* a pass, or "" */
	struct ir_operations needs; /* that the function has */
	char operations[200];	    /* the same by their names, the first few */
	unsigned nodes;		    /* beside parameters and constants */
	enum ir_shown shown;	    /* by the compiler's own tools */
	bool compiles; /* native code of what passes leave is what shows it */
	struct ir_opinion opinion[IR_RELEASES];
	unsigned opinions;
	uint8_t *input; /* a file of parameters */
	size_t length;
	struct gen_run run;
};

int ir_findings_open(struct ir_findings *findings, struct error *err);
void ir_findings_close(struct ir_findings *findings);

/* Runs INPUT in a process of its own. Returns whether there is a finding; its
 * identity, for shrinking, is in *IDENTITY. */
bool ir_findings_try(struct ir_findings *findings,
	const struct parameters *input, struct ir_verdict *verdict,
	uint64_t *identity);
/* Fills FINDING from INPUT, which has VERDICT, after making it small if
 * WANTS_SMALL. Returns false if it does not fail when it is run again. */
bool ir_finding_make(struct ir_findings *findings, struct ir_finding *finding,
	const struct parameters *input, bool wants_small);
/* Whether a finding that is made small took its time. */
bool ir_findings_is_late(struct ir_findings *findings);
/* Makes FINDING's input one whose function has no nodes that IDENTITY does not need, unless
 * it is late.
 * Its case has no function then. */
void ir_finding_shrink_nodes(struct ir_findings *findings,
	struct ir_finding *finding, uint64_t identity);
void ir_finding_release(struct ir_finding *finding);

/* Makes what the campaign has found a directory of it, unless that is there, and
 * says so if the search meets it first. Returns 0, or -1 with ERR filled. */
int ir_findings_add(struct ir_findings *findings, struct error *err);

/* The passes that FINDING needs, with commas between. Free it. */
char *ir_finding_passes(
	const struct ir_setup *setup, const struct ir_finding *finding);
/* Lines `key: value`. DIRECTORY is FINDING's; NULL: it has none. */
void ir_finding_print(const struct ir_findings *findings,
	const struct ir_finding *finding, const char *directory, FILE *out);

#endif
