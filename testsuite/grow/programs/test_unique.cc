/* SPDX-License-Identifier: MIT
 * Its test. */
#include "unique.cc"
#include <cstdio>

#define TEST(name) static void name()
#define ASSERT_EQ(a, b)                                                        \
	if (!((a) == (b)))                                                     \
	std::printf("%s:%d: %s\n", __FILE__, __LINE__, #a)

TEST(EmptyText)
{
	ASSERT_EQ(unique_words("").size(), 0u);
}

TEST(RepeatedWordsAreOne)
{
	auto words = unique_words(
		"the quick brown fox jumps over the lazy dog and the cat");
	ASSERT_EQ(words.size(), 10u);
	ASSERT_EQ(words[0], "the");
}

int main()
{
	EmptyText();
	RepeatedWordsAreOne();
	return 0;
}
