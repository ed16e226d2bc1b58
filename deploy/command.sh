#!/bin/sh
# Runs one of the product's commands with the settings of the installation and as its user, also when started by root:
#   /opt/marque/deploy/command.sh account lock
# systemd reads the settings file as it does for the product (a shell would interpret an & in an address), and files
# that a command writes (a new key) belong to the product's user.
set -eu
name=${1:-}
case $name in
  account | audit | catalogue | club-group | contest | data-keys | export | invitation | koc | mall | migrate | operator | page-errors | personal-data | sharding | staff-link | workshop-visits) ;;
  *)
    echo "usage: command.sh account|audit|catalogue|club-group|contest|data-keys|export|invitation|koc|mall|migrate|operator|page-errors|personal-data|sharding|staff-link|workshop-visits …" >&2
    exit 1
    ;;
esac
shift
exec systemd-run --quiet --pipe --wait --collect --uid=marque --gid=marque \
  --working-directory=/opt/marque --property=EnvironmentFile=/etc/marque/marque.env \
  /opt/marque/node_modules/.bin/node "scripts/commands/$name.ts" "$@"
