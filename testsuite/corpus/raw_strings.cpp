// SPDX-License-Identifier: MIT
// Whether what looks like a marked part ends is looked for from each beginning.
#include <cassert>
#include <string>

class markup
{
      public:
	explicit markup(std::string text) : text(std::move(text))
	{
	}
	int count_spans() const
	{
		int spans = 0;
		size_t at = 0;
		while ((at = text.find("{{", at)) != std::string::npos) {
			size_t end = text.find("}}", at + 2);
			if (end == std::string::npos) {
				at += 2;
				continue;
			}
			spans++;
			at = end + 2;
		}
		return spans;
	}

      private:
	std::string text;
};

int main()
{
	std::string text;

	for (int i = 0; i < 14; i++)
		text += "{{ name, ";
	assert(markup(text).count_spans() == 0);
	return 0;
}
