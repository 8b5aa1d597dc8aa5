// Programs may close libraries that have called MPI, and load others in their place.
#include "preload/call_sites.h"

#include <dlfcn.h>

extern "C" int dlclose(void* library) {
    using Close = int (*)(void*);
    static const auto close = reinterpret_cast<Close>(dlsym(RTLD_NEXT, "dlclose"));
    const int code = close(library);
    loop::runtime::forget_call_sites();
    return code;
}
