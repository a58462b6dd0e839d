# SPDX-License-Identifier: GPL-2.0-or-later
# The Valgrind tools. They have no libc: no HOSTED_LIBS, no sanitizers.
# Names that configure provides: m4/valgrind.m4.
#
# A row for a tool: valgrindtool_PROGRAMS += libexec/retread/valgrind/NAME.
