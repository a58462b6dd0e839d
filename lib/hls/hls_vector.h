/* SPDX-License-Identifier: MIT
 * hls::vector<T, N> for running a kernel on the CPU: N elements that operators
 * take one by one. */
#ifndef RETREAD_HLS_HLS_VECTOR_H
#define RETREAD_HLS_HLS_VECTOR_H

#include <array>
#include <cstddef>
#include <initializer_list>

namespace hls
{

template <typename T, std::size_t N> class vector
{
	std::array<T, N> element;

      public:
	typedef T value_type;
	static constexpr std::size_t size()
	{
		return N;
	}
	vector() = default;
	vector(const vector &) = default;
	vector &operator=(const vector &) = default;
	vector(const T &all)
	{
		element.fill(all);
	}
	vector(const std::array<T, N> &other) : element(other)
	{
	}
	vector(std::initializer_list<T> list)
	{
		std::size_t i = 0;
		element.fill(T());
		for (const T &each : list)
			element[i++ % N] = each;
	}
	operator std::array<T, N>() const
	{
		return element;
	}
	T &operator[](std::size_t i)
	{
		return element[i];
	}
	const T &operator[](std::size_t i) const
	{
		return element[i];
	}
	T *begin()
	{
		return element.data();
	}
	T *end()
	{
		return element.data() + N;
	}
	const T *begin() const
	{
		return element.data();
	}
	const T *end() const
	{
		return element.data() + N;
	}

#define HLS_VECTOR_OPERATOR(op)                                                \
	vector &operator op##=(const vector &other)                            \
	{                                                                      \
		for (std::size_t i = 0; i < N; i++)                            \
			element[i] op## = other.element[i];                    \
		return *this;                                                  \
	}                                                                      \
	friend vector operator op(vector left, const vector &right)            \
	{                                                                      \
		return left op## = right;                                      \
	}
#define HLS_VECTOR_COMPARISON(op)                                              \
	friend vector<bool, N> operator op(                                    \
		const vector &left, const vector &right)                       \
	{                                                                      \
		vector<bool, N> result;                                        \
		for (std::size_t i = 0; i < N; i++)                            \
			result[i] = left[i] op right[i];                       \
		return result;                                                 \
	}
#define HLS_VECTOR_REDUCE(name, op)                                            \
	T reduce_##name() const                                                \
	{                                                                      \
		T result = element[0];                                         \
		for (std::size_t i = 1; i < N; i++)                            \
			result = result op element[i];                         \
		return result;                                                 \
	}
	HLS_VECTOR_OPERATOR(+)
	HLS_VECTOR_OPERATOR(-)
	HLS_VECTOR_OPERATOR(*)
	HLS_VECTOR_OPERATOR(/)
	HLS_VECTOR_OPERATOR(%)
	HLS_VECTOR_OPERATOR(&)
	HLS_VECTOR_OPERATOR(|)
	HLS_VECTOR_OPERATOR(^)
	HLS_VECTOR_OPERATOR(<<)
	HLS_VECTOR_OPERATOR(>>)
	HLS_VECTOR_COMPARISON(<)
	HLS_VECTOR_COMPARISON(<=)
	HLS_VECTOR_COMPARISON(==)
	HLS_VECTOR_COMPARISON(!=)
	HLS_VECTOR_COMPARISON(>=)
	HLS_VECTOR_COMPARISON(>)
	HLS_VECTOR_REDUCE(add, +)
	HLS_VECTOR_REDUCE(mult, *)
	HLS_VECTOR_REDUCE(and, &)
	HLS_VECTOR_REDUCE(or, |)
	HLS_VECTOR_REDUCE(xor, ^)
};

} // namespace hls

#endif
