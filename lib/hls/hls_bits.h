/* SPDX-License-Identifier: MIT
 * References to some bits of an integer: ranges, single bits, two joined. A part of ap_int.h. */
#ifndef RETREAD_HLS_HLS_BITS_H
#define RETREAD_HLS_HLS_BITS_H

/* The lowest W bits of OTHER, as they are: nothing is cut. */
template <int W, typename T>
static inline typename std::enable_if<hls_of<T>::is_number,
	ap_int_base<W, false>>::type
hls_bits(const T &other);
template <int W, typename T>
static inline typename std::enable_if<!hls_of<T>::is_number,
	ap_int_base<W, false>>::type
hls_bits(const T &other);

/* A run of bits: x.range(7, 4), x(7, 4); from (4, 7) they come reversed. */
template <int W, bool S> struct ap_range_ref {
	enum { width = W };
	ap_int_base<W, S> &whole;
	int high, low;

	ap_range_ref(ap_int_base<W, S> &whole_, int high_, int low_)
	    : whole(whole_), high(high_), low(low_)
	{
	}
	ap_range_ref(const ap_range_ref &) = default;
	typedef typename ap_int_base<W, false>::raw raw;
	int length() const
	{
		return (high > low ? high - low : low - high) + 1;
	}
	raw mask() const
	{
		return length() >= (int)(8 * sizeof(raw))
			       ? (raw) ~(raw)0
			       : (raw)(((raw)1 << length()) - (raw)1);
	}
	ap_int_base<W, false> get() const
	{
		ap_int_base<W, false> bits;
		if (high >= low)
			return ap_int_base<W, false>::make(
				hls_shift_right((raw)whole.value, low) &
				mask());
		bits = 0;
		for (int i = high; i <= low; i++)
			bits.set_bit(low - i, whole.test(i));
		return bits;
	}
	template <typename T> ap_range_ref &operator=(const T &other)
	{
		ap_int_base<W, false> bits = hls_bits<W>(other);
		raw gap = hls_shift_left(mask(), low);

		if (high >= low) {
			raw all = ((raw)whole.value & (raw)~gap) |
				  (hls_shift_left(bits.value, low) & gap);
			whole.take_bits((typename ap_int_base<W, S>::raw)all);
			return *this;
		}
		for (int i = high; i <= low; i++)
			whole.set_bit(i, bits.test(low - i));
		return *this;
	}
	ap_range_ref &operator=(const ap_range_ref &other)
	{
		return *this = other.get();
	}
	operator unsigned long long() const
	{
		return (unsigned long long)get();
	}
	int to_int() const
	{
		return get().to_int();
	}
	unsigned to_uint() const
	{
		return get().to_uint();
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
	bool or_reduce() const
	{
		return get().or_reduce();
	}
	bool xor_reduce() const
	{
		return get().xor_reduce();
	}
	bool and_reduce() const
	{
		return get().value == mask();
	}
	std::string to_string(int radix = 2) const
	{
		return get().to_string(radix);
	}
	template <typename T> ap_range_ref &operator|=(const T &other)
	{
		return *this = get() | other;
	}
	template <typename T> ap_range_ref &operator&=(const T &other)
	{
		return *this = get() & other;
	}
	template <typename T> ap_range_ref &operator^=(const T &other)
	{
		return *this = get() ^ other;
	}
	template <typename T> ap_range_ref &operator+=(const T &other)
	{
		return *this = get() + other;
	}
};

template <int W, bool S> struct ap_bit_ref {
	enum { width = 1 };
	ap_int_base<W, S> &whole;
	int at;

	ap_bit_ref(ap_int_base<W, S> &whole_, int at_) : whole(whole_), at(at_)
	{
	}
	ap_bit_ref(const ap_bit_ref &) = default;
	operator bool() const
	{
		return whole.test(at);
	}
	bool to_bool() const
	{
		return whole.test(at);
	}
	ap_int_base<1, false> get() const
	{
		return ap_int_base<1, false>(whole.test(at));
	}
	template <typename T> ap_bit_ref &operator=(const T &to)
	{
		whole.set_bit(at, !(to == T(0)));
		return *this;
	}
	ap_bit_ref &operator=(const ap_bit_ref &to)
	{
		whole.set_bit(at, (bool)to);
		return *this;
	}
	template <int V, bool T>
	ap_bit_ref &operator=(const ap_range_ref<V, T> &to)
	{
		whole.set_bit(at, to.get().test(0));
		return *this;
	}
	template <int V, bool T>
	ap_bit_ref &operator=(const ap_bit_ref<V, T> &to)
	{
		whole.set_bit(at, (bool)to);
		return *this;
	}
	bool operator~() const
	{
		return !whole.test(at);
	}
	int length() const
	{
		return 1;
	}
};

/* (a, b): the bits of A above those of B. */
template <typename A, typename B> struct ap_concat_ref {
	enum { width = int(A::width) + int(B::width) };
	A &high;
	B &low;

	ap_concat_ref(A &high_, B &low_) : high(high_), low(low_)
	{
	}
	ap_concat_ref(const ap_concat_ref &) = default;
	ap_int_base<width, false> get() const;
	template <typename T> ap_concat_ref &operator=(const T &other)
	{
		const ap_int_base<width, false> bits = hls_bits<width>(other);
		low = hls_bits<B::width>(bits);
		high = hls_bits<A::width>(bits >> int(B::width));
		return *this;
	}
	ap_concat_ref &operator=(const ap_concat_ref &other)
	{
		return *this = other.get();
	}
	operator unsigned long long() const
	{
		return (unsigned long long)get();
	}
	int to_int() const
	{
		return get().to_int();
	}
};

#endif
