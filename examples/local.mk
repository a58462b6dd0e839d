# SPDX-License-Identifier: MIT
# Programs to try retread on.
#
# They are compiled for reading, not for speed, whatever CFLAGS say: the
# findings shown in the documents are those of this build.

EXAMPLE_COMPILE = $(AM_V_CCLD)$(MKDIR_P) $(@D) && $(CC) -std=gnu11 -g -O0 -Wall

word_count = %D%/word-count
word_count_table = $(word_count)/table.c $(word_count)/table.h

noinst_DATA += $(word_count)/word-count $(word_count)/test-table
TESTS += $(word_count)/test-table
CLEANFILES += $(word_count)/word-count $(word_count)/test-table
EXTRA_DIST += \
	%D%/growth-gate/README \
	%D%/growth-gate/first.c \
	%D%/growth-gate/gate \
	%D%/growth-gate/history \
	%D%/growth-gate/names.h \
	%D%/growth-gate/second.c \
	%D%/growth-gate/test_names.c \
	%D%/growth-gate/third.c \
	%D%/guidances/slowfuzz.c \
	%D%/ir/toy.c \
	%D%/proofs/README \
	%D%/proofs/build \
	%D%/proofs/cjson-array.c \
	%D%/proofs/cmark-html.c \
	%D%/proofs/expat-chunks.c \
	%D%/proofs/libyaml-parse.c \
	%D%/proofs/inputs/cjson-array-n000139 \
	%D%/proofs/inputs/cjson-array.sh \
	%D%/proofs/inputs/cmark-html-n000080 \
	%D%/proofs/inputs/cmark-html.sh \
	%D%/proofs/inputs/libyaml-parse-n000040 \
	%D%/proofs/inputs/libyaml-parse.sh \
	%D%/recipes/Jenkinsfile \
	%D%/recipes/github-actions.yml \
	%D%/recipes/gitlab-ci.yml \
	%D%/recipes/meson.build \
	%D%/recipes/pre-commit \
	%D%/recipes/pre-merge \
	$(word_count_table) \
	$(word_count)/README \
	$(word_count)/fuzz-table.c \
	$(word_count)/test-table.c \
	$(word_count)/word-count.c

$(word_count)/word-count: $(word_count)/word-count.c $(word_count_table)
	$(EXAMPLE_COMPILE) -o $@ $(top_srcdir)/$(word_count)/word-count.c \
		$(top_srcdir)/$(word_count)/table.c

$(word_count)/test-table: $(word_count)/test-table.c $(word_count_table)
	$(EXAMPLE_COMPILE) -o $@ $(top_srcdir)/$(word_count)/test-table.c \
		$(top_srcdir)/$(word_count)/table.c

# Generators, each with a library that reads what it makes.
EXTRA_DIST += \
	%D%/generators/README \
	%D%/generators/expression-tcc.c \
	%D%/generators/http-parser.c \
	%D%/generators/json-jansson.c \
	%D%/generators/png-libpng.c \
	%D%/generators/regex-libc.c \
	%D%/generators/tree-libc.c \
	%D%/generators/regex-pcre2.c \
	%D%/generators/sql-sqlite3.c \
	%D%/generators/xml-expat.c

# Kernels for hardware, and what hardware they would not fit; see retread-spectra(1).
EXTRA_DIST += \
	%D%/hls/README \
	%D%/hls/merge_sort/golden.v \
	%D%/hls/fir/golden.v \
	%D%/hls/saturate/golden.v \
	%D%/hls/crc/golden.v \
	%D%/hls/denoise/golden.v \
	%D%/hls/knn/golden.v \
	%D%/hls/bubble_sort/golden.v \
	%D%/hls/bfs/golden.v \
	%D%/hls/accumulate/golden.v \
	%D%/hls/unroll.hls \
	%D%/hls/unroll/golden.v \
	%D%/hls/unroll.cpp \
	%D%/hls/feedback.hls \
	%D%/hls/feedback/golden.v \
	%D%/hls/feedback.cpp \
	%D%/hls/pipe.hls \
	%D%/hls/pipe/golden.v \
	%D%/hls/pipe.cpp \
	%D%/hls/highest.hls \
	%D%/hls/highest/golden.v \
	%D%/hls/highest.c \
	%D%/hls/gemm.hls \
	%D%/hls/gemm/golden.v \
	%D%/hls/gemm.c \
	%D%/hls/crc8.hls \
	%D%/hls/crc8/golden.v \
	%D%/hls/crc8.cpp \
	%D%/hls/radix.hls \
	%D%/hls/radix/golden.v \
	%D%/hls/radix.c \
	%D%/hls/search.hls \
	%D%/hls/search/golden.v \
	%D%/hls/search.c \
	%D%/hls/ring_queue.hls \
	%D%/hls/ring_queue/golden.v \
	%D%/hls/ring_queue.cpp \
	%D%/hls/l2norm.hls \
	%D%/hls/l2norm/golden.v \
	%D%/hls/l2norm.cpp \
	%D%/hls/fragments.hls \
	%D%/hls/fragments/golden.v \
	%D%/hls/fragments.c \
	%D%/hls/histogram.hls \
	%D%/hls/histogram/golden.v \
	%D%/hls/accumulate.cpp \
	%D%/hls/bfs.c \
	%D%/hls/bubble_sort.cpp \
	%D%/hls/crc.c \
	%D%/hls/dataflow.cpp \
	%D%/hls/denoise.cpp \
	%D%/hls/fir.c \
	%D%/hls/histogram.c \
	%D%/hls/host.cpp \
	%D%/hls/integral.cpp \
	%D%/hls/kernels \
	%D%/hls/accumulate.hls \
	%D%/hls/bfs.hls \
	%D%/hls/bubble_sort.hls \
	%D%/hls/crc.hls \
	%D%/hls/denoise.hls \
	%D%/hls/fir.hls \
	%D%/hls/knn.hls \
	%D%/hls/merge_sort.hls \
	%D%/hls/saturate.hls \
	%D%/hls/knn.cpp \
	%D%/hls/matmul.c \
	%D%/hls/merge_sort.c \
	%D%/hls/quick_sort.c \
	%D%/hls/raster.cpp \
	%D%/hls/rgb2yuv.cpp \
	%D%/hls/ring.cpp \
	%D%/hls/saturate.cpp
