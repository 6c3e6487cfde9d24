# Runs a command and stops it when the parent dies: sh -c "$(cat supervise.sh)" name command [argument]...
#
# Standard input is a pipe from the parent. The line "stop SECONDS" requests a stop; the end of the pipe means that the
# parent is gone, however it was killed. Either starts a fast shutdown (SIGINT), followed after SECONDS (1 if the parent
# is gone) by an immediate one (SIGQUIT) and then SIGKILL. The first line of standard output is the command's pid.
# A shell takes 1 MB of memory; a Node process would take 40.
exec 3<&0 </dev/null
"$@" 3<&- &
child=$!
echo "$child"

wait_until_gone() {
  polls=$1
  while [ "$polls" -gt 0 ]; do
    kill -0 "$child" 2>/dev/null || exit 0
    sleep 0.05
    polls=$((polls - 1))
  done
}

{
  seconds=1
  if read -r word asked <&3 && [ "$word" = stop ]; then seconds=$asked; fi
  kill -INT "$child" 2>/dev/null || exit 0
  wait_until_gone $((seconds * 20))
  kill -QUIT "$child" 2>/dev/null
  wait_until_gone 20
  kill -KILL "$child" 2>/dev/null
} >/dev/null 2>&1 &
watcher=$!
exec 3<&-

wait "$child"
status=$?
kill -KILL "$watcher" 2>/dev/null
exit "$status"
