# Sourced by ./loop and ./check (POSIX sh): finds the checkout, installs what is missing, builds.
# The callers set `root` (the checkout) before they source this.

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

# Names and reasons of packages.txt; with "tests" as $1 those of the tests too.
wanted_packages() {
    awk -v tests="$1" '/^#/ || NF == 0 { next }
        $0 == "[tests]" { if (tests != "tests") exit; next }
        { print }' "$root/cmake/packages.txt"
}

is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

missing_packages() {
    wanted_packages "$1" | while read -r name why; do
        is_installed "$name" || printf '%s\t%s\n' "$name" "$why"
    done
}

# Installs what is missing, saying what and why; without the right to it prints the one command and stops.
# The stamp $2 spares the next call the question.
ensure_packages() {
    stamp=$2
    if [ -f "$stamp" ] && cmp -s "$stamp" "$root/cmake/packages.txt"; then return; fi
    if ! command -v dpkg-query >/dev/null 2>&1; then
        say "this is no Debian: assuming that the packages of cmake/packages.txt are there"
        missing=
    else
        missing=$(missing_packages "$1")
    fi
    if [ -n "$missing" ]; then
        say "these Debian packages are missing:"
        printf '%s\n' "$missing" | awk -F '\t' '{ printf "  %-24s %s\n", $1, $2 }' >&2
        install_packages $(printf '%s\n' "$missing" | cut -f 1)
    fi
    mkdir -p "${stamp%/*}" && cp "$root/cmake/packages.txt" "$stamp"
}

install_packages() {
    command="apt-get install -y --no-install-recommends $*"
    if [ "$(id -u)" = 0 ]; then
        as_root=
    elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
        as_root="sudo -n"
    else
        say "installing them needs root; run this, and then ${0##*/} again:"
        printf '  sudo %s\n' "$command" >&2
        exit 4
    fi
    log=$(mktemp) || exit 7
    say "installing them with apt-get"
    # Package lists may be absent (a bare container) or too old: then, and only then, they are fetched.
    if ! $as_root env DEBIAN_FRONTEND=noninteractive $command >"$log" 2>&1 </dev/null; then
        if ! { $as_root apt-get update && $as_root env DEBIAN_FRONTEND=noninteractive $command; } >"$log" 2>&1 </dev/null
        then
            tail -n 20 "$log" >&2
            rm -f "$log"
            say "apt-get failed; the command was: $command"
            exit 4
        fi
    fi
    rm -f "$log"
}

# build_in FOLDER [CMAKE-ARGUMENT...]: configures where needed and builds; the log is shown only when it fails.
build_in() {
    folder=$1
    shift
    mkdir -p "$folder"
    log=$folder/build.log
    generator=
    if [ ! -f "$folder/CMakeCache.txt" ] && command -v ninja >/dev/null 2>&1; then generator="-G Ninja"; fi
    if ! { cmake -S "$root" -B "$folder" $generator -DCMAKE_BUILD_TYPE=Release "$@" &&
        cmake --build "$folder" --parallel "$(build_jobs)"; } >"$log" 2>&1 </dev/null
    then
        grep -E 'error|Error|FAILED|undefined reference' "$log" | head -n 20 >&2
        say "the build failed; all of it is in $log"
        exit 4
    fi
}

# At least two, and no more than memory allows: the generated parser wants about a GiB a job.
build_jobs() {
    cores=$(nproc 2>/dev/null || echo 2)
    gib=$(awk '/^MemAvailable/ { print int($2 / 1048576) }' /proc/meminfo 2>/dev/null)
    if [ -n "$gib" ] && [ "$gib" -lt "$cores" ]; then cores=$gib; fi
    if [ "$cores" -lt 2 ]; then cores=2; fi
    echo "$cores"
}
