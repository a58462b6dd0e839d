/* SPDX-License-Identifier: MIT
 * In how many ways a number is a sum, each sum worked out again.
 * label: grows partitions 2^n */
unsigned long partitions(int number, int largest)
{
	if (number == 0)
		return 1;
	if (number < 0 || largest == 0)
		return 0;
	return partitions(number, largest - 1) +
	       partitions(number - largest, largest);
}
