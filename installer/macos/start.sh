#!/bin/bash
# Starts BriefBank's window inside the profile that refuses the network. This is what a double-click runs.
#
# sandbox-exec is marked as deprecated by Apple, and works up to now; where it is gone, BriefBank starts with its own
# guard alone. An administrator who has set up the office's recognition server writes its port into the file
# below. Never run: there is no macOS on the computers on which BriefBank is made.
set -euo pipefail

contents=$(cd "$(dirname "$0")/.." && pwd)
port_file="/Library/Application Support/BriefBank/office-server-port"
program="$contents/MacOS/briefbank-window"

port=none
if [ -r "$port_file" ]; then
    written=$(tr -cd '0-9' <"$port_file")
    port=${written:-none}
fi
if [ -x /usr/bin/sandbox-exec ]; then
    exec /usr/bin/sandbox-exec -D "OFFICE_PORT=$port" -f "$contents/Resources/closed.sb" "$program" "$@"
fi
exec "$program" "$@"
