/* SPDX-License-Identifier: MIT
 * A text with undo: what an edit changed is kept.
 * label: linear */
#include <string>
#include <utility>
#include <vector>

class Document
{
      public:
	void append_line(const std::string &line)
	{
		lines_.push_back(line);
		past_.emplace_back(lines_.size() - 1, std::string());
	}

	void replace_line(std::size_t at, const std::string &line)
	{
		past_.emplace_back(at, std::move(lines_.at(at)));
		lines_[at] = line;
	}

	bool undo()
	{
		if (past_.empty())
			return false;
		auto &edit = past_.back();
		if (edit.second.empty())
			lines_.pop_back();
		else
			lines_[edit.first] = std::move(edit.second);
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
	std::vector<std::string> lines_;
	std::vector<std::pair<std::size_t, std::string>> past_;
};
