/* SPDX-License-Identifier: MIT
 * zlib: inflate the input (zlib or gzip wrapping detected), output bounded. */
#include "target.h"
#include <string.h>
#include <zlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Bytef out[32768];
    z_stream z;
    memset(&z, 0, sizeof z);
    if (inflateInit2(&z, 15 + 32) != Z_OK) return 0;
    z.next_in = (Bytef *)data;
    z.avail_in = (uInt)size;
    for (int turns = 0; turns < 64; turns++) {
        z.next_out = out;
        z.avail_out = sizeof out;
        int r = inflate(&z, Z_NO_FLUSH);
        if (r != Z_OK) break;
    }
    inflateEnd(&z);
    return 0;
}
