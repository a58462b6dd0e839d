// SPDX-License-Identifier: MIT
// Lines that a unified diff added or changed, and which blocks hold one.
#ifndef RETREAD_FUZZ_PERF_INSTRUMENT_DIFF_H
#define RETREAD_FUZZ_PERF_INSTRUMENT_DIFF_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <memory>
#include <set>
#include <string>

namespace retread
{

class Diff
{
      public:
	static std::unique_ptr<Diff> read(const std::string &path)
	{
		auto file = llvm::MemoryBuffer::getFile(path);
		if (!file) {
			llvm::errs() << "retread-cc: " << path << ": "
				     << file.getError().message() << "\n";
			std::exit(1);
		}
		std::unique_ptr<Diff> diff(new Diff);
		diff->parse((*file)->getBuffer());
		return diff;
	}

	bool covers(const llvm::BasicBlock *block) const
	{
		for (const llvm::Instruction &instruction : *block)
			if (const llvm::DILocation *at =
					instruction.getDebugLoc().get())
				if (has(at->getFilename(), at->getLine()))
					return true;
		return false;
	}

	// Paths in a diff start at the repository, those in debug info
	// where the compiler ran: one must end in the other.
	bool has(llvm::StringRef file, unsigned line) const
	{
		file = llvm::sys::path::remove_leading_dotslash(file);
		for (const auto &entry : lines)
			if (entry.second.count(line) &&
				(is_tail(entry.first, file) ||
					is_tail(file, entry.first)))
				return true;
		return false;
	}

      private:
	std::map<std::string, std::set<unsigned>> lines;

	static bool is_tail(llvm::StringRef whole, llvm::StringRef tail)
	{
		return whole.take_back(tail.size()) == tail &&
		       (whole.size() == tail.size() ||
			       whole[whole.size() - tail.size() - 1] == '/');
	}

	void parse(llvm::StringRef text)
	{
		std::set<unsigned> *file = nullptr;
		unsigned line = 0;
		while (!text.empty()) {
			llvm::StringRef row;
			std::tie(row, text) = text.split('\n');
			if (row.consume_front("+++ ")) {
				row = row.split('\t').first.rtrim();
				row.consume_front("b/");
				file = &lines[row.str()];
			} else if (row.consume_front("@@ ")) {
				llvm::StringRef start = row.split(" +").second;
				start.consumeInteger(10, line);
			} else if (file && row.consume_front("+")) {
				file->insert(line++);
			} else if (row.consume_front(" ")) {
				line++;
			}
		}
	}
};

} // namespace retread

#endif
