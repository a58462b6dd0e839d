# SPDX-License-Identifier: MIT
# Measurements: bench/NAME each, results in bench/RESULTS.md.
