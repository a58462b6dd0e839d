// SPDX-License-Identifier: MIT
// A formula compiled to polymorphic nodes, evaluated once for each x.
#include <cstdlib>
#include <memory>
#include <vector>

namespace formula
{
struct Expr {
	virtual ~Expr() = default;
	virtual double eval(double x) const = 0;
};

using P = std::unique_ptr<Expr>;
struct Num : Expr {
	double v;
	explicit Num(double v) : v(v)
	{
	}
	double eval(double) const override
	{
		return v;
	}
};

struct Var : Expr {
	double eval(double x) const override
	{
		return x;
	}
};

struct Add : Expr {
	P a, b;
	Add(P a, P b) : a(std::move(a)), b(std::move(b))
	{
	}
	double eval(double x) const override
	{
		return a->eval(x) + b->eval(x);
	}
};

struct Mul : Expr {
	P a, b;
	Mul(P a, P b) : a(std::move(a)), b(std::move(b))
	{
	}
	double eval(double x) const override
	{
		return a->eval(x) * b->eval(x);
	}
};

double integrate(const Expr &e, int steps)
{
	double s = 0;
	for (int i = 0; i < steps; ++i)
		s += e.eval(i / double(steps));
	return s / steps;
}

template <class T, class... A> P mk(A &&...a)
{
	return std::make_unique<T>(std::forward<A>(a)...);
}
} // namespace formula

int main(int argc, char **argv)
{
	using namespace formula;
	P e = mk<Add>(mk<Mul>(mk<Num>(3), mk<Mul>(mk<Var>(), mk<Var>())),
		mk<Add>(mk<Mul>(mk<Num>(2), mk<Var>()), mk<Num>(1)));
	double s = integrate(*e, argc > 1 ? atoi(argv[1]) : 20);
	return !(s > 2 && s < 4);
}
