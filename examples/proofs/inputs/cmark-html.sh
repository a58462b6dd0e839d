#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints the input for K repetitions, made by retread prove.
: "${1:?usage: generate.sh K >INPUT}"
i=0; while [ $i -lt $(($1 * 1)) ]; do printf '\052 '; i=$((i + 1)); done
i=0; while [ $i -lt $(($1 * 1)) ]; do printf ' f'; i=$((i + 1)); done
i=0; while [ $i -lt $(($1 * 1)) ]; do printf '\012'; i=$((i + 1)); done
