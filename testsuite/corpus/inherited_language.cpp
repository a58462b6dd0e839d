// SPDX-License-Identifier: MIT
// Each element of a deep document asks all around it for the language.
#include <cassert>
#include <memory>
#include <string>

class element
{
      public:
	explicit element(const element *parent) : parent(parent)
	{
	}
	void declare(const std::string &name)
	{
		language = name;
	}
	const std::string &effective_language() const
	{
		const element *at = this;
		while (at->language.empty() && at->parent)
			at = at->parent;
		return at->language;
	}
	element *add_child()
	{
		child = std::make_unique<element>(this);
		return child.get();
	}
	const element *first_child() const
	{
		return child.get();
	}

      private:
	const element *parent;
	std::unique_ptr<element> child;
	std::string language;
};

int count_in(const element *root, const std::string &language)
{
	int count = 0;

	for (; root; root = root->first_child())
		count += root->effective_language() == language;
	return count;
}

int main()
{
	element root(nullptr);
	element *at = &root;

	root.declare("de");
	for (int i = 0; i < 11; i++)
		at = at->add_child();
	assert(count_in(&root, "de") == 12);
	return 0;
}
