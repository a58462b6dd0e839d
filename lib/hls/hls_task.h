/* SPDX-License-Identifier: MIT
 * hls::task for running a kernel on the CPU: a function that is called for ever,
 * whenever there is something to read for it.
 *
 * Each task has a thread, but one runs at a time: it is given its turn by who
 * waits at an empty stream, and gives it back when it waits itself. So results
 * do not depend on the scheduler. */
#ifndef RETREAD_HLS_HLS_TASK_H
#define RETREAD_HLS_HLS_TASK_H

#include <functional>
#include <pthread.h>

#include "hls_stream.h"

#define hls_thread_local static

namespace hls
{

class task : hls_mover
{
	/* A task that never reads would never stop. */
	enum { calls_a_turn = 1000 };
	std::function<void()> body;
	pthread_t thread;
	bool is_started, is_its_turn;
	unsigned long calls;

	static pthread_mutex_t *mutex()
	{
		static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
		return &one;
	}
	static pthread_cond_t *changed()
	{
		static pthread_cond_t one = PTHREAD_COND_INITIALIZER;
		return &one;
	}
	static task *&current()
	{
		static task *running;
		return running;
	}
	static void *run(void *self)
	{
		task *it = (task *)self;
		it->await_turn();
		for (;;) {
			it->body();
			if (++it->calls % calls_a_turn == 0)
				it->give_back();
		}
		return NULL;
	}
	void await_turn()
	{
		pthread_mutex_lock(mutex());
		while (!is_its_turn)
			pthread_cond_wait(changed(), mutex());
		current() = this;
		pthread_mutex_unlock(mutex());
	}
	void give_back()
	{
		pthread_mutex_lock(mutex());
		is_its_turn = false;
		current() = NULL;
		pthread_cond_broadcast(changed());
		pthread_mutex_unlock(mutex());
		await_turn();
	}
	static bool wait_in_task()
	{
		task *it = current();
		if (it == NULL)
			return false;
		it->give_back();
		return true;
	}
	bool move()
	{
		unsigned long before = progress();

		if (!is_started) {
			is_started = true;
			pthread_create(&thread, NULL, run, this);
			pthread_detach(thread);
		}
		pthread_mutex_lock(mutex());
		is_its_turn = true;
		pthread_cond_broadcast(changed());
		while (is_its_turn)
			pthread_cond_wait(changed(), mutex());
		pthread_mutex_unlock(mutex());
		return progress() != before;
	}
	void start(const std::function<void()> &body_)
	{
		body = body_;
		hls_task_wait() = wait_in_task;
		enlist();
	}

      public:
	task() : is_started(false), is_its_turn(false), calls(0)
	{
	}
	template <typename F, typename... A>
	task(F &&function, A &&...argument)
	    : is_started(false), is_its_turn(false), calls(0)
	{
		start(std::bind(function, std::ref(argument)...));
	}
	template <typename F, typename... A>
	void operator()(F &&function, A &&...argument)
	{
		start(std::bind(function, std::ref(argument)...));
	}
};

} // namespace hls

#endif
