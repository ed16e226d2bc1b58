# For backup.sh and restore.sh: moves the password from `url` to PGPASSWORD, because every user of the machine can read
# the arguments of a process, but only its own user can read its environment.

# Decodes percent-encoded characters such as %40.
decoded() {
  rest=$1
  while [ "$rest" != "${rest#*%}" ]; do
    printf '%s' "${rest%%\%*}"
    rest=${rest#*%}
    case $rest in
      [0-9A-Fa-f][0-9A-Fa-f]*)
        printf "\\$(printf '%03o' "0x${rest%"${rest#??}"}")"
        rest=${rest#??}
        ;;
      *) printf '%%' ;;
    esac
  done
  printf '%s' "$rest"
}
elsewhere() {
  echo "the database's address may have its password only in this form: postgres://user:password@host/name" >&2
  exit 1
}

case $url in
  postgres://* | postgresql://*)
    where=${url#*://}
    host=${where%%[/?#]*}
    case $host in
      *:*@*)
        user=${host%@*}
        PGPASSWORD=$(decoded "${user#*:}")
        export PGPASSWORD
        url=${url%%://*}://${user%%:*}@${host##*@}${where#"$host"}
        ;;
    esac
    case $url in *\?*password=*) elsewhere ;; esac
    ;;
  *password*=*) elsewhere ;;
esac
