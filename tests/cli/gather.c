/* gather OPTION READS: reads READS words at random places. OPTION does nothing. Without both, the exit code is 9. */
#include <stdio.h>
#include <stdlib.h>
double words[512];
int main(int count, char** arguments) {
    double sum = 0;
    int k = 0, reads = 0;
    if (count != 3) return 9;
    reads = atoi(arguments[2]);
    for (; k < reads; ++k) sum += words[rand() % 512];
    fprintf(stdout, "sum %g\n", sum);
    return 0;
}
