#!/bin/sh
if [ "$1" = mood ]; then
	echo "flaky"
	exit 0
fi
echo "working as process $$"
sleep 0.1
echo "something went wrong" >&2
exit 3
