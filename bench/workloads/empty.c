/* SPDX-License-Identifier: MIT
 * Does nothing: what a tool costs to start. */
int main(void)
{
	return 0;
}
