#!/bin/sh
# Builds the image of the product from Debian's packages and the built product of this checkout, as root, without Docker:
#   apt-get install --no-install-recommends mmdebstrap buildah npm
#   npm ci && npm run build
#   deploy/container/build.sh marque:0.3.0                  into buildah's and podman's storage
#   deploy/container/build.sh marque:0.3.0 marque.tar       and as an archive for `docker load`, `ctr images import` …
#   deploy/container/build.sh --context FOLDER              only the context of Containerfile, for another builder
# SUITE is Debian's release (bookworm), MIRROR an apt source other than Debian's, FORMAT oci or docker: only docker keeps the
# HEALTHCHECK; compose.yaml and Kubernetes bring their own.
set -eu
umask 022
root=$(cd "$(dirname "$0")/../.." && pwd)
suite=${SUITE:-bookworm}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
context=$work/context
case ${1:-} in
  --context) context=${2:?usage: build.sh --context FOLDER} ;;
  '' | -*)
    echo 'usage: build.sh NAME:TAG [ARCHIVE] | build.sh --context FOLDER' >&2
    exit 1
    ;;
esac
test -f "$root/build/release.json" || {
  echo 'build: the product is not built: npm ci && npm run build' >&2
  exit 1
}
mkdir -p "$context/base" "$context/marque"

# Debian: the libraries of Node and sharp, unpacked and not configured: no shell, no package manager, nothing that is setuid.
# Node has the certificates of public authorities and the time zones itself. status.d tells scanners the packages' versions.
# shellcheck disable=SC2016
mmdebstrap --quiet --variant=extract --include=libatomic1,libc6,libgcc-s1,libstdc++6 \
  --extract-hook='mkdir -p "$1/var/lib/dpkg/status.d"
    for deb in "$1"/var/cache/apt/archives/*.deb; do
      dpkg-deb --field "$deb" > "$1/var/lib/dpkg/status.d/$(dpkg-deb --field "$deb" Package)"
    done' \
  "$suite" "$work/base.tar" ${MIRROR:+"$MIRROR"}
tar -xf "$work/base.tar" -C "$context/base" --exclude='./dev/*' --exclude='./var/log/*' --exclude='./etc/apt' \
  --exclude='./usr/share/lintian' --exclude='./usr/share/doc/*/NEWS*' --exclude='./usr/share/doc/*/changelog*' \
  --exclude='./usr/lib/*/gconv' --exclude='./var/lib/apt' --exclude='./var/cache'
cd "$context/base"
rm -f etc/fstab etc/hostname etc/resolv.conf
mkdir -p tmp opt/marque var/lib/marque etc/marque
printf 'root:x:0:0::/:/nonexistent\nmarque:x:10001:10001::/var/lib/marque:/nonexistent\n' > etc/passwd
printf 'root:x:0:\nmarque:x:10001:\n' > etc/group
printf 'hosts: files dns\n' > etc/nsswitch.conf
chown 10001:10001 var/lib/marque
chmod 700 var/lib/marque
chmod 1777 tmp

# The product: what runs, without its development dependencies.
cd "$root"
cp -a package.json package-lock.json LICENSE NOTICE build contract server simulator demo "$context/marque"
mkdir -p "$context/marque/scripts"
cp -a scripts/commands "$context/marque/scripts"
find "$context/marque" -name '*.test.ts' -not -path '*/node_modules/*' -delete
rm -rf "$context/marque/build/source-maps"
# Its content, also where the folder is a link.
mkdir "$context/marque/node_modules"
cp -a node_modules/. "$context/marque/node_modules"
rm -rf "$context/marque/node_modules/.cache"
cd "$context/marque"
npm prune --omit=dev --ignore-scripts --no-audit --no-fund --offline --silent
chown -R 0:0 .
cp "$root/deploy/container/Containerfile" "$context"
[ "${1:-}" != --context ] || exit 0

buildah bud --quiet --isolation chroot --format "${FORMAT:-oci}" --timestamp "$(date -r "$root/build/release.json" +%s)" \
  --label org.opencontainers.image.title=Marque \
  --label org.opencontainers.image.version="$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$root/package.json")" \
  --tag "$1" "$context"
if [ -n "${2:-}" ]; then
  rm -f "$2"
  buildah push --quiet "$1" "$([ "${FORMAT:-oci}" = docker ] && echo docker || echo oci)-archive:$2:$1"
fi
