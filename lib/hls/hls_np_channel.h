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
		HLS_DEPTH(&in, DEPTH);
		for (int i = 0; i < N; i++)
			HLS_DEPTH(&out[i], N_DEPTH > 0 ? N_DEPTH : 1);
	}
	bool move()
	{
		bool moved = false;
		for (; in.size() != 0 && !out[this->turn].full();
			this->next()) {
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
/* Goes on until so many could not be moved: the one whose turn it is holds up the
 * others, or each in a row. */
template <typename T, int N, int DEPTH, int N_DEPTH, int EMPTY>
class merger : np_mover<N>
{
      public:
	stream<T> in[N];
	stream<T> out;
	merger()
	{
		for (int i = 0; i < N; i++)
			HLS_DEPTH(&in[i], N_DEPTH > 0 ? N_DEPTH : 1);
		HLS_DEPTH(&out, DEPTH);
	}
	bool move()
	{
		bool moved = false;
		for (int empty = 0; empty < EMPTY;) {
			if (in[this->turn].size() == 0 || out.full()) {
				empty++;
				if (EMPTY == 1)
					continue;
			} else {
				out.write(in[this->turn].read());
				empty = 0;
				moved = true;
			}
			this->next();
		}
		return moved;
	}
};
template <typename T, int N, int DEPTH = 2, int N_DEPTH = 0>
struct round_robin : merger<T, N, DEPTH, N_DEPTH, 1> {
	round_robin(const char * = 0)
	{
	}
};
template <typename T, int N, int DEPTH = 2, int N_DEPTH = 0>
struct load_balance : merger<T, N, DEPTH, N_DEPTH, N> {
	load_balance(const char * = 0)
	{
	}
};
} // namespace merge

} // namespace hls

#endif
