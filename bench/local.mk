# SPDX-License-Identifier: MIT
# Measurements: bench/NAME each, results in bench/RESULTS.md.

EXTRA_DIST += \
	%D%/RESULTS.md \
	%D%/analyze \
	%D%/fuzz/build-target.sh \
	%D%/fuzz/cost.c \
	%D%/fuzz/cpu-run.py \
	%D%/fuzz/domains \
	%D%/fuzz/guards.c \
	%D%/fuzz/heap.c \
	%D%/fuzz/instances \
	%D%/fuzz/libraries/bzip2.c \
	%D%/fuzz/libraries/cjson.c \
	%D%/fuzz/libraries/jansson.c \
	%D%/fuzz/libraries/lz4.c \
	%D%/fuzz/libraries/mxml.c \
	%D%/fuzz/libraries/png.c \
	%D%/fuzz/libraries/run \
	%D%/fuzz/libraries/tinyxml2.cpp \
	%D%/fuzz/libraries/yajl.c \
	%D%/fuzz/libraries/yaml.c \
	%D%/fuzz/libraries/zlib.c \
	%D%/fuzz/meter.c \
	%D%/fuzz/mkseeds.py \
	%D%/fuzz/run \
	%D%/fuzz/targets/image.c \
	%D%/fuzz/targets/isort.c \
	%D%/fuzz/targets/main_file.c \
	%D%/fuzz/targets/png.c \
	%D%/fuzz/targets/target.h \
	%D%/fuzz/targets/wf.c \
	%D%/fuzz/targets/zlib.c \
	%D%/hls/accumulate.c \
	%D%/hls/loop.cpp \
	%D%/hls/rendering.cpp \
	%D%/measure.c \
	%D%/precision \
	%D%/programs.sh \
	%D%/record \
	%D%/soak \
	%D%/spectra \
	%D%/tables.awk \
	%D%/viz \
	%D%/workloads/cjson.c \
	%D%/workloads/empty.c \
	%D%/workloads/hash.c \
	%D%/workloads/jansson.c \
	%D%/workloads/list.c \
	%D%/workloads/make_input.c \
	%D%/workloads/matmul.c \
	%D%/workloads/scan.c \
	%D%/workloads/soak.cc \
	%D%/workloads/soak_plugin.c \
	%D%/workloads/sort.c \
	%D%/workloads/stl.cpp \
	%D%/workloads/tree.c
