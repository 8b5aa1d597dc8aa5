#include "cli/verbs.h"

#include <fcntl.h>
#include <unistd.h>

namespace {

/// Whoever starts us without some of the standard streams does not get our files in their places. Writing
/// there fails, as it would.
void open_missing_streams() {
    int file = 0;
    while (file >= 0 && file <= STDERR_FILENO)
        file = ::open("/dev/null", O_RDONLY);
    if (file > STDERR_FILENO) ::close(file);
}

} // namespace

int main(int argc, char** argv) {
    open_missing_streams();
    return loop::cli::run_command(argc, argv);
}
