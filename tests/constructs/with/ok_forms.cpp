// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "4b35fd89782d4b3b", loop::CommandLine::runtime, {"size"},
    {});
} // namespace
#line 1 "ok_forms.loop"
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    { loop::With with_1(64); loop::communicate(8, 1, 1); }
    { loop::With with_2(std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt, "synchronous"); for (int i_end = loop::times(3), i = 0; i < i_end; ++i) {
        loop::send(8, loop::pairs([&](int r) -> loop::Ranks { return r + 1; }));
    } }
    { loop::With with_3(std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt, size > 0); {
        { loop::With with_4(std::nullopt, 8, std::nullopt, 4);
 { loop::Relaying relaying_5(8, loop::pairs([&](int r) -> loop::Ranks { return r + 1; })); { size += 0; } } }
    } }
    if (size > 0) { loop::With with_6(std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt, true); loop::exchange(8, 1, 2); } else loop::exchange(8, 1, 1, nullptr, nullptr, false, loop::Site::here(68));
    loop::close0();
}
