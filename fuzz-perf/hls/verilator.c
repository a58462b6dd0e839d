/* SPDX-License-Identifier: MIT
 * Makes a program that runs a kernel's Verilog by Verilator: a module around it whose
 * ports are as wide as the parameters, and a class that knows them
 * (lib/hls/hls_worker.h). Programs, and the simulator's own objects, are kept in the
 * user's cache by what they are made of. */
#include "config.h"

#include "fuzz-perf/hls/simulator.h"

#include <stdlib.h>
#include <unistd.h>

#include "lib/command/program.h"
#include "lib/error.h"
#include "lib/memory.h"
#include "lib/whole_file.h"

/*--- the module ---*/

/* Those ports of an array that the kernel has. Others would float. */
static void verilator_print_array(FILE *out, const struct arguments *found,
	const struct kernel_port *port)
{
	const unsigned data = 8 * port->bytes - 1;
	const struct {
		const char *part, *direction;
		unsigned last;
	} parts[] = {{"_address", "output", 31}, {"_ce", "output", 0},
		{"_we", "output", 0}, {"_d", "output", data},
		{"_q", "input", data}};

	for (unsigned i = 0; i < 2; i++)
		for (size_t j = 0; j < sizeof parts / sizeof parts[0]; j++)
			if (simulator_has(found, port->name, parts[j].part, i))
				fprintf(out, ",\n\t%s [%u:0] %s%s%u",
					parts[j].direction, parts[j].last,
					port->name, parts[j].part, i);
}

static void print_wrapper(FILE *out, const struct kernel_file *kernel,
	const struct arguments *found)
{
	fputs("module retread_kernel(\n\tinput ap_clk, input ap_rst, "
	      "input ap_start, output ap_done",
		out);
	if (kernel->interface.returned_bytes > 0)
		fprintf(out, ",\n\toutput [%u:0] ap_return",
			8 * kernel->interface.returned_bytes - 1);
	for (size_t i = 0; i < kernel->interface.count; i++) {
		const struct kernel_port *port = &kernel->interface.port[i];
		if (port->is_array)
			verilator_print_array(out, found, port);
		else
			fprintf(out, ",\n\tinput [%u:0] %s",
				8 * port->bytes - 1, port->name);
	}
	fputs(");\n\twire ap_idle, ap_ready;\n", out);
	simulator_print_kernel(out, kernel, found);
	fputs("endmodule\n", out);
}

/*--- the worker ---*/

static void print_take(FILE *out, const struct arguments *found,
	const struct kernel_port *port)
{
	(void)found;
	if (port->is_array)
		fprintf(out, "\t\tits_%s.take();\n", port->name);
	else
		fprintf(out, "\t\tmodel->%s = retread::take_number();\n",
			port->name);
}

static void print_give(FILE *out, const struct arguments *found,
	const struct kernel_port *port)
{
	(void)found;
	if (port->is_array && !port->is_const)
		fprintf(out, "\t\tits_%s.give(%u);\n", port->name, port->bytes);
}

/* The signal of a port, or what a kernel without it does. */
static void print_signal(FILE *out, const struct arguments *found,
	const char *name, const char *part, unsigned number)
{
	if (simulator_has(found, name, part, number))
		fprintf(out, ", model->%s%s%u", name, part, number);
	else
		fputs(", 0", out);
}

static void print_ask(FILE *out, const struct arguments *found,
	const struct kernel_port *port)
{
	static const char *const parts[] = {"_ce", "_address", "_we", "_d"};

	for (unsigned i = 0; i < 2; i++) {
		if (!simulator_has(found, port->name, "_ce", i))
			continue;
		fprintf(out, "\t\tits_%s.ask(%u", port->name, i);
		for (size_t j = 0; j < sizeof parts / sizeof parts[0]; j++)
			print_signal(out, found, port->name, parts[j], i);
		fputs(");\n", out);
	}
}

static void print_answer(FILE *out, const struct arguments *found,
	const struct kernel_port *port)
{
	if (port->is_array)
		fprintf(out, "\t\tits_%s.write();\n", port->name);
	for (unsigned i = 0; i < 2; i++)
		if (simulator_has(found, port->name, "_q", i))
			fprintf(out, "\t\tmodel->%s_q%u = its_%s.get(%u);\n",
				port->name, i, port->name, i);
}

static const struct {
	const char *name;
	void (*print)(FILE *out, const struct arguments *found,
		const struct kernel_port *port);
} functions[] = {{"take", print_take}, {"give", print_give}, {"ask", print_ask},
	{"answer", print_answer}};

static void verilator_print_worker(FILE *out, const struct kernel_file *kernel,
	const struct arguments *found)
{
	fputs("#include \"hls_worker.h\"\n#include \"models.h\"\n"
	      "struct kernel : retread::worker<Vretread_kernel> {\n",
		out);
	for (size_t i = 0; i < kernel->interface.count; i++)
		if (kernel->interface.port[i].is_array)
			fprintf(out, "\tretread::array its_%s{unknown};\n",
				kernel->interface.port[i].name);
	for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
		fprintf(out, "\tvoid %s() override\n\t{\n", functions[i].name);
		if (functions[i].print == print_give &&
			kernel->interface.returned_bytes > 0)
			fprintf(out,
				"\t\tretread::give_number("
				"model->ap_return, %u);\n",
				kernel->interface.returned_bytes);
		for (size_t j = 0; j < kernel->interface.count; j++)
			functions[i].print(
				out, found, &kernel->interface.port[j]);
		fputs("\t}\n", out);
	}
	fprintf(out, "};\nint main()\n{\n\treturn kernel().run(%lld);\n}\n",
		(long long)kernel->cycles);
}

/*--- the program ---*/

static int verilator_write_text(const char *path,
	const struct kernel_file *kernel, const struct arguments *found,
	void (*print)(FILE *out, const struct kernel_file *kernel,
		const struct arguments *found),
	struct error *err)
{
	struct whole_file file;
	int result = whole_file_open(&file, path, err);

	if (result == 0)
		print(file.out, kernel, found);
	return whole_file_close(&file, result, err);
}

int verilator_build(const struct kernel_file *kernel,
	const struct arguments *found, const char *directory, struct error *err)
{
	struct arguments words = {0};
	char *wrapper = memory_format("%s/wrapper.v", directory);
	char *worker = memory_format("%s/worker.cpp", directory);
	char *script = program_find_part("retread-verilate", X_OK);
	char *headers = kernel_headers_dup(), *cache = NULL;
	int result = verilator_write_text(
		wrapper, kernel, found, print_wrapper, err);

	if (result == 0)
		result = verilator_write_text(
			worker, kernel, found, verilator_print_worker, err);
	if (result == 0 && !(script && headers))
		result = error_set(err, "retread-verilate or the headers for "
					"kernels are not beside this program");
	if (result == 0) {
		cache = program_cache_dup("verilator");
		arguments_add(&words, script);
		arguments_add(&words, directory);
		arguments_add(&words, headers);
		arguments_add(&words, cache);
		simulator_add_files(&words, kernel, &kernel->rtl);
		result = simulator_run(
			"Verilator", &words, "the Verilog of rtl=", err);
		arguments_release(&words);
	}
	free(cache);
	free(headers);
	free(script);
	free(worker);
	free(wrapper);
	return result;
}
