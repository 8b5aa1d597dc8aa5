#include "lifecycle/transport.h"

#include "output/json.h"
#include "session/preparation.h"
#include "session/session.h"

#include <loop/record_keys.h>

#include <link.h>
#include <mpi.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace loop::runtime {

namespace {

using TransportSettings = std::vector<std::pair<std::string, std::string>>;

// Never destroyed: a program may write its record in an exit handler.
TransportSettings& transport_settings() {
    static auto* const settings = new TransportSettings;
    return *settings;
}

#ifndef SMPI_H // it has no MPI_T

void add_setting(const char* name, const std::string& value) {
    if (!value.empty()) transport_settings().emplace_back(name, value);
}

// The value of a variable of MPI_T; empty if there is none.
std::string control_variable(const char* name) {
    int index = 0;
    if (PMPI_T_cvar_get_index(name, &index) != MPI_SUCCESS) return {};
    int verbosity = 0, binding = 0, scope = 0, count = 0;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    if (PMPI_T_cvar_get_info(index, nullptr, nullptr, &verbosity, &type, nullptr, nullptr, nullptr, &binding,
                             &scope) != MPI_SUCCESS)
        return {};
    MPI_T_cvar_handle handle = nullptr;
    if (PMPI_T_cvar_handle_alloc(index, nullptr, &handle, &count) != MPI_SUCCESS) return {};
    std::string value;
    if (type == MPI_INT && count == 1) {
        int number = 0;
        if (PMPI_T_cvar_read(handle, &number) == MPI_SUCCESS) value = std::to_string(number);
    } else if (type == MPI_CHAR && count > 0) {
        std::string text(static_cast<std::size_t>(count) + 1, '\0');
        if (PMPI_T_cvar_read(handle, &text[0]) == MPI_SUCCESS) value = text.substr(0, text.find('\0'));
    }
    PMPI_T_cvar_handle_free(&handle);
    return value;
}

// The rest of the line that begins with `key`, without blanks around it.
std::string library_line(const std::string& text, const char* key) {
    const std::size_t at = text.find(key);
    if (at == std::string::npos) return {};
    const std::size_t begin = text.find_first_not_of(" \t", at + std::strlen(key));
    return begin == std::string::npos ? std::string() : text.substr(begin, text.find('\n', begin) - begin);
}

void learn_of_mpich(const std::string& library) {
    add_setting("device", library_line(library, "MPICH Device:"));
    int provided = 0;
    if (PMPI_T_init_thread(MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS) return;
    for (const char* name : {"MPIR_CVAR_NOLOCAL", "MPIR_CVAR_ODD_EVEN_CLIQUES", "MPIR_CVAR_NUM_CLIQUES",
                             "MPIR_CVAR_CH4_NETMOD", "MPIR_CVAR_OFI_USE_PROVIDER"})
        add_setting(name, control_variable(name));
    PMPI_T_finalize();
}

// A component that moves messages, without `mca_` and `.so`.
int add_component(dl_phdr_info* loaded, std::size_t /* of it */, void* names) {
    const char* slash = std::strrchr(loaded->dlpi_name, '/');
    const std::string file = slash == nullptr ? "" : slash + 1;
    for (const char* kind : {"mca_btl_", "mca_mtl_", "mca_pml_"})
        if (file.rfind(kind, 0) == 0)
            static_cast<std::vector<std::string>*>(names)->push_back(file.substr(4, file.find('.') - 4));
    return 0;
}

// Open MPI unloads the components that it does not use. Its MPI_T would load all of them again, which takes
// some 0.2 s. If it is linked with its components, there is nothing to see.
void learn_of_open_mpi() {
    std::vector<std::string> names;
    dl_iterate_phdr(add_component, &names);
    std::sort(names.begin(), names.end());
    std::string all;
    for (const std::string& name : names)
        all += (all.empty() ? "" : " ") + name;
    add_setting("components", all);
}

void learn_transport() {
    if (the_session.rank != 0) return;
    char library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length = 0;
    PMPI_Get_library_version(library, &length);
    const std::string text = library;
    if (text.rfind("MPICH", 0) == 0) learn_of_mpich(text);
    if (text.rfind("Open MPI", 0) == 0) learn_of_open_mpi();
}

const Preparation transport_preparation(learn_transport);

#endif

} // namespace

void write_transport(Json& json) {
    if (transport_settings().empty()) return;
    json.open_object(keys::transport);
    for (const auto& [name, value] : transport_settings())
        json.text(name.c_str(), value);
    json.close_object();
}

} // namespace loop::runtime
