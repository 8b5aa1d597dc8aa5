#include "compiler/emit/plain/helpers.h"
#include "compiler/emit/plain/plain.h"
#include "compiler/emit/plain/used_names.h"

#include <algorithm>
#include <iterator>

namespace loop::compiler {

namespace {

constexpr std::string_view bsplib[] = {
    "bsp_begin",    "bsp_end",     "bsp_nprocs",  "bsp_pid",   "bsp_time",   "bsp_sync",
    "bsp_push_reg", "bsp_pop_reg", "bsp_put",     "bsp_hpput", "bsp_get",    "bsp_hpget",
    "bsp_send",     "bsp_qsize",   "bsp_get_tag", "bsp_move",  "bsp_hpmove", "bsp_set_tagsize",
};

bool is_missing(const std::string& name) {
    if (name.rfind("loop::", 0) == 0) return plain::helper_for(name) == nullptr;
    return std::find(std::begin(bsplib), std::end(bsplib), name) != std::end(bsplib);
}

void check_main(const Program& program, Diagnostics& diagnostics) {
    if (program.plain.main) return;
    diagnostics.error("plain-main", {0, 0}, "the file has no `main`, so it is not a program").hint =
        "give `--plain` the file with `main`";
}

void check_threads(const Program& program, const Source& source, Diagnostics& diagnostics) {
    for (const Construct& construct : program.constructs)
        if (construct.has_partners() && construct.has_messages)
            diagnostics
                .error("plain-kernel", construct.name,
                       "the threads of `{}` communicate, which has no form without LOOP's runtime",
                       source.text(construct.name))
                .hint = "communicate outside, or build the program with `loop build` or `loop export`";
}

} // namespace

void check_plain(const Program& program, const Source& source, Diagnostics& diagnostics) {
    check_main(program, diagnostics);
    check_threads(program, source, diagnostics);
    for (const Construct& construct : program.constructs)
        for (const std::string& name : plain::names_of(construct, program))
            if (is_missing(name)) {
                diagnostics
                    .error("plain-kernel", construct.name, "`{}` has no form without LOOP's runtime",
                           source.text(construct.name))
                    .hint = "leave it out, or build the program with `loop build` or `loop export`";
                break;
            }
    for (const LibraryName& name : program.plain.library_names)
        if (is_missing(name.name))
            diagnostics
                .error("plain-name", name.at,
                       "`{}` belongs to LOOP's runtime, which a plain program does not have", name.name)
                .hint = "write what it does with MPI";
}

} // namespace loop::compiler
