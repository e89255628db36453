//go:build e2e

package e2e

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// What is the same for all tests of a run; set by TestMain, then only read.
var lab struct {
	root    string // the checkout
	clients string // folder of the clients' launchers
	base    string // scratch of this run; each test has a folder in it
	guard   string // guard as built from the checkout
	crashes []crash
	goCache string
}

// A crash is a program that stands for a broken guard.
type crash struct {
	name string
	body string
	path string // set by writeCrashes; empty: nothing is there at all
}

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	if err := prepare(); err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		if lab.base != "" {
			os.RemoveAll(lab.base)
		}
		return 1
	}
	// A client takes about 300 MB. -parallel on the command line still wins.
	if err := flag.Set("test.parallel", strconv.Itoa(min(runtime.GOMAXPROCS(0), 4))); err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		return 1
	}
	status := m.Run()
	if status != 0 {
		fmt.Fprintln(os.Stderr, "e2e: what the failed tests left is in", lab.base)
		return status
	}
	if err := os.RemoveAll(lab.base); err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		return 1
	}
	return 0
}

func prepare() error {
	root, err := filepath.Abs("../../..")
	if err != nil {
		return err
	}
	lab.root = root
	lab.clients = filepath.Join(root, ".clients", "node_modules", ".bin")
	if err := checkClients(root); err != nil {
		return err
	}
	if lab.base, err = scratch(root); err != nil {
		return err
	}
	out, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		return fmt.Errorf("go env: %w", err)
	}
	lab.goCache = strings.TrimSpace(string(out))
	if err := buildGuard(); err != nil {
		return err
	}
	return writeCrashes()
}

// checkClients fails with the command to run when the pinned clients are not
// there. .ci/clients holds the versions and writes versions.txt last.
func checkClients(root string) error {
	const hint = "run .ci/clients (or make e2e, which does) to install the pinned clients into .clients"
	got, err := os.ReadFile(filepath.Join(root, ".clients", "versions.txt"))
	if errors.Is(err, os.ErrNotExist) {
		return errors.New("the clients are missing: " + hint)
	}
	if err != nil {
		return err
	}
	want := fmt.Sprintf("claude %s\ncodex %s\n", claudeVersion, codexVersion)
	if string(got) != want {
		return fmt.Errorf("the tests are written for\n%sbut .clients holds\n%s%s", want, got, hint)
	}
	return nil
}

// scratch makes the folder of this run. It must not lie in a temp folder:
// guard lets an agent delete there, so that a case would say nothing.
func scratch(root string) (string, error) {
	parents := []string{filepath.Join(root, ".clients", "run")}
	if dir, err := os.UserCacheDir(); err == nil {
		parents = append(parents, filepath.Join(dir, "guard-e2e"))
	}
	if dir := os.Getenv("GUARD_E2E_DIR"); dir != "" {
		parents = []string{dir}
	}
	for _, parent := range parents {
		parent, err := filepath.Abs(parent)
		if err != nil || inTemp(parent) {
			continue
		}
		if err := os.MkdirAll(parent, 0o700); err != nil {
			return "", err
		}
		return os.MkdirTemp(parent, "")
	}
	return "", fmt.Errorf("%s: all in a temp folder; set GUARD_E2E_DIR to a folder outside of one", strings.Join(parents, ", "))
}

func inTemp(dir string) bool {
	for _, temp := range []string{os.TempDir(), "/tmp", "/var/tmp", "/private/tmp", "/private/var"} {
		if rel, err := filepath.Rel(temp, dir); err == nil && rel != ".." && !strings.HasPrefix(rel, "../") {
			return true
		}
	}
	return false
}

// watchSources makes the result of a run depend on guard's sources. The go
// command repeats a test's old result until a file changes that the test itself
// has opened, and it listens only while a test runs; it does not see what the
// build below reads.
var watchSources = sync.OnceValue(func() error {
	return filepath.WalkDir(lab.root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && path != lab.root && strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
		return err
	})
})

// buildGuard builds guard from the checkout, or takes the binary that
// GUARD_E2E_BINARY names, such as one of a release (then -count=1 keeps the go
// command from repeating an old result).
func buildGuard() error {
	lab.guard = filepath.Join(lab.base, "guard")
	if given := os.Getenv("GUARD_E2E_BINARY"); given != "" {
		data, err := os.ReadFile(given)
		if err != nil {
			return err
		}
		return os.WriteFile(lab.guard, data, 0o755)
	}
	cmd := exec.Command("go", "build", "-trimpath", "-o", lab.guard, "./cmd/guard")
	cmd.Dir = lab.root
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build ./cmd/guard: %w\n%s", err, bytes.TrimSpace(out))
	}
	return nil
}

// writeCrashes writes the broken guards. They are written before any test starts a process and are put in place by a link: a
// file that a child of this process still holds open for writing cannot be
// executed.
func writeCrashes() error {
	lab.crashes = []crash{
		{name: "exits with 1", body: "#!/bin/sh\necho 'guard: broken' >&2\nexit 1\n"},
		{name: "is killed by a signal", body: "#!/bin/sh\nkill -9 $$\n"},
		{name: "is missing"},
	}
	for i := range lab.crashes {
		c := &lab.crashes[i]
		if c.body == "" {
			continue
		}
		c.path = filepath.Join(lab.base, fmt.Sprintf("crash-%d", i))
		if err := os.WriteFile(c.path, []byte(c.body), 0o755); err != nil {
			return err
		}
	}
	return nil
}
