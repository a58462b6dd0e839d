// SPDX-License-Identifier: MIT
// Shapes of C++ kernels: templates, methods, arrays declared in a header.
#include "ap_int.h"

typedef ap_uint<6> six;

int shapes(int in[4], six out[4], ap_uint<8> *bytes);
int part(const int *from);
