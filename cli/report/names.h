/* SPDX-License-Identifier: MIT
 * Names of C++ and Rust functions and types, as long as is wanted. */
#ifndef RETREAD_CLI_REPORT_NAMES_H
#define RETREAD_CLI_REPORT_NAMES_H

struct report_finding;

/* How much of a function's name is shown; the values of --names. */
enum names_length {
	NAMES_QUALIFIED, /* std::vector<...>::push_back */
	NAMES_SHORT,	 /* push_back */
	NAMES_FULL,	 /* std::vector<int>::push_back(int const&) */
	NAMES_MANGLED,	 /* _ZNSt6vectorIiE9push_backERKi */
};
extern const char *const names_lengths[];
#define NAMES_ROW(chosen)                                                      \
	{                                                                      \
		"names", 0, OPTION_CHOICE, chosen,                             \
			.argument = "LENGTH",                                  \
			.help = "name functions of C++ and Rust qualified, "   \
				"short, full (with parameters) or mangled",    \
			.choices = names_lengths                               \
	}

/* NAME, which the object file calls LINKAGE (NULL: so, too). Free it. */
char *names_show(
	enum names_length length, const char *name, const char *linkage);

/* What FINDING claims, with names of that length. Free it. */
char *names_claim_dup(
	enum names_length length, const struct report_finding *finding);

/* TEXT with template arguments as <...>, without parameter lists, inline
 * namespaces and ABI tags. Free it. */
char *names_shorten(const char *text);

#endif
