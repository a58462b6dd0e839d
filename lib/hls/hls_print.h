/* SPDX-License-Identifier: MIT
 * hls::print for running a kernel on the CPU. */
#ifndef RETREAD_HLS_HLS_PRINT_H
#define RETREAD_HLS_HLS_PRINT_H

#include <cstdio>

namespace hls
{
template <typename... A>
static inline void print(const char *format, A... argument)
{
	std::printf(format, argument...);
}
static inline void print(const char *text)
{
	std::fputs(text, stdout);
}
} // namespace hls

#endif
