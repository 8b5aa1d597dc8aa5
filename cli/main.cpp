#include "cli/verbs.h"

#include <fcntl.h>
#include <unistd.h>

namespace {

/// If standard streams are closed, files that LOOP opens must not get their descriptors. Writing to these
/// streams then fails, as it should.
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
