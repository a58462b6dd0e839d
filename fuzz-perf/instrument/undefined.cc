// SPDX-License-Identifier: MIT
// Operations that C leaves undefined: the processor computes something, hardware something else.

#include "fuzz-perf/instrument/sites.h"
#include "llvm/IR/InstIterator.h"

#include <cmath>

namespace retread
{

static GlobalVariable *undefined_site(
	Sites &sites, const Instruction *each, unsigned kind, unsigned bits)
{
	return sites.site(kind, each->getDebugLoc()->getFilename(),
		each->getDebugLoc()->getLine(), each->getFunction()->getName(),
		"", bits);
}

// Uses of EACH have what HARDWARE computes if the runtime says so.
static void choose(IRBuilder<> &build, Instruction *each, Value *is_hardware,
	Value *host, Value *hardware)
{
	Value *result = build.CreateSelect(
		build.CreateIsNotNull(is_hardware), hardware, host);
	each->replaceAllUsesWith(result);
	each->eraseFromParent();
}

// The processor takes as many bits of the distance as the width needs. Hardware
// shifts on until nothing is left, or the sign.
static void replace_shift(Sites &sites, BinaryOperator *shift)
{
	IRBuilder<> build(shift);
	Value *distance = shift->getOperand(1);
	unsigned bits = shift->getType()->getIntegerBitWidth();
	Value *is_hardware = build.CreateCall(sites.shift,
		{undefined_site(sites, shift, RETREAD_HLS_SHIFT, bits),
			build.CreateZExtOrTrunc(distance, sites.word),
			ConstantInt::get(sites.half, bits)});
	Value *host = build.CreateBinOp(shift->getOpcode(),
		shift->getOperand(0), build.CreateAnd(distance, bits - 1));
	Value *beyond =
		shift->getOpcode() == Instruction::AShr
			? build.CreateAShr(shift->getOperand(0), bits - 1)
			: Constant::getNullValue(shift->getType());
	choose(build, shift, is_hardware, host, beyond);
}

// The processor has the lowest bits of a wider number, or the smallest one. Hardware
// saturates. A number that is none is the smallest one to both.
static void replace_conversion(Sites &sites, CastInst *cast)
{
	IRBuilder<> build(cast);
	Value *number = cast->getOperand(0);
	Type *real = number->getType();
	bool is_signed = cast->getOpcode() == Instruction::FPToSI;
	unsigned bits = cast->getType()->getIntegerBitWidth();
	double end = std::ldexp(1.0, int(bits - is_signed));
	Value *whole = build.CreateUnaryIntrinsic(Intrinsic::trunc, number);
	Value *is_beyond = build.CreateOr(
		build.CreateFCmpOLT(
			whole, ConstantFP::get(real, is_signed ? -end : 0.0)),
		build.CreateFCmpOGE(whole, ConstantFP::get(real, end)));
	Value *size =
		build.CreateIntrinsic(Intrinsic::fptoui_sat, {sites.word, real},
			{build.CreateUnaryIntrinsic(Intrinsic::fabs, number)});
	Value *is_hardware = build.CreateCall(sites.convert,
		{undefined_site(sites, cast, RETREAD_HLS_CONVERSION, bits),
			size, build.CreateZExt(is_beyond, sites.half)});
	Value *host = build.CreateFreeze(
		build.CreateCast(cast->getOpcode(), number, cast->getType()));
	Value *saturated = build.CreateIntrinsic(
		is_signed ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat,
		{cast->getType(), real}, {number});
	choose(build, cast, is_hardware, host, saturated);
}

void replace_undefined(Sites &sites, Function &function)
{
	std::vector<BinaryOperator *> shifts;
	std::vector<CastInst *> conversions;
	for (Instruction &each : instructions(function)) {
		const DILocation *location = each.getDebugLoc().get();
		if (location == nullptr || !each.getType()->isIntegerTy() ||
			is_header(location->getFilename()))
			continue;
		auto *shift = dyn_cast<BinaryOperator>(&each);
		if (shift != nullptr && shift->isShift() &&
			!isa<ConstantInt>(shift->getOperand(1)))
			shifts.push_back(shift);
		if (isa<FPToSIInst>(each) || isa<FPToUIInst>(each))
			conversions.push_back(cast<CastInst>(&each));
	}
	for (BinaryOperator *shift : shifts)
		replace_shift(sites, shift);
	for (CastInst *conversion : conversions)
		replace_conversion(sites, conversion);
}

} // namespace retread
