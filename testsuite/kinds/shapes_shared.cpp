// SPDX-License-Identifier: MIT
// A drawing is a value: with() gives one with a shape more, which shares all the others.
#include <cstdlib>
#include <memory>
#include <vector>

struct Shape {
	virtual ~Shape() = default;
	virtual double area() const = 0;
};

struct Box final : Shape {
	explicit Box(double side) : side(side)
	{
	}
	double area() const override
	{
		return side * side;
	}
	double side;
};

using Shapes = std::vector<std::shared_ptr<const Shape>>;

class Drawing
{
      public:
	Drawing with(std::shared_ptr<const Shape> shape) const
	{
		Drawing more;
		more.shapes_.reserve(shapes_.size() + 1);
		for (const auto &known : shapes_)
			more.shapes_.push_back(known);
		more.shapes_.push_back(std::move(shape));
		return more;
	}
	double last_area() const
	{
		return shapes_.back()->area();
	}

      private:
	Shapes shapes_;
};

double draw_boxes(int count)
{
	Drawing drawing;

	for (int i = 0; i < count; i++)
		drawing = drawing.with(std::make_shared<Box>(i));
	return drawing.last_area();
}

int main(int argc, char **argv)
{
	return draw_boxes(argc > 1 ? std::atoi(argv[1]) : 24) < 0;
}
