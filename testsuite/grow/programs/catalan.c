/* SPDX-License-Identifier: MIT
 * Numbers of trees, by those of smaller ones, again and again.
 * label: grows trees 3^n */
unsigned long trees(unsigned nodes)
{
	unsigned long sum = nodes < 2;
	for (unsigned left = 0; nodes >= 2 && left < nodes; left++)
		sum += trees(left) * trees(nodes - 1 - left);
	return sum;
}
