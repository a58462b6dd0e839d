/* SPDX-License-Identifier: MIT
 * Compiles small programs for the tests of symbols and labels, and reads their
 * load instructions with objdump. */
#include "config.h"

#include "testsuite/unit/subject.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COMMAND_BYTES 4096

bool subject_has_compiler(const char *compiler)
{
	char command[COMMAND_BYTES];

	snprintf(command, sizeof command,
		"command -v %s objdump nm >/dev/null 2>&1", compiler);
	return system(command) == 0;
}

unsigned subject_line(
	const char *const *files, const char *name, const char *marker)
{
	unsigned line = 1;
	const char *at, *end;

	while (strcmp(files[0], name) != 0)
		files += 2;
	end = strstr(files[1], marker);
	for (at = files[1]; end && at < end; at++)
		line += *at == '\n';
	return end ? line : 0;
}

bool subject_run(const struct subject *subject, const char *command)
{
	char line[COMMAND_BYTES];

	snprintf(line, sizeof line, "cd %s && %s", subject->directory, command);
	if (system(line) == 0)
		return true;
	printf("# failed: %s\n", line);
	return false;
}

bool subject_build(struct subject *subject, const char *compiler,
	const char *flags, const char *const *files)
{
	char command[COMMAND_BYTES], name[256];
	size_t length;

	memset(subject, 0, sizeof *subject);
	strcpy(subject->directory, "/tmp/retread-subject-XXXXXX");
	if (!mkdtemp(subject->directory))
		return false;
	length = (size_t)snprintf(command, sizeof command,
		"cd %s && %s %s -o subject", subject->directory, compiler,
		flags);
	for (; files[0]; files += 2) {
		FILE *file;

		snprintf(name, sizeof name, "%s/%s", subject->directory,
			files[0]);
		file = fopen(name, "w");
		if (!file)
			return false;
		fputs(files[1], file);
		fclose(file);
		if (!strstr(files[0], ".h"))
			length += (size_t)snprintf(command + length,
				sizeof command - length, " %s", files[0]);
	}
	snprintf(subject->path, sizeof subject->path, "%s/subject",
		subject->directory);
	if (system(command) != 0) {
		printf("# failed: %s\n", command);
		return false;
	}
	subject_map(subject, subject->path, 0);
	return true;
}

void subject_map(struct subject *subject, const char *path, uint64_t bias)
{
	FILE *file = fopen(path, "rb");
	Elf64_Ehdr header;
	Elf64_Phdr segment;

	symbols_free(subject->symbols);
	subject->symbols = symbols_new();
	memset(&header, 0, sizeof header);
	if (!file || fread(&header, sizeof header, 1, file) != 1)
		header.e_phnum = 0;
	subject->bias =
		header.e_type == ET_DYN && bias == 0 ? 0x555555554000 : bias;
	for (int i = 0; i < header.e_phnum && i < 64; i++) {
		uint64_t start, end;

		fseek(file, (long)header.e_phoff + i * (long)sizeof segment,
			SEEK_SET);
		if (fread(&segment, sizeof segment, 1, file) != 1)
			break;
		if (segment.p_type != PT_LOAD || !(segment.p_flags & PF_X))
			continue;
		start = segment.p_vaddr & ~0xfffull;
		end = (segment.p_vaddr + segment.p_filesz + 0xfff) & ~0xfffull;
		symbols_add_module(subject->symbols, start + subject->bias,
			end + subject->bias, segment.p_offset & ~0xfffull,
			path);
	}
	if (file)
		fclose(file);
}

uint64_t subject_address(
	const struct subject *subject, const char *name, uint64_t *size_bytes)
{
	char command[COMMAND_BYTES], line[1024], found[1000];
	unsigned long long address, size, result = 0;
	FILE *pipe;
	char type;

	snprintf(command, sizeof command, "nm -S %s", subject->path);
	pipe = popen(command, "r");
	while (pipe && fgets(line, sizeof line, pipe)) {
		if (sscanf(line, "%llx %llx %c %999s", &address, &size, &type,
			    found) != 4 ||
			strcmp(found, name) != 0)
			continue;
		result = address + subject->bias;
		if (size_bytes)
			*size_bytes = size;
	}
	if (pipe)
		pclose(pipe);
	return result;
}

/*
 * Disassembly, in AT&T syntax: `11e0: imul   0x8(%rcx),%eax`.
 */
static const char *const registers[16] = {"rax", "rcx", "rdx", "rbx", "rsp",
	"rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14",
	"r15"};

/* Number of the 64-bit register that TEXT (after its %) begins with, or that
 * a narrower name is a part of; *BYTES is its width. -1: another register. */
static int find_register(const char *text, unsigned *bytes)
{
	char name[8] = "";
	size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789");

	*bytes = 8;
	if (length >= sizeof name)
		return -1;
	memcpy(name, text, length);
	if (name[0] == 'e') {
		name[0] = 'r';
		*bytes = 4;
	} else if (name[0] == 'r' && strchr("dwb", name[length - 1]) &&
		   name[1] >= '0' && name[1] <= '9') {
		*bytes = name[length - 1] == 'd'   ? 4
			 : name[length - 1] == 'w' ? 2
						   : 1;
		name[length - 1] = '\0';
	} else if (length == 2 && name[1] == 'l') {
		*bytes = 1;
		snprintf(name, sizeof name, "r%cx", text[0]);
	} else if (length == 2 && strchr("xip", name[1])) {
		*bytes = 2;
		snprintf(name, sizeof name, "r%.2s", text);
	}
	for (int i = 0; i < 16; i++) {
		if (strcmp(name, registers[i]) == 0)
			return i;
	}
	return -1;
}

static unsigned find_size(const char *opcode, const char *operands)
{
	unsigned bytes = 0;
	const char *percent;

	if (strncmp(opcode, "movzb", 5) == 0 ||
		strncmp(opcode, "movsb", 5) == 0)
		return 1;
	if (strncmp(opcode, "movzw", 5) == 0 ||
		strncmp(opcode, "movsw", 5) == 0)
		return 2;
	if (strcmp(opcode, "movslq") == 0)
		return 4;
	if (strstr(operands, "%xmm"))
		return strstr(opcode, "ss") || strstr(opcode, "movd") ? 4
		       : strstr(opcode, "sd") || strstr(opcode, "movq") ||
				       strstr(opcode, "lps")
			       ? 8
			       : 16;
	/* The operand that is no address. */
	for (percent = strchr(operands, '%'); percent;
		percent = strchr(percent + 1, '%')) {
		if (percent == operands || percent[-1] == ',')
			break;
	}
	if (percent && !strchr(percent, ')') &&
		find_register(percent + 1, &bytes) >= 0)
		return bytes;
	if (percent == operands && find_register(percent + 1, &bytes) >= 0)
		return bytes;
	switch (opcode[strlen(opcode) - 1]) {
	case 'b':
		return 1;
	case 'w':
		return 2;
	case 'l':
		return 4;
	default:
		return 8;
	}
}

/* How a register was loaded, while that still holds. */
struct chain {
	unsigned base;
	unsigned count; /* of steps; 0: not known */
	long long step[TRACE_STEPS_MAX];
};

static void forget(struct chain *chains, int changed)
{
	for (int i = 0; i < 16; i++) {
		if (changed < 0 || i == changed ||
			chains[i].base == (unsigned)changed)
			chains[i].count = 0;
	}
}

/* Decodes the memory operand at PAREN (or the absolute one) into SITE. */
static bool decode_address(const char *operands, const char *line,
	const struct chain *chains, struct trace_site *site)
{
	const char *paren = strchr(operands, '('), *number = operands, *comma;
	long long displacement;
	unsigned bytes;
	int base;

	if (!paren)
		return false;
	for (const char *at = operands; at < paren; at++) {
		if (*at == ',')
			number = at + 1;
	}
	if (strncmp(number, "%fs:", 4) == 0 || *number == '*')
		return false;
	displacement = number == paren ? 0 : strtoll(number, NULL, 16);
	if (strncmp(paren, "(%rip)", 6) == 0) {
		const char *hash = strchr(line, '#');

		site->base = TRACE_BASE_PC;
		site->step_count = 1;
		site->step[0] = hash ? strtoll(hash + 1, NULL, 16) : 0;
		return hash != NULL;
	}
	base = paren[1] == '%' ? find_register(paren + 2, &bytes) : -1;
	comma = strchr(paren, ',');
	if (comma && comma < strchr(paren, ')')) {
		site->flags |= TRACE_SITE_INDEXED;
		comma = strchr(comma + 1, ',');
		site->index_scale =
			comma ? (unsigned)strtoul(comma + 1, NULL, 10) : 1;
	}
	if (base < 0)
		return false;
	site->base = (unsigned char)base;
	if (chains[base].count > 0 && chains[base].count < TRACE_STEPS_MAX) {
		site->base = (unsigned char)chains[base].base;
		site->step_count = chains[base].count;
		memcpy(site->step, chains[base].step, sizeof site->step);
	}
	site->step[site->step_count++] = displacement;
	return true;
}

static void read_line(
	struct subject *subject, struct chain *chains, const char *line)
{
	struct trace_site site = {.flags = TRACE_SITE_READ};
	char opcode[32], operands[256] = "";
	unsigned long long pc;
	const char *last;
	unsigned bytes;
	bool is_load;
	int target;

	if (sscanf(line, " %llx: %31s %255s", &pc, opcode, operands) < 2)
		return;
	/* The operand after the last comma outside of parentheses. */
	last = strrchr(operands, ',');
	if (last && strchr(last, ')') && !strchr(last, '('))
		last = strrchr(operands, '(');
	target = last && last[1] == '%' && *last == ','
			 ? find_register(last + 2, &bytes)
			 : -1;
	is_load = strchr(operands, '(') && strncmp(opcode, "lea", 3) != 0 &&
		  strncmp(opcode, "nop", 3) != 0 && opcode[0] != 'j' &&
		  (target >= 0 || strstr(operands, ",%xmm") ||
			  strncmp(opcode, "cmp", 3) == 0 ||
			  strncmp(opcode, "test", 4) == 0);
	if (is_load && decode_address(operands, line, chains, &site) &&
		subject->site_count < SUBJECT_SITES_MAX) {
		site.pc = pc + subject->bias;
		site.size_bytes = (unsigned short)find_size(opcode, operands);
		if (site.base == TRACE_BASE_PC)
			site.step[0] += (long long)subject->bias;
		subject->sites[subject->site_count++] = site;
	} else {
		site.step_count = 0;
	}
	if (opcode[0] == 'j' || strncmp(opcode, "call", 4) == 0)
		forget(chains, -1);
	if (target < 0 || strncmp(opcode, "cmp", 3) == 0 ||
		strncmp(opcode, "test", 4) == 0)
		return;
	forget(chains, target);
	if (strcmp(opcode, "mov") == 0 && bytes == 8 && site.step_count > 0 &&
		!(site.flags & TRACE_SITE_INDEXED) &&
		site.base != (unsigned)target) {
		chains[target].base = site.base;
		chains[target].count = site.step_count;
		memcpy(chains[target].step, site.step, sizeof site.step);
	}
}

void subject_read_sites(struct subject *subject, const char *function)
{
	struct chain chains[16];
	char command[COMMAND_BYTES], line[1024];
	FILE *pipe;

	memset(chains, 0, sizeof chains);
	subject->site_count = 0;
	snprintf(command, sizeof command,
		"objdump -d --no-show-raw-insn --disassemble='%s' %s", function,
		subject->path);
	pipe = popen(command, "r");
	while (pipe && fgets(line, sizeof line, pipe))
		read_line(subject, chains, line);
	if (pipe)
		pclose(pipe);
}

static const char *or_dash(const char *text)
{
	return text ? text : "-";
}

bool subject_has_label(
	struct subject *subject, const char *function, const char *expected)
{
	char found[1024];

	subject_read_sites(subject, function);
	for (int pass = 0; pass < 2; pass++) {
		for (size_t i = 0; i < subject->site_count; i++) {
			struct symbol_label label;

			symbols_label_read(
				subject->symbols, &subject->sites[i], &label);
			snprintf(found, sizeof found, "%s %s %s %s",
				*expected == '*' ? "*"
						 : or_dash(label.variable),
				or_dash(label.field),
				or_dash(label.object_type),
				or_dash(label.value_type));
			if (strcmp(found, expected) == 0)
				return true;
			if (pass == 1)
				printf("# %llx: %s\n",
					subject->sites[i].pc - subject->bias,
					found);
		}
		if (pass == 0)
			printf("# not in %s: %s\n", function, expected);
	}
	return false;
}

void subject_release(struct subject *subject)
{
	char command[COMMAND_BYTES];

	symbols_free(subject->symbols);
	subject->symbols = NULL;
	snprintf(command, sizeof command, "rm -rf '%s'", subject->directory);
	if (subject->directory[0] && system(command) != 0)
		printf("# cannot remove %s\n", subject->directory);
}

int subject_build_all(struct subject subject[SUBJECT_CONFIGS])
{
	for (int i = 0; i < SUBJECT_CONFIGS; i++) {
		const struct subject_config *config = &subject_configs[i];
		if (subject_has_compiler(config->compiler) &&
			!subject_build(&subject[i], config->compiler,
				config->flags, subject_list_files))
			return -1;
	}
	return 0;
}

void subject_release_all(struct subject subject[SUBJECT_CONFIGS])
{
	for (int i = 0; i < SUBJECT_CONFIGS; i++)
		subject_release(&subject[i]);
}

bool subject_is_optimised(int i)
{
	return strstr(subject_configs[i].flags, "-O2") != NULL;
}
