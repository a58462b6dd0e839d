/* SPDX-License-Identifier: MIT
 * Searches for repeated letters in texts of C++, which grow. */
#include "views.h"

static std::size_t views_count(const char *text, std::size_t length)
{
	std::size_t repeats = 0;

	for (std::size_t i = 0; i < length; i++)
		for (std::size_t j = 0; j < i; j++)
			if (text[i] == text[j]) /* grows */
				repeats++;
	return repeats;
}

std::size_t views_repeats(std::string_view text)
{
	return views_count(text.data(), text.size());
}

std::size_t views_repeats_of(const std::string &text)
{
	return views_count(text.data(), text.size());
}

std::size_t views_repeats_in(const named *named)
{
	return views_count(named->name, named->length);
}

struct text_reader : reader {
	std::size_t read(const char *text) override
	{
		return views_repeats(text);
	}
};

reader *views_new_reader()
{
	return new text_reader;
}
