/* SPDX-License-Identifier: GPL-2.0-or-later
 * Writes the file of lib/format/snap_file.h. */
#include "vg-tools/common/core.h"
#include "vg-tools/snap/sn_branches.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"

#define BUFFER_BYTES 65536

struct sn_output {
	Int fd;
	Bool is_bad;
	UInt used;
	UChar buffer[BUFFER_BYTES];
};

static void sn_output_flush(struct sn_output *output)
{
	UInt done = 0;

	while (done < output->used && !output->is_bad) {
		Int bytes = VG_(write)(
			output->fd, output->buffer + done, output->used - done);
		if (bytes <= 0)
			output->is_bad = True;
		else
			done += bytes;
	}
	output->used = 0;
}

static void sn_output_put(
	struct sn_output *output, const void *bytes, UInt count)
{
	if (output->used + count > BUFFER_BYTES)
		sn_output_flush(output);
	VG_(memcpy)(output->buffer + output->used, bytes, count);
	output->used += count;
}

static void put_modules(struct sn_output *output)
{
	UInt at = 0, i;

	for (i = 1; i <= sn_modules_count(); i++) {
		const HChar *path;
		struct snap_module module = *sn_modules_get(i, &path);
		module.path = at;
		at += VG_(strlen)(path) + 1;
		sn_output_put(output, &module, sizeof(module));
	}
}

/* Edges that were executed. Returns how many. */
static UInt put_edges(struct sn_output *output)
{
	const struct snap_edge *edge;
	UInt count = sn_edges_settle(&edge), executed = 0, i;

	for (i = 0; i < count; i++) {
		if (edge[i].count == 0)
			continue;
		executed++;
		if (output)
			sn_output_put(output, &edge[i], sizeof(edge[i]));
	}
	return executed;
}

static void sn_output_put_call(const struct snap_call *call, void *output)
{
	sn_output_put(output, call, sizeof(*call));
}

static void put_texts(struct sn_output *output)
{
	const HChar *path;
	UInt i;

	for (i = 1; i <= sn_modules_count(); i++) {
		sn_modules_get(i, &path);
		sn_output_put(output, path, VG_(strlen)(path) + 1);
	}
}

static void sn_output_describe(
	struct snap_header *header, Int exit_code, Int signal)
{
	const HChar *path;
	UInt i;

	VG_(memcpy)(header->magic, SNAP_MAGIC, sizeof(header->magic));
	header->version = sizeof(*header);
	header->pid = VG_(getpid)();
	header->exit_code = exit_code;
	header->signal = signal;
	header->encoding = clo_snap.encoding;
	header->predictor = clo_snap.predictor;
	header->is_full = sn_edges_are_full();
	header->edge_count = put_edges(NULL);
	header->call_count = sn_work_list(NULL, NULL);
	header->cells = sn_work_cells();
	header->written = sn_work_output();
	header->argument_calls = sn_arguments_calls();
	header->argument_repeats = sn_arguments_repeats();
	header->module_count = sn_modules_count();
	for (i = 1; i <= header->module_count; i++) {
		sn_modules_get(i, &path);
		header->text_bytes += VG_(strlen)(path) + 1;
	}
}

static void sn_output_write_all(
	struct sn_output *output, Int exit_code, Int signal)
{
	struct snap_header header = {.version = 0};
	struct snap_branch branch[SNAP_LBQ_MAX] = {{.is_taken = 0}};

	/* First: what the last branches lead to may be a module of its own. */
	header.branch_count = sn_history_describe(&header, branch);
	sn_output_describe(&header, exit_code, signal);
	sn_output_put(output, &header, sizeof(header));
	put_modules(output);
	put_edges(output);
	sn_output_put(output, branch, header.branch_count * sizeof(branch[0]));
	sn_work_list(sn_output_put_call, output);
	put_texts(output);
	sn_output_flush(output);
}

void sn_output_write(Int exit_code, Int signal)
{
	HChar *path = VG_(expand_file_name)("--out-file", clo_snap.out_file);
	struct sn_output *output =
		VG_(calloc)("snap.output", 1, sizeof(*output));
	SysRes opened =
		core_open(path, VKI_O_CREAT | VKI_O_TRUNC | VKI_O_WRONLY,
			VKI_S_IRUSR | VKI_S_IWUSR | VKI_S_IRGRP | VKI_S_IROTH);

	if (sr_isError(opened)) {
		output->is_bad = True;
	} else {
		output->fd = sr_Res(opened);
		sn_output_write_all(output, exit_code, signal);
		VG_(close)(output->fd);
	}
	if (output->is_bad)
		VG_(umsg)("snap: %s cannot be written\n", path);
	VG_(free)(output);
	VG_(free)(path);
}
