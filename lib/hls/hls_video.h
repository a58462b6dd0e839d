/* SPDX-License-Identifier: MIT
 * hls::Window and hls::LineBuffer for running a kernel on the CPU: a few rows and
 * columns of an image that moves past. */
#ifndef RETREAD_HLS_HLS_VIDEO_H
#define RETREAD_HLS_HLS_VIDEO_H

#include "ap_fixed.h"
#include "hls_stream.h"

namespace hls
{

template <int ROWS, int COLUMNS, typename T> class Window
{
      public:
	T val[ROWS][COLUMNS];

	void shift_pixels_left()
	{
		for (int i = 0; i < ROWS; i++)
			for (int j = 0; j + 1 < COLUMNS; j++)
				val[i][j] = val[i][j + 1];
	}
	void shift_pixels_right()
	{
		for (int i = 0; i < ROWS; i++)
			for (int j = COLUMNS - 1; j > 0; j--)
				val[i][j] = val[i][j - 1];
	}
	void shift_pixels_up()
	{
		for (int i = 0; i + 1 < ROWS; i++)
			for (int j = 0; j < COLUMNS; j++)
				val[i][j] = val[i + 1][j];
	}
	void shift_pixels_down()
	{
		for (int i = ROWS - 1; i > 0; i--)
			for (int j = 0; j < COLUMNS; j++)
				val[i][j] = val[i - 1][j];
	}
	void insert_pixel(const T &pixel, int row, int column)
	{
		val[row][column] = pixel;
	}
	T &getval(int row, int column)
	{
		return val[row][column];
	}
	T &operator()(int row, int column)
	{
		return val[row][column];
	}
};

template <int ROWS, int COLUMNS, typename T> class LineBuffer
{
      public:
	T val[ROWS][COLUMNS];

	void shift_pixels_up(int column)
	{
		for (int i = 0; i + 1 < ROWS; i++)
			val[i][column] = val[i + 1][column];
	}
	void shift_pixels_down(int column)
	{
		for (int i = ROWS - 1; i > 0; i--)
			val[i][column] = val[i - 1][column];
	}
	void insert_bottom_row(const T &pixel, int column)
	{
		val[ROWS - 1][column] = pixel;
	}
	void insert_top_row(const T &pixel, int column)
	{
		val[0][column] = pixel;
	}
	T &getval(int row, int column)
	{
		return val[row][column];
	}
	T &operator()(int row, int column)
	{
		return val[row][column];
	}
};

} // namespace hls

#endif
