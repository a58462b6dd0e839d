/* SPDX-License-Identifier: MIT
 * Operators on integers of any width, and on references to bits. A part of ap_int.h. */
#ifndef RETREAD_HLS_HLS_OPERATORS_H
#define RETREAD_HLS_HLS_OPERATORS_H

/* An operand as a number of its width. */
template <typename T>
static inline typename std::enable_if<!hls_of<T>::is_ours,
	ap_int_base<hls_of<T>::shape::W, hls_of<T>::shape::S>>::type
hls_get(const T &plain)
{
	typedef ap_int_base<hls_of<T>::shape::W, hls_of<T>::shape::S> number;
	return number::make((typename number::raw)plain);
}
template <int W, bool S>
static inline const ap_int_base<W, S> &hls_get(const ap_int_base<W, S> &number)
{
	return number;
}
template <int W, bool S>
static inline ap_int_base<W, false> hls_get(const ap_range_ref<W, S> &bits)
{
	return bits.get();
}
template <int W, bool S>
static inline ap_int_base<1, false> hls_get(const ap_bit_ref<W, S> &bit)
{
	return bit.get();
}
template <typename A, typename B>
static inline ap_int_base<int(A::width) + int(B::width), false> hls_get(
	const ap_concat_ref<A, B> &bits)
{
	return bits.get();
}

template <int W, typename T>
static inline typename std::enable_if<hls_of<T>::is_number,
	ap_int_base<W, false>>::type
hls_bits(const T &other)
{
	typedef typename ap_int_base<W, false>::raw raw;
	return ap_int_base<W, false>::make(
		hls_cut<W, false>((raw)hls_get(other).value));
}
template <int W, typename T>
static inline typename std::enable_if<!hls_of<T>::is_number,
	ap_int_base<W, false>>::type
hls_bits(const T &other)
{
	return ap_int_base<W, false>(other);
}

template <int W, typename H, typename L>
static inline ap_int_base<W, false> hls_join(const H &high, const L &low)
{
	typedef typename ap_int_base<W, false>::raw raw;
	const int below = int(L::width);
	return ap_int_base<W, false>::make(
		(raw)(hls_shift_left(
			      (raw)ap_int_base<H::width, false>(high).value,
			      below) |
			(raw)ap_int_base<L::width, false>(low).value));
}
template <typename A, typename B>
ap_int_base<ap_concat_ref<A, B>::width, false> ap_concat_ref<A, B>::get() const
{
	return hls_join<width>(hls_get(high), hls_get(low));
}
template <typename A, typename B>
static inline typename std::enable_if<hls_of<A>::is_ours && hls_of<B>::is_ours && !std::is_const<A>::value && !std::is_const<B>::value, ap_concat_ref<A, B>>::type operator,(
	A &high, B &low)
{
	return ap_concat_ref<A, B>(high, low);
}
template <typename A, typename B>
static inline typename std::enable_if<hls_of<A>::is_ours && hls_of<B>::is_ours, ap_int_base<int(hls_pair<A, B>::aw) + int(hls_pair<A, B>::bw), false>>::type operator,(
	const A &high, const B &low)
{
	return hls_join<int(hls_pair<A, B>::aw) + int(hls_pair<A, B>::bw)>(
		hls_get(high), hls_get(low));
}

/*--- operators ---*/

/* A number of the language is taken by value: a kernel's array is then read where
 * the kernel names it. */
template <typename T, typename R>
struct hls_if_plain : std::enable_if<std::is_integral<T>::value, R> {
};
template <typename T>
using hls_plain = ap_int_base<hls_of<T>::shape::W, hls_of<T>::shape::S>;
#define HLS_WITH_PLAIN(op, result)                                             \
	template <typename A, typename T>                                      \
	static inline typename hls_if_plain<T,                                 \
		typename hls_pair<A, hls_plain<T>>::result>::type              \
	operator op(const A &a, T b)                                           \
	{                                                                      \
		return a op hls_get(b);                                        \
	}                                                                      \
	template <typename T, typename B>                                      \
	static inline typename hls_if_plain<T,                                 \
		typename hls_pair<hls_plain<T>, B>::result>::type              \
	operator op(T a, const B &b)                                           \
	{                                                                      \
		return hls_get(a) op b;                                        \
	}

#define HLS_ARITHMETIC(op, result, sum)                                        \
	template <typename A, typename B>                                      \
	static inline typename hls_pair<A, B>::result operator op(             \
		const A &a, const B &b)                                        \
	{                                                                      \
		typedef typename hls_pair<A, B>::result type;                  \
		typedef typename type::raw raw;                                \
		const typename hls_pair<A, B>::left &x = hls_get(a);           \
		const typename hls_pair<A, B>::right &y = hls_get(b);          \
		raw value = (raw)((raw)x.value op(raw) y.value);               \
		return sum;                                                    \
	}                                                                      \
	HLS_WITH_PLAIN(op, result)
#define HLS_TRUE(op)                                                           \
	type::make(value,                                                      \
		(long long)((                                                  \
			unsigned long long)x.shadow() op(unsigned long long)   \
				    y.shadow()))
HLS_ARITHMETIC(+, add, HLS_TRUE(+))
HLS_ARITHMETIC(-, subtract, HLS_TRUE(-))
HLS_ARITHMETIC(*, multiply, HLS_TRUE(*))
HLS_ARITHMETIC(&, logic, type::make(value))
HLS_ARITHMETIC(|, logic, type::make(value))
HLS_ARITHMETIC(^, logic, type::make(value))

/* A quotient is computed where both fit, since it may not fit the result. */
#define HLS_QUOTIENT(op, result)                                               \
	template <typename A, typename B>                                      \
	static inline typename hls_pair<A, B>::result operator op(             \
		const A &a, const B &b)                                        \
	{                                                                      \
		typedef typename hls_pair<A, B>::result type;                  \
		typedef typename hls_pair<A, B>::subtract::raw raw;            \
		return type::make((typename type::raw)(                        \
			(raw)hls_get(a).value op(raw) hls_get(b).value));      \
	}                                                                      \
	HLS_WITH_PLAIN(op, result)
HLS_QUOTIENT(/, divide)
HLS_QUOTIENT(%, rest)

#define HLS_COMPARISON(op, expression)                                         \
	template <typename A, typename B>                                      \
	static inline typename hls_pair<A, B>::truth operator op(              \
		const A &a, const B &b)                                        \
	{                                                                      \
		typedef typename hls_pair<A, B>::subtract::raw raw;            \
		const raw x = (raw)hls_get(a).value;                           \
		const raw y = (raw)hls_get(b).value;                           \
		return expression;                                             \
	}                                                                      \
	HLS_WITH_PLAIN(op, truth)
HLS_COMPARISON(==, x == y)
HLS_COMPARISON(!=, !(x == y))
HLS_COMPARISON(<, x < y)
HLS_COMPARISON(>, y < x)
HLS_COMPARISON(<=, !(y < x))
HLS_COMPARISON(>=, !(x < y))

/* Shifts by an amount with a sign go the other way below zero. */
template <typename T>
static inline typename std::enable_if<hls_of<T>::is_number, int>::type
hls_amount(const T &by)
{
	return (int)hls_get(by).to_int64();
}
#define HLS_SHIFT(op, sign)                                                    \
	template <int W, bool S, typename T>                                   \
	static inline typename std::enable_if<hls_of<T>::is_number,            \
		ap_int_base<W, S>>::type                                       \
	operator op(const ap_int_base<W, S> &a, const T &by)                   \
	{                                                                      \
		return a.shifted(sign hls_amount(by));                         \
	}                                                                      \
	template <int W, bool S, typename T>                                   \
	static inline typename std::enable_if<hls_of<T>::is_number,            \
		ap_int_base<W, false>>::type                                   \
	operator op(const ap_range_ref<W, S> &a, const T &by)                  \
	{                                                                      \
		return a.get().shifted(sign hls_amount(by));                   \
	}                                                                      \
	template <typename T, int W, bool S>                                   \
	static inline                                                          \
		typename std::enable_if<std::is_integral<T>::value, T>::type   \
		operator op(T a, const ap_int_base<W, S> &by)                  \
	{                                                                      \
		return (T)(a op hls_amount(by));                               \
	}
HLS_SHIFT(<<, +)
HLS_SHIFT(>>, -)

template <int W, bool S>
static inline std::ostream &operator<<(
	std::ostream &out, const ap_int_base<W, S> &number)
{
	std::ios_base::fmtflags base = out.flags() & std::ios_base::basefield;
	return out << number.to_string(base == std::ios_base::hex   ? 16
				       : base == std::ios_base::oct ? 8
								    : 10);
}
template <int W, bool S>
static inline std::ostream &operator<<(
	std::ostream &out, const ap_range_ref<W, S> &bits)
{
	return out << bits.get();
}
template <int W, bool S>
static inline std::istream &operator>>(
	std::istream &in, ap_int_base<W, S> &number)
{
	std::string text;
	std::ios_base::fmtflags base = in.flags() & std::ios_base::basefield;

	in >> text;
	number = ap_int_base<W, S>(
		text.c_str(), base == std::ios_base::hex ? 16 : 10);
	return in;
}

#endif
