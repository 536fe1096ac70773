#!/bin/sh
# An agent without events: asks for the state again and again, compares the number of messages of each thread with
# what it knew, prints what is new and then what it knows now.
#   polling-agent.sh URL [BASELINE]
# Exit status: 0 something is new; 1 the review cannot be reached; 2 it could be, and has ended.
url=$1
baseline=$2
compare='
  const state = JSON.parse(require("fs").readFileSync(0, "utf8"));
  const known = process.argv[1] === "" ? undefined : JSON.parse(process.argv[1]);
  const now = {};
  let isNew = known === undefined;
  for (const thread of state.threads) {
    now[thread.id] = state.replies[thread.id].length + state.takes[thread.id].length;
    const before = (known ?? {})[thread.id];
    if (before === now[thread.id] || (known === undefined && now[thread.id] > 0)) continue;
    isNew = true;
    const event = before === undefined ? "thread.created" : "thread.updated";
    console.log(JSON.stringify({ event, thread }));
  }
  if (isNew) console.log(JSON.stringify({ event: "snapshot", baseline: now }));
'
reached=1
while state=$(curl -sf "$url/api/state"); do
  [ "$reached" = 1 ] && echo 'reached' >&2
  reached=2
  news=$(printf '%s' "$state" | "$NODE" -e "$compare" "$baseline")
  if [ -n "$news" ]; then
    printf '%s\n' "$news"
    exit 0
  fi
  sleep "${POLL_SECONDS:-5}"
done
[ "$reached" = 2 ] && echo '{"event":"session.done"}'
exit "$reached"
