/* SPDX-License-Identifier: MIT
 * A path is put together from its end.
 * label: grows Folder::path n^2 */
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
	std::string path;
	for (const Folder *at = this; at; at = at->parent_)
		path.insert(0, "/" + at->name_);
	return path;
}
