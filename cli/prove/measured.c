/* SPDX-License-Identifier: MIT
 * How long a test that grows works without the recorder. */
#include "config.h"

#include <stdlib.h>

#include "cli/prove/tester.h"
#include "lib/error.h"
#include "lib/families/family.h"

#define MEASURED_ENOUGH                                                        \
	0.1 /* seconds of CPU time: much more than a start takes */
#define MEASURED_LEAST	   0.02 /* below that it says nothing */
#define MEASURED_LIMIT	   2	/* of one run */
#define MEASURED_DOUBLINGS 12

/* CPU seconds of the test with VALUE; below 0: it did not end. */
static double measured_run(
	struct tester *tester, const struct trial *trial, uint64_t value)
{
	struct trial_setting setting;
	struct knobs_run run;
	struct error ignored = {{0}};
	double seconds = -1;

	trial_set(trial, value, &setting);
	if ((!setting.put.place ||
		    tester_put_file(tester, &setting.put) == 0) &&
		knobs_write(&run, &tester->arena, &tester->keeper,
			&setting.knobs, &ignored) == 0) {
		const struct native_run native = tester_native(tester, &run);
		seconds = native_seconds(
			&native, tester_left(tester, MEASURED_LIMIT));
	}
	bytes_release(&setting.bytes);
	tester_put_back(tester);
	return seconds;
}

static void measured_find(struct tester *tester, struct trial *trial)
{
	double start = measured_run(tester, trial, trial->value[0]);
	double longest = start, seconds = start;
	uint64_t value = trial->value[trial->done - 1], max = UINT64_MAX;

	for (size_t i = 0; i < trial->group.knobs; i++)
		max = trial->group.knob[i]->max < max
			      ? trial->group.knob[i]->max
			      : max;
	for (int i = 0; i < MEASURED_DOUBLINGS && seconds >= 0 &&
			longest - start < MEASURED_ENOUGH && value <= max &&
			!tester_is_over(tester);
		i++, value *= 2) {
		seconds = measured_run(tester, trial, value);
		if (seconds - start < MEASURED_LEAST || seconds < longest)
			continue;
		longest = seconds;
		trial->native_value = value;
		trial->native_seconds = seconds - start;
	}
}

/* Of all findings that one trial shows to grow it says the same. */
void tester_measure(
	struct tester *tester, struct trial *trial, struct prove_points *points)
{
	if (!trial->is_measured && !tester_is_over(tester))
		measured_find(tester, trial);
	trial->is_measured = true;
	points->native_value = trial->native_value;
	points->native_seconds = trial->native_seconds;
}
