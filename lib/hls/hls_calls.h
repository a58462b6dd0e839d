/* SPDX-License-Identifier: MIT
 * Numbers of calls and answers, as lib/hls/hls_target.h has them, for programs that
 * stand for hardware. */
#ifndef RETREAD_HLS_HLS_CALLS_H
#define RETREAD_HLS_HLS_CALLS_H

#include <cstdint>
#include <cstdio>
#include <unistd.h>

namespace retread
{

/* The next character of the calls. Answers go out when there is none to be read. */
inline int next_character()
{
	static unsigned char calls[1 << 16];
	static ssize_t at, end;

	if (at == end) {
		fflush(stdout);
		at = 0;
		end = read(STDIN_FILENO, calls, sizeof(calls));
		if (end <= 0)
			end = 0;
	}
	return at < end ? calls[at++] : EOF;
}

/* The next number of the call. False: the calls have ended. */
inline bool read_number(uint64_t &number, unsigned base = 16)
{
	int digit = next_character();

	number = 0;
	while (digit == ' ' || digit == '\n')
		digit = next_character();
	if (digit == EOF)
		return false;
	for (; digit > ' '; digit = next_character())
		number = number * base + (unsigned)(digit <= '9'
							    ? digit - '0'
							    : digit - 'a' + 10);
	return true;
}

inline uint64_t take_number()
{
	uint64_t number;

	read_number(number);
	return number;
}

inline void give_number(uint64_t number, unsigned bytes)
{
	char text[17];
	unsigned at = sizeof(text);

	number &= UINT64_MAX >> (64 - 8 * bytes);
	do
		text[--at] = "0123456789abcdef"[number & 15];
	while (number >>= 4);
	putchar_unlocked(' ');
	fwrite_unlocked(text + at, 1, sizeof(text) - at, stdout);
}

} // namespace retread

#endif
