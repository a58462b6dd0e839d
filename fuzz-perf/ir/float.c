/* SPDX-License-Identifier: MIT
 * Numbers of IEEE 754 in the reference. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "fuzz-perf/ir/functions.h"

static double float_read(const uint64_t *from, uint32_t width)
{
	uint32_t half = (uint32_t)*from;
	double wide;
	float narrow;

	if (width == 32) {
		memcpy(&narrow, &half, sizeof narrow);
		return (double)narrow;
	}
	memcpy(&wide, from, sizeof wide);
	return wide;
}

/* What has been rounded to a double is rounded once more: of what two floats make that
 * is as good as once, since a double has more than twice as many digits. */
static void float_write(uint64_t *to, uint32_t width, double value)
{
	float narrow = (float)value;
	uint32_t half;

	if (width == 64) {
		memcpy(to, &value, sizeof value);
		return;
	}
	memcpy(&half, &narrow, sizeof half);
	*to = half;
}

static uint64_t float_sign(uint32_t width)
{
	return UINT64_C(1) << (width - 1);
}

static void float_from_integer(
	const struct irf_node *node, uint64_t *to, uint64_t value)
{
	uint32_t from = node->operand[0]->type->width,
		 width = node->type->width;
	bool is_negative = node->op == IRF_SITOFP && value & float_sign(from);
	uint64_t size = is_negative
				? (~value + 1) & (~UINT64_C(0) >> (64 - from))
				: value;

	/* In one step: a double cannot hold all of 64 bits. */
	if (width == 32)
		float_write(to, width, (double)(float)size);
	else
		float_write(to, width, (double)size);
	if (is_negative)
		*to ^= float_sign(width);
}

static bool float_to_integer(
	const struct irf_node *node, uint64_t *to, double value)
{
	uint32_t width = node->type->width;
	bool is_signed = node->op == IRF_FPTOSI;
	double limit = ldexp(1, (int)width - is_signed), whole = trunc(value);

	*to = 0;
	if (!(whole < limit && whole >= (is_signed ? -limit : 0)))
		return false;
	*to = whole < 0 ? ~(uint64_t)-whole + 1 : (uint64_t)whole;
	ir_mask(to, width);
	return true;
}

static unsigned float_order(double a, double b)
{
	return isunordered(a, b) ? 8 : a < b ? 4 : a > b ? 2 : 1;
}

bool ir_compute_float(const struct irf_node *node, uint64_t *to,
	const uint64_t *const *operand)
{
	uint32_t from = node->operand[0]->type->width,
		 width = node->type->width;
	double a, b;

	if (node->op == IRF_SITOFP || node->op == IRF_UITOFP) {
		float_from_integer(node, to, *operand[0]);
		return true;
	}
	a = float_read(operand[0], from);
	b = node->operand_count > 1 ? float_read(operand[1], from) : 0;
	switch (node->op) {
	case IRF_FNEG:
		*to = *operand[0] ^ float_sign(width);
		return true;
	case IRF_FABS:
		*to = *operand[0] & ~float_sign(width);
		return true;
	case IRF_FCMP:
		*to = (node->index & float_order(a, b)) != 0;
		return true;
	case IRF_FPTOSI:
	case IRF_FPTOUI:
		return float_to_integer(node, to, a);
	case IRF_FADD:
		a += b;
		break;
	case IRF_FSUB:
		a -= b;
		break;
	case IRF_FMUL:
		a *= b;
		break;
	case IRF_FDIV:
		a /= b;
		break;
	default:
		break; /* FPEXT and FPTRUNC */
	}
	float_write(to, width, a);
	return true;
}

bool ir_is_some_nan(enum irf_op op, uint32_t width, const uint64_t *a)
{
	return (op <= IRF_FDIV || op >= IRF_FPEXT) &&
	       isnan(float_read(a, width));
}
