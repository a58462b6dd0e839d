/* SPDX-License-Identifier: MIT
 * ap_fixed<W, I, Q> and ap_ufixed<W, I, Q> for running a kernel on the CPU: W
 * bits, I of them left of the point, W up to 62.
 *
 * As ap_int.h they keep values that outgrow W bits, unless HLS_WRAP is defined.
 * Digits right of the point are always rounded as Q says, at each assignment. */
#ifndef RETREAD_HLS_AP_FIXED_H
#define RETREAD_HLS_AP_FIXED_H

#include "ap_int.h"

/* Numbers as the hardware compilers have them. */
enum ap_q_mode {
	AP_RND,		/* to the nearest, halves up */
	AP_RND_ZERO,	/* to the nearest, halves to zero */
	AP_RND_MIN_INF, /* to the nearest, halves down */
	AP_RND_INF,	/* to the nearest, halves away from zero */
	AP_RND_CONV,	/* to the nearest, halves to even */
	AP_TRN,		/* down: cuts bits off */
	AP_TRN_ZERO	/* to zero */
};
enum ap_o_mode { AP_SAT, AP_SAT_ZERO, AP_SAT_SYM, AP_WRAP, AP_WRAP_SM };

template <int W, int I, bool S, int Q> struct ap_fixed_base {
	static_assert(W >= 1 && W <= 62 && I <= W && I >= 0,
		"this shim has 1 to 62 bits, the point among them");
	long long value; /* times 2^(W-I) */
	enum { fraction = W - I };

	/* REAL, scaled already, as an integer. */
	static long long round(double real)
	{
		long long down = (long long)real;
		double rest;

		if ((double)down > real)
			down--;
		rest = real - (double)down;
		switch (Q) {
		case AP_TRN:
			return down;
		case AP_TRN_ZERO:
			return down + (real < 0 && rest > 0);
		case AP_RND:
			return down + (rest >= 0.5);
		case AP_RND_MIN_INF:
			return down + (rest > 0.5);
		case AP_RND_ZERO:
			return down + (rest > 0.5 || (rest == 0.5 && real < 0));
		case AP_RND_INF:
			return down + (rest > 0.5 || (rest == 0.5 && real > 0));
		default:
			return down +
			       (rest > 0.5 || (rest == 0.5 && (down & 1)));
		}
	}
	static double scale()
	{
		return (double)(1ll << fraction);
	}
	ap_fixed_base() = default;
	ap_fixed_base(const ap_fixed_base &) = default;
	template <typename T>
	ap_fixed_base(T other)
	    : value(hls_fit<W, S>(round((double)other * scale())))
	{
	}
	ap_fixed_base &operator=(const ap_fixed_base &other) = default;
	template <typename T> ap_fixed_base &operator=(T other)
	{
		value = hls_fit<W, S>(round((double)other * scale()));
		return *this;
	}
	/* Arithmetic is done in double: exact while results have 53 bits. */
	operator double() const
	{
		return (double)value / scale();
	}
	double to_double() const
	{
		return *this;
	}
	int to_int() const
	{
		return (int)(double)*this;
	}
	template <typename T> ap_fixed_base &operator+=(T other)
	{
		return *this = (double)*this + (double)other;
	}
	template <typename T> ap_fixed_base &operator-=(T other)
	{
		return *this = (double)*this - (double)other;
	}
	template <typename T> ap_fixed_base &operator*=(T other)
	{
		return *this = (double)*this * (double)other;
	}
	template <typename T> ap_fixed_base &operator/=(T other)
	{
		return *this = (double)*this / (double)other;
	}
};

/* O and N do not matter where nothing wraps or saturates. */
template <int W, int I, int Q = AP_TRN, int O = AP_WRAP, int N = 0>
struct ap_fixed : ap_fixed_base<W, I, true, Q> {
	typedef ap_fixed_base<W, I, true, Q> base;
	ap_fixed() = default;
	ap_fixed(const ap_fixed &) = default;
	template <typename T> ap_fixed(T other) : base((double)other)
	{
	}
	using base::operator=;
	ap_fixed &operator=(const ap_fixed &other) = default;
};

template <int W, int I, int Q = AP_TRN, int O = AP_WRAP, int N = 0>
struct ap_ufixed : ap_fixed_base<W, I, false, Q> {
	typedef ap_fixed_base<W, I, false, Q> base;
	ap_ufixed() = default;
	ap_ufixed(const ap_ufixed &) = default;
	template <typename T> ap_ufixed(T other) : base((double)other)
	{
	}
	using base::operator=;
	ap_ufixed &operator=(const ap_ufixed &other) = default;
};

#endif
