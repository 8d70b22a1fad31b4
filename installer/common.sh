# Prepares this folder for BriefBank: system packages, a virtual environment in .venv, locked Python packages.
# Read by installer/run and installer/test, which call set_up. Running it again is quick: a stamp in .venv
# says what was installed, and the system's package list is asked before anything is asked of the system.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
installer="$root/installer"
venv="$root/.venv"
python="$venv/bin/python"
torch_index=https://download.pytorch.org/whl/cpu

say() { printf '%s\n' "$*" >&2; }

stop() {
    say "$*"
    exit 1
}

# set_up run|test
set_up() {
    cd "$root"
    install_system_packages "$1"
    make_environment
    local stamp="$venv/installed-$1" wanted
    wanted=$(fingerprint "$1")
    if [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ]; then
        return
    fi
    say "Installing the Python packages. The first time this takes some minutes."
    install_torch
    install_locked requirements.lock
    if [ "$1" = test ]; then
        install_locked requirements-test.lock
    fi
    pip_install --no-deps --no-build-isolation --editable .
    printf '%s\n' "$wanted" >"$stamp"
}

# What is installed depends on these; the folder's own name is among them because the environment holds it.
fingerprint() {
    {
        printf '%s\n' "$1" "$root"
        cat pyproject.toml installer/torch.lock installer/torch-graphics.lock installer/requirements.lock
        if [ "$1" = test ]; then
            cat installer/requirements-test.lock
        fi
    } | sha256sum | cut -d ' ' -f 1
}

# The language model is turned once into the form that runs without PyTorch.
prepare_encoder() {
    local stamp="$venv/encoder-prepared" wanted
    wanted=$(fingerprint run)
    if [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ]; then
        return
    fi
    say "Preparing the language model."
    if "$python" -P -m briefbank.embedding.prepare_default_model >&2; then
        printf '%s\n' "$wanted" >"$stamp"
    else
        say "The language model could not be prepared. Search by meaning may be slow, or not work."
    fi
}

# --- system packages ------------------------------------------------------------------------------

names_in() { sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "$@"; }

install_system_packages() {
    local lists=("$installer/packages-debian.txt") missing=() name
    if [ "$1" = test ]; then
        lists+=("$installer/packages-debian-test.txt")
    fi
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        say "This is not Debian, so no system packages are installed. Their Debian names are in installer/packages-debian.txt."
        return
    fi
    while read -r name; do
        if ! dpkg-query --show --showformat='${db:Status-Status}\n' "$name" 2>/dev/null | grep -qx installed; then
            missing+=("$name")
        fi
    done < <(names_in "${lists[@]}")
    if [ ${#missing[@]} -gt 0 ]; then
        say "Installing system packages: ${missing[*]}."
        as_root apt-get update || say "The list of packages could not be renewed. Going on with the one that is there."
        # The tests start a directory of their own; none is set up on this computer.
        if [ "$1" = test ]; then
            echo "slapd slapd/no_configuration boolean true" | as_root debconf-set-selections
        fi
        as_root apt-get install --yes --no-install-recommends "${missing[@]}" ||
            stop "The system packages could not be installed. Ask an administrator to install: ${missing[*]}."
    fi
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        DEBIAN_FRONTEND=noninteractive "$@"
    elif command -v sudo >/dev/null; then
        sudo DEBIAN_FRONTEND=noninteractive "$@"
    else
        return 1
    fi
}

# --- Python ---------------------------------------------------------------------------------------

fitting() { "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 13))' 2>/dev/null; }

find_python() {
    local candidate
    for candidate in python3.11 python3.12 python3 python; do
        if command -v "$candidate" >/dev/null && fitting "$candidate"; then
            command -v "$candidate"
            return
        fi
    done
    return 1
}

make_environment() {
    if [ -x "$python" ] && fitting "$python" && "$python" -m pip --version >/dev/null 2>&1; then
        return
    fi
    local base
    base=$(find_python) || stop "Python 3.11 or 3.12 is needed and neither was found. Install python3.11 and run this again."
    say "Making the virtual environment in .venv."
    rm -rf "$venv"
    "$base" -m venv "$venv" || stop "The virtual environment could not be made. Install python3-venv and run this again."
}

pip_install() {
    local said code=0
    said=$("$python" -m pip install --quiet --disable-pip-version-check --no-input "$@" 2>&1) || code=$?
    if [ -n "$said" ]; then
        say "$said"
    fi
    if [ "$code" -ne 0 ]; then
        if is_altered <<<"$said"; then
            stop "$altered"
        fi
        stop "The Python packages could not be installed. Check the network connection and run this again."
    fi
}

# The lock files hold the checksum of every file that may be installed; pip takes no other, and nothing unnamed.
install_locked() {
    pip_install --no-deps --require-hashes --requirement "$installer/$1"
}

altered="A package that was downloaded is not the file that this version of BriefBank was made with: its checksum
differs, and nothing of it was installed. Run this again. If it says the same, go no further, and tell whoever looks
after your computers."

is_altered() { grep -q 'DO NOT MATCH THE HASHES'; }

# What runs local language models is compiled on this computer, which takes five to fifteen minutes. Everything
# else works without it, so that a missing compiler or a build that fails stops nothing; the application then says
# what is missing. A build that failed is tried again a day later, or when another version is to be built; one that
# was stopped, at once.
install_llm() {
    local built="$venv/installed-llm" failed="$venv/llm-failed" wanted
    wanted=$(sha256sum <"$installer/requirements-llm.lock")
    if [ "$(cat "$built" 2>/dev/null)" = "$wanted" ]; then
        return
    fi
    if [ "$(cat "$failed" 2>/dev/null)" = "$wanted" ] && [ -n "$(find "$failed" -mmin -1440)" ]; then
        say "What runs local language models could not be built within the last day. It is tried again tomorrow, or once $failed is deleted."
        return
    fi
    if ! has_compiler; then
        say "There is no C++ compiler here, so local language models cannot be used. Install g++ and run this again to add them."
        return
    fi
    build_llm "$wanted" "$built" "$failed"
}

# What compiles it is locked too, and installed before: left to itself, pip would fetch these tools without a checksum.
by_locked_tools=(--no-deps --require-hashes --no-build-isolation)

# One build at a time: the application may be started twice while the first one runs. It looks at this lock, too,
# for a moment, which is waited for.
build_llm() {
    (
        if command -v flock >/dev/null && ! flock --wait 2 9; then
            exit 0
        fi
        say "Building what runs local language models. This takes five to fifteen minutes, once."
        local log="$venv/llm-build.log" code=0
        local install=(nice "$python" -m pip install --disable-pip-version-check --no-input "${by_locked_tools[@]}")
        "${install[@]}" --requirement "$installer/requirements-llm-build.lock" >"$log" 2>&1 &&
            "${install[@]}" --requirement "$installer/requirements-llm.lock" >>"$log" 2>&1 || code=$?
        if [ "$code" -eq 0 ]; then
            printf '%s\n' "$1" >"$2"
            rm -f "$3"
        elif [ "$code" -lt 128 ]; then
            printf '%s\n' "$1" >"$3"
            say "It could not be built; BriefBank works without it. What the build said is in $log."
            if is_altered <"$log"; then
                say "$altered"
            fi
        fi
    ) 9>"$venv/llm-build.lock"
}

has_compiler() { command -v c++ >/dev/null || command -v g++ >/dev/null || command -v clang++ >/dev/null; }

# PyTorch for the processor alone is a tenth of the size of the one for graphics cards. Its index is tried once,
# shortly; where it cannot be reached, or has a file whose checksum is not in the lock, the ordinary package does as
# well, with the libraries that it needs on Linux.
install_torch() {
    local wanted
    wanted=$(sed -n 's/^torch==\([^ ]*\).*/\1/p' "$installer/torch.lock")
    if [ "$(torch_version)" = "$wanted" ]; then
        return
    fi
    if [ "$(uname -s)" = Linux ] &&
        "$python" -m pip install --quiet --disable-pip-version-check --no-input --no-deps --retries 0 --timeout 10 \
            --index-url "$torch_index" --require-hashes \
            --requirement <(sed 's/^torch==[^ ]*/&+cpu/' "$installer/torch.lock") 2>/dev/null; then
        return
    fi
    say "PyTorch for the processor alone cannot be had from its index. Taking the ordinary package."
    install_locked torch.lock
    if [ "$(uname -s)" = Linux ] && [ "$(torch_version whole)" = "$wanted" ]; then
        install_locked torch-graphics.lock
    fi
}

# The version that is installed, or nothing; without what tells its build, unless "whole" is asked for.
torch_version() {
    "$python" -c 'import importlib.metadata as m, sys
print(m.version("torch") if sys.argv[1:] else m.version("torch").split("+")[0])' "$@" 2>/dev/null || true
}
