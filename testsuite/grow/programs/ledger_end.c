/* SPDX-License-Identifier: MIT
 * Rows are written when all are there.
 * label: linear ledger_save */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int row[4096];
static size_t rows;
static char saved[1 << 17];
static size_t saved_length;

static void ledger_save(void)
{
	saved_length = 0;
	for (size_t i = 0; i < rows; i++)
		saved_length +=
			(size_t)sprintf(saved + saved_length, "%d\n", row[i]);
}

static void ledger_add(int value)
{
	row[rows++] = value;
}
