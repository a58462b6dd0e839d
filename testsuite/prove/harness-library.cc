// SPDX-License-Identifier: MIT
// Functions of C++ that C can call, and others, for `retread harness`.
#include <cstddef>
#include <string>

namespace shapes
{
int measure(const char *text)
{
	int length = 0;

	while (text[length])
		length++;
	return length;
}

int weigh(const char *text)
{
	return text[0];
}

int weigh(const unsigned char *bytes, std::size_t size)
{
	return size ? bytes[0] : 0;
}

int take(const std::string &text)
{
	return static_cast<int>(text.size());
}

class Reader
{
      public:
	int read(const char *text);
	int count = 0;
};

int Reader::read(const char *text)
{
	return count += measure(text);
}
} // namespace shapes

extern "C" int plain(const char *text)
{
	shapes::Reader reader;

	return reader.read(text);
}
