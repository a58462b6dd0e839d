/* SPDX-License-Identifier: MIT
 * Integers of any width for the classes of hardware numbers: which type of the
 * CPU holds W bits, and words put together for more than 128. */
#ifndef RETREAD_HLS_HLS_WORDS_H
#define RETREAD_HLS_HLS_WORDS_H

#include <type_traits>

__extension__ typedef __int128 hls_int128;
__extension__ typedef unsigned __int128 hls_uint128;

/* Two's complement in N words, the lowest first. */
template <int N, bool S> struct hls_words {
	unsigned long long word[N];

	hls_words() = default;
	hls_words(const hls_words &) = default;
	hls_words &operator=(const hls_words &) = default;
	hls_words(hls_int128 number)
	{
		fill((unsigned long long)number,
			(unsigned long long)(number >> 64), number < 0);
	}
	hls_words(hls_uint128 number)
	{
		fill((unsigned long long)number,
			(unsigned long long)(number >> 64), false);
	}
	template <typename T, typename = typename std::enable_if<
				      std::is_integral<T>::value>::type>
	hls_words(T number)
	{
		fill((unsigned long long)number, number < (T)0 ? ~0ull : 0,
			number < (T)0);
	}
	template <int M, bool T> hls_words(const hls_words<M, T> &other)
	{
		for (int i = 0; i < N; i++)
			word[i] = i < M ? other.word[i] : other.above();
	}
	void fill(unsigned long long low, unsigned long long high, bool ones)
	{
		for (int i = 0; i < N; i++)
			word[i] = i == 0   ? low
				  : i == 1 ? high
				  : ones   ? ~0ull
					   : 0;
	}
	bool is_negative() const
	{
		return S && word[N - 1] >> 63 != 0;
	}
	/* The words that are not there. */
	unsigned long long above() const
	{
		return is_negative() ? ~0ull : 0;
	}
	bool is_zero() const
	{
		for (int i = 0; i < N; i++)
			if (word[i] != 0)
				return false;
		return true;
	}
	explicit operator unsigned long long() const
	{
		return word[0];
	}
	explicit operator long long() const
	{
		return (long long)word[0];
	}
	explicit operator hls_uint128() const
	{
		return (hls_uint128)(N > 1 ? word[N > 1] : above()) << 64 |
		       word[0];
	}
	explicit operator hls_int128() const
	{
		return (hls_int128)(hls_uint128)(*this);
	}
	explicit operator double() const
	{
		double sum = 0;

		if (is_negative())
			return -(double)-*this;
		for (int i = N - 1; i >= 0; i--)
			sum = sum * 18446744073709551616.0 + (double)word[i];
		return sum;
	}
	hls_words operator~() const
	{
		hls_words result;
		for (int i = 0; i < N; i++)
			result.word[i] = ~word[i];
		return result;
	}
	hls_words operator+(const hls_words &other) const
	{
		hls_words result;
		hls_uint128 sum = 0;
		for (int i = 0; i < N; i++) {
			sum += (hls_uint128)word[i] + other.word[i];
			result.word[i] = (unsigned long long)sum;
			sum >>= 64;
		}
		return result;
	}
	hls_words operator-() const
	{
		return ~*this + hls_words(1);
	}
	hls_words operator-(const hls_words &other) const
	{
		return *this + -other;
	}
	hls_words operator*(const hls_words &other) const
	{
		hls_words result(0);
		for (int i = 0; i < N; i++) {
			hls_uint128 sum = 0;
			for (int j = 0; i + j < N; j++) {
				sum += (hls_uint128)word[i] * other.word[j] +
				       result.word[i + j];
				result.word[i + j] = (unsigned long long)sum;
				sum >>= 64;
			}
		}
		return result;
	}
	hls_words operator<<(int by) const
	{
		hls_words result;
		for (int i = N - 1; i >= 0; i--) {
			int from = i - by / 64;
			result.word[i] = from >= 0 ? word[from] << by % 64 : 0;
			if (by % 64 != 0 && from > 0)
				result.word[i] |=
					word[from - 1] >> (64 - by % 64);
		}
		return result;
	}
	hls_words operator>>(int by) const
	{
		hls_words result;
		for (int i = 0; i < N; i++) {
			int from = i + by / 64;
			unsigned long long low =
				from < N ? word[from] : above();
			unsigned long long high =
				from + 1 < N ? word[from + 1] : above();
			result.word[i] = low >> by % 64;
			if (by % 64 != 0)
				result.word[i] |= high << (64 - by % 64);
		}
		return result;
	}
	hls_words operator&(const hls_words &other) const
	{
		hls_words result;
		for (int i = 0; i < N; i++)
			result.word[i] = word[i] & other.word[i];
		return result;
	}
	hls_words operator|(const hls_words &other) const
	{
		hls_words result;
		for (int i = 0; i < N; i++)
			result.word[i] = word[i] | other.word[i];
		return result;
	}
	hls_words operator^(const hls_words &other) const
	{
		hls_words result;
		for (int i = 0; i < N; i++)
			result.word[i] = word[i] ^ other.word[i];
		return result;
	}
	bool operator==(const hls_words &other) const
	{
		return (*this ^ other).is_zero();
	}
	bool operator<(const hls_words &other) const
	{
		if (is_negative() != other.is_negative())
			return is_negative();
		for (int i = N - 1; i >= 0; i--)
			if (word[i] != other.word[i])
				return word[i] < other.word[i];
		return false;
	}
	/* Bit by bit; both without a sign. */
	static hls_words divide(
		hls_words number, const hls_words &by, hls_words &rest)
	{
		hls_words quotient(0);
		rest = hls_words(0);
		for (int i = 64 * N - 1; i >= 0; i--) {
			rest = rest << 1;
			rest.word[0] |= number.word[i / 64] >> i % 64 & 1;
			if (hls_words<N, false>(rest) < hls_words<N, false>(by))
				continue;
			rest = rest - by;
			quotient.word[i / 64] |= 1ull << i % 64;
		}
		return quotient;
	}
	hls_words operator/(const hls_words &other) const
	{
		bool minus = is_negative() != other.is_negative();
		hls_words rest,
			quotient = divide(is_negative() ? -*this : *this,
				other.is_negative() ? -other : other, rest);
		return minus ? -quotient : quotient;
	}
	hls_words operator%(const hls_words &other) const
	{
		hls_words rest;
		divide(is_negative() ? -*this : *this,
			other.is_negative() ? -other : other, rest);
		return is_negative() ? -rest : rest;
	}
};

/* The type that holds W bits. */
template <int W, bool S, int SIZE = (W > 64) + (W > 128)> struct hls_raw {
	typedef hls_words<(W + 63) / 64, S> type;
};
template <int W> struct hls_raw<W, true, 0> {
	typedef long long type;
};
template <int W> struct hls_raw<W, false, 0> {
	typedef unsigned long long type;
};
template <int W> struct hls_raw<W, true, 1> {
	typedef hls_int128 type;
};
template <int W> struct hls_raw<W, false, 1> {
	typedef hls_uint128 type;
};

/* NUMBER in the lowest W bits, shifted by no more than its type has. */
template <int W, bool S, typename R = typename hls_raw<W, S>::type>
static inline constexpr R hls_cut(const typename hls_raw<W, S>::type &number)
{
	/* Shifted without a sign, which constants must not lose. */
	return (R)((R)((typename hls_raw<W, false>::type)number
			   << ((int)(8 * sizeof(R)) - W)) >>
		   ((int)(8 * sizeof(R)) - W));
}

/* Shifts that may be longer than the type. */
template <typename R> static inline R hls_shift_left(const R &number, int by)
{
	return by >= (int)(8 * sizeof(R)) ? (R)0 : (R)(number << by);
}
template <typename R> static inline R hls_shift_right(const R &number, int by)
{
	const int last = (int)(8 * sizeof(R)) - 1;
	return by > last ? (R)((R)(number >> last) >> 1) : (R)(number >> by);
}

#endif
