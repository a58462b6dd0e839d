/* SPDX-License-Identifier: MIT
 * A text with undo: each edit keeps the whole text as it was.
 * label: grows Document::remember n^2 */
#include <string>
#include <vector>

class Document
{
      public:
	void append_line(const std::string &line)
	{
		remember();
		lines_.push_back(line);
	}

	bool undo()
	{
		if (past_.empty())
			return false;
		lines_.swap(past_.back());
		past_.pop_back();
		return true;
	}

	std::size_t size() const
	{
		return lines_.size();
	}

	const std::string &line(std::size_t i) const
	{
		return lines_.at(i);
	}

      private:
	void remember();

	std::vector<std::string> lines_;
	std::vector<std::vector<std::string>> past_;
};

void __attribute__((noinline)) Document::remember()
{
	past_.push_back(lines_);
}
