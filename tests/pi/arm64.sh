#!/bin/sh
# Runs the tests on an emulated 64-bit Arm, as root:
#
#   tests/pi/arm64.sh bookworm DIR        Debian 12, Python 3.11, tflite-runtime
#   tests/pi/arm64.sh trixie DIR          Debian 13, Python 3.13, LiteRT
#
# More words go to pytest (tests/rules, say). It needs debootstrap, qemu-user-static, python3 with pip, 2 GB of
# room and the network. Packages and wheels are unpacked by this machine, which is quick; only what is tested runs
# emulated, ten to twenty times slower than by itself. Browsers and soaks are left out. Mounts are
# made in a namespace of their own; the kernel's word for Arm programs is taken back at the end.
set -eu

suite=${1:?bookworm or trixie}
place=${2:?a folder for the Debian}
shift 2
here=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
qemu=$(command -v qemu-aarch64-static || :)
binfmt=/proc/sys/fs/binfmt_misc

left_out() {
    echo "left out: $*" >&2
    exit 77
}

case $suite in
bookworm) python=3.11 glib=libglib2.0-0 ;;
trixie) python=3.13 glib=libglib2.0-0t64 ;;
*) left_out "$suite is neither bookworm nor trixie" ;;
esac
[ "$(id -u)" = 0 ] || left_out "it needs root"
command -v debootstrap >/dev/null || left_out "debootstrap is not installed"
[ -n "$qemu" ] || left_out "qemu-user-static is not installed"
if [ "${ARM64-}" != inside ]; then
    unshare --mount --propagation private true 2>/dev/null || left_out "mounting is not possible here"
    mkdir -p "$place"
    ARM64=inside exec unshare --mount --propagation private "$0" "$suite" "$place" "$@"
fi
place=$(CDPATH='' cd -- "$place" && pwd -P)
dir=$place/arm64-$suite

# ---- a Debian, unpacked but not set up: python3 needs no more -------------------------------------

if [ ! -e "$dir/complete" ]; then
    echo "## unpacking $suite for arm64 in $dir"
    rm -rf "$dir"
    debootstrap --foreign --arch=arm64 --variant=minbase --include="python3,libgl1,$glib" \
        "$suite" "$dir" >"$place/$suite.log" || { tail -n 5 "$place/$suite.log" >&2 && exit 1; }
    for deb in "$dir"/var/cache/apt/archives/*.deb; do dpkg-deb -x "$deb" "$dir"; done
    rm -rf "$dir"/var/cache/apt/archives
    echo "root:x:0:0:root:/root:/bin/sh" >"$dir/etc/passwd"
    echo "root:x:0:" >"$dir/etc/group"
    echo "127.0.0.1 localhost" >"$dir/etc/hosts"
    touch "$dir/complete"
fi

# ---- the libraries, as wheels for Arm ------------------------------------------------------------

wanted=$(cd "$here" && python3 - "$python" <<'END'
import sys
import tomllib
from pip._vendor.packaging.requirements import Requirement

with open("pyproject.toml", "rb") as file:
    project = tomllib.load(file)["project"]
unused = {"ruff", "mypy", "import-linter", "hatchling"}
for text in (*project["dependencies"], *project["optional-dependencies"]["test"]):
    need = Requirement(text)
    here = need.marker is None or need.marker.evaluate({"python_version": sys.argv[1]})
    if here and need.name not in unused:
        print(f"{need.name}{need.specifier}")
END
)
if [ "$(cat "$dir/opt/wanted" 2>/dev/null)" != "$wanted" ]; then
    echo "## fetching the libraries"
    rm -rf "$dir/opt/site"
    tags=$(for glibc in 17 24 26 27 28 31 34; do echo "--platform manylinux_2_${glibc}_aarch64"; done)
    # shellcheck disable=SC2086
    python3 -m pip install --quiet --target "$dir/opt/site" --only-binary=:all: --implementation cp \
        --python-version "$python" --platform manylinux2014_aarch64 $tags $wanted
    echo "$wanted" >"$dir/opt/wanted"
fi

# ---- the kernel's word for Arm programs ----------------------------------------------------------

mount -t binfmt_misc binfmt_misc "$binfmt" || left_out "the kernel has no binfmt_misc"
if [ ! -e "$binfmt/qemu-aarch64" ]; then
    magic='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
    mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
    printf '%s' ":qemu-aarch64:M::$magic:$mask:$qemu:F" >"$binfmt/register"
    trap 'echo -1 >"$binfmt/qemu-aarch64"' EXIT
fi

# ---- the tests -----------------------------------------------------------------------------------

mount -t proc proc "$dir/proc"
mount --rbind /dev "$dir/dev"
mount -t tmpfs tmpfs "$dir/tmp"
mkdir -p "$dir/opt/dice-table"
find "$dir/opt/dice-table" -mindepth 1 -delete
(cd "$here" && tar --exclude ./.venv --exclude ./.git --exclude __pycache__ -cf - .) | tar -C "$dir/opt/dice-table" -xf -

if [ $# = 0 ]; then
    set -- tests/rules tests/vision tests/device tests/web --ignore-glob='tests/web/test_browser_*' \
        --ignore-glob='*_soak.py' --ignore=tests/device/test_stress.py --ignore=tests/device/test_kill.py \
        --ignore=tests/device/test_rendered_evening.py --ignore=tests/web/test_real_table.py \
        --ignore=tests/vision/test_profile_reading.py
    # Python 3.13 starts programs by posix_spawn, whose word that there is none is lost in the emulator.
    set -- "$@" --deselect tests/device/test_service.py::test_a_command_that_is_not_there_is_told
fi
within() {
    # The core of a Raspberry Pi 4. The emulator's own has pointer authentication, which Debian 13 uses at every
    # call, and which takes an emulator long.
    chroot "$dir" env -i QEMU_CPU=cortex-a72 HOME=/root PATH=/usr/bin:/bin LANG=C.UTF-8 PYTHONPATH=/opt/site \
        sh -ec 'cd /opt/dice-table; "$@"' sh "$@" </dev/null
}
echo "## $(within uname -m), $(within python3 -V)"
within python3 -m pytest -p no:cacheprovider -q -o timeout=3600 "$@"
