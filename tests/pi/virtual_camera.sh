#!/bin/sh
# Runs our camera class through the real picamera2 without a Pi, as root:
#
#   tests/pi/virtual_camera.sh DIR
#
# In the folder DIR a Debian 13 is made (once, 1.5 GB, some minutes) with libcamera's virtual camera and with
# picamera2 beside Debian's numpy, as on Raspberry Pi OS; the launcher sets up its environment there, and
# through_the_camera.py goes through the camera. It needs the picamera2-virtual tools of the shared folder
# ($DICE_TABLE_SHARED, or ../shared beside the checkout). Mounts end with the run.
set -eu

dir=${1:?the folder for the Debian}
here=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
shared=${DICE_TABLE_SHARED:-$here/../shared}
tools=$shared/tools/picamera2-virtual
frames=$shared/videos/throws-a
dist=usr/lib/python3/dist-packages

if ! [ -d "$tools" ] || ! [ -d "$frames" ]; then
    echo "left out: $tools or $frames is not there" >&2
    exit 77
fi
if [ "${2-}" != inside ]; then
    if ! unshare --mount --propagation private true 2>/dev/null; then
        echo "left out: mounting is not possible here" >&2
        exit 77
    fi
    mkdir -p "$dir"
    dir=$(CDPATH='' cd -- "$dir" && pwd -P)
    exec unshare --mount --propagation private "$0" "$dir" inside
fi

if [ ! -e "$dir/opt/t/complete" ]; then
    echo "## making the Debian in $dir"
    bash "$tools/picam-chroot" "$dir"
    # As Raspberry Pi OS has it: picamera2 and what it needs among the system's packages.
    for each in "$dir"/opt/t/venv/lib/python3*/site-packages/*; do
        case ${each##*/} in
        pip | pip-* | __pycache__) ;;
        *) cp -r "$each" "$dir/$dist/" ;;
        esac
    done
    cp "$dir/opt/t/stub/pykms.py" "$dir/$dist/"
    touch "$dir/opt/t/complete"
fi
mount -t proc proc "$dir/proc"
mount --rbind /dev "$dir/dev"
mount -t tmpfs tmpfs "$dir/tmp"

# The checkout as it stands, so that what is not committed yet is tried too; the environment is kept.
mkdir -p "$dir/opt/dice-table"
find "$dir/opt/dice-table" -mindepth 1 -maxdepth 1 ! -name .venv -exec rm -rf {} +
(cd "$here" && tar --exclude ./.venv --exclude ./.git --exclude __pycache__ -cf - .) | tar -C "$dir/opt/dice-table" -xf -

# pip's settings of this machine, and the folders of packages that they name.
pip_variables=$(env | grep -E '^(PIP_|https?_proxy=|HTTPS?_PROXY=|no_proxy=|NO_PROXY=)' || :)
for folder in $(printf '%s\n' "$pip_variables" | grep -oE '=/[^ :]+' | tr -d =); do
    if [ -d "$folder" ]; then
        mkdir -p "$dir$folder"
        mount --bind -o ro "$folder" "$dir$folder"
    fi
done

# The virtual cameras show dice that lie still, red and blue, and a film of throws.
mkdir -p "$dir/opt/pi/dice" "$dir/opt/pi/colours" "$dir/opt/pi/throws"
cp "$here/tests/pi/cameras.yaml" "$dir/usr/share/libcamera/pipeline/virtual/virtual.yaml"
for number in 08 10 12 14; do cp "$frames/00$number.jpg" "$dir/opt/pi/dice/"; done
# Each picture twice, and one of each rest for three seconds: however busy the machine is, every rest is seen.
number=0
for picture in "$frames"/*.jpg; do
    case ${picture##*/} in
    0012.jpg | 0053.jpg | 0083.jpg) times=90 ;;
    *) times=2 ;;
    esac
    while [ "$times" -gt 0 ]; do
        cp "$picture" "$dir/opt/pi/throws/$(printf '%04d' "$number").jpg"
        number=$((number + 1))
        times=$((times - 1))
    done
done

# within COMMAND: as root in the Debian, with pip's settings and the stand-in for the kernel's dma_heap.
within() {
    # shellcheck disable=SC2086
    chroot "$dir" env -i $pip_variables HOME=/opt/pi PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        LANG=C.UTF-8 sh -ec "cd /opt/dice-table; $1" </dev/null
}

echo "## setting up"
within './dice-table setup'
within '.venv/bin/python -c "
import numpy, picamera2
print(\"numpy\", numpy.__version__, numpy.__file__)
print(\"picamera2\", picamera2.__file__)"'
echo "## through the camera"
within 'LD_PRELOAD=/opt/t/fakedmabuf.so .venv/bin/python -P -s tests/pi/through_the_camera.py /opt/pi/colours'
echo "## a game through the camera"
within 'LD_PRELOAD=/opt/t/fakedmabuf.so .venv/bin/python -P -s tests/pi/play_on_the_camera.py'
