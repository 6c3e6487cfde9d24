# Runs a command for a parent that may die without a word: sh -c "$(cat supervise.sh)" name command [argument]...
#
# Standard input is the parent's pipe. The line "stop SECONDS" asks for an orderly end; the end of the pipe
# means that the parent is gone, which the kernel tells whatever killed it. Both are a fast shutdown
# (SIGINT), after the given patience an immediate one (SIGQUIT), then SIGKILL. The first line of standard
# output is the pid of the command. A shell and no Node process: it costs 1 MB, not 40.
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
