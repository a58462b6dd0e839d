// SPDX-License-Identifier: MIT
// Subroutine-threaded code: a counted loop over eleven instructions.
#include <cstdlib>
#include <vector>

namespace threaded
{
struct Vm;
using Op = void (*)(Vm &, long);
struct Ins {
	Op op;
	long arg;
};

struct Vm {
	std::vector<Ins> code;
	std::vector<long> stack;
	long reg[4] = {};
	size_t pc = 0;
	bool halted = false;
};

static void push(Vm &v, long a)
{
	v.stack.push_back(a);
}

static void load(Vm &v, long r)
{
	v.stack.push_back(v.reg[r]);
}

static void store(Vm &v, long r)
{
	v.reg[r] = v.stack.back();
	v.stack.pop_back();
}

static void add(Vm &v, long)
{
	long b = v.stack.back();
	v.stack.pop_back();
	v.stack.back() += b;
}

static void jump_less(Vm &v, long to)
{
	long b = v.stack.back();
	v.stack.pop_back();
	long a = v.stack.back();
	v.stack.pop_back();
	if (a < b)
		v.pc = to;
}

static void halt(Vm &v, long)
{
	v.halted = true;
}

long execute(Vm &v)
{
	while (!v.halted) {
		const Ins &i = v.code[v.pc++];
		i.op(v, i.arg);
	}
	return v.reg[1];
}
} // namespace threaded

int main(int argc, char **argv)
{
	using namespace threaded;
	long n = argc > 1 ? atoi(argv[1]) : 20;
	Vm v;
	v.code = {{load, 0}, {push, 1}, {add, 0}, {store, 0}, {load, 1},
		{load, 0}, {add, 0}, {store, 1}, {load, 0}, {push, n},
		{jump_less, 0}, {halt, 0}};
	return execute(v) != n * (n + 1) / 2;
}
