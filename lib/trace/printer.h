/* SPDX-License-Identifier: MIT
 * Prints the records of a trace as text, one a line:
 *
 *	CLOCK RECORD KEY=VALUE...
 *
 * Addresses of code are MODULE+0xOFFSET, the offset in the file, where the
 * trace says what is mapped there. Every byte of a name that is a blank, a
 * backslash or no printable ASCII is \xHH, so a line splits at its blanks. */
#ifndef RETREAD_LIB_TRACE_PRINTER_H
#define RETREAD_LIB_TRACE_PRINTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct trace_header;
struct trace_printer;

struct trace_printer *trace_printer_new(FILE *out);
void trace_printer_free(struct trace_printer *printer);

/* Two lines that begin with "#". */
void trace_printer_print_header(
	struct trace_printer *printer, const struct trace_header *header);

/* Learns what RECORD of SIZE bytes, which a cursor gave at CLOCK, says of
 * modules, sites and stamps; so it wants all of them, in order. Prints it if
 * WANTED. */
void trace_printer_record(struct trace_printer *printer, const void *record,
	size_t size, uint64_t clock, bool wanted);

/* "2023-11-14T22:13:20.123Z" in BUFFER of TRACE_PRINTER_TIME_BYTES. */
#define TRACE_PRINTER_TIME_BYTES 40
const char *trace_printer_time(char *buffer, uint64_t unix_ms);

/* The command line, its words apart by blanks. */
void trace_printer_print_command(FILE *out, const struct trace_header *header);

#endif
