#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints the input for K repetitions, made by retread prove.
: "${1:?usage: generate.sh K >INPUT}"
printf '\133'
i=0; while [ $i -lt $(($1 * 1)) ]; do printf '1\054'; i=$((i + 1)); done
printf '\173\042\042\0722\175\054\042\042\135'
