# SPDX-License-Identifier: MIT
# From report to graph and picture.

noinst_LIBRARIES += %D%/libviz.a
%C%_libviz_a_CPPFLAGS = $(AM_CPPFLAGS) $(GRAPHVIZ_CFLAGS)
%C%_libviz_a_SOURCES =
