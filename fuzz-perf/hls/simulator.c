/* SPDX-License-Identifier: MIT
 * Makes a program that runs a kernel's Verilog by Icarus Verilog: a testbench with
 * the kernel's ports, which reads calls from standard input and writes what comes
 * out (lib/hls/hls_target.h). */
#include "config.h"

#include "fuzz-perf/hls/simulator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/command/program.h"
#include "lib/error.h"
#include "lib/memory.h"
#include "lib/whole_file.h"

#define ELEMENTS_MAX 65536 /* as kernel.c allows */

/*--- the testbench ---*/

/* One port of a block RAM: data come one clock after the address. What is beyond
 * the array is not written, and read as x. */
static void print_memory_port(
	FILE *out, const char *name, unsigned bits, unsigned which)
{
	fprintf(out,
		"\ttri0 [31:0] %s_address%u;\n\ttri0 %s_ce%u, %s_we%u;\n"
		"\ttri0 [%u:0] %s_d%u;\n\treg [%u:0] %s_q%u;\n",
		name, which, name, which, name, which, bits - 1, name, which,
		bits - 1, name, which);
	fprintf(out,
		"\talways @(posedge ap_clk) if (%s_ce%u) begin\n"
		"\t\t%s_q%u <= %s_address%u < %s_count ? "
		"%s_memory[%s_address%u] : {%u{1'bx}};\n"
		"\t\tif (%s_we%u && %s_address%u < %s_count)\n"
		"\t\t\t%s_memory[%s_address%u] <= %s_d%u;\n\tend\n",
		name, which, name, which, name, which, name, name, name, which,
		bits, name, which, name, which, name, name, name, which, name,
		which);
}

static void print_port(FILE *out, const struct arguments *found,
	const struct kernel_port *port)
{
	unsigned bits = 8 * port->bytes;

	if (!port->is_array) {
		fprintf(out, "\treg [%u:0] %s;\n", bits - 1, port->name);
		return;
	}
	fprintf(out,
		"\treg [%u:0] %s_memory [0:%d];\n\tinteger %s_count = 0;\n",
		bits - 1, port->name, ELEMENTS_MAX - 1, port->name);
	for (unsigned which = 0; which < 2; which++)
		if (simulator_has(found, port->name, "_ce", which))
			print_memory_port(out, port->name, bits, which);
}

static void simulator_print_reads(FILE *out, const struct kernel_file *kernel)
{
	for (size_t i = 0; i < kernel->interface.count; i++) {
		const char *name = kernel->interface.port[i].name;
		if (kernel->interface.port[i].is_array)
			fprintf(out,
				"\t\tgot = $fscanf(in, \"%%d\", %s_count);\n"
				"\t\tfor (i = 0; i < %s_count; i = i + 1)\n"
				"\t\t\tgot = $fscanf(in, \"%%h\", "
				"%s_memory[i]);\n",
				name, name, name);
		else
			fprintf(out, "\t\tgot = $fscanf(in, \"%%h\", %s);\n",
				name);
	}
}

static void print_writes(FILE *out, const struct kernel_file *kernel)
{
	if (kernel->interface.returned_bytes > 0)
		fputs("\t\t$write(\" %h\", returned);\n", out);
	for (size_t i = 0; i < kernel->interface.count; i++) {
		const char *name = kernel->interface.port[i].name;
		if (kernel->interface.port[i].is_array &&
			!kernel->interface.port[i].is_const)
			fprintf(out,
				"\t\tfor (i = 0; i < %s_count; i = i + 1)\n"
				"\t\t\t$write(\" %%h\", %s_memory[i]);\n",
				name, name);
	}
}

/* Signals change at the falling edge, so that nothing races with the kernel. */
static void print_testbench(FILE *out, const struct kernel_file *kernel,
	const struct arguments *found)
{
	fputs("`timescale 1ns/1ns\nmodule retread_testbench;\n"
	      "\treg ap_clk = 0, ap_rst = 1, ap_start = 0;\n"
	      "\twire ap_done, ap_idle, ap_ready;\n"
	      "\talways #5 ap_clk = !ap_clk;\n",
		out);
	if (kernel->interface.returned_bytes > 0)
		fprintf(out,
			"\ttri0 [%u:0] ap_return;\n\treg [%u:0] returned;\n",
			8 * kernel->interface.returned_bytes - 1,
			8 * kernel->interface.returned_bytes - 1);
	for (size_t i = 0; i < kernel->interface.count; i++)
		print_port(out, found, &kernel->interface.port[i]);
	simulator_print_kernel(out, kernel, found);
	fputs("\tinteger in, got, i, first, fill, cycles;\n\tinitial begin\n"
	      "\tin = 32'h80000000;\n\t$display(\"retread-rtl 1\");\n"
	      "\t$fflush;\n\tgot = $fscanf(in, \"%d %d\", first, fill);\n"
	      "\twhile (got == 2) begin\n",
		out);
	simulator_print_reads(out, kernel);
	fprintf(out,
		"\t\tif (first) begin\n\t\t\tap_rst = 1;\n"
		"\t\t\trepeat (3) @(negedge ap_clk);\n"
		"\t\t\tap_rst = 0;\n\t\tend\n"
		"\t\t@(negedge ap_clk);\n\t\tap_start = 1;\n\t\tcycles = 0;\n"
		"\t\t#1;\n"
		"\t\twhile (ap_done === 0 && cycles < %lld) begin\n"
		"\t\t\t@(negedge ap_clk);\n\t\t\tcycles = cycles + 1;\n"
		"\t\tend\n"
		"\t\tap_start = 0;\n\t\t$write(\"%%0s %%0d\", "
		"ap_done === 1 ? \"done\" : ap_done === 0 ? \"hang\" : "
		"\"x\", cycles);\n",
		(long long)kernel->cycles);
	if (kernel->interface.returned_bytes > 0)
		fputs("\t\treturned = ap_return;\n", out);
	print_writes(out, kernel);
	fputs("\t\t$write(\"\\n\");\n\t\t$fflush;\n"
	      "\t\tgot = $fscanf(in, \"%d %d\", first, fill);\n"
	      "\tend\n\t$finish(0);\n\tend\nendmodule\n",
		out);
}

/*--- the program ---*/

static int write_program(const char *path, const char *image, struct error *err)
{
	struct whole_file file;
	int result = whole_file_open(&file, path, err);

	if (result == 0)
		fprintf(file.out, "#!/bin/sh\nexec vvp -n '%s'\n", image);
	result = whole_file_close(&file, result, err);
	if (result == 0 && chmod(path, 0777) != 0)
		result = error_set_errno(err, "%s", path);
	return result;
}

static int icarus_build(const struct kernel_file *kernel,
	const struct arguments *found, const char *directory, struct error *err)
{
	struct arguments words = {0};
	struct whole_file file;
	char *testbench = memory_format("%s/testbench.v", directory);
	char *image = memory_format("%s/rtl.vvp", directory);
	char *program = memory_format("%s/simulate", directory);
	int result = whole_file_open(&file, testbench, err);

	if (result == 0)
		print_testbench(file.out, kernel, found);
	result = whole_file_close(&file, result, err);
	if (result == 0) {
		arguments_add(&words, "iverilog");
		arguments_add(&words, "-g2005");
		arguments_add(&words, "-o");
		arguments_add(&words, image);
		arguments_add(&words, "-sretread_testbench");
		arguments_add(&words, testbench);
		simulator_add_files(&words, kernel, &kernel->rtl);
		result = simulator_run(
			"iverilog", &words, "the Verilog of rtl=", err);
		arguments_release(&words);
	}
	if (result == 0)
		result = write_program(program, image, err);
	free(program);
	free(image);
	free(testbench);
	return result;
}

int simulator_build(const struct kernel_file *kernel, enum simulator which,
	const char *directory, struct error *err)
{
	struct arguments found = {0};
	int result;

	if (which == SIMULATOR_HEADERS)
		return vendor_build(kernel, directory, err);
	result = ports_find(kernel, &found, err) == 0 ? 0 : 1;

	if (result == 0)
		result = which == SIMULATOR_VERILATOR
				 ? verilator_build(
					   kernel, &found, directory, err)
				 : icarus_build(kernel, &found, directory, err);
	arguments_release(&found);
	return result;
}
