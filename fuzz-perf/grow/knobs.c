/* SPDX-License-Identifier: MIT
 * The list of knobs of a test program, whatever their kinds. */
#include "config.h"

#include "fuzz-perf/grow/knobs.h"

#include <ctype.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/arguments.h"
#include "lib/code/elf.h"
#include "lib/code/interpreters.h"
#include "lib/code/test_names.h"
#include "lib/error.h"
#include "lib/json.h"
#include "lib/words.h"

const struct grow_knob *grow_knobs_by_id(
	const struct grow_knobs *knobs, const char *id, size_t length)
{
	for (size_t i = 0; i < knobs->count; i++)
		if (strlen(knobs->knob[i].id) == length &&
			!strncmp(knobs->knob[i].id, id, length))
			return &knobs->knob[i];
	return NULL;
}

static const struct grow_function *knobs_test_named(
	const struct grow_knobs *knobs, const char *name, size_t length)
{
	for (size_t i = 0; i < knobs->code.count; i++) {
		const struct grow_function *each = &knobs->code.function[i];
		if (each->is_test && strncmp(each->name, name, length) == 0 &&
			each->name[length] == '\0')
			return each;
	}
	return NULL;
}

const struct grow_function *grow_knobs_test(
	const struct grow_knobs *knobs, const char *name)
{
	static const char outer[] = "_jmp", inner[] = "_impl";
	size_t length = strcspn(name, "@"), end = strlen(outer);
	const struct grow_function *found =
		knobs_test_named(knobs, name, strlen(name));
	char *body;

	found = found ? found : knobs_test_named(knobs, name, length);
	if (found || length < end ||
		strncmp(name + length - end, outer, end) != 0)
		return found;
	/* Criterion calls a test by a function of its own. */
	body = memory_format("%.*s%s", (int)(length - end), name, inner);
	found = knobs_test_named(knobs, body, strlen(body));
	free(body);
	return found;
}

/*--- the whole ---*/

/* A script of libtool that starts the program from .libs: where that is. Free it. */
static char *find_script_program(const char *path)
{
	const char *base = words_base_name(path);
	static const char *const prefixes[] = {"lt-", ""};
	char *found = NULL;

	for (size_t i = 0; !found && i < 2; i++) {
		found = memory_format("%.*s.libs/%s%s", (int)(base - path),
			path, prefixes[i], base);
		if (access(found, X_OK) != 0) {
			free(found);
			found = NULL;
		}
	}
	return found;
}

static bool is_elf(const char *path)
{
	char head[4] = "";
	int file = open(path, O_RDONLY | O_CLOEXEC);
	bool is_one = file >= 0 && read(file, head, 4) == 4 &&
		      !memcmp(head, "\177ELF", 4);

	if (file >= 0)
		close(file);
	return is_one;
}

static int knobs_check_program(const char *path, struct error *err)
{
	struct elf_facts facts;
	struct stat status;

	if (stat(path, &status))
		return error_set_errno(err, "%s", path);
	if (interpreters_have(path))
		return error_set(err,
			"%s is an interpreter or starts programs, so nothing "
			"in it can be grown; record it: retread prove grows "
			"the files that they read",
			path);
	if (status.st_mode & (S_ISUID | S_ISGID))
		return error_set(err,
			"%s runs with rights of its own (setuid), so nothing "
			"can be loaded into it",
			path);
	if (elf_read_facts(path, &facts, err))
		return -1;
	if (facts.is_static)
		return error_set(err,
			"%s is linked statically, so nothing can be loaded "
			"into it; link the test dynamically",
			path);
	return 0;
}

static void knobs_look_at_code(struct grow_knobs *knobs, bool has_many_texts)
{
	grow_loops_find(knobs);
	grow_steps_visit(knobs, grow_calls_look_at);
	grow_calls_compare(knobs);
	grow_steps_visit(knobs, grow_arrays_look_at);
	grow_steps_visit(knobs, grow_numbers_look_at);
	grow_steps_visit(knobs, grow_texts_look_at);
	if (has_many_texts)
		grow_steps_visit(knobs, grow_texts_look_further);
}

/* Whether the command has words beside options and numbers: files, folders, names. */
static bool knobs_are_given_words(const struct grow_knobs *knobs)
{
	for (size_t i = 1; knobs->command[i]; i++) {
		const char *word = knobs->command[i];
		if (*word != '-' && word[strspn(word, "0123456789.,:")])
			return true;
	}
	return false;
}

int grow_knobs_find(struct grow_knobs *knobs, char *const *command,
	const char *only, bool has_many_texts, struct error *err)
{
	char *after =
		is_elf(command[0]) ? NULL : find_script_program(command[0]);
	const char *path = after ? after : command[0];
	int result;

	*knobs = (struct grow_knobs){.command = command,
		.refused = memory_alloc_zero(1, sizeof(struct arguments)),
		.alone = memory_alloc_zero(2, sizeof(struct grow_alone))};
	result = !after && !is_elf(path)
			 ? error_set(err,
				   "%s is not a compiled program; name the "
				   "test program that it starts: retread grow "
				   "-- ./TEST [ARGUMENT]...",
				   path)
			 : knobs_check_program(path, err);
	if (!result)
		result = grow_code_open(&knobs->code, path, err);
	if (!result && knobs->code.count == 0)
		result = error_set(err,
			"%s has no debug information; compile the test with "
			"-g",
			path);
	free(after);
	if (result)
		return -1;
	const struct grow_function *test =
		only ? grow_knobs_test(knobs, only) : NULL;
	knobs->idle = test ? grow_code_idle_dup(&knobs->code, test) : NULL;
	grow_rooms_find(knobs);
	grow_sizes_find(knobs);
	grow_arguments_find(knobs);
	grow_steps_visit(knobs, grow_arguments_look_at);
	grow_files_find(knobs);
	/* The data of a program, unless it is a test, are what it is given. */
	if (!knobs_are_given_words(knobs) || knobs->code.has_tests)
		knobs_look_at_code(knobs, has_many_texts);
	return 0;
}

void grow_knobs_release(struct grow_knobs *knobs)
{
	arguments_release(knobs->refused);
	free(knobs->refused);
	grow_texts_release(knobs);
	free(knobs->knob);
	free(knobs->call);
	free(knobs->load);
	free(knobs->idle);
	for (size_t i = 0; knobs->alone && i < 2; i++)
		free(knobs->alone[i].text);
	free(knobs->alone);
	grow_code_release(&knobs->code);
	arena_release(&knobs->arena);
}

/*--- as JSON ---*/

/* REACHED has for each test the functions that it leads to; what is inlined is there, too,
 * by the names of tests around it. */
static struct json_value *describe_tests_of(const struct grow_knobs *knobs,
	bool *const *reached, const struct grow_knob *knob)
{
	struct json_value *tests = json_make_array();
	size_t at = grow_code_index(&knobs->code, knob->function);
	struct grow_names names;

	for (size_t i = 0; i < knobs->code.count; i++)
		if (reached[i] && reached[i][at])
			json_append_text(tests, knobs->code.function[i].name);
	grow_code_list_names(&knobs->code, knob->at, GROW_NAMES_MAX, &names);
	for (size_t i = 0; i + 1 < names.count; i++)
		if (test_names_have_word(names.name[i]))
			json_append_text(tests, names.name[i]);
	return tests;
}

/* Whether LOOP is inside another one with its bound. */
static bool loop_is_nested(
	const struct grow_knobs *knobs, const struct grow_knob *loop)
{
	for (size_t i = 0; i < knobs->count; i++) {
		const struct grow_knob *other = &knobs->knob[i];
		if (other->kind == GROW_LOOP && loop->kind == GROW_LOOP &&
			other->function == loop->function &&
			other->base == loop->base && other->top < loop->top &&
			loop->back < other->back)
			return true;
	}
	return false;
}

static struct json_value *describe_knob(const struct grow_knobs *knobs,
	bool *const *reached, const struct grow_knob *knob)
{
	bool has_copies = knob->family && !family_is_numbered(knob->family);

	return JSON_OBJECT(JSON("id", knob->id),
		JSON("kind", grow_kind_names[knob->kind]),
		JSON("function", knob->function ? knob->function->name : NULL),
		JSON("file", knob->file), JSON("line", knob->line),
		JSON("tests", knob->function
				      ? describe_tests_of(knobs, reached, knob)
				      : json_make_array()),
		JSON("base", knob->base), JSON("min", knob->min),
		JSON("max", knob->max), JSON("what", knob->what),
		JSON("text", knob->text), JSON("bytes", knob->bytes.length),
		JSON("nested", loop_is_nested(knobs, knob)),
		JSON("same", knob->is_same), JSON("copies", has_copies));
}

struct json_value *grow_knobs_describe(
	const struct grow_knobs *knobs, const char *only)
{
	const struct grow_function *alone =
		only ? grow_knobs_test(knobs, only) : NULL;
	struct json_value *tests = json_make_array(), *list = json_make_array(),
			  *refused = json_make_array();
	bool **reached =
		memory_alloc_zero(knobs->code.count + 1, sizeof *reached);

	for (size_t i = 0; i < knobs->code.count; i++) {
		const struct grow_function *each = &knobs->code.function[i];
		if (!each->is_test)
			continue;
		json_append(tests, JSON_OBJECT(JSON("name", each->name),
					   JSON("file", each->file),
					   JSON("line", each->line)));
		if (grow_knobs_look_into(knobs, i))
			reached[i] = grow_code_reached_dup(&knobs->code, each);
	}
	/* Files are not of the test program. */
	for (size_t i = 0; i < knobs->count; i++)
		if (knobs->knob[i].kind != GROW_FILE)
			json_append(list,
				describe_knob(knobs, reached, &knobs->knob[i]));
	for (size_t i = 0; i < knobs->code.count; i++)
		free(reached[i]);
	free(reached);
	for (size_t i = 0; i < knobs->refused->count; i++)
		json_append_text(refused, knobs->refused->word[i]);
	return JSON_OBJECT(JSON("program", knobs->code.path),
		JSON("only", alone ? alone->name : NULL), JSON("tests", tests),
		JSON("knobs", list), JSON("refused", refused));
}
