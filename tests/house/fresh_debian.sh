#!/bin/sh
# Proves the README's two commands on a Debian that has nothing but python3. Run it as root:
#
#   tests/house/fresh_debian.sh bookworm ~/fresh        Debian 12, Python 3.11
#   tests/house/fresh_debian.sh trixie ~/fresh          Debian 13, Python 3.13
#
# It needs debootstrap, git, iproute2, 4 GB of room and the network. The machine's own settings for pip are
# carried into the chroot. Mounts are made in a namespace of their own, so that nothing stays mounted whatever
# happens. The checkout under test is a clone of this one: only what is committed counts.
set -eu

suite=${1:?bookworm or trixie}
place=${2:?a folder for the chroots}
here=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
base=$place/base-$suite
fresh=$place/fresh-$suite

step() { printf '\n## %s: %s\n' "$suite" "$*"; }

fail() {
    printf 'fresh_debian.sh: %s\n' "$*" >&2
    exit 1
}

if [ "${3-}" != inside ]; then
    [ "$(id -u)" = 0 ] || fail "run it as root"
    mkdir -p "$place"
    exec unshare --mount --propagation private "$0" "$suite" "$place" inside
fi

# ---- a Debian with python3 alone -----------------------------------------------------------------

if [ ! -e "$base/complete" ]; then
    step "debootstrap"
    rm -rf "$base"
    debootstrap --variant=minbase --include=python3,ca-certificates "$suite" "$base" >"$place/$suite.log"
    touch "$base/complete"
fi
rm -rf "$fresh"
cp -a "$base" "$fresh"
cp -L /etc/resolv.conf "$fresh/etc/resolv.conf"
cp -L /etc/ssl/certs/ca-certificates.crt "$fresh/etc/ssl/certs/ca-certificates.crt"
chroot "$fresh" useradd --create-home ann

# pip's settings on this machine: the variables, the files, and the folders of packages that both name.
pip_variables=$(env | grep -E '^(PIP_|https?_proxy=|HTTPS?_PROXY=|no_proxy=|NO_PROXY=)' || :)
pip_files=$(for each in /etc/pip.conf /etc/xdg/pip/* "$HOME/.config/pip/pip.conf" "$HOME/.pip/pip.conf"; do
    [ ! -f "$each" ] || printf '%s\n' "$each"
done)
for file in $pip_files; do
    case $file in
    "$HOME"/*)
        for home in root home/ann; do
            install -D -m 644 "$file" "$fresh/$home/${file#"$HOME"/}"
        done
        ;;
    *) install -D -m 644 "$file" "$fresh$file" ;;
    esac
done
# shellcheck disable=SC2086
{ cat $pip_files && printf '%s\n' "$pip_variables"; } |
    grep -oE '(file://)?/[^ =:]+' | sed 's,^file://,,; s,/simple$,,' | sort -u | while read -r folder; do
    [ -d "$folder" ] || continue
    mkdir -p "$fresh$folder"
    mount --bind -o ro "$folder" "$fresh$folder"
done
mount -t proc proc "$fresh/proc"
mount --rbind /dev "$fresh/dev"
mount -t tmpfs tmpfs "$fresh/tmp"

for home in root home/ann; do
    git -c safe.directory="$here/.git" clone -q --no-hardlinks "$here" "$fresh/$home/dice-table"
    [ -d "$here/../shared" ] || continue
    mkdir -p "$fresh/$home/shared"
    mount --bind -o ro "$here/../shared" "$fresh/$home/shared"
done
chroot "$fresh" chown -R ann:ann /home/ann/dice-table

# as USER WORDS...: runs words of a shell as that user in the checkout, with a bare environment and no input.
# `net` may hold a command that goes in front.
net=
as() {
    home=$(chroot "$fresh" sh -c "echo ~$1")
    # shellcheck disable=SC2086
    $net chroot "$fresh" setpriv --reuid "$1" --regid "$1" --init-groups env -i $pip_variables \
        HOME="$home" PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 CI=true \
        bash -c "cd '$home/dice-table' || exit; $2" </dev/null
}

# Runs a file as a command in a network of its own, where only loopback is.
offline=$place/offline
printf '#!/bin/sh\nexec unshare --net sh -c '\''ip link set lo up && exec "$@"'\'' offline "$@"\n' >"$offline"
chmod +x "$offline"

step "what is there: $(as root 'cat /etc/debian_version; python3 -V; dpkg -l | grep -c ^ii' | tr '\n' ' ')packages"

# ---- a person without root: the printed command is enough -----------------------------------------

step "ann may not install packages: she runs the command that is printed"
tries=0
until as ann './dice-table setup' 2>"$place/said"; do
    cat "$place/said"
    tries=$((tries + 1))
    [ $tries -le 4 ] || fail "still not set up after $tries commands"
    command=$(sed -n 's/^    sudo //p' "$place/said")
    [ -n "$command" ] || fail "no command was printed"
    # A bare chroot has no package lists yet; a person's Debian has.
    as root 'apt-get -q update' >"$place/apt.log" 2>&1
    as root "DEBIAN_FRONTEND=noninteractive $command -y" >>"$place/apt.log" 2>&1
done
cat "$place/said"

step "ann's second start, without any network"
net=$offline
as ann 'time -p ./dice-table --version' 2>&1

# ---- root: everything by itself ------------------------------------------------------------------

net=
step "root tests"
as root './dice-table test'

# ---- an evening without a network ------------------------------------------------------------------

net=$offline
step "ann plays, without any network"
# shellcheck disable=SC2016
as ann './dice-table play --port 8123 >play.log 2>&1 & play=$!
    python3 tests/house/fetch_page.py http://127.0.0.1:8123/ 60; got=$?
    kill -TERM $play; wait $play; echo "play ended with $?"; tail -n 20 play.log; exit $got'
