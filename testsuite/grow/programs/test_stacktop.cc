/* SPDX-License-Identifier: MIT
 * Its test. */
#include "stacktop.cc"
#include <cassert>

static void test_order()
{
	Stack stack;
	stack.push("first");
	stack.push("second");
	stack.push("third");
	assert(stack.pop() == "third");
	assert(stack.pop() == "second");
	assert(stack.pop() == "first");
	assert(stack.empty());
}

int main()
{
	test_order();
}
