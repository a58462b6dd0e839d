/* SPDX-License-Identifier: MIT
 * What the program of a target was asked for, and the campaign that is made of it. */
#ifndef RETREAD_FUZZ_PERF_IR_REQUEST_H
#define RETREAD_FUZZ_PERF_IR_REQUEST_H

#include "fuzz-perf/ir/findings.h"
#include "lib/arguments.h"
#include "lib/command/options.h"
#include "lib/error.h"

struct ir_request {
	const struct irf_target *target;
	const struct ir_program *program;
	const char *name; /* of the program and its part */
	const char *options, *in, *out, *passes, *asked, *known;
	uint64_t seconds, runs, seed, nmax, sets, fuel, width, max_passes;
	unsigned usual_sets; /* without --sets */
	uint64_t timeout_ms, every, slower_percent, slower_steps, compile_steps;
	uint64_t jobs;
	int guidance;
	char *written; /* the function of the input that is read, if it has that */
	char *named;  /* its passes, if it is of another release */
	bool goes_on; /* with the search in the folder */
	bool nmax_is_auto, returns_all, as_it_is, stops_first;
	/* made of these */
	struct arguments changed; /* options that are not as usual */
	struct ir_setup setup;
	unsigned fixed[IRF_PASSES_MAX];
	struct ir_campaign *campaign;
	struct ir_findings findings;
	struct error err;
};

/* What it is without options. */
extern const struct ir_request ir_request_defaults;
/* Options that a run depends on. */
extern const struct option_set ir_request_case;

/* Prints why. Returns STATUS. */
int ir_request_fail(struct ir_request *request, int status);
/* Opens the target, and finds what the options name. Returns an exit code; if it is not
 * PROGRAM_DONE why was printed. */
int ir_request_set_up(struct ir_request *request);
/* The campaign of this process. Returns as above. */
int ir_request_take(struct ir_request *request, struct ir_campaign *campaign);
/* Both, with a campaign that is not kept. */
int ir_request_prepare(struct ir_request *request);
/* Frees what these made, even if they failed. */
void ir_request_finish(struct ir_request *request);

/* The pass that LENGTH bytes of TEXT name; without it one with other parameters, as
 * other releases call it; or the number of passes. */
unsigned ir_request_find_pass(
	const struct ir_setup *setup, const char *text, size_t length);

#endif
