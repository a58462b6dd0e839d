/* SPDX-License-Identifier: MIT
 * Memory and clocks that hosts of kernels ask the vendor's library for. */
#ifndef RETREAD_HLS_SDS_LIB_H
#define RETREAD_HLS_SDS_LIB_H

#include <stdlib.h>
#include <time.h>

#define sds_alloc(bytes)	       malloc(bytes)
#define sds_alloc_cacheable(bytes)     malloc(bytes)
#define sds_alloc_non_cacheable(bytes) malloc(bytes)
#define sds_free(memory)	       free(memory)
#define sds_clock_counter()	       ((unsigned long long)clock())

#endif
