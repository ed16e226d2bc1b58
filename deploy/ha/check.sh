#!/bin/sh
# Refuses versions and settings of Patroni under which acknowledged commits have been lost, or under which a fault lasts
# longer than docs/high-availability.md says. Runs before each start of Patroni (deploy/ha/systemd/patroni.conf):
#   check.sh /etc/patroni/config.yml             the file, the versions, the watchdog
#   check.sh /etc/patroni/config.yml --cluster   also the settings in etcd, which count once the cluster exists
# Prints a line for each fault and ends with status 1; the YAML must be in block style, as in deploy/ha/patroni.yml.
set -eu
file=${1:?file of settings, for example /etc/patroni/config.yml}
faults=0
refuse() {
  echo "check: $1" >&2
  faults=$((faults + 1))
}

# Writes each value of YAML in block style as one line: bootstrap.dcs.ttl=20
flatten() {
  awk '
    /^[[:space:]]*(#|$)/ || /^[[:space:]]*- / { next }
    {
      match($0, /^ */); indent = RLENGTH
      line = substr($0, indent + 1)
      colon = index(line, ":")
      if (colon == 0) next
      while (depth > 0 && indents[depth] >= indent) depth--
      indents[++depth] = indent; keys[depth] = substr(line, 1, colon - 1)
      value = substr(line, colon + 1)
      sub(/^[[:space:]]+/, "", value); sub(/[[:space:]]+#.*$/, "", value); sub(/[[:space:]]+$/, "", value)
      gsub(/^["\047]|["\047]$/, "", value)
      path = keys[1]
      for (at = 2; at <= depth; at++) path = path "." keys[at]
      print path "=" value
    }'
}
settings=$(flatten <"$file")
value() {
  printf '%s\n' "$settings" | sed -n "s/^$(printf '%s' "$1" | sed 's/\./\\./g')=//p" | head -n 1
}
has() {
  printf '%s\n' "$settings" | grep -q "^$1="
}
# Compares versions: at_least 3.0.10 3.0.3
at_least() {
  [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$2" ]
}

# Judges the settings that all members share. $1: prefix of their paths; $2: their place, for the message
judge_shared() {
  for name in synchronous_mode failsafe_mode; do
    [ "$(value "$1$name")" = true ] || refuse "$2: $name must be true"
  done
  timeout=$(value "$1postgresql.parameters.wal_sender_timeout")
  case $timeout in
    [1-5]s | [1-5]000 | [1-5]000ms) ;;
    *) refuse "$2: wal_sender_timeout must be 1s to 5s, not \"$timeout\": a standby that hangs holds up every commit" ;;
  esac
  ttl=$(value "${1}ttl") loop=$(value "${1}loop_wait") retry=$(value "${1}retry_timeout")
  if ! [ "${ttl:-30}" -ge $((${loop:-10} + 2 * ${retry:-10})) ] 2>/dev/null; then
    refuse "$2: ttl must be at least loop_wait + 2 * retry_timeout"
  fi
}

patroni=$(patroni --version | sed 's/^[^0-9]*//')
at_least "$patroni" 3.0.0 || refuse "Patroni $patroni has no failsafe_mode; install 3.0.3 or newer"
if has etcd3 && ! at_least "$patroni" 3.0.3; then
  refuse "Patroni $patroni with etcd3 loses acknowledged commits when a frozen primary comes back; install 3.0.3 or newer, or write etcd instead of etcd3 and set ETCD_ENABLE_V2=true for etcd"
fi
has etcd3 || has etcd || refuse "neither etcd3 nor etcd is set"
if has etcd3 && has etcd; then refuse "only one of etcd3 and etcd may be set"; fi

bin=$(value postgresql.bin_dir)
postgres=$("${bin:+$bin/}postgres" --version | sed 's/^[^0-9]*//; s/[^0-9.].*$//')
at_least "$postgres" 15 || refuse "PostgreSQL $postgres is older than 15"

if grep -q '^[^#]*CHANGE-' "$file"; then refuse "a password still says CHANGE-"; fi

device=$(value watchdog.device)
device=${device:-/dev/watchdog}
case $(value watchdog.mode) in
  automatic | required) ;;
  *) [ ! -e "$device" ] || refuse "watchdog.mode must be automatic or required: $device exists" ;;
esac

judge_shared bootstrap.dcs. "bootstrap.dcs"
if [ "${2:-}" = --cluster ]; then
  settings=$(patronictl -c "$file" show-config | flatten)
  judge_shared "" "the cluster's settings (patronictl edit-config)"
fi
[ "$faults" -eq 0 ] || exit 1
echo "check: Patroni $patroni and PostgreSQL $postgres, settings as required"
