/* SPDX-License-Identifier: MIT
 * What severity depends on and one sighting alone does not know. */
#include "config.h"

#include "analyzer/findings/judge.h"

#include "analyzer/program/user_code.h"

const struct path *causes_user_path(const struct path *path)
{
	while (path->parent && !user_code_has(path->function))
		path = path->parent;
	return path;
}

/* Whether SIGHTING walks a literal that a test passes to what it tests: that is input, and
 * not a table of the program. */
static bool is_literal(
	const struct causes *causes, const struct sighting *sighting)
{
	return sighting->facts.constant != 0 && sighting->facts.is_passed &&
	       sighting->object_kind != OBJECT_VARIABLE &&
	       sighting->caller_place != 0 &&
	       test_code_passes(&causes->test_code,
		       sites_place(causes->sites, sighting->caller_place)
			       ->function);
}

/* Whether all on the way to what SIGHTING reads was inlined into its subject, and something
 * that a test calls is there: whose loop it is is not known. */
static bool is_dissolved(
	const struct causes *causes, const struct sighting *sighting)
{
	const struct path *path = sighting->path;

	return sites_resolve(causes->sites, sighting->site)->depth >=
		       path->length &&
	       !test_code_has_all(&causes->test_code, causes_user_path(path));
}

/* Whether a test's own function, which is called by what it tests, makes the walks of
 * SIGHTING: hardly a step leads from one call of it to the next. Of what was inlined into
 * a loop that is tested nobody knows whose it is. */
static bool is_called_back(
	const struct causes *causes, const struct sighting *sighting)
{
	const struct severity_facts *facts = &sighting->facts;
	const struct path *called =
		test_code_called_back(&causes->test_code, sighting->path);
	const struct path *frame = sighting->path; /* that reads */
	uint32_t depth = sites_resolve(causes->sites, sighting->site)->depth;

	while (depth-- > 1 && frame->parent)
		frame = frame->parent;
	if (!called || facts->steps == 0)
		return false;
	if (called->length <= frame->length)
		return 2 * facts->steps_entered < facts->steps;
	return !user_code_has(frame->function) &&
	       2 * facts->steps_called < facts->steps;
}

/* What the root of SIGHTING is known by, in its subject. */
static uint64_t hash_root(const struct sighting *sighting)
{
	uint64_t hash = path_subject(sighting->path)->index;

	for (const char *letter = sighting->root; *letter; letter++)
		hash = table_mix(hash, (unsigned char)*letter);
	return hash;
}

/* Whether SIGHTING walks a part of what another context shows to be a program: all of its
 * instructions of one kind. */
static bool is_of_program(
	const struct causes *causes, const struct sighting *sighting)
{
	const struct sighting *program =
		sighting->root
			? table_find(&causes->program, 0, hash_root(sighting))
			: NULL;

	return program && 2 * sighting->length.max <= program->length.max;
}

struct severity_facts causes_facts(
	const struct causes *causes, const struct sighting *sighting)
{
	struct severity_facts facts = sighting->facts;
	enum promised_cost promised = promised_cost_of(sighting->path);
	bool called_back = is_called_back(causes, sighting);

	facts.is_test = called_back ||
			(test_code_has(&causes->test_code, sighting->path) &&
				!is_dissolved(causes, sighting));
	facts.is_promised = promised == PROMISED_ALL ||
			    (promised == PROMISED_SHORT &&
				    (double)sighting->longest.max <
					    causes->limits->promised);
	if (is_literal(causes, sighting))
		facts.constant = 0;
	facts.is_program = is_of_program(causes, sighting);
	facts.is_output = output_has(sighting->path);
	facts.is_runtime = runtime_has(sighting->path);
	if (!facts.is_test)
		return facts;
	/* What grows under a test's own hands, or a library's, is not what it
	 * tests. */
	if (called_back || test_code_has_all(&causes->test_code,
				   causes_user_path(sighting->path)))
		facts.walks_grown = 0;
	else /* Of a text it tries what is cut off at each byte. */
		facts.looks_up =
			facts.text_bytes == 0 &&
			facts.lengths_each >= causes->limits->high_lengths &&
			rewalk_limits_go_further(causes->limits,
				facts.walks_longer, facts.walks);
	return facts;
}

static void note_program(struct causes *causes, struct sighting *sighting)
{
	void **slot = table_place(&causes->program, 0, hash_root(sighting));
	const struct sighting *longest = *slot;

	if (!longest || longest->length.max < sighting->length.max)
		*slot = sighting;
}

void causes_note_programs(
	struct causes *causes, const struct sightings *sightings)
{
	for (size_t i = 0; i < sightings->count; i++) {
		struct sighting *sighting = sightings->all[i];
		if (sighting->root && causes_clause(causes, sighting) ==
					      REPORT_CLAUSE_PROGRAM)
			note_program(causes, sighting);
	}
}
