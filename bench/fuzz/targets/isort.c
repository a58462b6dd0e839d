/* SPDX-License-Identifier: MIT
 * Insertion sort on the bytes of the input.  Known worst case: strictly
 * decreasing bytes, n(n-1)/2 shifts. */
#include "target.h"
#include <string.h>

#define MAX_N 4096

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int a[MAX_N];
    size_t n = size < MAX_N ? size : MAX_N;
    for (size_t i = 0; i < n; i++)
        a[i] = data[i];
    for (size_t i = 1; i < n; i++) {
        int key = a[i];
        size_t j = i;
        while (j > 0 && a[j - 1] > key) {
            a[j] = a[j - 1];
            j--;
        }
        a[j] = key;
    }
    return 0;
}
