/* SPDX-License-Identifier: MIT
 * What a proof is doing, for who waits: one line of a terminal that is drawn again. */
#ifndef RETREAD_CLI_PROVE_PROGRESS_H
#define RETREAD_CLI_PROVE_PROGRESS_H

/* Draws the line if the standard error is a terminal; the time that is left goes before it. */
void prove_progress_draw(double seconds_left, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* Takes it away, before anything else is printed. */
void prove_progress_clear(void);

#endif
