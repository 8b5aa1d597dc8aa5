#include <loop/picl.h>

int gray0(int i) {
    return i ^ (i >> 1);
}

int ginv0(int i) {
    int inverse = 0;
    for (; i > 0; i >>= 1)
        inverse ^= i;
    return inverse;
}
