// SPDX-License-Identifier: MIT
// An element with argv[1] (12) attributes.
#include "tinyxml2.h"
#include <cstdio>
#include <cstdlib>
#include <string>
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 12;
	std::string s = "<e";
	for (int i = 0; i < n; i++)
		s += " a" + std::to_string(i) + "='v'";
	s += "/>";
	tinyxml2::XMLDocument doc;
	doc.Parse(s.c_str());
	printf("%d\n", doc.Error());
	return doc.Error();
}
