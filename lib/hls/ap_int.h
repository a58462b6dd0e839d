/* SPDX-License-Identifier: MIT
 * ap_int<W> and ap_uint<W> for running a kernel on the CPU, W up to 64.
 *
 * By default they keep the true value: nothing wraps at W bits, so that spectra
 * show by how much a value outgrows its declaration, before any hardware is
 * asked. With HLS_WRAP defined they wrap at each assignment, as hardware does.
 * Arithmetic is done in 64 bits either way. */
#ifndef RETREAD_HLS_AP_INT_H
#define RETREAD_HLS_AP_INT_H

#ifndef __cplusplus
#error "ap_int.h is for C++; C kernels take fixed-width typedefs"
#endif

template <int W, bool S> struct ap_int_base;

/* A run of bits of an integer: x.range(7, 4), x(7, 4). */
template <int W, bool S> struct ap_range_ref {
	ap_int_base<W, S> &whole;
	int high, low;
	ap_range_ref(ap_int_base<W, S> &whole_, int high_, int low_)
	    : whole(whole_), high(high_), low(low_)
	{
	}
	ap_range_ref(const ap_range_ref &) = default;
	unsigned long long mask() const
	{
		int bits = high - low + 1;
		return bits >= 64 ? ~0ull : (1ull << bits) - 1;
	}
	operator unsigned long long() const
	{
		return (unsigned long long)whole.value >> low & mask();
	}
	unsigned long long to_uint64() const
	{
		return *this;
	}
	int to_int() const
	{
		return (int)(unsigned long long)*this;
	}
	ap_range_ref &operator=(unsigned long long bits)
	{
		unsigned long long old = (unsigned long long)whole.value;
		whole = (long long)((old & ~(mask() << low)) | (bits & mask())
								       << low);
		return *this;
	}
	ap_range_ref &operator=(const ap_range_ref &other)
	{
		return *this = (unsigned long long)other;
	}
};

/* WIDE in W bits; only HLS_WRAP loses what does not fit. */
template <int W, bool S> static inline long long hls_fit(long long wide)
{
#ifdef HLS_WRAP
	unsigned long long bits = (unsigned long long)wide << (64 - W);
	return S ? (long long)bits >> (64 - W) : (long long)(bits >> (64 - W));
#else
	return wide;
#endif
}

template <int W, bool S> struct ap_int_base {
	static_assert(W >= 1 && W <= 64, "this shim has 1 to 64 bits");
	long long value;
	enum { width = W };

	ap_int_base() = default; /* holds nothing, as hardware does */
	ap_int_base(const ap_int_base &) = default;
	ap_int_base(long long wide) : value(hls_fit<W, S>(wide))
	{
	}
	template <int V, bool T>
	ap_int_base(const ap_int_base<V, T> &other)
	    : value(hls_fit<W, S>(other.value))
	{
	}
	ap_int_base &operator=(const ap_int_base &other) = default;
	ap_int_base &operator=(long long wide)
	{
		value = hls_fit<W, S>(wide);
		return *this;
	}
	operator long long() const
	{
		return value;
	}
	int to_int() const
	{
		return (int)value;
	}
	unsigned to_uint() const
	{
		return (unsigned)value;
	}
	long long to_int64() const
	{
		return value;
	}
	unsigned long long to_uint64() const
	{
		return (unsigned long long)value;
	}
	double to_double() const
	{
		return (double)value;
	}
	int length() const
	{
		return W;
	}
	ap_int_base &operator+=(long long other)
	{
		return *this = value + other;
	}
	ap_int_base &operator-=(long long other)
	{
		return *this = value - other;
	}
	ap_int_base &operator*=(long long other)
	{
		return *this = value * other;
	}
	ap_int_base &operator/=(long long other)
	{
		return *this = value / other;
	}
	ap_int_base &operator%=(long long other)
	{
		return *this = value % other;
	}
	ap_int_base &operator&=(long long other)
	{
		return *this = value & other;
	}
	ap_int_base &operator|=(long long other)
	{
		return *this = value | other;
	}
	ap_int_base &operator^=(long long other)
	{
		return *this = value ^ other;
	}
	ap_int_base &operator<<=(int by)
	{
		return *this = (long long)((unsigned long long)value << by);
	}
	ap_int_base &operator>>=(int by)
	{
		return *this = value >> by;
	}
	ap_int_base &operator++()
	{
		return *this = value + 1;
	}
	ap_int_base &operator--()
	{
		return *this = value - 1;
	}
	long long operator++(int)
	{
		long long old = value;
		*this = value + 1;
		return old;
	}
	long long operator--(int)
	{
		long long old = value;
		*this = value - 1;
		return old;
	}
	ap_range_ref<W, S> range(int high, int low)
	{
		return ap_range_ref<W, S>(*this, high, low);
	}
	ap_range_ref<W, S> operator()(int high, int low)
	{
		return range(high, low);
	}
	ap_range_ref<W, S> operator[](int bit)
	{
		return range(bit, bit);
	}
	bool test(int bit) const
	{
		return (unsigned long long)value >> bit & 1;
	}
	bool operator[](int bit) const
	{
		return test(bit);
	}
	void set(int bit, bool to = true)
	{
		range(bit, bit) = to;
	}
	void clear(int bit)
	{
		set(bit, false);
	}
};

template <int W> struct ap_int : ap_int_base<W, true> {
	typedef ap_int_base<W, true> base;
	ap_int() = default;
	ap_int(const ap_int &) = default;
	template <typename T> ap_int(T wide) : base((long long)wide)
	{
	}
	ap_int &operator=(const ap_int &other) = default;
	template <typename T> ap_int &operator=(T wide)
	{
		base::operator=((long long)wide);
		return *this;
	}
};

template <int W> struct ap_uint : ap_int_base<W, false> {
	typedef ap_int_base<W, false> base;
	ap_uint() = default;
	ap_uint(const ap_uint &) = default;
	template <typename T> ap_uint(T wide) : base((long long)wide)
	{
	}
	ap_uint &operator=(const ap_uint &other) = default;
	template <typename T> ap_uint &operator=(T wide)
	{
		base::operator=((long long)wide);
		return *this;
	}
};

#endif
