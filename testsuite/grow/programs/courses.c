/* SPDX-License-Identifier: MIT
 * The mean mark of a course, from the marks of all.
 * label: grows course_mean n^2 */
#include <string.h>

struct mark {
	int course, value;
};

double course_mean(const struct mark *mark, int marks, int course)
{
	int sum = 0, count = 0;
	for (int i = 0; i < marks; i++)
		if (mark[i].course == course) {
			sum += mark[i].value;
			count++;
		}
	return count ? (double)sum / count : 0;
}

void all_means(const struct mark *mark, int marks, double *mean, int courses)
{
	for (int i = 0; i < courses; i++)
		mean[i] = course_mean(mark, marks, i);
}
