// SPDX-License-Identifier: MIT
// Sites of a module, and what their places are called.

#include "fuzz-perf/instrument/sites.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <cstdlib>
#include <sstream>

namespace retread
{

// boundary WHAT SPECTRUM:NAME@FUNCTION A B LINE TEXT
static void read_boundary(std::istringstream &words, Boundary &boundary)
{
	std::string target;
	words >> boundary.what >> target >> boundary.number >>
		boundary.second >> boundary.line;
	StringRef name = StringRef(target).split(':').second;
	boundary.name = name.split('@').first.str();
}

static std::vector<Boundary> read_boundaries()
{
	const char *text = std::getenv("RETREAD_HLS_SITES");
	std::istringstream lines(text != nullptr ? text : "");
	std::vector<Boundary> boundaries;
	Boundary next;
	std::string line, kind;
	while (std::getline(lines, line)) {
		std::istringstream words(line);
		words >> kind;
		if (kind == "source" || kind == "file")
			std::getline(words >> std::ws, next.file);
		if (kind != "boundary")
			continue;
		read_boundary(words, next);
		boundaries.push_back(next);
	}
	return boundaries;
}

Sites::Sites(Module &module)
    : boundaries(read_boundaries()), module(module),
      context(module.getContext()), word(Type::getInt64Ty(context)),
      half(Type::getInt32Ty(context)),
      bytes(pointer_to(Type::getInt8Ty(context))),
      // struct retread_hls_site
      site_type(StructType::get(
	      context, {bytes, bytes, bytes, half, half, word, word, word, word,
			       word, word, word}))
{
	Type *nothing = Type::getVoidTy(context);
	Type *site = pointer_to(site_type);
	address = module.getOrInsertFunction(
		"retread_hls_address", bytes, site, bytes, word, word, word);
	walk = module.getOrInsertFunction(
		"retread_hls_walk", bytes, site, bytes, word);
	hand = module.getOrInsertFunction(
		"retread_hls_hand", nothing, bytes, word);
	take_back = module.getOrInsertFunction(
		"retread_hls_take_back", nothing, bytes);
	fill = module.getOrInsertFunction(
		"retread_hls_fill", nothing, site, bytes, word, half);
	trip = module.getOrInsertFunction(
		"retread_hls_trip", nothing, site, half);
	flat = module.getOrInsertFunction(
		"retread_hls_flat", nothing, site, half);
	port = module.getOrInsertFunction("retread_hls_port", nothing, site,
		bytes, bytes, bytes, half, word);
	member = module.getOrInsertFunction(
		"retread_hls_member", nothing, site, bytes, word, bytes, word);
	access = module.getOrInsertFunction(
		"retread_hls_access", nothing, site, bytes, half, word, word);
	divide =
		module.getOrInsertFunction("retread_hls_divide", nothing, word);
	stream = module.getOrInsertFunction(
		"retread_hls_stream", nothing, site, bytes, word);
	tick = module.getOrInsertFunction("retread_hls_tick", nothing);
	exit = module.getOrInsertFunction(
		"retread_hls_exit", half, site, half, half, word);
	shift = module.getOrInsertFunction(
		"retread_hls_shift", half, site, word, half);
	convert = module.getOrInsertFunction(
		"retread_hls_convert", half, site, word, half);
	spawn = module.getOrInsertFunction(
		"retread_hls_spawn", nothing, site, bytes, bytes, word);
	join = module.getOrInsertFunction("retread_hls_join", nothing);
	depth = module.getOrInsertFunction(
		"retread_hls_depth", nothing, bytes, word);
	region = module.getOrInsertFunction(
		"retread_hls_region", nothing, bytes);
	place = module.getOrInsertGlobal("retread_hls_place", site);
	at = module.getOrInsertGlobal("retread_hls_at", bytes);
}

// Code of headers, ours and the system's, is not the kernel's.
bool is_header(StringRef path)
{
	return path.contains("retread/hls/") || begins_with(path, "/usr/");
}

bool is_kernel(const Function &function)
{
	const DISubprogram *subprogram = function.getSubprogram();
	return !function.isDeclaration() && subprogram != nullptr &&
	       !is_header(subprogram->getFilename());
}

bool is_number(const CallBase &call)
{
	const Function *callee = call.getCalledFunction();
	return callee != nullptr &&
	       (callee->getName().contains("ap_int") ||
		       callee->getName().contains("ap_uint") ||
		       callee->getName().contains("ap_fixed") ||
		       callee->getName().contains("ap_ufixed"));
}

bool is_lifetime(const Instruction &each)
{
	const auto *call = dyn_cast<IntrinsicInst>(&each);
	return call != nullptr && call->isLifetimeStartOrEnd();
}

// What the source declares there; nullptr: nothing. LLVM's releases keep
// that in different places.
const DILocalVariable *declared(const AllocaInst *local)
{
	const DILocalVariable *variable = nullptr;
	auto take = [&](const auto *each) { variable = each->getVariable(); };
	auto *place = const_cast<AllocaInst *>(local);
#if LLVM_VERSION_MAJOR >= 19
	for (const auto *each : findDVRDeclares(place))
		take(each);
	for (const auto *each : at::getDVRAssignmentMarkers(place))
		take(each);
#endif
#if LLVM_VERSION_MAJOR >= 17
	for (const auto *each : at::getAssignmentMarkers(place))
		take(each);
#endif
#if LLVM_VERSION_MAJOR >= 18
	for (const auto *each : findDbgDeclares(place))
		take(each);
#else
	for (const auto *each : FindDbgAddrUses(place))
		take(each);
#endif
	return variable;
}

bool is_address(const CallBase &call)
{
	const Function *callee = call.getCalledFunction();
	return callee != nullptr &&
	       (callee->getName() == "retread_hls_address" ||
		       callee->getName() == "retread_hls_walk");
}

Value *start_of(Value *value)
{
	for (value = value->stripPointerCasts();;
		value = value->stripPointerCasts()) {
		auto *call = dyn_cast<CallBase>(value);
		if (auto *part = dyn_cast<GetElementPtrInst>(value))
			value = part->getPointerOperand();
		else if (call != nullptr && is_address(*call))
			value = call->getArgOperand(1);
		else
			return value;
	}
}

std::string name_of(const Value *value)
{
	value = start_of(const_cast<Value *>(value));
	if (const auto *load = dyn_cast<LoadInst>(value))
		value = load->getPointerOperand()->stripPointerCasts();
	if (const auto *local = dyn_cast<AllocaInst>(value))
		if (const auto *variable = declared(local))
			return variable->getName().str();
	if (const auto *global = dyn_cast<GlobalVariable>(value)) {
		SmallVector<DIGlobalVariableExpression *, 1> known;
		global->getDebugInfo(known);
		for (DIGlobalVariableExpression *each : known)
			return each->getVariable()->getName().str();
	}
	return "an array";
}

static std::string whole_path(StringRef directory, StringRef name)
{
	SmallString<256> path(name);
	sys::fs::make_absolute(directory, path);
	sys::path::remove_dots(path, true);
	return path.str().str();
}

// Debug information splits paths where it likes.
bool is_in_file(const Boundary &boundary, const DIFile *file)
{
	SmallString<256> here;
	if (file == nullptr || sys::fs::current_path(here))
		return false;
	return whole_path(here, boundary.file) ==
	       whole_path(file->getDirectory(), file->getFilename());
}

bool is_in_function(const Boundary &boundary, const Function &function)
{
	const DISubprogram *subprogram = function.getSubprogram();
	unsigned last = 0;
	for (const Instruction &each : instructions(function))
		if (const DILocation *at = each.getDebugLoc().get())
			if (at->getInlinedAt() == nullptr &&
				at->getFilename() == subprogram->getFilename())
				last = std::max(last, at->getLine());
	return boundary.line >= subprogram->getLine() &&
	       boundary.line <= last &&
	       is_in_file(boundary, subprogram->getFile());
}

// The innermost loop around LINE: its code begins before and ends after.
Loop *loop_around(const LoopInfo &loops, unsigned line)
{
	Loop *found = nullptr;
	for (Loop *loop : loops.getLoopsInPreorder()) {
		unsigned first = ~0u, last = 0;
		for (BasicBlock *block : loop->blocks())
			for (const Instruction &each : *block)
				if (const DILocation *at =
						each.getDebugLoc().get())
					if (at->getLine() != 0) {
						first = std::min(
							first, at->getLine());
						last = std::max(
							last, at->getLine());
					}
		if (first <= line && line <= last)
			found = loop;
	}
	return found;
}

// Where all locals of FUNCTION are there.
Instruction *after_locals(Function &function)
{
	BasicBlock &entry = function.getEntryBlock();
	for (Instruction &each : entry)
		if (!isa<AllocaInst>(each) && !isa<DbgInfoIntrinsic>(each))
			return &each;
	return entry.getTerminator();
}

Constant *Sites::text(StringRef characters)
{
	IRBuilder<> build(context);
	Constant *data = ConstantDataArray::getString(context, characters);
	auto *variable = new GlobalVariable(module, data->getType(), true,
		GlobalValue::PrivateLinkage, data);
	return ConstantExpr::getBitCast(variable, bytes);
}

GlobalVariable *Sites::site(unsigned kind, StringRef file, unsigned line,
	StringRef function, StringRef name, uint64_t size, uint64_t flags)
{
	std::string key =
		(Twine(kind) + ":" + file + ":" + Twine(line) + ":" + name)
			.str();
	GlobalVariable *&made = known[key];
	if (made != nullptr && flags == 0)
		clear_flags(made);
	if (made != nullptr)
		return made;
	Constant *zero = ConstantInt::get(word, 0);
	Constant *initial = ConstantStruct::get(site_type,
		{text(file), text(function), text(name),
			ConstantInt::get(half, kind),
			ConstantInt::get(half, line),
			ConstantInt::get(word, size), zero, zero, zero, zero,
			zero, ConstantInt::get(word, flags)});
	made = new GlobalVariable(module, site_type, false,
		GlobalValue::InternalLinkage, initial, "retread_hls_site");
	all.push_back(ConstantExpr::getBitCast(made, bytes));
	return made;
}

void Sites::clear_flags(GlobalVariable *site)
{
	auto *old = cast<ConstantStruct>(site->getInitializer());
	std::vector<Constant *> members;
	for (unsigned i = 0; i < old->getNumOperands(); i++)
		members.push_back(old->getOperand(i));
	members.back() = ConstantInt::get(word, 0);
	site->setInitializer(ConstantStruct::get(site_type, members));
}

const Boundary *Sites::boundary_in(
	const Function &function, StringRef what) const
{
	for (const Boundary &each : boundaries)
		if (each.what == what && is_in_function(each, function))
			return &each;
	return nullptr;
}

bool Sites::is_marked(const DILocation *location, StringRef what) const
{
	return any_of(boundaries, [&](const Boundary &each) {
		return each.what == what && each.line == location->getLine() &&
		       is_in_file(each, location->getFile());
	});
}

GlobalVariable *Sites::table(const std::vector<Constant *> &rows)
{
	ArrayType *type = ArrayType::get(bytes, rows.size());
	return new GlobalVariable(module, type, false,
		GlobalValue::PrivateLinkage, ConstantArray::get(type, rows));
}

// Hands the tables to the runtime before main.
void Sites::register_all()
{
	Function *constructor = Function::createWithDefaultAttr(
		FunctionType::get(Type::getVoidTy(context), false),
		GlobalValue::InternalLinkage, 0, "retread_hls_register_module",
		&module);
	IRBuilder<> build(BasicBlock::Create(context, "entry", constructor));
	FunctionCallee add = module.getOrInsertFunction("retread_hls_register",
		Type::getVoidTy(context), pointer_to(bytes), word,
		pointer_to(bytes), word);
	build.CreateCall(add,
		{build.CreateBitCast(table(all), pointer_to(bytes)),
			ConstantInt::get(word, all.size()),
			build.CreateBitCast(table(state), pointer_to(bytes)),
			ConstantInt::get(word, state.size() / 3)});
	build.CreateRetVoid();
	appendToGlobalCtors(module, constructor, 1);
}

} // namespace retread
