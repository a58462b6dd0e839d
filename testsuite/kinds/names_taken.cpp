// SPDX-License-Identifier: MIT
// A test makes accounts whose names are to be free: isValid() looks through all names.
#include <cstdlib>
#include <string>
#include <vector>

class Accounts
{
      public:
	[[gnu::noinline]] bool isValid(const std::string &name) const
	{
		for (const std::string *taken : names)
			if (*taken == name)
				return false;
		return !name.empty();
	}
	[[gnu::noinline]] void add(const std::string &name)
	{
		names.push_back(new std::string(name));
	}
	~Accounts()
	{
		for (std::string *name : names)
			delete name;
	}

      private:
	std::vector<std::string *> names;
};

[[gnu::noinline]] void testAccounts(int count)
{
	Accounts accounts;

	for (int i = 0; i < count; i++) {
		std::string name = "user" + std::to_string(i);
		if (!accounts.isValid(name))
			abort();
		accounts.add(name);
	}
}

int main(int argc, char **argv)
{
	testAccounts(argc > 1 ? std::atoi(argv[1]) : 20);
	return 0;
}
