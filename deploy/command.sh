#!/bin/sh
# One of the product's commands with the settings of the installation and as its user, whoever starts it (root):
#   /opt/marque/deploy/command.sh account lock
# systemd reads the file of settings as it does for the product, where a shell would take an & in an address
# for its own; and what a command writes (a picture's removal, a new key) is its user's.
set -eu
name=${1:-}
case $name in
  account | catalogue | club-group | data-keys | export | invitation | koc | personal-data | staff-link) ;;
  *)
    echo "usage: command.sh account|catalogue|club-group|data-keys|export|invitation|koc|personal-data|staff-link …" >&2
    exit 1
    ;;
esac
shift
exec systemd-run --quiet --pipe --wait --collect --uid=marque --gid=marque \
  --working-directory=/opt/marque --property=EnvironmentFile=/etc/marque/marque.env \
  /opt/marque/node_modules/.bin/node "scripts/commands/$name.ts" "$@"
