// SPDX-License-Identifier: MIT
// Where each widget of nested panels stands is added up over all around it.
#include <cassert>
#include <memory>
#include <vector>

class widget
{
      public:
	widget(widget *parent, int left) : parent_(parent), left_(left)
	{
	}
	int absolute_left() const
	{
		int left = left_;
		for (const widget *at = parent_; at; at = at->parent_)
			left += at->left_;
		return left;
	}

      private:
	widget *parent_;
	int left_;
};

class layout
{
      public:
	void nest(int left)
	{
		widget *parent =
			widgets.empty() ? nullptr : widgets.back().get();
		widgets.push_back(std::make_unique<widget>(parent, left));
	}
	int rightmost() const
	{
		int most = 0;
		for (const auto &one : widgets)
			if (one->absolute_left() > most)
				most = one->absolute_left();
		return most;
	}

      private:
	std::vector<std::unique_ptr<widget>> widgets;
};

int main()
{
	layout panels;

	for (int i = 0; i < 13; i++)
		panels.nest(i);
	assert(panels.rightmost() == 78);
	return 0;
}
