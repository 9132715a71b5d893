#!/bin/sh
# Proves the README's two commands on a Debian that has nothing but python3. Run it as root:
#
#   tests/house/fresh_debian.sh bookworm ~/fresh        Debian 12, Python 3.11
#   tests/house/fresh_debian.sh trixie ~/fresh          Debian 13, Python 3.13
#
# More words go to pytest (tests/rules, say, for a short run).
# It needs debootstrap, git, iproute2, 4 GB of room and the network. The machine's own settings for pip are
# carried into the chroots. Mounts are made in a namespace of their own, so that nothing stays mounted whatever
# happens. The checkout under test is a clone of this one: only what is committed counts.
set -eu

suite=${1:?bookworm or trixie}
place=${2:?a folder for the chroots}
shift 2
here=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
base=$place/base-$suite

step() { printf '\n## %s: %s\n' "$suite" "$*"; }

fail() {
    printf 'fresh_debian.sh: %s\n' "$*" >&2
    exit 1
}

if [ "${FRESH_DEBIAN-}" != inside ]; then
    [ "$(id -u)" = 0 ] || fail "run it as root"
    mkdir -p "$place"
    export FRESH_DEBIAN=inside
    exec unshare --mount --propagation private "$0" "$suite" "$place" "$@"
fi

# ---- a Debian with python3 alone -----------------------------------------------------------------

if [ ! -e "$base/complete" ]; then
    step "debootstrap"
    rm -rf "$base"
    debootstrap --variant=minbase --include=python3,ca-certificates "$suite" "$base" >"$place/$suite.log"
    touch "$base/complete"
fi

# pip's settings on this machine: the variables, the files, and the folders of packages that both name.
pip_variables=$(env | grep -E '^(PIP_|https?_proxy=|HTTPS?_PROXY=|no_proxy=|NO_PROXY=)' || :)
pip_files=$(for each in /etc/pip.conf /etc/xdg/pip/* "$HOME/.config/pip/pip.conf" "$HOME/.pip/pip.conf"; do
    [ ! -f "$each" ] || printf '%s\n' "$each"
done)
# shellcheck disable=SC2086
pip_folders=$({ cat $pip_files && printf '%s\n' "$pip_variables"; } |
    grep -oE '(file://)?/[^ =:]+' | sed 's,^file://,,; s,/simple$,,' | sort -u)

# fresh USER HOME: sets `debian` to a new chroot whose user has a clone of this checkout in the home.
fresh() {
    debian=$place/fresh-$suite-$1
    user=$1
    home=$2
    rm -rf "$debian"
    cp -a "$base" "$debian"
    cp -L /etc/resolv.conf "$debian/etc/resolv.conf"
    cp -L /etc/ssl/certs/ca-certificates.crt "$debian/etc/ssl/certs/ca-certificates.crt"
    [ "$user" = root ] || chroot "$debian" useradd --create-home --home-dir "$home" "$user"
    for file in $pip_files; do
        case $file in
        "$HOME"/*) install -D -m 644 "$file" "$debian$home/${file#"$HOME"/}" ;;
        *) install -D -m 644 "$file" "$debian$file" ;;
        esac
    done
    for folder in $pip_folders; do
        [ -d "$folder" ] || continue
        mkdir -p "$debian$folder"
        mount --bind -o ro "$folder" "$debian$folder"
    done
    mount -t proc proc "$debian/proc"
    mount --rbind /dev "$debian/dev"
    mount -t tmpfs tmpfs "$debian/tmp"
    git -c safe.directory="$here/.git" clone -q --no-hardlinks "$here" "$debian$home/dice-table"
    chroot "$debian" chown -R "$user:$user" "$home"
    if [ -d "$here/../shared" ]; then
        mkdir -p "$debian$home/shared"
        mount --bind -o ro "$here/../shared" "$debian$home/shared"
    fi
    net=
    step "a fresh Debian for $user: $(as root 'cat /etc/debian_version; python3 -V; dpkg -l | grep -c ^ii' |
        tr '\n' ' ')packages"
}

# as USER WORDS: runs words of a shell as that user in the checkout, with a bare environment and no input.
# `net` may hold a command that goes in front.
as() {
    # shellcheck disable=SC2086
    $net chroot "$debian" setpriv --reuid "$1" --regid "$1" --init-groups env -i $pip_variables \
        HOME="$home" PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 CI=true \
        bash -c "cd '$home/dice-table' || exit; $2" </dev/null
}

# Runs a command in a network of its own, where only loopback is.
offline=$place/offline
printf '#!/bin/sh\nexec unshare --net sh -c '\''ip link set lo up && exec "$@"'\'' offline "$@"\n' >"$offline"
chmod +x "$offline"

# ---- root: everything by itself ------------------------------------------------------------------

fresh root "$(chroot "$base" sh -c "echo ~root")"
step "./dice-table test $*"
failed=
as root "./dice-table test $*" || failed="the tests failed"

# ---- a person without root: the printed command is enough -----------------------------------------

fresh ann /home/ann
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

net=$offline
step "ann's second start, without any network"
as ann 'time -p ./dice-table --version' 2>&1

step "ann plays, without any network"
# shellcheck disable=SC2016
as ann './dice-table play --no-browser --port 8123 >play.log 2>&1 & play=$!
    python3 tests/house/fetch_page.py http://127.0.0.1:8123/ 60; got=$?
    kill -TERM $play; wait $play; echo "play ended with $?"; tail -n 20 play.log; exit $got'
[ -z "$failed" ] || fail "$failed"
step "all of it held"
