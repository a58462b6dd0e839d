/* SPDX-License-Identifier: MIT
 * Driver for targets that say what is valid: prints the names of those files in
 * which every retread_assume() holds. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "target.h"

static bool is_valid;

bool retread_assume(bool condition);
bool retread_assume(bool condition)
{
    is_valid &= condition;
    return condition;
}

int main(int argc, char **argv)
{
    static uint8_t data[1 << 20];
    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        if (!file) {
            perror(argv[i]);
            return 1;
        }
        size_t size = fread(data, 1, sizeof data, file);
        fclose(file);
        is_valid = true;
        LLVMFuzzerTestOneInput(data, size);
        if (is_valid)
            puts(argv[i]);
    }
    return 0;
}
