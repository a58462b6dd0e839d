/* SPDX-License-Identifier: MIT
 * A fake program on its stage. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "lib/command/settings.h"
#include "lib/error.h"
#include "lib/memory.h"
#include "lib/trace/trace.h"

#include "analyzer/analysis.h"
#include "analyzer/rewalk/limits.h"
#include "testsuite/unit/scene.h"

void scene_call(struct scene *scene, uint32_t site, char function)
{
	struct trace_call record = {.tag = TRACE_TAG_BASE | TRACE_CALL,
		.site = site,
		.target = fake_address(function, 0),
		.stack_pointer = scene->stack_pointer -= 128,
		.argument = {NODE(0)}};

	trace_builder_add(&scene->trace, &record, sizeof record);
}

void scene_leave(struct scene *scene)
{
	struct trace_return record = {TRACE_TAG_BASE | TRACE_RETURN, 1};

	scene->stack_pointer += 128;
	trace_builder_add(&scene->trace, &record, sizeof record);
}

void scene_allocate(struct scene *scene, uint64_t address, uint64_t size)
{
	struct trace_alloc record = {.tag = TRACE_TAG_BASE | TRACE_ALLOC,
		.address = address,
		.size_bytes = size};

	trace_builder_add(&scene->trace, &record, sizeof record);
}

uint32_t scene_stamp(const struct scene *scene, uint32_t flags)
{
	return (uint32_t)scene->trace.clock << TRACE_STAMP_SHIFT | flags;
}

void scene_set(struct scene *scene)
{
	trace_builder_init(&scene->trace);
	scene->follow_all = scene->runs_short = false;
	scene->only_rewalks = false;
	scene->stack_pointer = UINT64_C(1) << 46;
	trace_builder_site(
		&scene->trace, CALL_A, fake_address('m', 1), TRACE_SITE_CALL);
	trace_builder_site(
		&scene->trace, CALL_C, fake_address('a', 5), TRACE_SITE_CALL);
	trace_builder_site(&scene->trace, READ_NEXT, fake_address('c', 8),
		TRACE_SITE_READ | TRACE_SITE_VALUE);
	trace_builder_site(&scene->trace, READ_VALUE, fake_address('c', 5),
		TRACE_SITE_READ);
	trace_builder_site(&scene->trace, READ_MORE, fake_address('c', 5),
		TRACE_SITE_READ);
	trace_builder_site(&scene->trace, CALL_C_TOO, fake_address('a', 6),
		TRACE_SITE_CALL);
	scene_call(scene, 0, 'm');
	for (int i = 0; i < 8; i++)
		scene_allocate(scene, NODE(i), 16);
}

/* The most memory that this process has had. */
static uint64_t resident_bytes(void)
{
	struct rusage usage;

	assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
	return (uint64_t)usage.ru_maxrss * 1024;
}

void scene_finish(struct scene *scene)
{
	struct error err = {{0}};
	uint64_t limit = scene->runs_short ? 4 * resident_bytes() : 0;
	const struct settings settings = {.follow_all = scene->follow_all,
		.all_rules = !scene->only_rewalks,
		.max_memory = limit};
	struct rewalk_limits limits = rewalk_limits_default;
	struct analysis_options options = {
		.settings = &settings, .limits = &limits};
	struct analysis *analysis;
	struct trace_reader *reader;
	struct trace_view view;
	void *ballast = NULL;

	limits.whole = 0; /* traces of tests are short */
	analysis = analysis_new(&options);
	trace_builder_exit(&scene->trace, 0);
	trace_builder_block(&scene->trace);
	reader =
		trace_builder_open(scene->trace.bytes, scene->trace.size, &err);
	assert_non_null(reader);
	while (trace_next_block(reader, &view, &err) > 0) {
		analysis_add_block(analysis, &view);
		if (limit != 0 && ballast == NULL)
			ballast = memset(memory_alloc(limit), 1, limit);
	}
	free(ballast);
	assert_string_equal(err.text, "");
	report_init(&scene->report);
	analysis_report(analysis, trace_header(reader), NULL, &scene->report);
	report_sort(&scene->report);
	analysis_free(analysis);
	trace_close(reader);
}

void scene_strike(struct scene *scene)
{
	report_release(&scene->report);
	trace_builder_release(&scene->trace);
}

const struct report_finding *scene_find(
	const struct scene *scene, enum report_rule rule, const char *function)
{
	for (size_t i = 0; i < scene->report.finding_count; i++) {
		const struct report_finding *finding =
			&scene->report.finding[i];
		if (finding->rule == rule &&
			strcmp(finding->function, function) == 0)
			return finding;
	}
	return NULL;
}

void scene_walk(struct scene *scene, uint32_t stamp, int length)
{
	for (int i = 0; i < length; i++) {
		trace_builder_read(
			&scene->trace, READ_VALUE, stamp, NODE(i) + 8);
		trace_builder_read_value(
			&scene->trace, READ_NEXT, stamp, NODE(i), NODE(i + 1));
	}
}

void scene_walk_next(struct scene *scene, uint32_t stamp, int length)
{
	for (int i = 0; i < length; i++)
		trace_builder_read_value(
			&scene->trace, READ_NEXT, stamp, NODE(i), NODE(i + 1));
}

void scene_add_sites(struct scene *scene)
{
	struct trace_site wide = {
		.tag = TRACE_TAG_BASE | TRACE_SITE,
		.record_bytes = offsetof(struct trace_site, step),
		.pc = fake_address('c', 20),
		.id = WIDE_READ,
		.size_bytes = 32,
		.flags = TRACE_SITE_READ,
	};

	struct trace_site slot = {
		.tag = TRACE_TAG_BASE | TRACE_SITE,
		.record_bytes = offsetof(struct trace_site, step) + 8,
		.pc = fake_address('c', 25),
		.id = SLOT,
		.size_bytes = 8,
		.flags = TRACE_SITE_READ,
		.base = 4, /* rsp */
		.step_count = 1,
		.step = {8},
	};

	trace_builder_site(&scene->trace, READ_IN_LIBRARY, fake_address('Z', 8),
		TRACE_SITE_READ);
	trace_builder_add(&scene->trace, &wide, wide.record_bytes);
	trace_builder_add(&scene->trace, &slot, slot.record_bytes);
	trace_builder_site(&scene->trace, CALL_FROM_TEST, fake_address('z', 3),
		TRACE_SITE_CALL);
	for (uint32_t i = 0; i < 3; i++)
		trace_builder_site(&scene->trace, FIELDS + i,
			fake_address('c', 30 + i), TRACE_SITE_READ);
}
