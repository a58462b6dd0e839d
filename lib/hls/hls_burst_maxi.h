/* SPDX-License-Identifier: MIT
 * hls::burst_maxi<T> for running a kernel on the CPU: bursts of reads and writes
 * on memory of the host, asked for first and then made one by one. */
#ifndef RETREAD_HLS_HLS_BURST_MAXI_H
#define RETREAD_HLS_HLS_BURST_MAXI_H

#include <cstddef>
#include <deque>

namespace hls
{

template <typename T> class burst_maxi
{
	T *memory;
	std::deque<std::size_t> reads, writes;

	static void ask(std::deque<std::size_t> &queue, std::size_t offset,
		std::size_t length)
	{
		while (length-- > 0)
			queue.push_back(offset++);
	}
	static std::size_t take(std::deque<std::size_t> &queue)
	{
		std::size_t at = queue.empty() ? 0 : queue.front();
		if (!queue.empty())
			queue.pop_front();
		return at;
	}

      public:
	burst_maxi(T *memory_) : memory(memory_)
	{
	}
	void read_request(std::size_t offset, std::size_t length)
	{
		ask(reads, offset, length);
	}
	T read()
	{
		return memory[take(reads)];
	}
	void write_request(std::size_t offset, std::size_t length)
	{
		ask(writes, offset, length);
	}
	void write(const T &element)
	{
		memory[take(writes)] = element;
	}
	template <typename E> void write(const T &element, const E &enables)
	{
		char *to = (char *)&memory[take(writes)];
		const char *from = (const char *)&element;
		for (std::size_t i = 0; i < sizeof(T); i++)
			if (enables[(int)i])
				to[i] = from[i];
	}
	void write_response()
	{
	}
	T *get_address()
	{
		return memory;
	}
};

} // namespace hls

#endif
