/* SPDX-License-Identifier: MIT
 * What the parameters of functions hold, by debug information: texts, and arrays and vectors
 * with elements of a known layout. */
#ifndef RETREAD_FUZZ_PERF_GROW_ELEMENTS_H
#define RETREAD_FUZZ_PERF_GROW_ELEMENTS_H

#include <stdbool.h>

#include <elfutils/libdw.h>

struct arena;

/* Whether PARAMETER is a std::string, or refers to one: an address is handed over in either
 * case. */
bool elements_are_of_string(Dwarf_Die *parameter);

/* Whether PARAMETER is a std::string_view, in two registers: its length and where it is. */
bool elements_are_of_view(Dwarf_Die *parameter);

/* "BYTES:OFFSET KIND WIDTH,...": the elements of the array that PARAMETER points to, or of
 * the std::vector that it is or refers to, and the fields in which they can differ. KIND
 * is 'i' (an integer), 'r' (a number with a fraction), 't' (the address of a text) or 's' (a
 * std::string). NULL: there are none, or they cannot be copied. Texts are in ARENA. */
const char *elements_describe(
	struct arena *arena, Dwarf_Die *parameter, bool *is_vector);

/* The same of the elements of the array that VARIABLE is. NULL, too, if they lead to functions, as
 * those do that a program runs, have a std::string, which code must make, or no text: larger
 * numbers alone may be more work. */
const char *elements_describe_array(struct arena *arena, Dwarf_Die *variable);

/* Whether FUNCTION returns what PARAMETER points to, or what took its place: a pointer to
 * the same structure, which is not only read. */
bool elements_are_replaced(Dwarf_Die *function, Dwarf_Die *parameter);

#endif
