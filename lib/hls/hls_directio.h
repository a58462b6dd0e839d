/* SPDX-License-Identifier: MIT
 * Scalar ports with and without a handshake, for running a kernel on the CPU: a
 * queue, and the last value that was written. */
#ifndef RETREAD_HLS_HLS_DIRECTIO_H
#define RETREAD_HLS_HLS_DIRECTIO_H

#include "hls_stream.h"

namespace hls
{

template <typename T> class ap_hs : public stream<T>
{
      public:
	ap_hs(const char * = 0)
	{
	}
	bool valid()
	{
		return !this->empty();
	}
};
template <typename T> using ap_acc = ap_hs<T>;

template <typename T> class ap_none
{
	T element;

      public:
	ap_none(const char * = 0) : element()
	{
	}
	void write(const T &to)
	{
		element = to;
	}
	T read()
	{
		return element;
	}
	void operator<<(const T &to)
	{
		element = to;
	}
	void operator>>(T &to)
	{
		to = element;
	}
	operator T() const
	{
		return element;
	}
};
template <typename T> using ap_vld = ap_none<T>;
template <typename T> using ap_ack = ap_none<T>;

} // namespace hls

#endif
