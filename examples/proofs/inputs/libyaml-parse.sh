#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints the input for K repetitions, made by retread prove.
: "${1:?usage: generate.sh K >INPUT}"
i=0; while [ $i -lt $(($1 * 1)) ]; do printf '\173\173\173\173\173'; i=$((i + 1)); done
