/* SPDX-License-Identifier: MIT
 * Interface every target implements; the same file links with any fuzzer's
 * driver, with main_file.c (one input per process) and with meter/meter.c. */
#ifndef EVAL_TARGET_H
#define EVAL_TARGET_H
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
#ifdef __cplusplus
}
#endif
#endif
