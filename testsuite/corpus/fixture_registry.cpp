// SPDX-License-Identifier: MIT
// Tests that register themselves, as GoogleTest's do: the case of each is looked for
// among those that are known, from the last one on.
#include <algorithm>
#include <cassert>
#include <string>
#include <vector>

namespace testing
{
namespace internal
{

struct TestCase {
	std::string name;
	std::vector<std::string> tests;
};

std::vector<TestCase *> cases;

TestCase *GetTestCase(const char *name)
{
	auto found = std::find_if(cases.rbegin(), cases.rend(),
		[&](const TestCase *one) { return one->name == name; });
	if (found != cases.rend())
		return *found;
	cases.push_back(new TestCase{name, {}});
	return cases.back();
}

int MakeAndRegisterTestInfo(const char *test_case, const char *name)
{
	GetTestCase(test_case)->tests.push_back(name);
	return 1;
}

} // namespace internal
} // namespace testing

#define TEST(test_case, name)                                                  \
	static int registered_##test_case##_##name =                           \
		testing::internal::MakeAndRegisterTestInfo(#test_case, #name)

TEST(List, Append);
TEST(List, Remove);
TEST(Tree, Insert);
TEST(Tree, Erase);
TEST(Heap, Push);
TEST(Heap, Pop);
TEST(Graph, Connect);
TEST(Graph, Search);
TEST(Text, Split);
TEST(Text, Join);

int main()
{
	int registered = registered_List_Append + registered_List_Remove +
			 registered_Tree_Insert + registered_Tree_Erase +
			 registered_Heap_Push + registered_Heap_Pop +
			 registered_Graph_Connect + registered_Graph_Search +
			 registered_Text_Split + registered_Text_Join;

	assert(registered == 10 && testing::internal::cases.size() == 5);
	for (testing::internal::TestCase *one : testing::internal::cases)
		delete one;
	return 0;
}
