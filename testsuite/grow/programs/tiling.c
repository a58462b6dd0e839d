/* SPDX-License-Identifier: MIT
 * Ways to tile a wall of three rows, by those of smaller ones, again and again.
 * label: grows tilings 1.93^n */
long tilings(int width)
{
	if (width == 0)
		return 1;
	if (width < 0)
		return 0;
	return tilings(width - 1) + tilings(width - 2) + tilings(width - 3) +
	       tilings(width - 4);
}
