/* SPDX-License-Identifier: MIT
 * hls::stream_of_blocks for running a kernel on the CPU: a queue of arrays. A
 * lock stands for the block that is being written or read. */
#ifndef RETREAD_HLS_HLS_STREAMOFBLOCKS_H
#define RETREAD_HLS_HLS_STREAMOFBLOCKS_H

#include <list>

#include "hls_stream.h"

namespace hls
{

template <typename T> struct block {
	T data;
};

template <typename T, int DEPTH = 2> class stream_of_blocks
{
      public:
	std::list<block<T>> blocks;
	unsigned long written; /* of them */
	stream_of_blocks(const char * = 0) : written(0)
	{
		HLS_DEPTH(this, DEPTH);
	}
	bool empty() const
	{
		return written == 0;
	}
	bool full() const
	{
		return blocks.size() >= DEPTH;
	}
};

template <typename T> class write_lock
{
	block<T> *held;
	unsigned long *written;

      public:
	template <int D>
	write_lock(stream_of_blocks<T, D> &stream) : written(&stream.written)
	{
		while (HLS_WAITS_TO_WRITE(&stream, stream.blocks.size())) {
		}
		stream.blocks.push_back(block<T>());
		held = &stream.blocks.back();
	}
	~write_lock()
	{
		++*written;
	}
	operator T &()
	{
		return held->data;
	}
	template <typename I> auto operator[](I i) -> decltype((held->data[i]))
	{
		return held->data[i];
	}
};

template <typename T> class read_lock
{
	T *held;
	void *queue;
	void (*pop)(void *queue);

	template <int D> static void pop_of(void *queue)
	{
		stream_of_blocks<T, D> *its = (stream_of_blocks<T, D> *)queue;
		its->blocks.pop_front();
		its->written--;
	}

      public:
	template <int D> read_lock(stream_of_blocks<T, D> &stream)
	{
		while (HLS_WAITS_TO_READ(&stream, stream.written)) {
		}
		if (stream.written == 0) {
			stream.blocks.push_back(block<T>());
			stream.written++;
		}
		held = &stream.blocks.front().data;
		queue = &stream;
		pop = pop_of<D>;
	}
	~read_lock()
	{
		pop(queue);
	}
	operator T &()
	{
		return *held;
	}
	template <typename I> auto operator[](I i) -> decltype(((*held)[i]))
	{
		return (*held)[i];
	}
};

} // namespace hls

#endif
