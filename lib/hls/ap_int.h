/* SPDX-License-Identifier: MIT
 * ap_int<W> and ap_uint<W> for running a kernel on the CPU, of any width.
 *
 * They compute as the hardware compilers document: results of operators are as
 * wide as they can get, and an assignment cuts to W bits. Up to 64 bits, `wide`
 * has what would have been assigned had nothing been cut: spectra show by how
 * much a value outgrows its declaration, and the program still runs as it does in
 * the vendor's C simulation. Sums, differences, products and shifts to the left
 * hand that number on; other operators begin anew with the bits there are.
 *
 * A program that `retread hls` compiles has a switch at each assignment:
 * hls_sim.h. */
#ifndef RETREAD_HLS_AP_INT_H
#define RETREAD_HLS_AP_INT_H

#ifndef __cplusplus
#error "ap_int.h is for C++; C kernels take fixed-width typedefs"
#endif

/* Kernels count on these, which the vendor's has. */
#include <cassert>
#include <iomanip>
#include <limits>
#include <sstream>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <type_traits>

#include "hls_words.h"

#ifndef HLS_ASSIGN
/* RAW, as it is assigned to W bits; hls_sim.h has another. */
#define HLS_ASSIGN(W, S, raw) hls_cut<W, S>(raw)
#endif

template <int W, bool S> struct ap_int_base;
template <int W> struct ap_int;
template <int W> struct ap_uint;
template <int W, bool S> struct ap_range_ref;
template <int W, bool S> struct ap_bit_ref;
template <typename A, typename B> struct ap_concat_ref;

/*--- widths of operands ---*/

template <int W_, bool S_> struct hls_shape {
	enum { known = 1, W = W_, S = S_ };
};
struct hls_no_shape {
	enum { known = 0, W = 1, S = 0 };
};

hls_no_shape hls_probe(const volatile void *);
template <int W, bool S>
hls_shape<W, S> hls_probe(const volatile ap_int_base<W, S> *);
template <int W, bool S>
hls_shape<W, false> hls_probe(const volatile ap_range_ref<W, S> *);
template <int W, bool S>
hls_shape<1, false> hls_probe(const volatile ap_bit_ref<W, S> *);
template <typename A, typename B>
hls_shape<int(A::width) + int(B::width), false> hls_probe(
	const volatile ap_concat_ref<A, B> *);

/* Of a type of ours; of one of the language's. */
template <typename T> struct hls_of_ours {
	typedef decltype(hls_probe((T *)0)) type;
};
template <typename T, bool N = std::is_integral<T>::value> struct hls_of {
	typedef typename hls_of_ours<T>::type shape;
	enum { is_ours = shape::known, is_number = is_ours };
};
template <typename T> struct hls_of<T, true> {
	typedef hls_shape<std::is_same<T, bool>::value ? 1 : 8 * (int)sizeof(T),
		std::is_signed<T>::value>
		shape;
	enum { is_ours = 0, is_number = 1 };
};

template <int A, int B> struct hls_max {
	enum { value = A > B ? A : B };
};

/* The results of operators on A and B, one of them ours. */
template <typename A, typename B,
	bool OK = hls_of<A>::is_ours &&hls_of<B>::is_ours>
struct hls_pair {
};
template <typename A, typename B> struct hls_pair<A, B, true> {
	typedef typename hls_of<A>::shape a;
	typedef typename hls_of<B>::shape b;
	enum {
		aw = a::W,
		as = a::S,
		bw = b::W,
		bs = b::S,
		S = as || bs,
		/* of a number that both fit into */
		both = hls_max<int(aw) + (bs && !as),
			int(bw) + (as && !bs)>::value
	};
	typedef ap_int_base<aw, as> left;
	typedef ap_int_base<bw, bs> right;
	typedef ap_int_base<both + 1, S> add;
	typedef ap_int_base<both + 1, true> subtract;
	typedef ap_int_base<int(aw) + int(bw), S> multiply;
	typedef ap_int_base<int(aw) + int(bs), S> divide;
	typedef ap_int_base<(int(aw) < int(bw) + (!bs && as)
					    ? int(aw)
					    : int(bw) + (!bs && as)),
		as>
		rest;
	typedef ap_int_base<both, S> logic;
	typedef bool truth;
};

/*--- the number ---*/

template <int W, bool S, bool HAS_WIDE = (W <= 64)> struct hls_number {
	typedef typename hls_raw<W, S>::type raw;
	raw value;
	long long wide; /* what was assigned, before it was cut */
	hls_number() = default;
	constexpr hls_number(const raw &to, long long true_number)
	    : value(to), wide(true_number)
	{
	}
	void set(const raw &to, long long true_number)
	{
		value = to;
		wide = true_number;
	}
	long long shadow() const
	{
		return wide;
	}
};
template <int W, bool S> struct hls_number<W, S, false> {
	typedef typename hls_raw<W, S>::type raw;
	raw value;
	hls_number() = default;
	constexpr hls_number(const raw &to, long long) : value(to)
	{
	}
	void set(const raw &to, long long)
	{
		value = to;
	}
	long long shadow() const
	{
		return (long long)value;
	}
};

template <int W_, bool S_> struct ap_int_base : hls_number<W_, S_> {
	static_assert(W_ >= 1, "an integer has a bit at least");
	enum { width = W_, sign_flag = S_ };
	typedef hls_number<W_, S_> number;
	typedef typename number::raw raw;
	using number::value;

	ap_int_base() = default; /* holds nothing, as hardware does */
	ap_int_base(const ap_int_base &) = default;
	ap_int_base &operator=(const ap_int_base &) = default;
	template <int V, bool T> ap_int_base(const ap_int_base<V, T> &other)
	{
		take(other);
	}
	/* All bits of an unsigned one are often set by -1. A table of constants
	 * costs a compiler no code. */
	template <typename T, typename = typename std::enable_if<
				      std::is_integral<T>::value>::type>
	constexpr ap_int_base(T other)
	    : number(is_bits(other, true) ? hls_cut<W_, S_>((raw)other)
					  : HLS_ASSIGN(W_, S_, (raw)other),
		      plain_shadow(other, is_bits(other, true)))
	{
	}
	template <typename T,
		typename =
			typename std::enable_if<std::is_enum<T>::value>::type,
		typename = void>
	ap_int_base(T other)
	{
		take_plain((long long)other, false);
	}
	ap_int_base(double other)
	{
		take_real(other);
	}
	ap_int_base(float other)
	{
		take_real(other);
	}
	ap_int_base(const char *text, int radix = 0)
	{
		parse(text, radix);
	}
	template <int V, bool T> ap_int_base(const ap_range_ref<V, T> &other)
	{
		take_run(other);
	}
	template <typename T>
	ap_int_base(const T &other, typename T::is_bits * = nullptr)
	{
		take_run(other);
	}
	template <int V, bool T> ap_int_base(const ap_bit_ref<V, T> &other)
	{
		take_plain((bool)other, false);
	}
	template <typename A, typename B>
	ap_int_base(const ap_concat_ref<A, B> &other)
	{
		take(other.get());
	}
	template <typename T> ap_int_base &operator=(const T &other)
	{
		return assign(other, std::is_integral<T>());
	}
	template <typename T>
	ap_int_base &assign(const T &other, std::true_type)
	{
		take_plain(other, false);
		return *this;
	}
	template <typename T>
	ap_int_base &assign(const T &other, std::false_type)
	{
		take(ap_int_base(other));
		return *this;
	}
	/* As many bits that another type reads with or without a sign are the same
	 * bits: nothing is cut. */
	template <int V, bool T> void take(const ap_int_base<V, T> &other)
	{
		if (V == W_ && T != S_)
			take_bits((raw)other.value);
		else
			this->set(HLS_ASSIGN(W_, S_, (raw)other.value),
				other.shadow());
	}
	void take_bits(const raw &bits)
	{
		const raw cut = hls_cut<W_, S_>(bits);

		this->set(cut, (long long)cut);
	}
	/* Some bits of another number, which do not have its value. */
	template <typename T> void take_run(const T &run)
	{
		if (run.length() <= W_)
			take_bits((raw)run.get().value);
		else
			take(run.get());
	}
	template <typename T> void take_plain(T other, bool is_first)
	{
		if (is_bits(other, is_first))
			take_bits((raw)other);
		else
			this->set(HLS_ASSIGN(W_, S_, (raw)other),
				plain_shadow(other, false));
	}
	/* Whether OTHER is meant as bits: a type of the same width, or a mask. */
	template <typename T>
	static constexpr bool is_bits(T other, bool is_first)
	{
		return (8 * (int)sizeof(T) == W_ &&
			       std::is_signed<T>::value != S_) ||
		       (is_first && !S_ && (long long)other == -1);
	}
	/* The number that OTHER is; of a mask, its bits. */
	template <typename T>
	static constexpr long long plain_shadow(T other, bool is_mask)
	{
		return is_mask || (W_ < 64 && other > (T)0 &&
					  (long long)other < 0)
			       ? (long long)hls_cut<W_, S_>((raw)other)
			       : (long long)other;
	}
	void take_real(double other)
	{
		if (W_ > 128) {
			int exponent;
			double part = std::frexp(other, &exponent);
			hls_int128 bits = (hls_int128)std::ldexp(part, 62);
			raw whole = (raw)bits;
			value = hls_cut<W_, S_>(
				exponent > 62
					? hls_shift_left(whole, exponent - 62)
					: hls_shift_right(
						  whole, 62 - exponent));
			return;
		}
		hls_int128 whole = (hls_int128)other;
		this->set(HLS_ASSIGN(W_, S_, (raw)whole), (long long)whole);
	}
	/* A result of an operator: nothing is to be cut. */
	static ap_int_base make(const raw &value_, long long shadow)
	{
		ap_int_base made;
		made.set(value_, shadow);
		return made;
	}
	static ap_int_base make(const raw &value_)
	{
		return make(value_, (long long)value_);
	}
	void parse(const char *text, int radix)
	{
		bool minus = *text == '-';
		ap_int_base<W_ + 4, false> sum = 0;

		if (*text == '-' || *text == '+')
			text++;
		if (text[0] == '0' && text[1] != '\0' &&
			std::strchr("xXbBoO", text[1]) != NULL) {
			radix = (text[1] | 32) == 'x'	? 16
				: (text[1] | 32) == 'b' ? 2
							: 8;
			text += 2;
		}
		for (; *text != '\0' && *text != '.'; text++) {
			int digit = *text >= 'a'   ? *text - 'a' + 10
				    : *text >= 'A' ? *text - 'A' + 10
						   : *text - '0';
			sum = sum * (radix != 0 ? radix : 10) + digit;
		}
		value = hls_cut<W_, S_>((raw)sum.value);
		if (minus)
			value = hls_cut<W_, S_>((raw)((raw)0 - value));
		this->set(value, (long long)value);
	}

	typedef typename std::conditional<S_, long long,
		unsigned long long>::type plain;
	operator plain() const
	{
		return (plain)value;
	}

	/* What the vendor's has, too. */
	int to_int() const
	{
		return (int)(plain)value;
	}
	unsigned to_uint() const
	{
		return (unsigned)(plain)value;
	}
	long to_long() const
	{
		return (long)(plain)value;
	}
	unsigned long to_ulong() const
	{
		return (unsigned long)(plain)value;
	}
	long long to_int64() const
	{
		return (long long)value;
	}
	unsigned long long to_uint64() const
	{
		return (unsigned long long)value;
	}
	double to_double() const
	{
		return (double)value;
	}
	float to_float() const
	{
		return (float)(double)value;
	}
	bool to_bool() const
	{
		return !(value == (raw)0);
	}
	short to_short() const
	{
		return (short)(plain)value;
	}
	unsigned short to_ushort() const
	{
		return (unsigned short)(plain)value;
	}
	signed char to_char() const
	{
		return (signed char)(plain)value;
	}
	unsigned char to_uchar() const
	{
		return (unsigned char)(plain)value;
	}
	int length() const
	{
		return W_;
	}
	bool sign() const
	{
		return S_ && test(W_ - 1);
	}
	bool iszero() const
	{
		return value == (raw)0;
	}
	bool is_zero() const
	{
		return value == (raw)0;
	}

#define HLS_ASSIGNING(op)                                                      \
	template <typename T>                                                  \
	typename std::enable_if<!std::is_arithmetic<T>::value,                 \
		ap_int_base &>::type                                           \
	operator op##=(const T &other)                                         \
	{                                                                      \
		return *this = *this op other;                                 \
	}                                                                      \
	template <typename T>                                                  \
	typename std::enable_if<std::is_arithmetic<T>::value,                  \
		ap_int_base &>::type                                           \
	operator op##=(T other)                                                \
	{                                                                      \
		return *this = *this op other;                                 \
	}
	HLS_ASSIGNING(+)
	HLS_ASSIGNING(-)
	HLS_ASSIGNING(*)
	HLS_ASSIGNING(/)
	HLS_ASSIGNING(%)
	HLS_ASSIGNING(&)
	HLS_ASSIGNING(|)
	HLS_ASSIGNING(^)
	HLS_ASSIGNING(<<)
	HLS_ASSIGNING(>>)
#undef HLS_ASSIGNING
	ap_int_base &operator++()
	{
		return *this = *this + 1;
	}
	ap_int_base &operator--()
	{
		return *this = *this - 1;
	}
	const ap_int_base operator++(int)
	{
		ap_int_base old = *this;
		++*this;
		return old;
	}
	const ap_int_base operator--(int)
	{
		ap_int_base old = *this;
		--*this;
		return old;
	}
	/* One bit more: of the least number, too. */
	ap_int_base<hls_max<W_, 1 + S_>::value + 1, true> operator-() const
	{
		typedef ap_int_base<hls_max<W_, 1 + S_>::value + 1, true>
			result;
		typedef typename result::raw wider;
		return result::make((wider)((wider)0 - (wider)value),
			(long long)-(unsigned long long)this->shadow());
	}
	const ap_int_base &operator+() const
	{
		return *this;
	}
	ap_int_base operator~() const
	{
		return make(hls_cut<W_, S_>((raw)~value));
	}
	bool operator!() const
	{
		return is_zero();
	}
	/* The width stays that of the left operand. */
	ap_int_base shifted(int by) const
	{
		if (by < 0)
			return make(hls_shift_right(value, -by));
		return make(hls_cut<W_, S_>(hls_shift_left(value, by)),
			by > 63 ? 0
				: (long long)((unsigned long long)this->shadow()
					      << by));
	}

	/*--- bits ---*/

	ap_range_ref<W_, S_> range(int high, int low)
	{
		return ap_range_ref<W_, S_>(*this, high, low);
	}
	ap_range_ref<W_, S_> range()
	{
		return range(W_ - 1, 0);
	}
	/* The vendor's writes through it, too. */
	ap_range_ref<W_, S_> range(int high, int low) const
	{
		return ap_range_ref<W_, S_>(
			const_cast<ap_int_base &>(*this), high, low);
	}
	ap_range_ref<W_, S_> range() const
	{
		return range(W_ - 1, 0);
	}
	ap_range_ref<W_, S_> operator()(int high, int low)
	{
		return range(high, low);
	}
	ap_range_ref<W_, S_> operator()(int high, int low) const
	{
		return range(high, low);
	}
	ap_bit_ref<W_, S_> operator[](int bit)
	{
		return ap_bit_ref<W_, S_>(*this, bit);
	}
	bool operator[](int bit) const
	{
		return test(bit);
	}
	ap_bit_ref<W_, S_> bit(int bit)
	{
		return ap_bit_ref<W_, S_>(*this, bit);
	}
	bool bit(int bit) const
	{
		return test(bit);
	}
	bool test(int bit) const
	{
		return !((hls_shift_right(value, bit) & (raw)1) == (raw)0);
	}
	bool get_bit(int bit) const
	{
		return test(bit);
	}
	void set_bit(int bit, bool to)
	{
		raw one = hls_shift_left((raw)1, bit);
		raw bits = to ? (raw)(value | one) : (raw)(value & (raw)~one);
		value = hls_cut<W_, S_>(bits);
		this->set(value, (long long)value);
	}
	using number::set;
	void set(int bit)
	{
		set_bit(bit, true);
	}
	void set(int bit, bool to)
	{
		set_bit(bit, to);
	}
	void clear(int bit)
	{
		set_bit(bit, false);
	}
	void invert(int bit)
	{
		set_bit(bit, !test(bit));
	}
	bool and_reduce() const
	{
		return (~*this).is_zero();
	}
	bool or_reduce() const
	{
		return !is_zero();
	}
	bool nand_reduce() const
	{
		return !and_reduce();
	}
	bool nor_reduce() const
	{
		return is_zero();
	}
	bool xor_reduce() const
	{
		bool odd = false;
		for (int i = 0; i < W_; i++)
			odd ^= test(i);
		return odd;
	}
	bool xnor_reduce() const
	{
		return !xor_reduce();
	}
	ap_int_base &reverse()
	{
		ap_int_base old = *this;
		for (int i = 0; i < W_; i++)
			set_bit(i, old.test(W_ - 1 - i));
		return *this;
	}
	void lrotate(int by)
	{
		ap_int_base old = *this;
		for (int i = 0; i < W_; i++)
			set_bit((i + by) % W_, old.test(i));
	}
	void rrotate(int by)
	{
		lrotate(W_ - by % W_);
	}
	int countLeadingZeros() const
	{
		int count = 0;
		while (count < W_ && !test(W_ - 1 - count))
			count++;
		return count;
	}
	template <typename T>
	ap_int_base<W_ + int(hls_of<T>::shape::W), false> concat(
		const T &low) const
	{
		return (*this, low);
	}
	/* As the vendor's: with a zero before what looks negative, and is not. */
	std::string to_string(int radix = 2, bool show_sign = S_) const
	{
		const char *digits =
			W_ > 64 ? "0123456789ABCDEF" : "0123456789abcdef";
		const int bits = radix == 16 ? 4 : radix == 8 ? 3 : 1;
		std::string text;
		ap_int_base<W_ + 1, true> left = *this;
		bool minus = sign() && radix != 2 && (radix == 10 || show_sign);
		int used; /* bits */

		if (minus)
			left = -left;
		else if (sign())
			left = ap_int_base<W_, false>(*this);
		do {
			text.insert(
				text.begin(), digits[(left % radix).to_int()]);
			left /= radix;
		} while (!left.is_zero());
		if (radix == 10)
			return minus ? "-" + text : text;
		used = W_ - countLeadingZeros();
		if (!minus && used > 0 && used < W_ &&
			(W_ > 64 ? (int)text.length() < (W_ + bits - 1) / bits
				 : used % bits == 0))
			text.insert(0, "0");
		text.insert(0, radix == 16 ? "0x" : radix == 8 ? "0o" : "0b");
		return minus ? "-" + text : text;
	}
};

#include "hls_bits.h"
#include "hls_operators.h"

/*--- the two that kernels declare ---*/

#define HLS_INTEGER(name, S)                                                   \
	template <int W> struct name : ap_int_base<W, S> {                     \
		typedef ap_int_base<W, S> base;                                \
		name() = default;                                              \
		name(const name &) = default;                                  \
		name &operator=(const name &) = default;                       \
		template <typename T,                                          \
			typename = typename std::enable_if<                    \
				!std::is_arithmetic<T>::value>::type>          \
		name(const T &other) : base(other)                             \
		{                                                              \
		}                                                              \
		template <typename T,                                          \
			typename = typename std::enable_if<                    \
				std::is_arithmetic<T>::value>::type,           \
			typename = void>                                       \
		constexpr name(T other) : base(other)                          \
		{                                                              \
		}                                                              \
		template <typename T,                                          \
			typename = typename std::enable_if<                    \
				!std::is_arithmetic<T>::value>::type>          \
		name(const volatile T &other)                                  \
		    : base(const_cast<const T &>(other))                       \
		{                                                              \
		}                                                              \
		name(const char *text, int radix) : base(text, radix)          \
		{                                                              \
		}                                                              \
		template <typename T>                                          \
		typename std::enable_if<!std::is_arithmetic<T>::value,         \
			name &>::type                                          \
		operator=(const T &other)                                      \
		{                                                              \
			base::operator=(other);                                \
			return *this;                                          \
		}                                                              \
		template <typename T>                                          \
		typename std::enable_if<std::is_arithmetic<T>::value,          \
			name &>::type                                          \
		operator=(T other)                                             \
		{                                                              \
			base::operator=(other);                                \
			return *this;                                          \
		}                                                              \
	}
HLS_INTEGER(ap_int, true);
HLS_INTEGER(ap_uint, false);

/* Kernels rely on it for these, too. */
#include "ap_fixed.h"

#endif
