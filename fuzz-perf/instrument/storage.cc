// SPDX-License-Identifier: MIT
// Promises of array_partition and bind_storage: that a trip of a loop that is to begin in so many
// cycles finds a port of the bank of each element.

#include "fuzz-perf/instrument/promises.h"
#include "llvm/BinaryFormat/Dwarf.h"

#include <set>

namespace retread
{

static const DIType *without_names(const DIType *type)
{
	while (const auto *derived = dyn_cast_or_null<DIDerivedType>(type)) {
		if (derived->getTag() == dwarf::DW_TAG_pointer_type)
			break;
		type = derived->getBaseType();
	}
	return type;
}

// The elements of an array in each dimension, 0: not known, and the bytes of one.
struct Shape {
	std::vector<uint64_t> length;
	uint64_t element = 0;
};

static void add_dimensions(Shape &shape, const DIType *type)
{
	const auto *array = dyn_cast_or_null<DICompositeType>(type);
	if (array == nullptr || array->getTag() != dwarf::DW_TAG_array_type) {
		shape.element = type != nullptr ? type->getSizeInBits() / 8 : 0;
		return;
	}
	for (const DINode *each : array->getElements()) {
		const auto *range = dyn_cast<DISubrange>(each);
		const auto *count =
			range != nullptr
				? range->getCount().dyn_cast<ConstantInt *>()
				: nullptr;
		shape.length.push_back(
			count != nullptr ? count->getZExtValue() : 0);
	}
	add_dimensions(shape, without_names(array->getBaseType()));
}

static Shape shape_of(const DIVariable &variable)
{
	Shape shape;
	const DIType *type = without_names(variable.getType());
	if (const auto *pointer = dyn_cast_or_null<DIDerivedType>(type)) {
		shape.length.push_back(0);
		type = without_names(pointer->getBaseType());
	}
	add_dimensions(shape, type);
	return shape;
}

// Where the array that POINTER is in begins, and what the source declares it as.
static Value *array_at(Value *pointer, const DIVariable *&variable)
{
	SmallVector<DIGlobalVariableExpression *, 1> known;
	pointer = start_of(pointer);
	Value *holder = pointer;
	if (auto *load = dyn_cast<LoadInst>(pointer))
		holder = load->getPointerOperand()->stripPointerCasts();
	if (auto *local = dyn_cast<AllocaInst>(holder))
		variable = declared(local);
	if (auto *global = dyn_cast<GlobalVariable>(holder))
		global->getDebugInfo(known);
	if (!known.empty())
		variable = known[0]->getVariable();
	return pointer;
}

// Elements of a bank that a cycle can read, write, and do either with; 0: any.
struct Ports {
	const char *type;
	unsigned most[3];
};
static const Ports memories[] = {{"ram_1p", {0, 0, 1}}, {"ram_2p", {0, 0, 2}},
	{"ram_t2p", {0, 0, 2}}, {"ram_s2p", {1, 1, 0}}, {"ram_1wnr", {0, 1, 0}},
	{"rom_1p", {1, 0, 0}}, {"rom_2p", {2, 0, 0}}};

static const Ports *memory_of(const Boundary &boundary)
{
	for (const Ports &each : memories)
		if (boundary.what == each.type)
			return &each;
	return nullptr;
}

static bool is_partition(const Boundary &boundary)
{
	return boundary.what == "cyclic" || boundary.what == "block" ||
	       boundary.what == "complete";
}

// struct retread_hls_storage of NAME in FUNCTION, which has SHAPE, in trips of so many
// cycles. nullptr: each element has ports of its own.
static GlobalVariable *storage_of(Sites &sites, const Function &function,
	StringRef name, const Shape &shape, uint64_t cycles)
{
	Ports ports = {"", {0, 0, 2}};
	std::vector<uint64_t> words = {shape.element, 0, 0, 0};
	words.resize(16);
	for (const Boundary &each : sites.boundaries) {
		if (each.name != name || !is_in_function(each, function))
			continue;
		if (const Ports *memory = memory_of(each))
			ports = *memory;
		for (unsigned i = 0;
			is_partition(each) && i < shape.length.size() && i < 3;
			i++) {
			uint64_t *spread = &words[4 + 4 * i];
			if (each.second != 0 && each.second != i + 1)
				continue;
			spread[0] = shape.element;
			for (size_t j = i + 1; j < shape.length.size(); j++)
				spread[0] *= shape.length[j];
			spread[1] = shape.length[i];
			if (each.what == "cyclic")
				spread[2] = each.number;
			if (each.what == "block" && each.number > 0)
				spread[3] =
					(shape.length[i] + each.number - 1) /
					each.number;
			if (each.what == "block" && shape.length[i] == 0)
				return nullptr;
		}
	}
	for (unsigned i = 0; i < 3; i++)
		words[1 + i] = ports.most[i] * cycles;
	std::vector<Constant *> rows;
	for (uint64_t each : words)
		rows.push_back(ConstantInt::get(sites.word, each));
	ArrayType *type = ArrayType::get(sites.word, rows.size());
	return new GlobalVariable(sites.module, type, true,
		GlobalValue::PrivateLinkage, ConstantArray::get(type, rows),
		"retread_hls_storage");
}

static void check_ports(Sites &sites, Function &function, Loop *loop,
	const Boundary &promise, uint64_t cycles)
{
	Value *its = nullptr;
	for (const Access &access : accesses_in(function, loop, promise.name)) {
		const DIVariable *variable = nullptr;
		Value *base = array_at(access.pointer, variable);
		Shape shape;
		if (variable != nullptr)
			shape = shape_of(*variable);
		if (shape.element == 0 || shape.length.empty())
			continue;
		GlobalVariable *storage = storage_of(
			sites, function, promise.name, shape, cycles);
		if (storage == nullptr)
			continue;
		if (its == nullptr)
			its = promise_site(sites, function, promise,
				promise.name, RETREAD_HLS_PORTS);
		IRBuilder<> build(access.at);
		build.CreateCall(sites.port,
			{its, build.CreateBitCast(storage, sites.bytes),
				build.CreateBitCast(base, sites.bytes),
				build.CreateBitCast(
					access.pointer, sites.bytes),
				ConstantInt::get(sites.half, access.writes),
				line_of(sites, access)});
	}
	if (its != nullptr)
		count_trips(sites, loop, its);
}

// The first pragma that says how each array is kept stands for all of them.
void check_storage(Sites &sites, Function &function, const LoopInfo &loops)
{
	std::set<std::string> known;
	for (const Boundary &each : sites.boundaries) {
		if ((!is_partition(each) && memory_of(each) == nullptr) ||
			!is_in_function(each, function) ||
			!known.insert(each.name).second)
			continue;
		for (const Boundary &interval : sites.boundaries) {
			if (interval.what != "interval" ||
				!is_in_function(interval, function))
				continue;
			Loop *loop = loop_around(loops, interval.line);
			if (loop != nullptr)
				check_ports(sites, function, loop, each,
					interval.number);
		}
	}
}

} // namespace retread
