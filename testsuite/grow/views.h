/* SPDX-License-Identifier: MIT
 * Searches for repeated letters in texts of C++, which grow. */
#ifndef RETREAD_TESTSUITE_GROW_VIEWS_H
#define RETREAD_TESTSUITE_GROW_VIEWS_H

#include <string>
#include <string_view>

struct named {
	const char *name;
	std::size_t length;
};

struct reader {
	virtual std::size_t read(const char *text) = 0;
	virtual ~reader() = default;
};

std::size_t views_repeats(std::string_view text);
std::size_t views_repeats_of(const std::string &text);
std::size_t views_repeats_in(const named *named);
reader *views_new_reader();

#endif
