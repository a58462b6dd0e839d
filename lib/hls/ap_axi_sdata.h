/* SPDX-License-Identifier: MIT
 * Words of an AXI stream with their side channels, for running a kernel on the
 * CPU. A channel of no bits is there and means nothing. */
#ifndef RETREAD_HLS_AP_AXI_SDATA_H
#define RETREAD_HLS_AP_AXI_SDATA_H

#include "ap_int.h"
#include "hls_stream.h"

#define AXIS_ENABLE_DATA 0x1
#define AXIS_ENABLE_DEST 0x2
#define AXIS_ENABLE_ID	 0x4
#define AXIS_ENABLE_KEEP 0x8
#define AXIS_ENABLE_LAST 0x10
#define AXIS_ENABLE_STRB 0x20
#define AXIS_ENABLE_USER 0x40
#define AXIS_DISABLE_ALL 0
#define AXIS_ENABLE_ALL	 0x7f

namespace hls
{

template <int W> struct axis_bits {
	enum { value = W > 0 ? W : 1 };
};
template <typename T> struct axis_bytes {
	enum { value = sizeof(T) };
};
template <int W> struct axis_bytes<ap_int<W>> {
	enum { value = (W + 7) / 8 };
};
template <int W> struct axis_bytes<ap_uint<W>> {
	enum { value = (W + 7) / 8 };
};

/* T of void has side channels only. */
template <typename T> struct axis_data {
	typedef T type;
	enum { bytes = axis_bytes<T>::value };
};
template <> struct axis_data<void> {
	typedef ap_uint<1> type;
	enum { bytes = 1 };
};

template <typename T, std::size_t USER = 0, std::size_t ID = 0,
	std::size_t DEST = 0, unsigned CHANNELS = 0x38, bool STRICT = false>
struct axis {
	typedef typename axis_data<T>::type element;
	typedef ap_uint<axis_data<T>::bytes> enables;
	element data;
	enables keep, strb;
	ap_uint<axis_bits<USER>::value> user;
	ap_uint<1> last;
	ap_uint<axis_bits<ID>::value> id;
	ap_uint<axis_bits<DEST>::value> dest;

	element get_data() const
	{
		return data;
	}
	enables get_keep() const
	{
		return keep;
	}
	enables get_strb() const
	{
		return strb;
	}
	ap_uint<axis_bits<USER>::value> get_user() const
	{
		return user;
	}
	ap_uint<1> get_last() const
	{
		return last;
	}
	ap_uint<axis_bits<ID>::value> get_id() const
	{
		return id;
	}
	ap_uint<axis_bits<DEST>::value> get_dest() const
	{
		return dest;
	}
	void set_data(const element &to)
	{
		data = to;
	}
	void set_keep(const enables &to)
	{
		keep = to;
	}
	void set_strb(const enables &to)
	{
		strb = to;
	}
	template <typename V> void set_user(const V &to)
	{
		user = to;
	}
	template <typename V> void set_last(const V &to)
	{
		last = to;
	}
	template <typename V> void set_id(const V &to)
	{
		id = to;
	}
	template <typename V> void set_dest(const V &to)
	{
		dest = to;
	}
	void keep_all()
	{
		keep = -1;
	}
	void strb_all()
	{
		strb = -1;
	}
};

template <typename T, unsigned CHANNELS = 0x18, bool STRICT = false>
using axis_data_only = axis<T, 0, 0, 0, CHANNELS, STRICT>;
template <std::size_t USER = 0, std::size_t ID = 0, std::size_t DEST = 0,
	unsigned CHANNELS = 0x7f, bool STRICT = false>
using axis_user = axis<void, USER, ID, DEST, CHANNELS, STRICT>;

} // namespace hls

template <std::size_t W, std::size_t USER = 0, std::size_t ID = 0,
	std::size_t DEST = 0, unsigned CHANNELS = 0x38, bool STRICT = false>
using ap_axis = hls::axis<ap_int<W>, USER, ID, DEST, CHANNELS, STRICT>;
template <std::size_t W, std::size_t USER = 0, std::size_t ID = 0,
	std::size_t DEST = 0, unsigned CHANNELS = 0x38, bool STRICT = false>
using ap_axiu = hls::axis<ap_uint<W>, USER, ID, DEST, CHANNELS, STRICT>;
template <std::size_t W, std::size_t USER, std::size_t ID, std::size_t DEST>
using qdma_axis = hls::axis<ap_uint<W>, USER, ID, DEST>;

#endif
