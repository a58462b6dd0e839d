/* SPDX-License-Identifier: MIT
 * A program that runs a kernel's Verilog as Verilator compiles it and answers calls
 * (lib/hls/hls_target.h has the protocol). `retread hls` writes a class of the
 * kernel's ports, which derives from worker.
 *
 * Verilator knows no x. What the protocol's FILL says is in registers that nobody
 * wrote, and after the ends of arrays: 0 zeros, 1 ones, others random bits. */
#ifndef RETREAD_HLS_HLS_WORKER_H
#define RETREAD_HLS_HLS_WORKER_H

#include <memory>
#include <random>
#include <vector>
#include <verilated.h>

#include "hls_calls.h"

namespace retread
{

struct filler {
	unsigned kind = 0;
	std::minstd_rand random;

	void start(unsigned fill)
	{
		kind = fill;
		random.seed(fill);
	}

	uint64_t next()
	{
		if (kind < 2)
			return kind == 0 ? 0 : UINT64_MAX;
		return (uint64_t)random() << 33 ^ (uint64_t)random() << 16 ^
		       random();
	}
};

/* The elements of an array, behind one or two ports of a block RAM: what is read
 * comes one clock after the address. */
class array
{
      public:
	explicit array(filler &unknown) : unknown(unknown)
	{
	}

	void take()
	{
		uint64_t count = 0;
		read_number(count, 10);
		element.resize(count);
		for (uint64_t &each : element)
			each = take_number();
	}

	void give(unsigned bytes) const
	{
		for (uint64_t each : element)
			give_number(each, bytes);
	}

	/* Before a clock's edge: what port PORT asks for. */
	void ask(unsigned port, bool is_enabled, uint64_t address, bool writes,
		uint64_t written)
	{
		order[port] = {is_enabled, writes, address, written};
		if (is_enabled)
			shown[port] = address < element.size()
					      ? element[address]
					      : unknown.next();
	}

	/* After it. */
	void write()
	{
		for (const auto &each : order)
			if (each.is_enabled && each.writes &&
				each.address < element.size())
				element[each.address] = each.written;
	}

	uint64_t get(unsigned port) const
	{
		return shown[port];
	}

      private:
	struct {
		bool is_enabled, writes;
		uint64_t address, written;
	} order[2] = {};
	uint64_t shown[2] = {};
	std::vector<uint64_t> element;
	filler &unknown;
};

template <class Model> class worker
{
      public:
	virtual ~worker() = default;

	/* A call that takes more than so many CYCLES hangs. */
	int run(uint64_t cycles)
	{
		uint64_t resets;

		puts("retread-rtl 1 filled");
		while (read_number(resets, 10)) {
			uint64_t fill = 0;
			read_number(fill, 10);
			if (resets)
				power_up((unsigned)fill);
			take();
			if (resets)
				reset();
			call(cycles);
		}
		return 0;
	}

      private:
	VerilatedContext context; /* outlives the model */

      protected:
	std::unique_ptr<Model> model;
	filler unknown;

	/* Numbers of a call; they go to the model with each clock. */
	virtual void take() = 0;
	virtual void give() = 0;
	/* Before and after the edge of a clock. */
	virtual void ask() = 0;
	virtual void answer() = 0;

      private:
	void power_up(unsigned fill)
	{
		context.randReset(fill < 2 ? (int)fill : 2);
		context.randSeed((int)fill);
		unknown.start(fill);
		model.reset();
		model = std::make_unique<Model>(&context);
	}

	void reset()
	{
		model->ap_rst = 1;
		model->eval();
		for (int i = 0; i < 3; i++)
			clock();
		model->ap_rst = 0;
	}

	/* The edge, and the time up to the next one, when all has settled. */
	void clock()
	{
		ask();
		model->ap_clk = 1;
		model->eval();
		answer();
		model->ap_clk = 0;
		model->eval();
	}

	void call(uint64_t most)
	{
		uint64_t cycles = 0;

		model->eval();
		clock();
		model->ap_start = 1;
		model->eval();
		for (; !model->ap_done && cycles < most; cycles++)
			clock();
		printf("%s %llu", model->ap_done ? "done" : "hang",
			(unsigned long long)cycles);
		give();
		putchar_unlocked('\n');
		model->ap_start = 0;
	}
};

} // namespace retread

#endif
