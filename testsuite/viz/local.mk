# SPDX-License-Identifier: MIT
# From reports to graphs, pages and exports.

dist_check_SCRIPTS += \
	%D%/diff.tap \
	%D%/export.tap \
	%D%/graph.tap \
	%D%/html.tap \
	%D%/kcachegrind.tap \
	%D%/package.tap \
	%D%/profile.tap \
	%D%/suppress.tap

check_PROGRAMS += %D%/make_report
%C%_make_report_SOURCES = %D%/make_report.c \
	testsuite/unit/walk_report.c testsuite/unit/walk_report.h
EXTRA_DIST += %D%/browser.py %D%/check-folded %D%/check-in-browser \
	%D%/check-checks %D%/check-pages %D%/check-sarif %D%/check-use \
	%D%/print-outline %D%/outline/finding.txt %D%/outline/fuzz.txt \
	%D%/outline/index.txt %D%/outline/proof.txt %D%/outline/tests.txt

if HAVE_GRAPHVIZ
check_PROGRAMS += %D%/read_graph
%C%_read_graph_CPPFLAGS = $(AM_CPPFLAGS) $(GRAPHVIZ_CFLAGS)
%C%_read_graph_LDADD = $(GRAPHVIZ_LIBS)
endif
