// SPDX-License-Identifier: MIT
// Messages come in pieces; for each, the end of the headers is searched for from the
// beginning.
#include <cassert>
#include <string>

class message
{
      public:
	bool receive(const char *piece);

      private:
	std::string text;
};

bool message::receive(const char *piece)
{
	text += piece;
	return text.find("\r\n\r\n") != std::string::npos;
}

int pieces_needed(message &request, const char *piece, int most)
{
	int pieces = 0;

	while (pieces < most && !request.receive(piece))
		pieces++;
	return pieces;
}

int main()
{
	message request;

	assert(pieces_needed(request, "Accept: some/type, ", 14) == 14);
	assert(request.receive("\r\n\r\n"));
	return 0;
}
