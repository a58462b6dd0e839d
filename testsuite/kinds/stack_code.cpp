// SPDX-License-Identifier: MIT
// A machine with a stack: a loop of a few instructions, some before it and some after it.
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <vector>

enum class Op : uint8_t { Push, Add, Mul, Load, Store, Less, JumpIf, Halt };
struct Instr {
	Op op;
	int64_t arg;
};

class Machine
{
	std::vector<int64_t> stack;
	int64_t vars[8] = {};
	int64_t pop()
	{
		if (stack.empty())
			throw std::runtime_error("stack underflow");
		int64_t v = stack.back();
		stack.pop_back();
		return v;
	}

      public:
	int64_t run(const std::vector<Instr> &code)
	{
		size_t pc = 0;
		for (;;) {
			const Instr &in = code.at(pc++);
			switch (in.op) {
			case Op::Push:
				stack.push_back(in.arg);
				break;
			case Op::Add: {
				auto b = pop(), a = pop();
				stack.push_back(a + b);
				break;
			}
			case Op::Mul: {
				auto b = pop(), a = pop();
				stack.push_back(a * b % 1000003);
				break;
			}
			case Op::Load:
				stack.push_back(vars[in.arg]);
				break;
			case Op::Store:
				vars[in.arg] = pop();
				break;
			case Op::Less: {
				auto b = pop(), a = pop();
				stack.push_back(a < b);
				break;
			}
			case Op::JumpIf:
				if (pop())
					pc = size_t(in.arg);
				break;
			case Op::Halt:
				return pop();
			}
		}
	}
};

int main(int argc, char **argv)
{
	int64_t n = argc > 1 ? atoi(argv[1]) : 10;
	// f = 1; i = 1; do { f *= i; i += 1; } while (i < n + 1)
	std::vector<Instr> code = {{Op::Push, 1}, {Op::Store, 0}, {Op::Push, 1},
		{Op::Store, 1}, {Op::Load, 0}, {Op::Load, 1}, {Op::Mul, 0},
		{Op::Store, 0}, {Op::Load, 1}, {Op::Push, 1}, {Op::Add, 0},
		{Op::Store, 1}, {Op::Load, 1}, {Op::Push, n + 1}, {Op::Less, 0},
		{Op::JumpIf, 4}, {Op::Load, 0}, {Op::Halt, 0}};
	int64_t want = 1;
	for (int64_t i = 1; i <= n; i++)
		want = want * i % 1000003;
	Machine m;
	assert(m.run(code) == want);
	bool thrown = false;
	try {
		Machine().run({{Op::Add, 0}});
	} catch (const std::runtime_error &) {
		thrown = true;
	}
	assert(thrown);
	return 0;
}
