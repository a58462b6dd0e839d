/* SPDX-License-Identifier: MIT
 * A program that answers calls (lib/hls/hls_target.h has the protocol) by the kernel
 * itself, compiled with other headers than ours. `retread hls` writes a main for it.
 *
 * What a reset takes back is the state of a process: each runs in a child. */
#ifndef RETREAD_HLS_HLS_NATIVE_H
#define RETREAD_HLS_HLS_NATIVE_H

#include <cstdlib>
#include <cstring>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <type_traits>
#include <unistd.h>
#include <vector>

#include "hls_calls.h"

namespace retread
{

/* A kernel may read a little beyond what it was given. */
constexpr size_t native_margin = 4096;
/* A call that computes for longer hangs. */
constexpr int native_seconds = 1;

/* An argument of whatever type its parameter has. */
class argument
{
      public:
	argument(unsigned bytes, bool is_array, bool is_const)
	    : bytes(bytes), is_array(is_array), is_const(is_const)
	{
	}

	void take()
	{
		uint64_t count = 1;
		if (is_array)
			read_number(count, 10);
		used = count * bytes;
		content.assign(used + native_margin, 0);
		for (size_t at = 0; at < used; at += bytes) {
			uint64_t number = take_number();
			memcpy(&content[at], &number, bytes);
		}
	}

	void give() const
	{
		for (size_t at = 0; is_array && !is_const && at < used;
			at += bytes) {
			uint64_t number = 0;
			memcpy(&number, &content[at], bytes);
			give_number(number, bytes);
		}
	}

	template <typename T> operator T *()
	{
		return reinterpret_cast<T *>(content.data());
	}

	template <typename T, typename = typename std::enable_if<
				      !std::is_pointer<T>::value>::type>
	operator T() const
	{
		T number;
		memcpy(&number, content.data(), sizeof(number));
		return number;
	}

      private:
	unsigned bytes;
	bool is_array, is_const;
	size_t used = 0;
	std::vector<unsigned char> content;
};

inline void native_hangs(int)
{
	static const char answer[] = "hang 0\n";

	_exit(write(STDOUT_FILENO, answer, sizeof(answer) - 1) < 0);
}

/* A kernel that a signal ended has no answer. */
inline void native_ended(int)
{
	int status;

	if (waitpid(-1, &status, WNOHANG) > 0 && WIFSIGNALED(status))
		_exit(1);
}

/* Answers the calls of one run. CALL takes the arguments, and prints what comes out. */
inline void native_answer(void (*call)())
{
	const itimerval limit = {{0, 0}, {native_seconds, 0}};
	uint64_t resets, fill;

	signal(SIGVTALRM, native_hangs);
	while (read_number(resets, 10) && read_number(fill, 10)) {
		setitimer(ITIMER_VIRTUAL, &limit, nullptr);
		call();
		putchar_unlocked('\n');
		fflush(stdout);
	}
	_exit(0);
}

/* A child that has the calls of a run written to *RUN. */
inline pid_t native_start(void (*call)(), FILE **run)
{
	int ends[2];
	pid_t child;

	if (pipe(ends) != 0)
		_exit(1);
	child = fork();
	if (child == 0) {
		dup2(ends[0], STDIN_FILENO);
		close(ends[0]);
		close(ends[1]);
		native_answer(call);
	}
	close(ends[0]);
	*run = fdopen(ends[1], "w");
	return child;
}

inline int native_run(void (*call)())
{
	FILE *calls = fdopen(dup(STDIN_FILENO), "r"), *run = nullptr;
	char *line = nullptr;
	size_t room = 0;
	pid_t child = 0;

	signal(SIGPIPE, SIG_IGN);
	puts("retread-rtl 1");
	fflush(stdout);
	while (getline(&line, &room, calls) > 0) {
		if (*line == '1' || !run) {
			signal(SIGCHLD, SIG_DFL);
			if (run)
				fclose(run);
			if (run)
				waitpid(child, nullptr, 0);
			signal(SIGCHLD, native_ended);
			child = native_start(call, &run);
		}
		fputs(line, run);
		fflush(run);
	}
	if (run)
		fclose(run);
	signal(SIGCHLD, SIG_DFL);
	waitpid(child, nullptr, 0);
	return 0;
}

} // namespace retread

#endif
