/* SPDX-License-Identifier: MIT
 * hls::stream<T> for running a kernel on the CPU: a queue without a limit that
 * tells the Valgrind tool `spectra` how full it gets.
 *
 * A blocking read of an empty stream would wait for ever on one thread; it
 * returns a T of zeroes and is counted, as a non-blocking one is. */
#ifndef RETREAD_HLS_HLS_STREAM_H
#define RETREAD_HLS_HLS_STREAM_H

#include "spectra.h"

namespace hls
{

template <typename T, int D = 0> class stream
{
	struct cell {
		T element;
		cell *next;
	};
	cell *first, *last;
	unsigned long count;
	const char *name;

	stream(const stream &);
	stream &operator=(const stream &);

	void tell(int event)
	{
		SPECTRA_STREAM(this, name, count, event);
	}

      public:
	stream() : first(0), last(0), count(0), name(0)
	{
	}
	explicit stream(const char *name_)
	    : first(0), last(0), count(0), name(name_)
	{
	}
	~stream()
	{
		while (first) {
			cell *next = first->next;
			delete first;
			first = next;
		}
	}
	bool empty() const
	{
		return count == 0;
	}
	bool full() const
	{
		return D > 0 && count >= (unsigned long)D;
	}
	unsigned long size() const
	{
		return count;
	}
	void write(const T &element)
	{
		cell *added = new cell();
		added->element = element;
		added->next = 0;
		if (last)
			last->next = added;
		else
			first = added;
		last = added;
		count++;
		tell(SPECTRA_STREAM_WRITE);
	}
	bool write_nb(const T &element)
	{
		if (full())
			return false;
		write(element);
		return true;
	}
	bool read_nb(T &element)
	{
		cell *taken = first;
		if (!taken) {
			tell(SPECTRA_STREAM_READ_EMPTY);
			return false;
		}
		element = taken->element;
		first = taken->next;
		if (!first)
			last = 0;
		delete taken;
		count--;
		tell(SPECTRA_STREAM_READ);
		return true;
	}
	T read()
	{
		T element = T();
		read_nb(element);
		return element;
	}
	void read(T &element)
	{
		element = read();
	}
	stream &operator<<(const T &element)
	{
		write(element);
		return *this;
	}
	stream &operator>>(T &element)
	{
		read(element);
		return *this;
	}
};

} // namespace hls

#endif
