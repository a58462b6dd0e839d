// SPDX-License-Identifier: MIT
// Whether a line of a kernel shows that its number is meant to wrap: fields of a word, hash
// functions, sequence numbers and counters that are compared for equality or choose an
// element of a ring.
#ifndef RETREAD_FUZZ_PERF_INSTRUMENT_INTENT_H
#define RETREAD_FUZZ_PERF_INSTRUMENT_INTENT_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

#include "fuzz-perf/instrument/find.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace retread
{

using namespace llvm;

class Intent
{
      public:
	// IS_NUMBER says whether a call is one of a class of numbers.
	Intent(Function &function, bool (*is_number)(const CallBase &call))
	{
		std::vector<CallBase *> calls;
		for (Instruction &each : instructions(function))
			if (auto *call = dyn_cast<CallBase>(&each))
				if (is_number(*call))
					calls.push_back(call);
		for (CallBase *call : calls)
			if (assigns(*call))
				note_assignment(*call);
		for (CallBase *call : calls)
			if (!assigns(*call))
				note_other_call(*call);
	}

	// Whether CALL assigns a number that is meant to wrap.
	bool wraps_on_purpose(const CallBase *call) const
	{
		auto found = assigned.find(call);
		if (found == assigned.end())
			return true; // it assigns nothing
		const Expression &expression = found->second;
		const Variable &target = variables.at(expression.target);
		return expression.last == "rs" || expression.last == "an" ||
		       is_field(expression) || is_hash(expression) ||
		       is_distance(expression, target) ||
		       is_counter(expression.target, target);
	}

	// Whether CALL gives its first argument a number; whether that depends on the
	// one before.
	static bool assigns(const CallBase &call)
	{
		return call.arg_size() >
			       1 - (operator_of(call) == "pp" ||
					   operator_of(call) == "mm") &&
		       inner_of(operator_of(call)) != "?" &&
		       call.getArgOperand(0)->getType()->isPointerTy();
	}

	static bool changes(const CallBase &call)
	{
		return assigns(call) && !inner_of(operator_of(call)).empty();
	}

      private:
	// What is assigned to TARGET. Operators are two letters, as in the linkage names
	// of functions: pl for +, mi for -, ml for *, eo for ^, ls and rs for shifts.
	struct Expression {
		const Value *target = nullptr;
		std::set<std::string> operators;
		std::string last; // that gives the number; "": none does
		std::set<const Value *> variables, multiplied, shifted;
		std::set<uint64_t> constants, factors;
		unsigned width = 0, widest = 0; // of the target, of operands
	};
	struct Variable {
		std::vector<Expression> assigned;
		std::set<std::string> uses;
		std::set<uint64_t> compared; // with these constants
		uint64_t indexed = 0;	     // elements of the largest array
	};

	std::map<const CallBase *, Expression> assigned;
	std::map<const Value *, Variable> variables;
	std::set<const Value *> taken; // operators that an assignment has

	// The variable that POINTER is in; a parameter is behind a pointer.
	static const Value *root_of(const Value *pointer)
	{
		const Value *root = getUnderlyingObject(pointer);
		if (const auto *load = dyn_cast<LoadInst>(root))
			return getUnderlyingObject(load->getPointerOperand());
		return root;
	}

	static StringRef name_of(const CallBase &call)
	{
		const Function *callee = call.getCalledFunction();
		return callee != nullptr ? callee->getName() : "";
	}

	// The two letters of CALL; C1 or C2 for what constructs.
	static std::string operator_of(const CallBase &call)
	{
		StringRef name = name_of(call);
		if (!begins_with(name, "_ZN"))
			return name.substr(2, 2).str();
		size_t at = name.find("EE");
		return at == StringRef::npos ? ""
					     : name.substr(at + 2, 2).str();
	}

	// The numbers among the arguments of the template in NAME.
	static std::vector<unsigned> widths_of(StringRef name)
	{
		std::vector<unsigned> widths;
		name = name.take_front(name.find("hls_"));
		for (size_t at = name.find("Li"); at != StringRef::npos;
			at = name.find("Li", at + 1)) {
			unsigned width = 0;
			if (!name.substr(at + 2).consumeInteger(10, width))
				widths.push_back(width);
		}
		return widths;
	}

	static bool is_comparison(StringRef name)
	{
		return name == "lt" || name == "gt" || name == "le" ||
		       name == "ge" || name == "eq" || name == "ne";
	}

	// The operator that an operator like += has; "" if it has none.
	static std::string inner_of(const std::string &name)
	{
		static const std::map<std::string, std::string> inner = {
			{"aS", ""}, {"C1", ""}, {"C2", ""}, {"pL", "pl"},
			{"mI", "mi"}, {"mL", "ml"}, {"eO", "eo"}, {"aN", "an"},
			{"oR", "or"}, {"lS", "ls"}, {"rS", "rs"}, {"pp", "pl"},
			{"mm", "mi"}};
		auto found = inner.find(name);
		return found == inner.end() ? "?" : found->second;
	}

	void add_operator(Expression &expression, const std::string &name)
	{
		if (expression.last.empty())
			expression.last = name;
		expression.operators.insert(name);
	}

	// Adds what VALUE is made of.
	void collect_value(const Value *value, Expression &expression)
	{
		if (const auto *constant = dyn_cast<ConstantInt>(value)) {
			expression.constants.insert(constant->getZExtValue());
		} else if (const auto *cast = dyn_cast<CastInst>(value)) {
			collect_value(cast->getOperand(0), expression);
		} else if (const auto *part =
				   dyn_cast<ExtractValueInst>(value)) {
			collect_value(part->getAggregateOperand(), expression);
		} else if (const auto *call = dyn_cast<CallBase>(value)) {
			collect_call(*call, expression);
		} else if (const auto *binary =
				   dyn_cast<BinaryOperator>(value)) {
			unsigned code = binary->getOpcode();
			collect_operator(*binary,
				code == Instruction::Sub   ? "mi"
				: code == Instruction::Add ? "pl"
				: code == Instruction::Mul ? "ml"
							   : "other",
				expression);
		} else if (const auto *load = dyn_cast<LoadInst>(value)) {
			expression.variables.insert(
				root_of(load->getPointerOperand()));
			expression.widest = std::max(expression.widest,
				(unsigned)load->getType()
					->getScalarSizeInBits());
		} else if (value->getType()->isPointerTy()) {
			collect_memory(root_of(value), expression);
		}
	}

	void collect_call(const CallBase &call, Expression &expression)
	{
		static const std::set<std::string> known = {"pl", "mi", "ml",
			"dv", "rm", "an", "or", "eo", "ls", "rs", "co", "ng"};
		std::string name = operator_of(call);
		if (!taken.insert(&call).second)
			return;
		for (unsigned width : widths_of(name_of(call)))
			expression.widest = std::max(expression.widest, width);
		if (known.count(name) != 0) {
			collect_operator(call, name, expression);
			return;
		}
		if (inner_of(name) == "?")
			add_operator(expression, name);
		for (const Value *argument : call.args())
			if (argument->getType()->isPointerTy() ||
				inner_of(name) != "?")
				collect_value(argument, expression);
	}

	void collect_operator(const User &user, const std::string &name,
		Expression &expression)
	{
		Expression part;
		add_operator(expression, name);
		for (const Value *operand : user.operands())
			if (!isa<Function>(operand))
				collect_value(operand, part);
		expression.operators.insert(
			part.operators.begin(), part.operators.end());
		expression.constants.insert(
			part.constants.begin(), part.constants.end());
		expression.variables.insert(
			part.variables.begin(), part.variables.end());
		expression.multiplied.insert(
			part.multiplied.begin(), part.multiplied.end());
		expression.shifted.insert(
			part.shifted.begin(), part.shifted.end());
		expression.factors.insert(
			part.factors.begin(), part.factors.end());
		expression.widest = std::max(expression.widest, part.widest);
		if (name == "ml")
			note_product(part, expression);
		if (name == "ls")
			expression.shifted.insert(
				part.variables.begin(), part.variables.end());
	}

	static void note_product(const Expression &part, Expression &expression)
	{
		expression.multiplied.insert(
			part.variables.begin(), part.variables.end());
		expression.factors.insert(
			part.constants.begin(), part.constants.end());
	}

	// A value without a name is what is stored there; else it is a variable.
	void collect_memory(const Value *memory, Expression &expression)
	{
		std::vector<const Value *> places = {memory};
		std::vector<const Value *> made;

		for (size_t i = 0; i < places.size(); i++)
			for (const User *user : places[i]->users()) {
				const auto *store = dyn_cast<StoreInst>(user);
				const auto *call = dyn_cast<CallBase>(user);
				if (isa<GetElementPtrInst>(user) ||
					isa<BitCastInst>(user))
					places.push_back(user);
				else if (store != nullptr)
					made.push_back(
						store->getValueOperand());
				else if (call != nullptr &&
					 call->arg_size() > 0 &&
					 call->paramHasAttr(
						 0, Attribute::StructRet))
					made.push_back(call);
			}
		if (variables.count(memory) != 0 || made.empty() ||
			!isa<AllocaInst>(memory))
			expression.variables.insert(memory);
		else
			for (const Value *value : made)
				collect_value(value, expression);
	}

	void note_assignment(CallBase &call)
	{
		Expression &expression = assigned[&call];
		std::string inner = inner_of(operator_of(call));
		std::vector<unsigned> widths = widths_of(name_of(call));

		expression.target = root_of(call.getArgOperand(0));
		expression.width = widths.empty() ? 0 : widths[0];
		taken.insert(&call);
		if (!inner.empty()) {
			add_operator(expression, inner);
			expression.variables.insert(expression.target);
		}
		for (unsigned i = 1; i < call.arg_size(); i++)
			collect_value(call.getArgOperand(i), expression);
		if (inner == "ml")
			note_product(expression, expression);
		variables[expression.target].assigned.push_back(expression);
		bool is_difference =
			expression.operators == std::set<std::string>{"mi"};
		for (const Value *each : expression.variables)
			if (each != expression.target)
				variables[each].uses.insert(
					is_difference ? "mi" : "other");
	}

	// What a call that assigns nothing does with its variables.
	void note_other_call(CallBase &call)
	{
		std::string name = operator_of(call);
		if (taken.count(&call) != 0)
			return;
		for (const Value *argument : call.args()) {
			if (!argument->getType()->isPointerTy())
				continue;
			Variable &variable = variables[root_of(argument)];
			variable.uses.insert(
				name == "cv" && only_indexes(call, variable)
					? "index"
					: name);
			for (const Value *other : call.args())
				if (is_comparison(name) &&
					isa<ConstantInt>(other))
					variable.compared.insert(
						cast<ConstantInt>(other)
							->getZExtValue());
		}
	}

	// Whether the number that CALL makes is an index and nothing else.
	static bool only_indexes(const CallBase &call, Variable &variable)
	{
		for (const User *user : call.users()) {
			const auto *index = dyn_cast<GetElementPtrInst>(user);
			if (index == nullptr)
				return false;
			const auto *array = dyn_cast<ArrayType>(
				index->getSourceElementType());
			variable.indexed = std::max(variable.indexed,
				array != nullptr ? array->getNumElements() : 0);
		}
		return true;
	}

	// A copy of a word that is shifted or taken apart elsewhere.
	bool is_field(const Expression &expression) const
	{
		return expression.last.empty() &&
		       expression.variables.size() == 1 &&
		       is_taken_apart(*expression.variables.begin());
	}

	bool is_taken_apart(const Value *word) const
	{
		auto found = variables.find(word);
		if (found == variables.end())
			return false;
		for (const auto &each : assigned)
			if (each.second.last == "rs" &&
				each.second.variables.count(word) != 0)
				return true;
		return found->second.uses.count("rs") != 0;
	}

	// Multiplied by what no measurement is, or itself multiplied or shifted and mixed.
	bool is_hash(const Expression &expression) const
	{
		std::set<std::string> operators;
		bool multiplies = false, shifts = false, is_odd = false;
		for (const Expression *each : find_chain(expression)) {
			std::set<uint64_t> factors = factors_of(*each);
			operators.insert(
				each->operators.begin(), each->operators.end());
			multiplies |=
				touches_target(each->multiplied, expression);
			shifts |= touches_target(each->shifted, expression);
			for (uint64_t factor : factors)
				is_odd |= factor % 2 == 1 && factor > 16;
		}
		for (uint64_t factor : factors_of(expression))
			if (factor % 2 == 1 && factor > 0xffff)
				return true;
		bool mixes = operators.count("eo") != 0;
		bool adds = operators.count("pl") != 0 ||
			    operators.count("mi") != 0;
		return (multiplies && (mixes || is_odd)) ||
		       (shifts && (mixes || adds));
	}

	// Constants that are multiplied with, and those that have a name.
	std::set<uint64_t> factors_of(const Expression &expression) const
	{
		std::set<uint64_t> factors = expression.factors;
		for (const Value *each : expression.multiplied) {
			auto found = variables.find(each);
			if (found != variables.end() &&
				found->second.assigned.size() == 1 &&
				found->second.assigned[0].variables.empty())
				factors.insert(found->second.assigned[0]
						       .constants.begin(),
					found->second.assigned[0]
						.constants.end());
		}
		return factors;
	}

	// EXPRESSION, others that are assigned to its variable, and those of variables
	// that it is made of and that are made of it.
	std::vector<const Expression *> find_chain(
		const Expression &expression) const
	{
		std::vector<const Expression *> chain = {&expression};
		for (const Expression &each :
			variables.at(expression.target).assigned)
			chain.push_back(&each);
		for (const Value *each : expression.variables) {
			auto found = variables.find(each);
			if (found == variables.end() ||
				!follows_target(each, expression))
				continue;
			for (const Expression &its : found->second.assigned)
				chain.push_back(&its);
		}
		return chain;
	}

	// Whether VALUE is the variable of EXPRESSION, or made of it.
	bool follows_target(
		const Value *value, const Expression &expression) const
	{
		auto found = variables.find(value);
		if (value == expression.target)
			return true;
		return found != variables.end() &&
		       any_of(found->second.assigned,
			       [&](const Expression &each) {
				       return each.variables.count(
						      expression.target) != 0;
			       });
	}

	bool touches_target(const std::set<const Value *> &values,
		const Expression &expression) const
	{
		return any_of(values, [&](const Value *each) {
			return follows_target(each, expression);
		});
	}

	// A difference of numbers no wider, of which the sign, or zero, is asked for.
	static bool is_distance(
		const Expression &expression, const Variable &target)
	{
		uint64_t half = UINT64_C(1) << (expression.width - 1) % 64;
		if (expression.operators != std::set<std::string>{"mi"} ||
			expression.variables.count(expression.target) != 0 ||
			expression.widest > expression.width ||
			target.uses.empty())
			return false;
		for (const std::string &use : target.uses)
			if (!is_comparison(use) && use != "ix" && use != "rs")
				return false;
		for (uint64_t each : target.compared)
			if (each > 1 && each != half && each != half - 1)
				return false;
		return true;
	}

	// Steps, or begins where another number is; and is compared for equality,
	// subtracted, or the index of a ring of which it reaches each element.
	static bool is_counter(const Value *variable, const Variable &target)
	{
		if (target.uses.empty())
			return false;
		for (const Expression &each : target.assigned) {
			bool steps = each.operators.count("pl") != 0 ||
				     each.operators.count("mi") != 0;
			if (each.operators.size() > 1 ||
				(each.operators.size() == 1 && !steps) ||
				each.variables.size() > 1)
				return false;
			if (target.indexed > UINT64_C(1) << each.width % 64)
				return false;
			if (steps && each.constants.empty() &&
				each.variables.count(variable) == 0)
				return false;
			if (steps && each.variables.count(variable) != 0 &&
				!is_step(each))
				return false;
		}
		for (const std::string &use : target.uses)
			if (use != "eq" && use != "ne" && use != "index" &&
				use != "mi")
				return false;
		return true;
	}

	// ++ is an operator without a constant, or with the one that tells which it is.
	static bool is_step(const Expression &expression)
	{
		for (uint64_t each : expression.constants)
			if (each > 16 && each < UINT64_C(0xfffffff0))
				return false;
		return expression.variables.size() == 1;
	}
};

} // namespace retread

#endif
