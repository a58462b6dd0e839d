/* SPDX-License-Identifier: MIT
 * A path is put into room of its length.
 * label: linear */
#include <memory>
#include <string>
#include <vector>

class Folder
{
      public:
	explicit Folder(std::string name, Folder *parent = nullptr)
	    : name_(std::move(name)), parent_(parent)
	{
	}
	Folder *make(const std::string &name)
	{
		inside_.push_back(std::make_unique<Folder>(name, this));
		return inside_.back().get();
	}
	std::string path() const;

      private:
	std::string name_;
	Folder *parent_;
	std::vector<std::unique_ptr<Folder>> inside_;
};

std::string Folder::path() const
{
	size_t length = 0;
	for (const Folder *at = this; at; at = at->parent_)
		length += 1 + at->name_.size();
	std::string path(length, '/');
	for (const Folder *at = this; at; at = at->parent_) {
		length -= at->name_.size();
		path.replace(length, at->name_.size(), at->name_);
		length--;
	}
	return path;
}
