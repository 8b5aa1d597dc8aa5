// Flags and libraries, in every form.
#include <cmath>


 static const int after = 1;
namespace inner {  }
int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    loop::verify(after == 1, "the rest of the line remains");
    loop::close0();
}
