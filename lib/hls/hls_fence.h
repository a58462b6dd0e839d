/* SPDX-License-Identifier: MIT
 * hls::fence for running a kernel on the CPU, where accesses are in order. */
#ifndef RETREAD_HLS_HLS_FENCE_H
#define RETREAD_HLS_HLS_FENCE_H

namespace hls
{
template <typename... A> static inline void fence(A &&...)
{
}
} // namespace hls

#endif
