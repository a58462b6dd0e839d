/* SPDX-License-Identifier: MIT
 * Fractions in lowest terms, by a recursion that is short.
 * label: linear */
class Fraction
{
      public:
	Fraction(long top, long bottom)
	{
		long by = common(top, bottom);
		top_ = top / by;
		bottom_ = bottom / by;
	}
	Fraction operator+(const Fraction &other) const
	{
		return Fraction(top_ * other.bottom_ + other.top_ * bottom_,
			bottom_ * other.bottom_);
	}
	bool operator==(const Fraction &other) const
	{
		return top_ == other.top_ && bottom_ == other.bottom_;
	}

      private:
	static long common(long a, long b)
	{
		return b ? common(b, a % b) : a;
	}
	long top_, bottom_;
};
