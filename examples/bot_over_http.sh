#!/usr/bin/env bash
# A bot over HTTP with curl and jq: it sits down at a table by its link, and plays there at random, whatever the game.
# bash examples/bot_over_http.sh http://127.0.0.1:8765/join#LINK Shelly
set -euo pipefail
server=${1%%/join#*} link=${1#*#} name=$2 token= answered=

ask() { curl -sS --fail-with-body -H "Authorization: Bearer $token" -H "Content-Type: application/json" "$@"; }

# Of a state or an update in which its seat is asked: where to answer, and a random one of the words that are offered.
ANSWER='select(.question and ([.seat] | inside($data.view.asked)))
    | "/api/tables/\(.table)/seats/\(.seat)/answers",
      ({question: .question.id, word: [.view.choices[] | select(.possible != "no").word] | .[$luck % length]} | tojson)'

token=$(ask "$server/api/programs" -d "{\"name\": \"$name\"}" | jq -r .token)
joined=$(ask "$server/api/join" -d "{\"link\": \"$link\", \"name\": \"$name\"}") || { echo "$joined" >&2; exit 1; }
while sleep 1; do # a connection that is lost begins anew, and with it all that is asked
    ask -N "$server/api/updates" | while IFS= read -r line; do
        [[ $line == 'data: {"table"'* ]] || continue
        { read -r path && read -r answer; } < <(jq -r --argjson luck $RANDOM ". as \$data | $ANSWER" <<< "${line#data: }") ||
            continue
        question=$path${answer%%,*}
        [[ $question != "$answered" ]] || continue # it is told again while others choose at the same time
        ask "$server$path" -d "$answer" && answered=$question
        echo
    done || true
done
