package procs

import (
	"os"
	"strconv"
	"strings"
)

// procInfo is what is known of a process.
type procInfo struct {
	parent int
	start  uint64 // when it started, in the system's own unit
	zombie bool   // it ended and waits for its parent
}

// lookAt reads one process (proc_pid_stat(5), fields 3, 4 and 22).
func lookAt(pid int) (procInfo, bool) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return procInfo{}, false
	}
	// "pid (name) state parent …": the name may hold blanks and brackets.
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	if len(fields) < 20 {
		return procInfo{}, false
	}
	parent, err1 := strconv.Atoi(fields[1])
	start, err2 := strconv.ParseUint(fields[19], 10, 64)
	if err1 != nil || err2 != nil {
		return procInfo{}, false
	}
	return procInfo{parent, start, fields[0] == "Z" || fields[0] == "X"}, true
}

// marked finds the processes whose environment holds one of the marks, and
// returns what the marks stand for.
func marked(marks map[string]string) map[int]string {
	out := map[int]string{}
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return out
	}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		env, err := os.ReadFile("/proc/" + e.Name() + "/environ")
		if err != nil {
			continue // another user's
		}
		_, rest, ok := strings.Cut("\x00"+string(env), "\x00"+markVar+"=")
		mark, _, _ := strings.Cut(rest, "\x00")
		if name, known := marks[mark]; ok && known {
			out[pid] = name
		}
	}
	return out
}

// bootID changes with every start of the machine.
func bootID() string {
	text, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return strings.TrimSpace(string(text))
}
