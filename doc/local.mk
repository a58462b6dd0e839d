# SPDX-License-Identifier: MIT
# Manual pages (dist_man_MANS) and other documents (EXTRA_DIST).
