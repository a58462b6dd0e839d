/* SPDX-License-Identifier: MIT
 * hls::split and hls::merge for running a kernel on the CPU: channels with one
 * end and several. Where hardware serves whoever is ready, they take turns. */
#ifndef RETREAD_HLS_HLS_NP_CHANNEL_H
#define RETREAD_HLS_HLS_NP_CHANNEL_H

#include "hls_stream.h"

namespace hls
{

/* Who moves what is there, one end after the other. */
template <int N> class np_mover : hls_mover
{
      protected:
	int turn;
	void next()
	{
		turn = (turn + 1) % N;
	}
	np_mover() : turn(0)
	{
		enlist();
	}
	~np_mover()
	{
		leave();
	}
};

namespace split
{
template <typename T, int N, int DEPTH = 2, int N_DEPTH = 0>
class round_robin : np_mover<N>
{
      public:
	stream<T> in;
	stream<T> out[N];
	round_robin(const char * = 0)
	{
	}
	bool move()
	{
		bool moved = false;
		for (; in.size() != 0; this->next()) {
			out[this->turn].write(in.read());
			moved = true;
		}
		return moved;
	}
};
template <typename T, int N, int DEPTH = 2, int N_DEPTH = 0>
using load_balance = round_robin<T, N, DEPTH, N_DEPTH>;
} // namespace split

namespace merge
{
/* In order: an empty one holds up the others. */
template <typename T, int N, int DEPTH = 2, int N_DEPTH = 0>
class round_robin : np_mover<N>
{
      public:
	stream<T> in[N];
	stream<T> out;
	round_robin(const char * = 0)
	{
	}
	bool move()
	{
		bool moved = false;
		for (; in[this->turn].size() != 0; this->next()) {
			out.write(in[this->turn].read());
			moved = true;
		}
		return moved;
	}
};
/* From whoever has something. */
template <typename T, int N, int DEPTH = 2, int N_DEPTH = 0>
class load_balance : np_mover<N>
{
      public:
	stream<T> in[N];
	stream<T> out;
	load_balance(const char * = 0)
	{
	}
	bool move()
	{
		bool moved = false;
		for (int idle = 0; idle < N; this->next()) {
			if (in[this->turn].size() == 0) {
				idle++;
				continue;
			}
			out.write(in[this->turn].read());
			idle = 0;
			moved = true;
		}
		return moved;
	}
};
} // namespace merge

} // namespace hls

#endif
