# SPDX-License-Identifier: MIT
# `retread`: verbs that start the other programs.

noinst_LIBRARIES += %D%/libcli.a
%C%_libcli_a_SOURCES =
