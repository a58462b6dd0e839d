/* SPDX-License-Identifier: MIT
 * Tells the Valgrind tool `snap` which part of a run counts. Outside of it all of
 * this does nothing; it compiles to nothing where <valgrind/valgrind.h> is
 * missing. */
#ifndef RETREAD_SNAP_H
#define RETREAD_SNAP_H

#if !defined(VALGRIND_DO_CLIENT_REQUEST_STMT) && defined(__has_include)
#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#endif
#endif

/* Requests begin with the letters SN, as Valgrind wants it. */
enum snap_request {
	SNAP_REQUEST_OFF = ('S' << 24) + ('N' << 16),
	SNAP_REQUEST_ON,
	SNAP_REQUEST_RESET,
	SNAP_REQUEST_WRITE,
};

#ifdef VALGRIND_DO_CLIENT_REQUEST_STMT
#define SNAP_REQUEST(request)                                                  \
	VALGRIND_DO_CLIENT_REQUEST_STMT(request, 0, 0, 0, 0, 0)
#else
#define SNAP_REQUEST(request) ((void)0)
#endif

/* Branches between OFF and ON are not counted, those of all threads. */
#define SNAP_OFF() SNAP_REQUEST(SNAP_REQUEST_OFF)
#define SNAP_ON()  SNAP_REQUEST(SNAP_REQUEST_ON)
/* Counts from 0. */
#define SNAP_RESET() SNAP_REQUEST(SNAP_REQUEST_RESET)
/* Writes the file now; a later one, or the end, replaces it. */
#define SNAP_WRITE() SNAP_REQUEST(SNAP_REQUEST_WRITE)

#endif
