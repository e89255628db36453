#!/bin/sh
# A service stays in the foreground, and listens on this machine alone.
echo '{"butler":"observe","type":"note","text":"serving files","tags":["example"]}'
exec python3 -m http.server --bind 127.0.0.1 "$BUTLER_PORT"
