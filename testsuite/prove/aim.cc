// SPDX-License-Identifier: MIT
// A test and a target of a walk whose read, loop and call are on lines of their
// own, in a function that does more than that. Lines with a word in brackets are
// looked for by name.
#include <cstddef>
#include <cstdint>

static volatile size_t sink;

namespace store
{

struct Node {
	Node *next;
	int value;
};

class List
{
	Node *first = nullptr;

      public:
	void add(int value)
	{
		first = new Node{first, value};
	}

	// The walk is n in a call. What is before it reads nothing and is n^2.
	size_t count(int value, size_t size) const
	{
		size_t found = 0;

		for (size_t i = 0; i < size; i++)
			for (size_t j = 0; j < size; j++)
				sink = i;      // [other]
		for (const Node *node = first; // [head]
			node;) {
			if (value < 0)
				sink = size; // [never]
			found += node->value // [read]
				 == value;
			node = node->next; // [step]
		}
		return found;
	}

	~List()
	{
		while (first) {
			Node *next = first->next;
			delete first;
			first = next;
		}
	}
};

} // namespace store

static void fill(const uint8_t *data, size_t size)
{
	store::List list;

	for (size_t i = 0; i < size; i++) {
		sink = list.count( // [call]
			data[i], size);
		list.add(data[i]);
	}
}

#ifdef TARGET
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fill(data, size);
	return 0;
}
#else
int main()
{
	uint8_t data[40];

	for (size_t i = 0; i < sizeof data; i++)
		data[i] = (uint8_t)i;
	fill(data, sizeof data);
	return 0;
}
#endif
