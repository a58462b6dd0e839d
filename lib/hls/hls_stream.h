/* SPDX-License-Identifier: MIT
 * hls::stream<T> for running a kernel on the CPU: a queue without a limit that
 * tells the Valgrind tool `spectra` how full it gets.
 *
 * Who finds a stream empty lets tasks run that may fill it (hls_task.h). If none
 * does, a blocking read would wait for ever: it returns a T of zeroes and is
 * counted, as a non-blocking one is. */
#ifndef RETREAD_HLS_HLS_STREAM_H
#define RETREAD_HLS_HLS_STREAM_H

/* Kernels rely on it for these. */
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdio>

#include "spectra.h"

/* What moves data from stream to stream by itself. */
struct hls_mover {
	hls_mover *next;
	hls_mover() : next(0)
	{
	}
	/* Moves what it can; true: it moved something. */
	virtual bool move() = 0;
	virtual ~hls_mover()
	{
	}
	static hls_mover *&first()
	{
		static hls_mover *list;
		return list;
	}
	void enlist()
	{
		hls_mover **end = &first();
		while (*end != 0)
			end = &(*end)->next;
		*end = this;
	}
	void leave()
	{
		for (hls_mover **at = &first(); *at != 0; at = &(*at)->next)
			if (*at == this) {
				*at = next;
				return;
			}
	}
	/* Grows with each element that is written or read. */
	static unsigned long &progress()
	{
		static unsigned long count;
		return count;
	}
	/* One round of all; movers do not move inside of movers. */
	static bool move_all()
	{
		static bool is_moving;
		bool moved = false;
		if (is_moving)
			return false;
		is_moving = true;
		for (hls_mover *mover = first(); mover != 0;
			mover = mover->next)
			moved |= mover->move();
		is_moving = false;
		return moved;
	}
};

/* Waits in a task until others have run; false: not in a task. */
typedef bool hls_wait(void);
static inline hls_wait *&hls_task_wait()
{
	static hls_wait *wait;
	return wait;
}

/* In `retread hls` (hls_sim.h) tasks run at once, and streams have a depth. */
#ifdef RETREAD_HLS_HLS_SIM_H
#define HLS_WAITS_TO_WRITE(stream, count)                                      \
	retread_hls_waits_to_write(stream, count)
#define HLS_WAITS_TO_READ(stream, count)                                       \
	retread_hls_waits_to_read(stream, count)
#define HLS_IS_FULL(stream, count) retread_hls_is_full(stream, count)
#define HLS_GIVE_WAY()		   retread_hls_give_way()
#define HLS_DEPTH(stream, deep)	   retread_hls_depth(stream, deep)
#else
#define HLS_WAITS_TO_WRITE(stream, count) 0
#define HLS_WAITS_TO_READ(stream, count)  0
#define HLS_IS_FULL(stream, count)	  0
#define HLS_GIVE_WAY()			  ((void)0)
#define HLS_DEPTH(stream, deep)		  ((void)(stream))
#endif

namespace hls
{

template <typename T, int D = 0> class stream;

/* Parameters of a function are often without a depth. */
template <typename T> class stream<T, 0>
{
	struct cell {
		T element;
		cell *next;
	};
	cell *first, *last;
	unsigned long count, depth;
	const char *name;

	stream(const stream &);
	stream &operator=(const stream &);

	void tell(int event)
	{
		SPECTRA_STREAM(this, name, count, event);
	}
	/* True: there is something now. */
	bool await() const
	{
		while (HLS_WAITS_TO_READ(this, count))
			hls_mover::move_all();
		while (count == 0) {
			if (hls_task_wait() != 0 && hls_task_wait()())
				continue;
			if (!hls_mover::move_all())
				return count != 0;
		}
		return true;
	}

      protected:
	void set_depth(unsigned long depth_)
	{
		depth = depth_;
		HLS_DEPTH(this, depth);
	}

      public:
	typedef T value_type;
	stream() : first(0), last(0), count(0), depth(0), name(0)
	{
	}
	explicit stream(const char *name_)
	    : first(0), last(0), count(0), depth(0), name(name_)
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
		if (count == 0) {
			HLS_GIVE_WAY();
			hls_mover::move_all();
		}
		return count == 0;
	}
	bool full() const
	{
		return (depth > 0 && count >= depth) ||
		       HLS_IS_FULL(this, count);
	}
	unsigned long size() const
	{
		return count;
	}
	unsigned long capacity() const
	{
		return depth;
	}
	void set_name(const char *name_)
	{
		name = name_;
	}
	void write(const T &element)
	{
		while (HLS_WAITS_TO_WRITE(this, count))
			hls_mover::move_all();
		cell *added = new cell();
		added->element = element;
		added->next = 0;
		if (last)
			last->next = added;
		else
			first = added;
		last = added;
		count++;
		hls_mover::progress()++;
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
		if (!first)
			HLS_GIVE_WAY();
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
		hls_mover::progress()++;
		tell(SPECTRA_STREAM_READ);
		return true;
	}
	T read()
	{
		T element = T();
		await();
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

template <typename T, int D> class stream : public stream<T, 0>
{
      public:
	stream()
	{
		this->set_depth(D);
	}
	explicit stream(const char *name) : stream<T, 0>(name)
	{
		this->set_depth(D);
	}
};

} // namespace hls

#endif
