/* SPDX-License-Identifier: MIT
 * What a campaign was started with, so that it can be resumed and its inputs run again. */
#ifndef RETREAD_FUZZ_PERF_CAMPAIGN_COMMAND_LINE_H
#define RETREAD_FUZZ_PERF_CAMPAIGN_COMMAND_LINE_H

struct error;
struct fuzz;

/* Writes OUT/INSTANCE/cmdline, the words of the command that is run, one in a line, and
 * OUT/INSTANCE/options: the words of fuzz_options.words, each ended by a NUL. */
int command_line_write(struct fuzz *fuzz, struct error *err);

/* The words that INSTANCE of the campaign in OUT was started with; an empty list without
 * one. To be freed by arguments_free_words. */
char **command_line_read(const char *out, const char *instance);

#endif
