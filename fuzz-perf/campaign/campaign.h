/* SPDX-License-Identifier: MIT
 * A campaign: how it starts, its loop, how it ends. */
#ifndef RETREAD_FUZZ_PERF_CAMPAIGN_CAMPAIGN_H
#define RETREAD_FUZZ_PERF_CAMPAIGN_CAMPAIGN_H

struct error;
struct fuzz;
struct fuzz_options;
struct log;

/* Starts the target, reads dictionary and seeds (or resumes OUT). */
int campaign_open(struct fuzz *fuzz, const struct fuzz_options *options,
	volatile int *is_stopped, const struct log *log, struct error *err);
void campaign_release(struct fuzz *fuzz);

/* Only the target: for running inputs outside a campaign. */
int campaign_open_target(struct fuzz *fuzz, const struct fuzz_options *options,
	const struct log *log, struct error *err);

/* Runs until a limit of the options, or *IS_STOPPED. */
int campaign_run(struct fuzz *fuzz, struct error *err);

#endif
