package procs

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"guard/internal/atomicfile"
)

// How long Sweep waits for programs that are on their way out, and then for
// those that it killed.
const (
	sweepGrace = 3 * time.Second
	sweepKill  = 5 * time.Second
)

// markVar names the variable by which the processes of one start are known
// wherever they went (Linux). It is no secret.
const markVar = "BUTLER_SPAWN"

func newMark() string {
	var b [16]byte
	_, _ = rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// entry is one program in the ledger. A process is known by its number, the
// time at which it started, and the start of the machine; and by the mark.
type entry struct {
	Name       string `json:"name"`
	Boot       string `json:"boot"`
	Mark       string `json:"mark"`
	Shim       int    `json:"shim"`
	ShimStart  uint64 `json:"shimStart"`
	Child      int    `json:"child"`
	ChildStart uint64 `json:"childStart"`

	file string
}

// record writes a program down and returns what takes it out again. That it
// cannot be written is no reason not to run it: the shim ends it in any case.
func (l *Launcher) record(name, mark string, shimPid, child int) (forget func()) {
	shim, ok1 := lookAt(shimPid)
	prog, ok2 := lookAt(child)
	if !ok1 || !ok2 {
		return func() {}
	}
	text, err := json.Marshal(entry{Name: name, Boot: bootID(), Mark: mark, Shim: shimPid, ShimStart: shim.start, Child: child, ChildStart: prog.start})
	file := filepath.Join(l.Dir, strconv.Itoa(shimPid)+".json")
	if err != nil || atomicfile.Write(file, text, 0o600) != nil {
		return func() {}
	}
	return func() { _ = os.Remove(file) }
}

// Sweep ends what an earlier daemon left running, and returns the names of what
// it found. It is called once, before anything is started, by the one daemon
// that holds the instance's lock. Processes that are not those of the ledger
// are never signalled.
func (l *Launcher) Sweep() ([]string, error) {
	left, err := l.entries()
	if err != nil {
		return nil, err
	}
	var names []string
	for _, s := range survivors(left) {
		if !slices.Contains(names, s.name) {
			names = append(names, s.name)
		}
		_ = syscall.Kill(s.pid, syscall.SIGTERM)
	}
	slices.Sort(names)
	for end := time.Now().Add(sweepGrace); len(survivors(left)) > 0 && time.Now().Before(end); {
		time.Sleep(25 * time.Millisecond)
	}
	last := survivors(left)
	for end := time.Now().Add(sweepKill); len(last) > 0 && time.Now().Before(end); last = survivors(left) {
		for _, s := range last {
			_ = syscall.Kill(s.pid, syscall.SIGKILL)
		}
		time.Sleep(25 * time.Millisecond)
	}
	if len(last) > 0 {
		return names, fmt.Errorf("procs: %s (process %d) does not end", last[0].name, last[0].pid)
	}
	for _, e := range left {
		_ = os.Remove(e.file)
	}
	return names, nil
}

// entries reads the ledger. What was written before the machine started, or is
// half written, is taken out: nothing of it runs, or its shim ended it.
func (l *Launcher) entries() ([]entry, error) {
	files, err := os.ReadDir(l.Dir)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("procs: %w", err)
	}
	var out []entry
	boot := bootID()
	for _, f := range files {
		e := entry{file: filepath.Join(l.Dir, f.Name())}
		text, err := os.ReadFile(e.file)
		if !strings.HasSuffix(f.Name(), ".json") || err != nil || json.Unmarshal(text, &e) != nil || e.Shim <= 1 || e.Child <= 1 || e.Boot != boot {
			_ = os.Remove(e.file)
			continue
		}
		out = append(out, e)
	}
	return out, nil
}

// survivor is a process of the ledger that is still there.
type survivor struct {
	pid  int
	name string
}

func survivors(left []entry) []survivor {
	if len(left) == 0 {
		return nil
	}
	names, marks := map[int]string{}, map[string]string{}
	for _, e := range left {
		if e.Mark != "" {
			marks[e.Mark] = e.Name
		}
		if is(e.Shim, e.ShimStart) {
			names[e.Shim] = e.Name
		}
		if is(e.Child, e.ChildStart) {
			names[e.Child] = e.Name
		}
	}
	maps.Copy(names, marked(marks))
	var out []survivor
	for _, pid := range slices.Sorted(maps.Keys(names)) {
		out = append(out, survivor{pid, names[pid]})
	}
	return out
}

func is(pid int, start uint64) bool {
	p, ok := lookAt(pid)
	return ok && p.start == start && !p.zombie
}
