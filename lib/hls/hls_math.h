/* SPDX-License-Identifier: MIT
 * hls::sqrt and its like for running a kernel on the CPU. Fixed-point arguments
 * are computed as real numbers, then rounded to their type. */
#ifndef RETREAD_HLS_HLS_MATH_H
#define RETREAD_HLS_HLS_MATH_H

#include <cmath>

#include "ap_fixed.h"

namespace hls
{

/* A type of the CPU stays what it is. */
#define HLS_MATH(name)                                                         \
	template <typename T> static inline T name(const T &x)                 \
	{                                                                      \
		return T(std::name((double)x));                                \
	}                                                                      \
	static inline float name##f(float x)                                   \
	{                                                                      \
		return (float)std::name((double)x);                            \
	}
HLS_MATH(sqrt)
HLS_MATH(exp)
HLS_MATH(log)
HLS_MATH(log2)
HLS_MATH(log10)
HLS_MATH(sin)
HLS_MATH(cos)
HLS_MATH(tan)
HLS_MATH(asin)
HLS_MATH(acos)
HLS_MATH(atan)
HLS_MATH(sinh)
HLS_MATH(cosh)
HLS_MATH(tanh)
HLS_MATH(floor)
HLS_MATH(ceil)
HLS_MATH(round)
HLS_MATH(trunc)
HLS_MATH(fabs)
#undef HLS_MATH

template <typename T> static inline T abs(const T &x)
{
	return x < T(0) ? T(-x) : x;
}
template <typename T> static inline T rsqrt(const T &x)
{
	return T(1.0 / std::sqrt((double)x));
}
template <typename T> static inline T recip(const T &x)
{
	return T(1.0 / (double)x);
}
template <typename T> static inline T pow(const T &x, const T &y)
{
	return T(std::pow((double)x, (double)y));
}
template <typename T> static inline T atan2(const T &y, const T &x)
{
	return T(std::atan2((double)y, (double)x));
}
template <typename T> static inline T fmod(const T &x, const T &y)
{
	return T(std::fmod((double)x, (double)y));
}
template <typename T> static inline T max(const T &x, const T &y)
{
	return x < y ? y : x;
}
template <typename T> static inline T min(const T &x, const T &y)
{
	return y < x ? y : x;
}
template <typename T> static inline T fmax(const T &x, const T &y)
{
	return x < y ? y : x;
}
template <typename T> static inline T fmin(const T &x, const T &y)
{
	return y < x ? y : x;
}
template <typename T> static inline void sincos(const T &x, T *s, T *c)
{
	*s = sin(x);
	*c = cos(x);
}

} // namespace hls

#endif
