/* SPDX-License-Identifier: MIT
 * A stack whose top is the front of an array.
 * label: grows Stack::push n^2 */
#include <string>
#include <vector>

class Stack
{
      public:
	void push(const std::string &item);
	std::string pop();

	bool empty() const
	{
		return items_.empty();
	}

      private:
	std::vector<std::string> items_;
};

void Stack::push(const std::string &item)
{
	items_.insert(items_.begin(), item);
}

std::string Stack::pop()
{
	std::string item = items_.front();
	items_.erase(items_.begin());
	return item;
}
