# SPDX-License-Identifier: MIT
# Programs to try retread on.
