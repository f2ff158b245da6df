#!/bin/bash
# Stores the runs of a job of run.sbatch, for example of runs/17, and says which node made which. Exits with 1 if a run is missing.
set -euo pipefail
shopt -s nullglob
[ -r "${1-}/tasks" ] || { echo "no job has its runs in '${1-}': give its folder, such as runs/17" >&2; exit 2; }
status=0
for task in $(cat "$1/tasks"); do
  results=("$1/$task".*.json)
  for log in "$1/$task".*.log; do
    node=${log#"$1/$task".*.}
    [ -e "${log%.log}.json" ] && made=${log%.log}.json || made='no result'
    echo "run $task on ${node%.log}: $made"
  done
  if [ "${#results[@]}" -eq 0 ]; then
    echo "run $task is missing"
    status=1
  fi
done
results=("$1"/*.json)
[ "${#results[@]}" -eq 0 ] || npm run --silent bench -- merge "${results[@]}" || status=$?
exit "$status"
