/* SPDX-License-Identifier: MIT
 * SARIF 2.1.0: what all that write it share. Values are json_free'd, or given to another. */
#ifndef RETREAD_LIB_OUTPUT_SARIF_H
#define RETREAD_LIB_OUTPUT_SARIF_H

#include <stdio.h>

struct error;
struct json_value;

#define SARIF_RESULTS_MAX 5000 /* that forges take */

/* TEXT may be NULL. */
struct json_value *sarif_make_message(const char *text);
/* A list of ELEMENT alone. */
struct json_value *sarif_make_list(struct json_value *element);
/* The tool NAME and its RULES, a list of objects. */
struct json_value *sarif_make_tool(const char *name, struct json_value *rules);
/* Prints RUN and frees it. Returns 0, or -1 with ERR filled. */
int sarif_print(struct json_value *run, FILE *out, struct error *err);

#endif
