/* SPDX-License-Identifier: MIT
 * The library of names.c. */
void names_read(const char *text);
