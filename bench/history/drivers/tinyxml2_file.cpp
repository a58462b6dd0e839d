// SPDX-License-Identifier: MIT
// Parses the file argv[1].
#include "tinyxml2.h"
#include <cstdio>
int main(int, char **argv)
{
	tinyxml2::XMLDocument doc;
	doc.LoadFile(argv[1]);
	printf("%d\n", doc.Error());
	return doc.Error();
}
