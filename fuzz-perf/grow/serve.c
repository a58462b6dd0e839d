/* SPDX-License-Identifier: MIT
 * Asks a program that waits for runs to fork one, and awaits it. */
#include "config.h"

#include "fuzz-perf/grow/serve.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fuzz-perf/grow/agent.h"
#include "fuzz-perf/grow/count_process.h"
#include "lib/arguments.h"

static void count_server_end(struct count_server *server)
{
	if (!server->process)
		return;
	close(server->place);
	kill(-server->process, SIGKILL);
	waitpid(server->process, NULL, 0);
	server->process = 0;
	server->seconds = 0;
}

static void server_refuse(struct count_server *server)
{
	count_server_end(server);
	server->is_refused = true;
}

/* Receives what SERVER says within SECONDS by the clock, unless it or we are ended. */
static bool server_hear(const struct count_server *server, double seconds,
	const sigset_t *signals, struct grow_answer *answer)
{
	struct pollfd event[] = {{.fd = server->place, .events = POLLIN},
		{.fd = pidfd_open(server->process, 0), .events = POLLIN},
		{.fd = signalfd(-1, signals, SFD_CLOEXEC), .events = POLLIN}};
	bool is_heard = poll(event, 3, (int)(seconds * 1e3)) > 0 &&
			event[0].revents & POLLIN &&
			recv(server->place, answer, sizeof *answer, 0) ==
				(ssize_t)sizeof *answer;

	for (size_t i = 1; i < 3; i++)
		if (event[i].fd >= 0)
			close(event[i].fd);
	return is_heard;
}

static _Noreturn void become_server(const struct arguments *words,
	const char *settings, const char *directory,
	const struct count_limits *limits, int place)
{
	struct count_limits unlimited = *limits;
	char number[16];

	snprintf(number, sizeof number, "%d", place);
	setenv(GROW_PLACE_VARIABLE, number, 1);
	unlimited.seconds = 0;
	count_process_become(words->word, settings, directory, &unlimited);
}

/* Starts the program as WORDS say. A wrapper's process is not the one that would fork. */
static void server_start(struct count_server *server,
	const struct arguments *words, const char *settings,
	const char *directory, const struct count_limits *limits,
	const sigset_t *signals)
{
	struct grow_answer hello;
	int place[2];
	pid_t child;

	server->is_refused = true;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, place) != 0)
		return;
	child = fork();
	if (child == 0) {
		close(place[0]);
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		sigprocmask(SIG_UNBLOCK, signals, NULL);
		become_server(words, settings, directory, limits, place[1]);
	}
	close(place[1]);
	if (child < 0) {
		close(place[0]);
		return;
	}
	setpgid(child, child);
	*server = (struct count_server){.process = child, .place = place[0]};
	if (!server_hear(server, count_process_clock(limits->seconds), signals,
		    &hello) ||
		hello.process != child)
		server_refuse(server);
}

/* Has a process forked. Returns it; 0: there is none. */
static pid_t server_ask(const struct count_server *server,
	const char *directory, const struct count_limits *limits,
	const sigset_t *signals)
{
	struct grow_order order = {
		.seconds = limits->seconds, .is_native = limits->is_native};
	struct grow_answer answer = {0};

	snprintf(order.input, sizeof order.input, "%s",
		limits->input ? limits->input : "/dev/null");
	snprintf(order.output, sizeof order.output, "%s/" COUNT_OUTPUT,
		directory);
	return send(server->place, &order, sizeof order, MSG_NOSIGNAL) ==
				       (ssize_t)sizeof order &&
			       server_hear(server,
				       count_process_clock(limits->seconds),
				       signals, &answer) &&
			       answer.process > 0
		       ? answer.process
		       : 0;
}

bool count_serve(struct count_servers *servers, const struct arguments *words,
	const char *settings, const char *directory,
	const struct count_limits *limits, const sigset_t *signals,
	struct count_run *run)
{
	struct count_server *server = &servers->server[limits->is_native];
	struct grow_answer end = {0};
	bool is_in_time;
	pid_t child;

	if (!server->process && !server->is_refused)
		server_start(
			server, words, settings, directory, limits, signals);
	if (server->is_refused)
		return false;
	child = server_ask(server, directory, limits, signals);
	if (!child) {
		server_refuse(server);
		return false;
	}
	is_in_time = server_hear(
		server, count_process_clock(limits->seconds), signals, &end);
	kill(-child, SIGKILL);
	if (!is_in_time) {
		run->outcome = COUNT_TOO_LONG;
		server_hear(server, count_process_clock(0), signals, &end);
	}
	run->seconds = end.seconds;
	server->seconds += end.seconds;
	count_process_set_outcome(run, end.status);
	return true;
}

double count_servers_spent(const struct count_servers *servers)
{
	return servers->server[0].seconds + servers->server[1].seconds;
}

void count_servers_end(struct count_servers *servers)
{
	count_server_end(&servers->server[0]);
	count_server_end(&servers->server[1]);
}
