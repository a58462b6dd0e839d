/* SPDX-License-Identifier: MIT
 * hls::split and hls::merge for running a kernel on the CPU: channels with one
 * end and several. Where hardware serves whoever is ready, they take turns. */
#ifndef RETREAD_HLS_HLS_NP_CHANNEL_H
#define RETREAD_HLS_HLS_NP_CHANNEL_H

#include "hls_stream.h"

namespace hls
{

namespace split
{
template <typename T, int N, int DEPTH = 2, int N_DEPTH = 0>
class round_robin : hls_mover
{
	int turn;

      public:
	stream<T> in;
	stream<T> out[N];
	round_robin(const char * = 0) : turn(0)
	{
		enlist();
	}
	~round_robin()
	{
		leave();
	}
	bool move()
	{
		bool moved = false;
		for (; in.size() != 0; turn = (turn + 1) % N) {
			out[turn].write(in.read());
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
template <typename T, int N, int DEPTH = 2, int N_DEPTH = 0>
class load_balance : hls_mover
{
      protected:
	int turn;

      public:
	stream<T> in[N];
	stream<T> out;
	load_balance(const char * = 0) : turn(0)
	{
		enlist();
	}
	~load_balance()
	{
		leave();
	}
	/* From whoever has something. */
	bool move()
	{
		bool moved = false;
		for (int idle = 0; idle < N; turn = (turn + 1) % N) {
			if (in[turn].size() == 0) {
				idle++;
				continue;
			}
			out.write(in[turn].read());
			idle = 0;
			moved = true;
		}
		return moved;
	}
};
/* In order: an empty one holds up the others. */
template <typename T, int N, int DEPTH = 2, int N_DEPTH = 0>
class round_robin : hls_mover
{
	int turn;

      public:
	stream<T> in[N];
	stream<T> out;
	round_robin(const char * = 0) : turn(0)
	{
		enlist();
	}
	~round_robin()
	{
		leave();
	}
	bool move()
	{
		bool moved = false;
		for (; in[turn].size() != 0; turn = (turn + 1) % N) {
			out.write(in[turn].read());
			moved = true;
		}
		return moved;
	}
};
} // namespace merge

} // namespace hls

#endif
