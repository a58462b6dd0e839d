/* SPDX-License-Identifier: MIT
 * Inputs that a user gives, as files and as seeds of a search. */
#include "config.h"

#include "fuzz-perf/ir/given.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/ir/functions.h"
#include "fuzz-perf/ir/releases.h"
#include "lib/arguments.h"
#include "lib/command/program.h"
#include "lib/folders.h"
#include "lib/memory.h"
#include "lib/words.h"

/* In the name of a file. */
#define NAME_CHARACTERS                                                        \
	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"

/* Passes that an input is to have. */
struct given_passes {
	unsigned pass[IRF_PASSES_MAX], count;
	bool is_asked; /* by --passes */
};

/* The function as it was written. */
struct given_written {
	char *text;   /* NULL: it is not known */
	bool is_only; /* the other one stands for it, and computes nothing */
};

/* Gives INPUT the names of PASSES. Returns bytes as ir_release_name_passes() does. */
static char *given_name_passes(const struct ir_request *request,
	struct parameters *input, const struct given_passes *passes)
{
	struct arguments names = {0};
	char *list, *named;

	for (unsigned i = 0; i < passes->count; i++)
		arguments_add(
			&names, request->setup.pass[passes->pass[i]].name);
	list = arguments_join_dup(&names, ",");
	named = ir_release_name_passes(request->program, input, list);
	free(list);
	arguments_release(&names);
	return named;
}

/* The file of FN, with argument sets, PASSES and what was WRITTEN; to be freed. NULL: it has
 * none, and the error is filled. What IS_SHORT has a seed in place of what would be drawn
 * anyway. */
static uint8_t *make_input(struct ir_request *request, const struct irf_fn *fn,
	const struct given_passes *passes, const struct given_written *written,
	bool is_short, size_t *length)
{
	const struct ir_setup *setup = &request->setup;
	uint8_t args[IR_ARGUMENT_BYTES], *bytes, *list = NULL, *file = NULL;
	char *named = NULL;
	struct parameters input = {.count = is_short ? 1 : 2};
	struct parameters_stream *last = &input.stream[input.count];
	const struct parameters_stream written_text = {
		.bytes = (const uint8_t *)written->text,
		.length = written->is_only ? strlen(written->text) : 0};
	const struct parameters_stream *source =
		written->is_only ? &written_text : &input.stream[0];

	input.stream[0].length = irf_encode(fn, &setup->profile, &bytes);
	if (!input.stream[0].length) {
		error_set(&request->err, "this compiler takes no such "
					 "functions, or none so large");
		return NULL;
	}
	input.stream[0].bytes = bytes;
	if (is_short)
		input.seed = parameters_hash(0, bytes, input.stream[0].length);
	else
		ir_case_fill_arguments(&input.stream[1], args, source);
	snprintf(last->name, sizeof last->name, IR_STREAM_P);
	last->length = passes->count || passes->is_asked
			       ? ir_encode_passes(setup, passes->pass,
					 passes->count, &list)
			       : 0;
	last->bytes = list;
	input.count += last->length > 0;
	if (!is_short && passes->count && last->length)
		named = given_name_passes(request, &input, passes);
	if (written->text) {
		struct parameters_stream *text = ir_input_stream(
			&input, written->is_only ? IR_STREAM_O : IR_STREAM_W);

		text->bytes = (const uint8_t *)written->text;
		text->length = strlen(written->text);
	}
	if (passes->is_asked && !last->length) {
		error_set(&request->err,
			"--passes: these are more than --max-passes allows, or "
			"are never drawn");
	} else {
		file = ir_input_write_dup(&input, length);
	}
	free(named);
	free(list);
	free(bytes);
	return file;
}

/* Those of --passes. */
static struct given_passes asked_passes(const struct ir_request *request)
{
	struct given_passes passes = {.count = request->setup.fixed_count,
		.is_asked = request->passes != NULL};

	if (passes.count)
		memcpy(passes.pass, request->setup.fixed,
			passes.count * sizeof *passes.pass);
	return passes;
}

/* ---- from a text ---- */

/* Writes the input that FN is to the file of -o, or stdout. */
static int write_function(
	struct ir_request *request, const char *name, const struct irf_fn *fn)
{
	size_t length;
	struct given_passes passes = asked_passes(request);
	const struct given_written written = {.text = NULL};
	uint8_t *file =
		make_input(request, fn, &passes, &written, false, &length);
	bool is_written;

	if (!file) {
		error_add_context(&request->err, "%s", name);
		return ir_request_fail(request, PROGRAM_USAGE);
	}
	is_written = request->out
			     ? gen_file_write(request->out, file, length) == 0
			     : fwrite(file, 1, length, stdout) == length;
	free(file);
	if (is_written)
		return PROGRAM_DONE;
	error_set_errno(&request->err, "%s", request->out ? request->out : "-");
	return ir_request_fail(request, PROGRAM_ENVIRONMENT);
}

int given_encode(void *chosen, const struct operands *operands)
{
	struct ir_request *request = chosen;
	const char *out = request->out, *name = operands->operand[0];
	char why[200];
	size_t length;

	char *text = (char *)gen_file_read(name, &length);
	if (!text) {
		error_set_errno(&request->err, "%s", name);
		return ir_request_fail(request, PROGRAM_USAGE);
	}
	text = memory_resize(text, length + 1, 1);
	text[length] = '\0';
	request->out = NULL;
	int status = ir_request_prepare(request);
	request->out = out;
	struct irf_fn *fn = status == PROGRAM_DONE
				    ? irf_parse(text, why, sizeof why)
				    : NULL;
	if (status == PROGRAM_DONE && !fn) {
		error_set(&request->err, "%s: %s", name, why);
		status = ir_request_fail(request, PROGRAM_USAGE);
	}
	if (fn)
		status = write_function(request, name, fn);
	irf_free(fn);
	ir_request_finish(request);
	free(text);
	return status;
}

/* ---- from files of the compiler's own ---- */

/* Functions of a file, each an input for TAKE. */
struct importing {
	struct ir_request *request;
	const char *path;
	struct given_passes passes; /* of its functions */
	bool tells_refused, is_search;
	unsigned taken, refused;
	unsigned left_out; /* for which there was no room */
	char *first;	   /* file that was written; NULL: none */
	/* Returns 0, or -1 with the request's error filled. */
	int (*take)(struct importing *importing, const char *name,
		const uint8_t *file, size_t length);
	bool has_failed;
};

/* Function NAME of the file; its text is to be freed. */
static struct given_written given_find_written(
	const struct importing *importing, const char *name, bool is_only)
{
	const struct ir_request *request = importing->request;
	const struct irf_target *target = request->target;
	struct given_written written = {.is_only = is_only};

	if (!importing->is_search && target->write_function)
		written.text = target->write_function(
			request->setup.t, importing->path, name);
	return written;
}

/* What stands for a function that the portable IR cannot say: each release makes parameters
 * and buffers of the text. */
static struct irf_fn *make_stand_in(void)
{
	struct ir_fn *fn = ir_new();
	struct ir_block body;

	ir_open(fn, &body);
	return ir_finish(fn, &body, ir_constant(fn, ir_bits(fn, 1), NULL));
}

static void import_each(void *arg, const char *name, const struct irf_fn *fn,
	unsigned line, const char *why)
{
	struct importing *importing = arg;
	struct ir_request *request = importing->request;
	struct given_written written = given_find_written(importing, name, !fn);
	struct irf_fn *own = NULL;
	size_t length;
	uint8_t *file;

	if (!fn && written.text)
		fn = own = make_stand_in();
	file = fn ? make_input(request, fn, &importing->passes, &written,
			    importing->is_search, &length)
		  : NULL;
	irf_free(own);
	free(written.text);
	if (!file) {
		importing->refused++;
		if (importing->tells_refused)
			printf("%s:%u: %s: %s\n", importing->path, line, name,
				fn ? request->err.text : why);
	} else if (!importing->has_failed) {
		importing->has_failed =
			importing->take(importing, name, file, length) != 0;
		importing->taken += !importing->has_failed;
	}
	free(file);
}

/* What a folder has, in the order of names; hidden files are left out. */
static int given_is_shown(const struct dirent *entry)
{
	return *entry->d_name != '.';
}

/* The function of an input in FOLDER, for TAKE. */
static void given_take_other(struct importing *importing, const char *folder,
	const char *file, const char *name)
{
	struct ir_request *request = importing->request;
	char *path = memory_format("%s/%s", folder, file);
	struct parameters input;
	size_t length;
	uint8_t *bytes = gen_file_read(path, &length);

	if (bytes) {
		parameters_read(&input, bytes, length);
		struct irf_fn *fn = irf_decode(input.stream[0].bytes,
			input.stream[0].length, &request->setup.profile);
		import_each(importing, name, fn, 0, "");
		irf_free(fn);
	}
	free(bytes);
	free(path);
}

static void given_take_folder(struct importing *importing, const char *folder)
{
	size_t stem = strlen(words_base_name(importing->path)) + 1;
	struct dirent **entry = NULL;
	int count = scandir(folder, &entry, given_is_shown, alphasort);

	for (int i = 0; i < count; i++) {
		given_take_other(importing, folder, entry[i]->d_name,
			entry[i]->d_name + stem);
		free(entry[i]);
	}
	free(entry);
}

/* Whether a newer release reads the file, which says more than this one's language. The
 * last line that it prints is how many functions there are. */
static bool given_is_newer(struct importing *importing)
{
	struct ir_request *request = importing->request;
	char *folder = folders_make_temporary(NULL), *lines = NULL;
	const char *release;
	bool is_newer;

	if (folder && request->program->own)
		lines = ir_ask_import(
			request->program, importing->path, folder, &release);
	is_newer = lines != NULL;
	if (is_newer) {
		if (importing->tells_refused)
			printf("%s: %s reads it\n", importing->path, release);
		for (char *at = lines, *end; (end = strchr(at, '\n')) && end[1];
			at = end + 1) {
			importing->refused++;
			if (importing->tells_refused)
				printf("%.*s\n", (int)(end - at), at);
		}
		given_take_folder(importing, folder);
	}
	if (folder)
		folders_remove(folder);
	free(folder);
	free(lines);
	return is_newer;
}

/* The passes of --passes, or those that the first line with a command for a test ("RUN:") names,
 * as "-passes=gvn,dce" or "-gvn". */
static void given_find_passes(struct importing *importing)
{
	const struct ir_setup *setup = &importing->request->setup;
	struct given_passes *passes = &importing->passes;
	static const char between[] = " \t,='\"()";
	size_t length = 0;
	char *text = (char *)gen_file_read(importing->path, &length), *at;

	*passes = asked_passes(importing->request);
	text = memory_resize(text, length + 1, 1);
	text[length] = '\0';
	at = passes->is_asked ? NULL : strstr(text, "RUN:");
	for (; at && *at && *at != '\n'; at += length) {
		at += strspn(at, between);
		at += strspn(at, "-");
		length = strcspn(at, " \t,='\"()\n");
		unsigned pass = ir_request_find_pass(setup, at, length);
		if (pass < setup->passes && passes->count < setup->max_passes)
			passes->pass[passes->count++] = pass;
	}
	free(text);
}

static int given_import_file(struct importing *importing, const char *path)
{
	struct ir_request *request = importing->request;
	const struct irf_target *target = request->target;
	char *why;

	importing->path = path;
	given_find_passes(importing);
	if (!target->import_file)
		return error_set(&request->err,
			"%s: this compiler's table reads no files", path);
	why = target->import_file(
		request->setup.t, path, import_each, importing);
	if (why && given_is_newer(importing)) {
		free(why);
		why = NULL;
	}
	if (why)
		error_set(&request->err, "%s: %s", path, why);
	free(why);
	return why || importing->has_failed ? -1 : 0;
}

/* In the folder of -o, the input that function NAME of a file is: FILE.NAME. */
static int take_as_file(struct importing *importing, const char *name,
	const uint8_t *file, size_t length)
{
	struct ir_request *request = importing->request;
	char *path = memory_format("%s/%s.%s", request->out,
		words_base_name(importing->path), name);

	for (char *at = path + strlen(request->out) + 1; *at; at++)
		if (!strchr(NAME_CHARACTERS, *at))
			*at = '_';
	int result = gen_file_write(path, file, length);
	if (result != 0)
		error_set_errno(&request->err, "%s", path);
	if (result == 0 && !importing->first)
		importing->first = path;
	else
		free(path);
	return result;
}

int given_import(void *chosen, const struct operands *operands)
{
	struct ir_request *request = chosen;
	const char *out = request->out ? request->out : "ir-seeds";
	struct importing importing = {.request = request,
		.tells_refused = true,
		.take = take_as_file};

	request->out = NULL;
	int status = ir_request_prepare(request);
	request->out = out;
	if (status == PROGRAM_DONE && folders_make(out, &request->err) != 0)
		status = ir_request_fail(request, PROGRAM_ENVIRONMENT);
	for (size_t i = 0; status == PROGRAM_DONE && i < operands->count; i++)
		if (given_import_file(&importing, operands->operand[i]) != 0)
			status = ir_request_fail(request, PROGRAM_USAGE);
	if (status == PROGRAM_DONE) {
		printf("%u of %u functions are in %s", importing.taken,
			importing.taken + importing.refused, out);
		if (importing.first)
			printf(importing.taken > 1 ? ", the first as %s"
						   : ", as %s",
				words_base_name(importing.first));
		putchar('\n');
		status = importing.taken ? PROGRAM_DONE : PROGRAM_NOTHING;
		if (!importing.taken && !importing.refused)
			fprintf(stderr,
				"%s: there is no function in these files, only "
				"declarations at most\n",
				request->name);
	}
	free(importing.first);
	ir_request_finish(request);
	return status;
}

/* ---- for a search ---- */

static int take_as_seed(struct importing *importing, const char *name,
	const uint8_t *file, size_t length)
{
	(void)name;
	importing->left_out += ir_campaign_give(importing->request->campaign,
				       file, length) != 0;
	return 0;
}

/* Passes of a seed change, so they have no names. */
static void given_take_seed(
	struct importing *importing, const uint8_t *bytes, size_t length)
{
	struct parameters input;
	unsigned count;
	uint8_t *plain = NULL;

	parameters_read(&input, bytes, length);
	count = input.count;
	free(ir_release_take_passes(importing->request->program, &input));
	if (input.count < count)
		plain = ir_input_write_dup(&input, &length);
	take_as_seed(importing, "", plain ?: bytes, length);
	free(plain);
}

static int read_given(struct importing *importing, const char *path)
{
	const char *end = strrchr(path, '.');
	size_t length;

	if (end && !strcmp(end, ".ll"))
		return given_import_file(importing, path);
	uint8_t *bytes = gen_file_read(path, &length);
	if (!bytes)
		return error_set_errno(&importing->request->err, "%s", path);
	importing->taken++;
	given_take_seed(importing, bytes, length);
	free(bytes);
	return 0;
}

/* Reads what is in the folder PATH, and in its folders. Returns false if it is not one. */
static bool given_read_folder(struct importing *importing, const char *path)
{
	struct dirent **entry;
	int count = scandir(path, &entry, given_is_shown, alphasort);

	for (int i = 0; i < count; i++) {
		char *name = memory_format("%s/%s", path, entry[i]->d_name);
		/* One file that LLVM cannot read is not a reason to stop. */
		if (entry[i]->d_type != DT_DIR ||
			!given_read_folder(importing, name))
			read_given(importing, name);
		free(name);
		free(entry[i]);
	}
	if (count >= 0)
		free(entry);
	return count >= 0;
}

int given_read(struct ir_request *request, const char *path)
{
	struct importing importing = {
		.request = request, .is_search = true, .take = take_as_seed};
	int result = 0;

	if (!given_read_folder(&importing, path))
		result = read_given(&importing, path);
	else if (!importing.taken)
		result = error_set(&request->err,
			"%s: there is no input in it, and no function that can "
			"be imported",
			path);
	if (result == 0 && importing.left_out)
		fprintf(stderr,
			"%s: %u of %u seeds are left out: the others fill %d "
			"MiB\n",
			path, importing.left_out, importing.taken,
			IR_GIVEN_BYTES >> 20);
	return result;
}
