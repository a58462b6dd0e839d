/* SPDX-License-Identifier: MIT
 * Writes down the arguments of a kernel's call, as inputs of `retread hls run`: a text in
 * the directory that RETREAD_HLS_RECORD names. */
#ifndef RETREAD_HLS_HLS_RECORD_H
#define RETREAD_HLS_HLS_RECORD_H

#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/uio.h>
#include <type_traits>
#include <unistd.h>
#include <vector>

namespace retread
{

/* Further calls are left out. */
constexpr unsigned recorded_max = 1000;

class recorded
{
      public:
	/* COUNT elements, or as many as there is memory. */
	template <typename T>
	void take(const char *name, T *from, long long count)
	{
		typedef typename std::remove_cv<
			typename std::remove_all_extents<T>::type>::type
			element;
		const element *all = (const element *)from;
		text += name;
		text += ':';
		for (long long i = 0; i < count; i++) {
			element number;
			iovec to = {&number, sizeof(number)};
			iovec source = {(void *)(all + i), sizeof(number)};
			if (process_vm_readv(getpid(), &to, 1, &source, 1, 0) !=
				(ssize_t)sizeof(number))
				break;
			put((long long)number);
		}
		text += '\n';
	}

	template <typename T, typename = typename std::enable_if<
				      !std::is_pointer<T>::value>::type>
	void take(const char *name, T number, long long)
	{
		text += name;
		text += ':';
		put((long long)number);
		text += '\n';
	}

	/* In a file of its own; a host can have several processes. */
	void write() const
	{
		static unsigned calls;
		const char *directory = std::getenv("RETREAD_HLS_RECORD");
		FILE *out = nullptr;
		while (directory != nullptr && out == nullptr &&
			calls < recorded_max) {
			std::string path = std::string(directory) + "/" +
					   std::to_string(calls++);
			out = std::fopen(path.c_str(), "wx");
		}
		if (out == nullptr)
			return;
		std::fputs(text.c_str(), out);
		std::fclose(out);
	}

      private:
	std::string text;

	void put(long long number)
	{
		text += ' ';
		text += std::to_string(number);
	}
};

} // namespace retread

#endif
