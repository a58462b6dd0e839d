/* SPDX-License-Identifier: MIT
 * wrap.c for C++'s operators, which C programs do not have: new, new[], delete,
 * delete with a size, delete[]. */
#include "fuzz-perf/runtime/runtime.h"

#define OPERATOR_NEW(name)                                                     \
	void *__real_##name(size_t size);                                      \
	void *__wrap_##name(size_t size);                                      \
	void *__wrap_##name(size_t size)                                       \
	{                                                                      \
		void *block = __real_##name(size);                             \
		if (!retread_counters.is_running)                              \
			return block;                                          \
		retread_charge((uintptr_t)__builtin_return_address(0), size);  \
		__retread_allocated(block, size);                              \
		return block;                                                  \
	}
OPERATOR_NEW(_Znwm)
OPERATOR_NEW(_Znam)

#define OPERATOR_DELETE(name)                                                  \
	void __real_##name(void *block);                                       \
	void __wrap_##name(void *block);                                       \
	void __wrap_##name(void *block)                                        \
	{                                                                      \
		if (retread_counters.is_running)                               \
			__retread_freed(block);                                \
		__real_##name(block);                                          \
	}
OPERATOR_DELETE(_ZdlPv)
OPERATOR_DELETE(_ZdaPv)

void __real__ZdlPvm(void *block, size_t size);
void __wrap__ZdlPvm(void *block, size_t size);
void __wrap__ZdlPvm(void *block, size_t size)
{
	if (retread_counters.is_running)
		__retread_freed(block);
	__real__ZdlPvm(block, size);
}
