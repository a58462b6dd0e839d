// SPDX-License-Identifier: MIT
// Each form has four answers, which are counted, checked, and then weighed.
#include <cstdlib>
#include <vector>

struct Answer {
	int chosen, weight;
};

class Form
{
      public:
	explicit Form(int seed)
	{
		for (int i = 0; i < 4; i++)
			answers_.push_back({(seed + i) % 3, i});
	}
	template <typename Of> int sum(Of of) const
	{
		int sum = 0;
		for (const Answer &answer : answers_)
			sum += of(answer);
		return sum;
	}

      private:
	std::vector<Answer> answers_;
};

int form_result(const Form &form)
{
	int given = 0;

	for (int step = 0; step < 3; step++)
		given += form.sum([=](const Answer &answer) {
			return answer.chosen == step ? answer.weight : 0;
		});
	return given;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? std::atoi(argv[1]) : 24, sum = 0;

	for (int i = 0; i < n; i++)
		sum += form_result(Form(i));
	return sum < 0;
}
