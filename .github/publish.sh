#!/usr/bin/env bash
# One publication, step by step, for the workflow beside this file or for a machine of your own:
#
#   bash .github/publish.sh install | check | fetch | build | seal | verify | summary | upload | switch |
#                           verify-deployed | all (fetch to verify-deployed)
#
# Variables, hosts, and how to go back: docs/deploying.md. What was published stays whole until `switch`, which is
# one step at the host; every step may be killed, and the next run mends what it left.
set -euo pipefail

work=build/publish
before=$work/before # what is published, as fetched
site=$work/site     # what was built
kind=${DEPLOY_KIND:-}
to=${DEPLOY_TO:-}
summary=${GITHUB_STEP_SUMMARY:-/dev/stderr}

fail() {
  echo "::error title=Not published::$1"
  exit 1
}

# A program whose output may repeat what strangers wrote: the runner takes none of it for a command.
unheeded() {
  local token code=0
  token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  echo "::stop-commands::$token"
  "$@" || code=$?
  echo "::$token::"
  return "$code"
}

# How hosts are reached: by the key and the host keys that are given, else by this machine's own.
reach() {
  local keys ssh="ssh -o BatchMode=yes -o StrictHostKeyChecking=yes"
  keys=$(mktemp -d)
  # shellcheck disable=SC2064 # the name as it is now
  trap "rm -rf '$keys'" EXIT
  if [ -n "${DEPLOY_PORT:-}" ]; then ssh+=" -p $DEPLOY_PORT"; fi
  if [ -n "${DEPLOY_KEY:-}" ]; then
    (umask 077 && printf '%s\n' "$DEPLOY_KEY" >"$keys/key")
    ssh+=" -o IdentitiesOnly=yes -i $keys/key"
  fi
  if [ -n "${DEPLOY_KNOWN_HOSTS:-}" ]; then
    printf '%s\n' "$DEPLOY_KNOWN_HOSTS" >"$keys/known"
    ssh+=" -o UserKnownHostsFile=$keys/known"
  fi
  export RSYNC_RSH=$ssh GIT_SSH_COMMAND=$ssh
  if [ -n "${GITHUB_TOKEN:-}" ]; then # in no file, and in no command line
    export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0="http.${GITHUB_SERVER_URL:-https://github.com}/.extraheader"
    GIT_CONFIG_VALUE_0="AUTHORIZATION: basic $(printf 'x-access-token:%s' "$GITHUB_TOKEN" | base64 | tr -d '\n')"
    export GIT_CONFIG_VALUE_0
  fi
  declare -F "fetch_$kind" >/dev/null || fail "DEPLOY_KIND is rsync, git, pages or rclone; it is '$kind'."
  "address_$kind"
}

# The last step of a verification: 3 is something that cannot be checked, such as scores that are not there yet.
held() {
  [ "$1" -eq 0 ] || [ "$1" -eq 3 ]
}

# The operator's official texts, where the repository has them (docs/official-texts.md).
texts=()
over=()
if [ -d official ]; then
  texts=(--content content --content official)
  over=(--content official)
fi

# A key of site.toml, or what it is where none is given.
configured() {
  python3 -c '
import sys, tomllib
value = tomllib.load(open("site.toml", "rb"))
for key in sys.argv[1].split("."):
    value = value.get(key, {})
print(value or sys.argv[2])' "$1" "${2:-}"
}

install_program() {
  if [ -d site_builder ]; then # the program's own repository
    make program
  else # a season's: requirements.txt names the program and its version
    python3 -m venv .venv
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --requirement requirements.txt
  fi
  echo "$PWD/.venv/bin" >>"${GITHUB_PATH:-/dev/null}"
}

check() {
  local code=0
  site-builder check "${texts[@]}" --format github || code=$?
  held "$code" || exit "$code"
}

fetch() {
  rm -rf "$work"
  mkdir -p "$before"
  "fetch_$kind"
  local head
  head=$(cat "$work/head")
  if [ "$head" != none ]; then
    [ "$(site=$before release)" = "$head" ] || fail "what is published as $head is not what its name says."
  elif [ "${FIRST:-}" != true ]; then
    fail "nothing is published at the host. If that is so, run the workflow by hand with 'first', which starts a ledger; if it is not, look for what became of the site before anything else."
  fi
}

build() {
  local options=(--output "$site" --format github "${texts[@]}") code=0
  rm -rf "$site"
  if [ "$(cat "$work/head")" != none ]; then options+=(--previous "$before"); fi
  if [ -n "${PUBLISH_NOW:-}" ]; then
    echo "::warning title=Not the clock::PUBLISH_NOW is set: seasons are judged at $PUBLISH_NOW."
    options+=(--now "$PUBLISH_NOW")
  fi
  site-builder build "${options[@]}" || code=$?
  held "$code" || exit "$code"
  echo "$code" >"$work/held-back"
  if [ "$(cat "$work/head")" != none ] && [ "$(cat "$work/head")" != "$(release)" ] && only_restamped; then
    # Another date and commit alone: publishing that would add a copy of every page to the ledger's past.
    rm -rf "$site"
    cp -R "$before" "$site"
  fi
}

only_restamped() {
  site-builder diff --format json "$before" "$site" | python3 -c '
import json, sys
found = json.load(sys.stdin)
sys.exit(bool(found["pages"] or found["files"]))'
}

# Without a token the site is as true; the next run asks again.
seal() {
  unheeded site-builder seal --output "$site" --tsa "$SEAL_TSA" --trust "$(configured trust.anchors trust)" ||
    echo "::warning title=Not sealed::The authority gave no token that holds. The next run asks again."
}

verify() {
  local code=0
  site-builder verify "$1" "${over[@]}" --trust "$(configured trust.anchors trust)" --format github || code=$?
  held "$code" || exit "$code"
}

tell() {
  local name
  name=$(release)
  {
    echo "## Publication ${name%%-*}"
    echo
    if [ "$(cat "$work/held-back")" = 3 ]; then
      echo "A season is not closed: what may be public is published, scores and evidence are held back."
      echo
    fi
    if [ "$(cat "$work/head")" = none ]; then
      echo "The first: a ledger begins."
    elif [ "$(cat "$work/head")" = "$name" ]; then
      echo "Nothing changed since \`$name\` was published."
    else
      # Lines of the comparison begin with its own words, so no stranger's text can close the fence.
      echo '````text'
      site-builder diff "$before" "$site" | head -c 500000
      echo '````'
    fi
    echo
    schedule
  } >>"$summary"
}

# GitHub switches the schedule of a public repository off 60 days after its last commit.
schedule() {
  python3 - "$(git log -1 --format=%ct)" "$(date -d "${PUBLISH_NOW:-now}" +%s)" data/results <<'PYTHON'
import datetime, json, pathlib, sys

last, now = (datetime.datetime.fromtimestamp(int(text), datetime.UTC) for text in sys.argv[1:3])
off = last + datetime.timedelta(days=60)
dates = []
for file in pathlib.Path(sys.argv[3]).glob("*/season-*/season.json"):
    season = json.loads(file.read_bytes())
    dates += [season[key] for key in ("closes_at", "published_at") if season.get(key)]
late = [text for text in sorted(dates) if datetime.datetime.fromisoformat(text) > max(off, now)]
print(f"The schedule is switched off on {off:%Y-%m-%d} in a public repository, unless a commit comes before.")
if late or (off - now).days < 15:
    why = f"A season has a date after it: {late[0]}. " if late else ""
    said = f"Switched off on {off:%Y-%m-%d} without a commit. {why}Push one, or run the workflow by hand."
    print(f"::warning title=The schedule sleeps::{said}", file=sys.stderr)
PYTHON
}

# The name of what was built: the number of its ledger line, and what its manifest hashes to.
release() {
  echo "$(wc -l <"$site/ledger.jsonl" | tr -d ' ')-$(sha256sum "$site/manifest.json" | cut -c1-16)"
}

verify_deployed() {
  local url until served=$work/served.json
  rm -f "$work/account.txt"
  url=${DEPLOY_URL:-$(configured base_url)}
  until=$((SECONDS + ${DEPLOY_WAIT:-60}))
  while true; do
    if curl --silent --show-error --fail --max-time 60 --output "$served" "${url%/}/manifest.json" &&
      cmp --silent "$served" "$site/manifest.json" &&
      (verify "${url%/}/") >"$work/account.txt"; then
      cat "$work/account.txt"
      return
    fi
    ((SECONDS < until)) || break
    sleep 5
  done
  if [ -s "$work/account.txt" ]; then cat "$work/account.txt"; fi
  fail "$url does not serve this publication, byte for byte. What the host changes or keeps is told above; docs/deploying.md says how to go back."
}

# ── A host that is reached with rsync: over ssh (user@host:/folder), or a folder of this machine ──────────────
#
#   releases/<n>-<hash>/   whole sites, the last three of them
#   head                   the newest that was ever published, which the next one continues
#   current                the one that is served
address_rsync() {
  [[ $to =~ ^([A-Za-z0-9._-]+@?[A-Za-z0-9._-]*:)?/[A-Za-z0-9._/-]+$ ]] ||
    fail "DEPLOY_TO is user@host:/folder or /folder, of plain characters."
}

# A script from standard input, with the host's folder and these arguments.
at_host() {
  case $to in
    *:*) $RSYNC_RSH "${to%%:*}" sh -s -- "${to#*:}" "$@" ;;
    *) sh -s -- "$to" "$@" ;;
  esac
}

fetch_rsync() {
  local head
  head=$(
    at_host <<'HOST'
set -eu
cd "$1"
if [ -L head ]; then basename "$(readlink head)"; else echo none; fi
HOST
  ) || fail "the host does not answer, or has no folder ${to#*:}."
  if [ "$head" != none ]; then
    rsync --recursive --checksum --exclude='*.gz' --exclude='*.br' "$to/releases/$head/" "$before/"
  fi
  echo "$head" >"$work/head"
}

# By content: size and time are no proof that a page is the new one. What the served release already has is linked.
upload_rsync() {
  local from=$site name different options
  name=$(release)
  if [ -n "${PRECOMPRESS:-}" ]; then
    from=$work/compressed
    compress
  fi
  at_host "$name" <<'HOST'
mkdir -p "$1/releases/$2"
HOST
  options=(--recursive --checksum --perms --delete)
  options+=('--chmod=D755,F644')
  if [ "$(cat "$work/head")" != none ]; then options+=("--link-dest=../$(cat "$work/head")"); fi
  rsync "${options[@]}" "$from/" "$to/releases/$name/"
  different=$(rsync "${options[@]}" --dry-run --itemize-changes "$from/" "$to/releases/$name/")
  [ -z "$different" ] || fail "the host does not hold what was sent."
}

switch_rsync() {
  at_host "$(release)" "$(cat "$work/head")" <<'HOST' || fail "the host was not switched; it serves what it served."
set -eu
cd "$1"
exec 9>.lock
flock -w 60 9
head=none
if [ -L head ]; then head=$(basename "$(readlink head)"); fi
if [ "$head" != "$3" ]; then
  echo "Another publication, $head, came between. Run again: the next one continues it." >&2
  exit 1
fi
test -f "releases/$2/manifest.json"
sync
for link in head current; do
  ln -sfn "releases/$2" ".$link.new"
  mv -fT ".$link.new" "$link"
done
for old in $(ls releases | sort -n | head -n -3); do
  case $old in "$2" | "$3") ;; *) rm -rf "releases/$old" ;; esac
done
HOST
}

# Beside each text its .gz and, where brotli is there, its .br: the same bytes from the same text. They are in no list
# of the site, and no reader's verification asks for them.
compress() {
  rm -rf "$work/compressed"
  cp -R "$site" "$work/compressed"
  local texts=(find "$work/compressed" -type f '!' -name '*.tsr' '!' -name '*.br')
  if command -v brotli >/dev/null; then "${texts[@]}" -exec brotli --best --keep '{}' +; fi
  "${texts[@]}" -exec gzip -9 --no-name --keep '{}' +
}

# ── A branch of a git repository: the record of what was published; each publication is a commit ──────────────
# `git`: of any host that serves a branch. `pages`: the branch `published` of this repository, beside GitHub Pages.
branch() { echo "${to##*#}"; }
remote() { echo "${to%#*}"; }

address_git() {
  [[ $to =~ ^[^#-][^#]*#[A-Za-z0-9._/-]+$ ]] || fail "DEPLOY_TO is <remote>#<branch>."
}

fetch_git() {
  local code=0
  git ls-remote --exit-code "$(remote)" "refs/heads/$(branch)" >/dev/null || code=$?
  case $code in
    0)
      git fetch --quiet --depth 1 --no-tags "$(remote)" "refs/heads/$(branch)"
      git rev-parse FETCH_HEAD >"$work/parent"
      git archive FETCH_HEAD | tar -x -C "$before"
      site=$before release >"$work/head"
      ;;
    2) echo none >"$work/head" ;;
    *) fail "the repository $(remote) does not answer." ;;
  esac
}

# The commit is made here, and reaches the host whole or not at all, with `switch`.
upload_git() {
  local tree parent=()
  export GIT_INDEX_FILE=$PWD/$work/index GIT_AUTHOR_NAME=publish GIT_AUTHOR_EMAIL=publish@localhost
  export GIT_COMMITTER_NAME=publish GIT_COMMITTER_EMAIL=publish@localhost
  rm -f "$GIT_INDEX_FILE"
  git -c core.autocrlf=false --work-tree="$site" add --all --force .
  tree=$(git write-tree)
  if [ -f "$work/parent" ]; then parent=(-p "$(cat "$work/parent")"); fi
  git commit-tree "$tree" "${parent[@]}" -m "$(release)" >"$work/commit"
}

# Refused where another publication came between: it would be no descendant.
switch_git() {
  if [ "$(release)" != "$(cat "$work/head")" ]; then
    git push --quiet "$(remote)" "$(cat "$work/commit"):refs/heads/$(branch)" ||
      fail "the branch was not moved; it is what it was."
  fi
}

# ── A store of objects, of the S3 kind or another that rclone knows ───────────────────────────────────────────
#
#   releases/<n>-<hash>/…   whole sites, the last three of them
#   head                    the name of the newest that was ever published
#   live/…                  the one that is served, where DEPLOY_SWITCH names nothing better
address_rclone() {
  [[ $to =~ ^:[a-z0-9]+:[A-Za-z0-9._/-]+$ ]] || fail "DEPLOY_TO is :s3:bucket/folder."
  export RCLONE_S3_NO_CHECK_BUCKET=true RCLONE_CONFIG=/dev/null
}
store() { echo "$to/${1:-}"; }

head_rclone() {
  local there
  there=$(rclone lsf --files-only --include /head "$(store)") || fail "the store does not answer."
  if [ -n "$there" ]; then rclone cat "$(store head)"; else echo none; fi
}

fetch_rclone() {
  local head
  head=$(head_rclone)
  if [ "$head" != none ]; then rclone copy --checksum "$(store "releases/$head")" "$before"; fi
  echo "$head" >"$work/head"
}

# Each kind of file with its type, at last those that are none of these; then all are read back and compared.
upload_rclone() {
  local name kinds kind_of
  name=$(release)
  kinds=('*.html|text/html; charset=utf-8' '*.css|text/css; charset=utf-8' '*.csv|text/csv; charset=utf-8'
    '*.json|application/json' '*.xml|application/xml; charset=utf-8' '*.svg|image/svg+xml'
    '*.xlsx|application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    '*.tsr|application/timestamp-reply' '*|text/plain; charset=utf-8')
  for kind_of in "${kinds[@]}"; do
    rclone copy --checksum --include "${kind_of%%|*}" --header-upload "Content-Type: ${kind_of#*|}" \
      --header-upload "Cache-Control: no-cache, no-transform" "$site" "$(store "releases/$name")"
  done
  rclone check --quiet --download "$site" "$(store "releases/$name")" || fail "the store does not hold what was sent."
}

switch_rclone() {
  local name from old lists=(--filter '- /manifest.json' --filter '- /SHA256SUMS' --filter '- /ledger.jsonl')
  name=$(release)
  from=$(store "releases/$name")
  [ "$(head_rclone)" = "$(cat "$work/head")" ] || fail "another publication came between. Run again: the next one continues it."
  echo "$name" | rclone rcat "$(store head)"
  if [ -n "${DEPLOY_SWITCH:-}" ]; then
    RELEASE=$name bash -euo pipefail -c "$DEPLOY_SWITCH"
  else
    rclone copy --checksum --filter '- *.html' --filter '- /sitemap.xml' "${lists[@]}" "$from" "$(store live)"
    rclone copy --checksum "${lists[@]}" "$from" "$(store live)"
    rclone sync --checksum "$from" "$(store live)"
  fi
  for old in $(rclone lsf --dirs-only "$(store releases)" | tr -d / | sort -n | head -n -3); do
    rclone purge "$(store "releases/$old")"
  done
}

if [ "$kind" = pages ]; then
  kind=git to=origin#published
  DEPLOY_WAIT=${DEPLOY_WAIT:-1200} # it takes minutes, and lets a page stand for ten
fi
case ${1:-} in
  install) install_program ;;
  check) check ;;
  fetch | upload | switch) reach ;;&
  fetch) fetch ;;
  build) build ;;
  seal) seal ;;
  verify) verify "$site" ;;
  summary) tell ;;
  upload) "upload_$kind" ;;
  switch) "switch_$kind" ;;
  verify-deployed) verify_deployed ;;
  all)
    for step in fetch build ${SEAL_TSA:+seal} verify summary upload switch verify-deployed; do
      bash "$0" "$step"
    done
    ;;
  *) fail "no such step: '${1:-}'." ;;
esac
