#include "cli/bind_option.h"

namespace loop::cli {

Option add_bind_option(Arguments& app, std::string& way, const std::string& when) {
    return app.option("--bind WAY", way,
                      when +
                          "this host: give each rank cores of its own that no other run holds, if there are "
                          "enough\n(`cores`, the default), or leave the ranks where the launcher places them "
                          "(`none`)",
                      one_of({"cores", "none"}));
}

} // namespace loop::cli
