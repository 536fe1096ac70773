#!/usr/bin/env bash
# poller.sh URL [BASELINE]
# Polls a review every five seconds until something is new, then prints one JSON line for each changed thread and a
# last line {"event":"snapshot","baseline":{…}} to hand in next time. After a take of your own, add one to the number
# of its thread there, or the take comes back as news.
# Exit: 0 something is new; 1 the API cannot be reached; 2 the review has ended ({"event":"session.done"}).
# It gives up only when three polls in a row get no answer.
set -u
url=${1:?usage: poller.sh URL [BASELINE]}
baseline=${2:-}
command -v jq >/dev/null || { echo 'poller.sh: jq is needed' >&2; exit 1; }

counts='[.threads[] as $t | {key: $t.id, value: ((.replies[$t.id] // [] | length) + (.takes[$t.id] // [] | length))}] | from_entries'
reached=''
failures=0

while true; do
  if state=$(curl -sf --max-time 10 "$url/api/state"); then
    reached=yes
    failures=0
    now=$(printf '%s' "$state" | jq -c "$counts") || exit 1
    if [ -z "$baseline" ]; then
      baseline=$now
    elif [ "$(jq -nc --argjson a "$baseline" --argjson b "$now" '$a == $b')" != true ]; then
      printf '%s' "$state" | jq -c --argjson base "$baseline" --argjson now "$now" '
        .replies as $replies | .takes as $takes
        | .threads[] | .id as $id
        | (. + {replies: ($replies[$id] // []), takes: ($takes[$id] // [])}) as $thread
        | if $base[$id] == null then {event: "thread.created", thread: $thread}
          elif $base[$id] != $now[$id]
          then {event: "thread.updated", thread: $thread, prev_count: $base[$id], current_count: $now[$id]}
          else empty end'
      jq -nc --argjson now "$now" '{event: "snapshot", baseline: $now}'
      exit 0
    fi
  elif [ "$((failures += 1))" -ge 3 ]; then
    if [ -n "$reached" ] || [ -n "$baseline" ]; then
      echo '{"event": "session.done"}'
      exit 2
    fi
    echo "poller.sh: $url cannot be reached" >&2
    exit 1
  fi
  sleep "${POLL_SECONDS:-5}"
done
