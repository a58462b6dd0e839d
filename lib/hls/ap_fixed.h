/* SPDX-License-Identifier: MIT
 * ap_fixed<W, I, Q, O> and ap_ufixed for running a kernel on the CPU: W bits, I of
 * them left of the point.
 *
 * As in ap_int.h results of operators are exact. An assignment rounds as Q says,
 * then wraps or saturates as O does; `wide` has the rounded number before it
 * wraps. One that saturates is never too large: its bits are what it was made
 * for. */
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

#define HLS_FIXED_PARAMETERS                                                   \
	template <int W, int I, bool S = true, ap_q_mode Q = AP_TRN,           \
		ap_o_mode O = AP_WRAP, int N = 0>
HLS_FIXED_PARAMETERS struct ap_fixed_base;

/*--- operands ---*/

template <int W_, int I_, bool S_, int FIXED> struct hls_fixed_shape {
	enum { known = 1, W = W_, I = I_, S = S_, is_fixed = FIXED };
};
struct hls_no_fixed_shape {
	enum { known = 0, is_fixed = 0 };
};
hls_no_fixed_shape hls_probe_fixed(const volatile void *);
template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
hls_fixed_shape<W, I, S, 1> hls_probe_fixed(
	const volatile ap_fixed_base<W, I, S, Q, O, N> *);

template <typename T, bool N = hls_of<T>::is_number> struct hls_fixed_of {
	typedef decltype(hls_probe_fixed((T *)0)) shape;
};
template <typename T> struct hls_fixed_of<T, true> {
	typedef typename hls_of<T>::shape whole;
	typedef hls_fixed_shape<whole::W, whole::W, whole::S, 0> shape;
};

template <typename A, typename B, bool OK> struct hls_fixed_pair_of {
};
template <typename A, typename B> struct hls_fixed_pair_of<A, B, true> {
	typedef typename hls_fixed_of<A>::shape a;
	typedef typename hls_fixed_of<B>::shape b;
	enum {
		af = int(a::W) - int(a::I),
		bf = int(b::W) - int(b::I),
		F = hls_max<af, bf>::value,
		S = a::S || b::S,
		I = hls_max<int(a::I) + (b::S && !a::S),
			int(b::I) + (a::S && !b::S)>::value,
		/* of a quotient */
		qi = int(a::I) + int(bf) + int(b::S),
		qw = int(a::W) + (int(bf) > 0 ? int(bf) : 0) + int(b::S)
	};
	typedef ap_fixed_base<a::W, a::I, a::S> left;
	typedef ap_fixed_base<b::W, b::I, b::S> right;
	typedef ap_fixed_base<I + F + 1, I + 1, S> add;
	typedef ap_fixed_base<I + F + 1, I + 1, true> subtract;
	typedef ap_fixed_base<int(a::W) + int(b::W), int(a::I) + int(b::I), S>
		multiply;
	typedef ap_fixed_base<qw, qi, S> divide;
	typedef bool truth;
};
template <typename A, typename B>
struct hls_fixed_pair
    : hls_fixed_pair_of<A, B,
	      hls_fixed_of<A>::shape::known && hls_fixed_of<B>::shape::known &&
		      (hls_fixed_of<A>::shape::is_fixed ||
			      hls_fixed_of<B>::shape::is_fixed)> {
};

/*--- the number ---*/

/* A raw number of so many digits right of the point, rounded to fewer: how much
 * is to be added after cutting them off. */
template <ap_q_mode Q, typename R>
static inline bool hls_rounds_up(const R &number, int digits)
{
	const R half = hls_shift_left((R)1, digits - 1);
	const R down = hls_shift_right(number, digits);
	const R rest = (R)(number - hls_shift_left(down, digits));
	const bool minus = number < (R)0, is_half = rest == half;
	switch (Q) {
	case AP_TRN:
		return false;
	case AP_TRN_ZERO:
		return minus && !(rest == (R)0);
	case AP_RND:
		return !(rest < half);
	case AP_RND_MIN_INF:
		return half < rest;
	case AP_RND_ZERO:
		return half < rest || (is_half && minus);
	case AP_RND_INF:
		return half < rest || (is_half && !minus);
	default:
		return half < rest || (is_half && !((down & (R)1) == (R)0));
	}
}

template <int W_, int I_, bool S_, ap_q_mode Q_, ap_o_mode O_, int N_>
struct ap_fixed_base : hls_number<W_, S_> {
	static_assert(W_ >= 1, "a number has a bit at least");
	enum { width = W_, iwidth = I_, fraction = W_ - I_, sign_flag = S_ };
	typedef hls_number<W_, S_> number;
	typedef typename number::raw raw;
	using number::value;

	ap_fixed_base() = default;
	ap_fixed_base(const ap_fixed_base &) = default;
	ap_fixed_base &operator=(const ap_fixed_base &) = default;
	template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
	ap_fixed_base(const ap_fixed_base<W, I, S, Q, O, N> &other)
	{
		take<W, I>(other.value);
	}
	template <typename T,
		typename = typename std::enable_if<hls_of<T>::is_number>::type>
	ap_fixed_base(const T &other)
	{
		typedef typename hls_of<T>::shape shape;
		take<shape::W, shape::W>(hls_get(other).value);
	}
	ap_fixed_base(double other)
	{
		take_real(other);
	}
	ap_fixed_base(float other)
	{
		take_real(other);
	}
	ap_fixed_base(const char *text)
	{
		take_real(std::strtod(text, NULL));
	}
	template <typename T> ap_fixed_base &operator=(const T &other)
	{
		return *this = ap_fixed_base(other);
	}
	static ap_fixed_base make(const raw &value_)
	{
		ap_fixed_base made;
		made.set(value_, (long long)value_);
		return made;
	}
	/* NUMBER has W bits, I of them left of the point. */
	template <int W, int I, typename R> void take(const R &other)
	{
		enum {
			digits = W - I - int(fraction), /* too many */
			left = digits < 0 ? -digits : 0,
			bits = hls_max<W + left, W_>::value + 2
		};
		typedef typename hls_raw<bits, true>::type wider;
		wider all = (wider)other;

		if (digits > W)
			all = hls_rounds_up<Q_>(
				      hls_shift_right(all, digits - W), W)
				      ? (wider)1
				      : (wider)0;
		else if (digits > 0)
			all = (wider)(hls_shift_right(all, digits) +
				      (wider)hls_rounds_up<Q_>(all, digits));
		else
			all = hls_shift_left(all, -digits);
		store<bits>(all);
	}
	/* ALL is rounded. */
	template <int B> void store(const typename hls_raw<B, true>::type &all)
	{
		typedef typename hls_raw<B, true>::type wider;
		const wider one = (wider)1;
		const wider top = (wider)(hls_shift_left(one, W_ - S_) - one);
		const wider bottom = !S_ ? (wider)0
				     : O_ == AP_SAT_SYM
					     ? (wider)((wider)0 - top)
					     : (wider)((wider)0 - top - one);
		bool above = top < all, below = all < bottom;

		if (O_ < AP_WRAP && (above || below)) {
			raw limit = O_ == AP_SAT_ZERO ? (raw)0
				    : above	      ? (raw)top
						      : (raw)bottom;
			this->set(limit, (long long)limit);
		} else {
			this->set(HLS_ASSIGN(W_, S_, (raw)all), (long long)all);
		}
	}
	/* Exact: a double has 53 bits, wherever the point is. */
	void take_real(double other)
	{
		typedef typename hls_raw<hls_max<W_ + 64, 128>::value,
			true>::type wider;
		int exponent;
		double part = std::frexp(other, &exponent);
		wider all = (wider)(long long)std::ldexp(part, 54);
		int digits = 54 - exponent - int(fraction);

		if (digits > 62)
			all = hls_rounds_up<Q_>((wider)(all < (wider)0	  ? -1
							: all == (wider)0 ? 0
									  : 1),
				      62)
				      ? (wider)(hls_shift_right(all, 62) +
						(wider)1)
				      : hls_shift_right(all, 62);
		else if (digits > 0)
			all = (wider)(hls_shift_right(all, digits) +
				      (wider)hls_rounds_up<Q_>(all, digits));
		else
			all = hls_shift_left(all, -digits);
		store<hls_max<W_ + 64, 128>::value>(all);
	}
	double to_double() const
	{
		return std::ldexp((double)value, -int(fraction));
	}
	operator double() const
	{
		return to_double();
	}
	float to_float() const
	{
		return (float)to_double();
	}
	int to_int() const
	{
		return (int)to_int64();
	}
	unsigned to_uint() const
	{
		return (unsigned)to_int64();
	}
	long to_long() const
	{
		return (long)to_int64();
	}
	unsigned long to_ulong() const
	{
		return (unsigned long)to_int64();
	}
	long long to_int64() const
	{
		return (long long)to_double();
	}
	unsigned long long to_uint64() const
	{
		return (unsigned long long)to_int64();
	}
	ap_int_base<(I_ > 1 ? I_ : 1), S_> to_ap_int_base() const
	{
		return to_int64();
	}
	int length() const
	{
		return W_;
	}
	bool is_zero() const
	{
		return value == (raw)0;
	}
	bool is_neg() const
	{
		return value < (raw)0;
	}
	std::string to_string(int radix = 10) const
	{
		return radix == 10 ? std::to_string(to_double())
				   : bits().to_string(radix);
	}

	/*--- bits ---*/

	ap_int_base<W_, S_> bits() const
	{
		return ap_int_base<W_, S_>::make(value);
	}
	/* A run of bits, assigned as such. */
	struct bits_ref {
		typedef void is_bits; /* an integer can be made of it */
		ap_fixed_base &whole;
		int high, low;
		bits_ref(ap_fixed_base &whole_, int high_, int low_)
		    : whole(whole_), high(high_), low(low_)
		{
		}
		bits_ref(const bits_ref &) = default;
		ap_int_base<W_, false> get() const
		{
			ap_int_base<W_, S_> copy = whole.bits();
			return copy.range(high, low).get();
		}
		ap_int_base<W_, false> to_ap_int_base() const
		{
			return get();
		}
		operator unsigned long long() const
		{
			return (unsigned long long)get();
		}
		template <typename T> bits_ref &operator=(const T &other)
		{
			ap_int_base<W_, S_> copy = whole.bits();
			copy.range(high, low) = other;
			whole.set(copy.value, (long long)copy.value);
			return *this;
		}
		bits_ref &operator=(const bits_ref &other)
		{
			return *this = other.get();
		}
		unsigned to_uint() const
		{
			return get().to_uint();
		}
		int to_int() const
		{
			return get().to_int();
		}
		long to_long() const
		{
			return get().to_long();
		}
		unsigned long to_ulong() const
		{
			return get().to_ulong();
		}
		long long to_int64() const
		{
			return get().to_int64();
		}
		unsigned long long to_uint64() const
		{
			return get().to_uint64();
		}
		double to_double() const
		{
			return get().to_double();
		}
		int length() const
		{
			return (high > low ? high - low : low - high) + 1;
		}
		std::string to_string(int radix = 2) const
		{
			return get().to_string(radix);
		}
	};
	bits_ref range(int high, int low)
	{
		return bits_ref(*this, high, low);
	}
	bits_ref range()
	{
		return range(W_ - 1, 0);
	}
	bits_ref range(int high, int low) const
	{
		return const_cast<ap_fixed_base &>(*this).range(high, low);
	}
	bits_ref range() const
	{
		return range(W_ - 1, 0);
	}
	bits_ref operator()(int high, int low)
	{
		return range(high, low);
	}
	bits_ref operator()(int high, int low) const
	{
		return range(high, low);
	}
	bits_ref operator[](int bit)
	{
		return range(bit, bit);
	}
	bool operator[](int bit) const
	{
		return bits().test(bit);
	}

	/*--- operators that assign ---*/

	template <typename T> ap_fixed_base &operator+=(const T &other)
	{
		return *this = *this + other;
	}
	template <typename T> ap_fixed_base &operator-=(const T &other)
	{
		return *this = *this - other;
	}
	template <typename T> ap_fixed_base &operator*=(const T &other)
	{
		return *this = *this * other;
	}
	template <typename T> ap_fixed_base &operator/=(const T &other)
	{
		return *this = *this / other;
	}
	ap_fixed_base &operator<<=(int by)
	{
		return *this = *this << by;
	}
	ap_fixed_base &operator>>=(int by)
	{
		return *this = *this >> by;
	}
	ap_fixed_base &operator++()
	{
		return *this = *this + 1;
	}
	ap_fixed_base &operator--()
	{
		return *this = *this - 1;
	}
	const ap_fixed_base operator++(int)
	{
		ap_fixed_base old = *this;
		++*this;
		return old;
	}
	ap_fixed_base<W_ + 1, I_ + 1, true> operator-() const
	{
		typedef ap_fixed_base<W_ + 1, I_ + 1, true> result;
		typedef typename result::raw wider;
		return result::make((wider)((wider)0 - (wider)value));
	}
	bool operator!() const
	{
		return is_zero();
	}
	ap_fixed_base<W_, I_, S_> operator~() const
	{
		return ap_fixed_base<W_, I_, S_>::make(
			hls_cut<W_, S_>((raw)~value));
	}
	/* The point stays where it is. */
	ap_fixed_base operator<<(int by) const
	{
		return make(
			by < 0 ? hls_shift_right(value, -by)
			       : hls_cut<W_, S_>(hls_shift_left(value, by)));
	}
	ap_fixed_base operator>>(int by) const
	{
		return *this << -by;
	}
};

/*--- operators ---*/

template <typename T>
static inline typename std::enable_if<hls_of<T>::is_number,
	ap_fixed_base<hls_of<T>::shape::W, hls_of<T>::shape::W,
		hls_of<T>::shape::S>>::type
hls_get_fixed(const T &whole)
{
	typedef typename hls_of<T>::shape shape;
	return ap_fixed_base<shape::W, shape::W, shape::S>::make(
		hls_get(whole).value);
}
template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
static inline ap_fixed_base<W, I, S> hls_get_fixed(
	const ap_fixed_base<W, I, S, Q, O, N> &number)
{
	return ap_fixed_base<W, I, S>::make(number.value);
}

#define HLS_FIXED_SUM(op, result)                                              \
	template <typename A, typename B>                                      \
	static inline typename hls_fixed_pair<A, B>::result operator op(       \
		const A &a, const B &b)                                        \
	{                                                                      \
		typedef hls_fixed_pair<A, B> pair;                             \
		typedef typename pair::result::raw raw;                        \
		raw x = hls_shift_left((raw)hls_get_fixed(a).value,            \
			int(pair::F) - int(pair::af));                         \
		raw y = hls_shift_left((raw)hls_get_fixed(b).value,            \
			int(pair::F) - int(pair::bf));                         \
		return pair::result::make((raw)(x op y));                      \
	}
HLS_FIXED_SUM(+, add)
HLS_FIXED_SUM(-, subtract)

template <typename A, typename B>
static inline typename hls_fixed_pair<A, B>::multiply operator*(
	const A &a, const B &b)
{
	typedef typename hls_fixed_pair<A, B>::multiply type;
	typedef typename type::raw raw;
	return type::make((raw)((raw)hls_get_fixed(a).value *
				(raw)hls_get_fixed(b).value));
}
template <typename A, typename B>
static inline typename hls_fixed_pair<A, B>::divide operator/(
	const A &a, const B &b)
{
	typedef hls_fixed_pair<A, B> pair;
	typedef typename pair::divide type;
	enum {
		up = hls_max<int(type::fraction) - int(pair::af) +
				     int(pair::bf),
			0>::value
	};
	typedef typename hls_raw<int(pair::left::width) + int(up) +
					 int(pair::right::width) + 2,
		true>::type wider;
	return type::make((typename type::raw)(
		hls_shift_left((wider)hls_get_fixed(a).value, up) /
		(wider)hls_get_fixed(b).value));
}

#define HLS_FIXED_COMPARISON(op, expression)                                   \
	template <typename A, typename B>                                      \
	static inline typename hls_fixed_pair<A, B>::truth operator op(        \
		const A &a, const B &b)                                        \
	{                                                                      \
		typedef hls_fixed_pair<A, B> pair;                             \
		typedef typename pair::subtract::raw raw;                      \
		const raw x = hls_shift_left((raw)hls_get_fixed(a).value,      \
			int(pair::F) - int(pair::af));                         \
		const raw y = hls_shift_left((raw)hls_get_fixed(b).value,      \
			int(pair::F) - int(pair::bf));                         \
		return expression;                                             \
	}
HLS_FIXED_COMPARISON(==, x == y)
HLS_FIXED_COMPARISON(!=, !(x == y))
HLS_FIXED_COMPARISON(<, x < y)
HLS_FIXED_COMPARISON(>, y < x)
HLS_FIXED_COMPARISON(<=, !(y < x))
HLS_FIXED_COMPARISON(>=, !(x < y))

#define HLS_FIXED_REAL(op, type, real)                                         \
	template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>       \
	static inline type operator op(                                        \
		const ap_fixed_base<W, I, S, Q, O, N> &a, real b)              \
	{                                                                      \
		return a.to_double() op b;                                     \
	}                                                                      \
	template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>       \
	static inline type operator op(                                        \
		real a, const ap_fixed_base<W, I, S, Q, O, N> &b)              \
	{                                                                      \
		return a op b.to_double();                                     \
	}
#define HLS_FIXED_REALS(op, type)                                              \
	HLS_FIXED_REAL(op, type, double)                                       \
	HLS_FIXED_REAL(op, type, float)
HLS_FIXED_REALS(+, double)
HLS_FIXED_REALS(-, double)
HLS_FIXED_REALS(*, double)
HLS_FIXED_REALS(/, double)
HLS_FIXED_REALS(==, bool)
HLS_FIXED_REALS(!=, bool)
HLS_FIXED_REALS(<, bool)
HLS_FIXED_REALS(>, bool)
HLS_FIXED_REALS(<=, bool)
HLS_FIXED_REALS(>=, bool)

template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
static inline std::ostream &operator<<(
	std::ostream &out, const ap_fixed_base<W, I, S, Q, O, N> &number)
{
	char text[64];

	/* As many digits as it has, whatever others are printed with. */
	std::snprintf(text, sizeof(text), "%.17g", number.to_double());
	return out << text;
}
template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
static inline std::istream &operator>>(
	std::istream &in, ap_fixed_base<W, I, S, Q, O, N> &number)
{
	double real;
	in >> real;
	number = real;
	return in;
}

/*--- the two that kernels declare ---*/

#define HLS_FIXED(name, S)                                                     \
	template <int W, int I, ap_q_mode Q = AP_TRN, ap_o_mode O = AP_WRAP,   \
		int N = 0>                                                     \
	struct name : ap_fixed_base<W, I, S, Q, O, N> {                        \
		typedef ap_fixed_base<W, I, S, Q, O, N> base;                  \
		name() = default;                                              \
		name(const name &) = default;                                  \
		name &operator=(const name &) = default;                       \
		template <typename T> name(const T &other) : base(other)       \
		{                                                              \
		}                                                              \
		template <typename T> name &operator=(const T &other)          \
		{                                                              \
			base::operator=(other);                                \
			return *this;                                          \
		}                                                              \
	}
HLS_FIXED(ap_fixed, true);
HLS_FIXED(ap_ufixed, false);

#endif
