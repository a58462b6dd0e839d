/* SPDX-License-Identifier: MIT
 * Prints the records of a trace as text. */
#include "config.h"

#include "lib/trace/printer.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/memory.h"
#include "lib/trace/trace.h"

/* A part of the address space and the file that is mapped there. */
struct printer_module {
	uint64_t start;
	uint64_t end;
	uint64_t file_offset;
	const char *name;
};

/* Where a site's instruction is; MODULE NULL: OFFSET is the address. */
struct printer_place {
	const char *module;
	uint64_t offset;
};

struct trace_printer {
	FILE *out;
	struct arena arena; /* names of modules */
	struct printer_module *module;
	size_t module_count;
	size_t module_capacity;
	struct printer_place *site; /* by id */
	size_t site_limit;
	size_t site_capacity;
	uint64_t base; /* of stamps */
};

struct trace_printer *trace_printer_new(FILE *out)
{
	struct trace_printer *printer = memory_alloc_zero(1, sizeof *printer);

	printer->out = out;
	return printer;
}

void trace_printer_free(struct trace_printer *printer)
{
	if (!printer)
		return;
	arena_release(&printer->arena);
	free(printer->module);
	free(printer->site);
	free(printer);
}

static void printer_print_name(FILE *out, const char *name, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		unsigned char byte = (unsigned char)name[i];
		if (byte <= ' ' || byte >= 0x7f || byte == '\\')
			fprintf(out, "\\x%02x", byte);
		else
			putc(byte, out);
	}
}

const char *trace_printer_time(char *buffer, uint64_t unix_ms)
{
	time_t seconds = (time_t)(unix_ms / 1000);
	struct tm time;

	/* Years past what a struct tm holds come from damaged clocks. */
	if (!gmtime_r(&seconds, &time)) {
		snprintf(buffer, TRACE_PRINTER_TIME_BYTES, "%" PRIu64 "ms",
			unix_ms);
		return buffer;
	}
	strftime(buffer, TRACE_PRINTER_TIME_BYTES, "%Y-%m-%dT%H:%M:%S", &time);
	snprintf(buffer + strlen(buffer),
		TRACE_PRINTER_TIME_BYTES - strlen(buffer), ".%03uZ",
		(unsigned)(unix_ms % 1000));
	return buffer;
}

void trace_printer_print_command(FILE *out, const struct trace_header *header)
{
	const char *word = header->command;
	const char *end = word + header->command_bytes;

	while (word < end) {
		size_t length = strnlen(word, (size_t)(end - word));
		if (word != header->command)
			putc(' ', out);
		printer_print_name(out, word, length);
		word += length + 1;
	}
}

void trace_printer_print_header(
	struct trace_printer *printer, const struct trace_header *header)
{
	char time[TRACE_PRINTER_TIME_BYTES];

	fprintf(printer->out,
		"# retread-trace %u pid=%u parent=%u started=%s\n",
		header->version, header->pid, header->parent_pid,
		trace_printer_time(time, header->started_unix_ms));
	fprintf(printer->out, "# command ");
	trace_printer_print_command(printer->out, header);
	putc('\n', printer->out);
}

static void printer_add_module(
	struct trace_printer *printer, struct printer_module module)
{
	printer->module =
		memory_grow(printer->module, &printer->module_capacity,
			printer->module_count + 1, sizeof *printer->module);
	printer->module[printer->module_count++] = module;
}

/* Forgets what was mapped in [START, END). Modules do not overlap, so at most
 * one stands out below, and one above. */
static void cut_modules(
	struct trace_printer *printer, uint64_t start, uint64_t end)
{
	struct printer_module above = {0};
	size_t kept = 0;

	for (size_t i = 0; i < printer->module_count; i++) {
		struct printer_module module = printer->module[i];
		if (module.start < end && module.end > end) {
			above = module;
			above.file_offset += end - above.start;
			above.start = end;
		}
		if (module.start < end && module.end > start)
			module.end = start;
		if (module.start < module.end)
			printer->module[kept++] = module;
	}
	printer->module_count = kept;
	if (above.end != 0)
		printer_add_module(printer, above);
}

static void learn_module(
	struct trace_printer *printer, const struct trace_module *record)
{
	const char *slash = strrchr(record->path, '/');
	struct printer_module module = {
		.start = record->start,
		.end = record->end,
		.file_offset = record->file_offset,
		.name = arena_string(
			&printer->arena, slash ? slash + 1 : record->path),
	};

	cut_modules(printer, module.start, module.end);
	printer_add_module(printer, module);
}

static struct printer_place printer_find_place(
	const struct trace_printer *printer, uint64_t address)
{
	struct printer_place place = {NULL, address};

	for (size_t i = printer->module_count; i-- > 0;) {
		const struct printer_module *module = &printer->module[i];
		if (address < module->start || address >= module->end)
			continue;
		place.module = module->name;
		place.offset = address - module->start + module->file_offset;
		break;
	}
	return place;
}

static void learn_site(
	struct trace_printer *printer, const struct trace_site *site)
{
	size_t limit = (size_t)site->id + 1;

	if (limit > printer->site_limit) {
		printer->site = memory_grow(printer->site,
			&printer->site_capacity, limit, sizeof *printer->site);
		memset(printer->site + printer->site_limit, 0,
			(limit - printer->site_limit) * sizeof *printer->site);
		printer->site_limit = limit;
	}
	printer->site[site->id] = printer_find_place(printer, site->pc);
}

static void printer_print_place(struct trace_printer *printer, const char *key,
	struct printer_place place)
{
	fprintf(printer->out, " %s=", key);
	if (place.module) {
		printer_print_name(
			printer->out, place.module, strlen(place.module));
		putc('+', printer->out);
	}
	fprintf(printer->out, "0x%" PRIx64, place.offset);
}

static void printer_print_code(
	struct trace_printer *printer, const char *key, uint64_t address)
{
	printer_print_place(printer, key, printer_find_place(printer, address));
}

static void print_site_number(struct trace_printer *printer, uint32_t site)
{
	fprintf(printer->out, " site=%u", site);
	if (site != 0)
		printer_print_place(printer, "pc", printer->site[site]);
}

static void print_arguments(
	struct trace_printer *printer, const unsigned long long argument[4])
{
	fprintf(printer->out, " arguments=0x%llx,0x%llx,0x%llx,0x%llx",
		argument[0], argument[1], argument[2], argument[3]);
}

static void print_stamp(
	const struct trace_printer *printer, const char *name, uint32_t stamp)
{
	if (stamp == 0)
		fprintf(printer->out, " %s=never", name);
	else
		fprintf(printer->out, " %s=%" PRIu64 "%s%s", name,
			trace_stamp_clock(stamp, printer->base),
			stamp & TRACE_STAMP_OWN ? ",own" : "",
			stamp & TRACE_STAMP_EXTERNAL ? ",external" : "");
}

static void print_read(struct trace_printer *printer,
	const struct trace_read *read, bool has_value)
{
	print_site_number(printer, read->site);
	fprintf(printer->out, " address=0x%llx",
		trace_plain_address(read->address));
	print_stamp(printer, "written", read->stamp);
	if (has_value)
		fprintf(printer->out, " value=0x%llx", read->value);
}

/* "from=rdi:+16,-8": load at rdi + 16, then 8 below what was there. */
static void print_steps(FILE *out, const struct trace_site *site)
{
	static const char *const base[] = {"rax", "rcx", "rdx", "rbx", "rsp",
		"rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13",
		"r14", "r15", "pc"};

	for (unsigned i = 0; i < site->step_count; i++) {
		if (i == 0)
			fprintf(out, " from=%s:", base[site->base]);
		else
			putc(',', out);
		if (i == 0 && site->base == TRACE_BASE_PC)
			fprintf(out, "0x%llx", site->step[0]);
		else
			fprintf(out, "%+lld", site->step[i]);
	}
}

static void printer_print_site(
	struct trace_printer *printer, const struct trace_site *site)
{
	static const char *const flag[] = {"read", "value", "call", "indexed"};
	const char *between = " flags=";

	print_site_number(printer, site->id);
	for (unsigned i = 0; i < sizeof flag / sizeof flag[0]; i++) {
		if (!(site->flags & (1u << i)))
			continue;
		fprintf(printer->out, "%s%s", between, flag[i]);
		between = ",";
	}
	fprintf(printer->out, " bytes=%u", site->size_bytes);
	print_steps(printer->out, site);
	if (site->flags & TRACE_SITE_INDEXED)
		fprintf(printer->out, " scale=%u", site->index_scale);
}

static void print_module(
	struct trace_printer *printer, const struct trace_module *module)
{
	fprintf(printer->out,
		" start=0x%llx end=0x%llx offset=0x%llx path=", module->start,
		module->end, module->file_offset);
	printer_print_name(printer->out, module->path, strlen(module->path));
}

static void printer_print_range(
	struct trace_printer *printer, const struct trace_range *range)
{
	fprintf(printer->out, " start=0x%llx end=0x%llx", range->start,
		range->end);
}

static void printer_print_call(
	struct trace_printer *printer, const struct trace_call *call)
{
	print_site_number(printer, call->site);
	printer_print_code(printer, "target", call->target);
	fprintf(printer->out, " stack=0x%llx", call->stack_pointer);
	print_arguments(printer, call->argument);
}

static void print_enter(
	struct trace_printer *printer, const struct trace_enter *enter)
{
	print_site_number(printer, enter->site);
	printer_print_code(printer, "function", enter->function);
	print_arguments(printer, enter->argument);
}

static const char *const alloc_kind[] = {
	[TRACE_ALLOC_MALLOC] = "malloc",
	[TRACE_ALLOC_CALLOC] = "calloc",
	[TRACE_ALLOC_NEW] = "new",
	[TRACE_ALLOC_NEW_ARRAY] = "new[]",
	[TRACE_ALLOC_MEMALIGN] = "memalign",
	[TRACE_ALLOC_POOL] = "pool",
};

static void print_heap(struct trace_printer *printer, const void *record)
{
	const struct trace_alloc *alloc = record;
	const struct trace_free *freed = record;
	const struct trace_realloc *moved = record;

	switch (trace_record_type(record)) {
	case TRACE_ALLOC:
		fprintf(printer->out, " kind=%s address=0x%llx bytes=%llu",
			alloc_kind[alloc->kind], alloc->address,
			alloc->size_bytes);
		break;
	case TRACE_FREE:
		fprintf(printer->out, " kind=%s address=0x%llx",
			alloc_kind[freed->kind], freed->address);
		break;
	default:
		fprintf(printer->out, " from=0x%llx address=0x%llx bytes=%llu",
			moved->old_address, moved->address, moved->size_bytes);
	}
}

static void print_exit(FILE *out, const struct trace_exit *end)
{
	if (end->signal < 0)
		fprintf(out, " exec");
	else if (end->signal > 0)
		fprintf(out, " signal=%d", end->signal);
	else
		fprintf(out, " code=%d", end->exit_code);
}

static void print_string(
	struct trace_printer *printer, const struct trace_string *string)
{
	static const char *const role[] = {
		[TRACE_STRING_SCAN] = "scan",
		[TRACE_STRING_COMPARE] = "compare",
		[TRACE_STRING_COPY] = "copy",
		[TRACE_STRING_FILL] = "fill",
		[TRACE_STRING_RUN] = "run",
		[TRACE_STRING_GIVE] = "give",
		[TRACE_STRING_SOURCE] = "source",
	};

	print_site_number(printer, string->site);
	fprintf(printer->out, " role=%s bytes=%llu address=0x%llx",
		role[string->role], string->length_bytes, string->address);
	print_stamp(printer, "written", string->stamp);
	print_stamp(printer, "half", string->half_stamp);
	if (string->step_bytes != 0)
		fprintf(printer->out, " step=%d", string->step_bytes);
}

/* RECORD is a stay or a run. */
static void print_folded(struct trace_printer *printer, const void *record)
{
	const struct trace_stay *stay = record;
	const struct trace_run *run = record;

	print_site_number(printer, stay->site);
	if (trace_record_type(record) == TRACE_STAY) {
		fprintf(printer->out, " count=%u", stay->count);
		print_stamp(printer, "last", stay->stamp);
		return;
	}
	fprintf(printer->out, " count=%u address=0x%llx step=%lld", run->count,
		trace_plain_address(run->address), run->step);
	print_stamp(printer, "written", run->stamp);
}

/* Prints the fields of anything but a READ. */
static void print_fields(struct trace_printer *printer, const void *record)
{
	static const char *const lost[] = {
		[TRACE_LOST_LIMIT] = "limit",
		[TRACE_LOST_OFF] = "off",
		[TRACE_LOST_ON] = "on",
	};
	const char *name;

	switch (trace_record_type(record)) {
	case TRACE_SITE:
		printer_print_site(printer, record);
		break;
	case TRACE_MODULE:
		print_module(printer, record);
		break;
	case TRACE_MAP:
	case TRACE_UNMAP:
		printer_print_range(printer, record);
		break;
	case TRACE_CALL:
		printer_print_call(printer, record);
		break;
	case TRACE_ENTER:
		print_enter(printer, record);
		break;
	case TRACE_RETURN:
		fprintf(printer->out, " count=%u",
			((const struct trace_return *)record)->count);
		break;
	case TRACE_THREAD:
	case TRACE_THREAD_END:
		fprintf(printer->out, " number=%u",
			((const struct trace_thread *)record)->thread);
		break;
	case TRACE_ALLOC:
	case TRACE_FREE:
	case TRACE_REALLOC:
		print_heap(printer, record);
		break;
	case TRACE_REBASE:
		fprintf(printer->out, " base=%llu",
			((const struct trace_rebase *)record)->base);
		break;
	case TRACE_TEST:
	case TRACE_FILE:
		name = ((const struct trace_text *)record)->text;
		fprintf(printer->out, " name=");
		printer_print_name(printer->out, name, strlen(name));
		break;
	case TRACE_LOST:
		fprintf(printer->out, " reason=%s",
			lost[((const struct trace_lost *)record)->reason]);
		break;
	case TRACE_SKIP:
		fprintf(printer->out, " calls=%u clocks=%llu",
			((const struct trace_skip *)record)->calls,
			((const struct trace_skip *)record)->clocks);
		break;
	case TRACE_STAY:
	case TRACE_RUN:
		print_folded(printer, record);
		break;
	case TRACE_EXIT:
		print_exit(printer->out, record);
		break;
	case TRACE_STRING:
		print_string(printer, record);
		break;
	case TRACE_RECORD_LIMIT:
		break;
	}
}

static void printer_learn(struct trace_printer *printer, const void *record)
{
	const struct trace_range *range = record;

	switch (trace_record_type(record)) {
	case TRACE_SITE:
		learn_site(printer, record);
		break;
	case TRACE_MODULE:
		learn_module(printer, record);
		break;
	case TRACE_UNMAP:
		cut_modules(printer, range->start, range->end);
		break;
	case TRACE_REBASE:
		printer->base = ((const struct trace_rebase *)record)->base;
		break;
	default:
		break;
	}
}

void trace_printer_record(struct trace_printer *printer, const void *record,
	size_t size, uint64_t clock, bool wanted)
{
	bool is_read = trace_record_is_read(record);

	if (!is_read)
		printer_learn(printer, record);
	if (!wanted)
		return;
	fprintf(printer->out, "%" PRIu64 " %s", clock,
		trace_record_name(is_read ? 0 : trace_record_type(record)));
	if (is_read)
		print_read(printer, record, size == TRACE_READ_VALUE_BYTES);
	else
		print_fields(printer, record);
	putc('\n', printer->out);
}
