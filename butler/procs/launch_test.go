package procs

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "shim":
			os.Exit(ShimMain(os.Args[2:]))
		case "daemon": // a daemon to be killed
			os.Exit(daemonInTest(os.Args[2:]))
		case "listen":
			os.Exit(listenInTest(os.Args[2]))
		}
	}
	os.Exit(m.Run())
}

func launcher(t *testing.T) *Launcher {
	t.Helper()
	l, err := NewLauncher(filepath.Join(t.TempDir(), "procs"))
	require.NoError(t, err)
	return l
}

// buffer can be written and read at the same time.
type buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

func sh(script string) []string { return []string{"/bin/sh", "-c", script} }

// eventually waits for what other processes do.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	require.Eventually(t, ok, 20*time.Second, 5*time.Millisecond, what)
}

func alive(pid int) bool {
	p, ok := lookAt(pid)
	return ok && !p.zombie
}

// pids waits for n process ids in the output, one a line.
func pids(t *testing.T, out *buffer, n int) []int {
	t.Helper()
	var got []int
	eventually(t, "the pids of the program", func() bool {
		got = nil
		for line := range strings.Lines(out.String()) {
			if pid, err := strconv.Atoi(strings.TrimSpace(line)); err == nil && strings.HasSuffix(line, "\n") {
				got = append(got, pid)
			}
		}
		return len(got) >= n
	})
	return got
}

func allGone(t *testing.T, pids []int) {
	t.Helper()
	for _, pid := range pids {
		eventually(t, fmt.Sprintf("process %d is still there", pid), func() bool { return !alive(pid) })
	}
}

// family is a program with children: in its group, in a session of its own,
// and orphaned in a session of its own, none of which ends when asked.
const family = `
trap '' TERM
echo $$
sh -c 'trap "" TERM; echo $$; while :; do sleep 1; done' &
setsid sh -c 'trap "" TERM; echo $$; while :; do sleep 1; done' &
(setsid sh -c 'trap "" TERM; echo $$; while :; do sleep 1; done' &) 
while :; do sleep 1; done`

func needSetsid(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip("there is no setsid")
	}
}

func TestExitIsTold(t *testing.T) {
	l := launcher(t)
	for _, c := range []struct {
		script string
		want   Exit
		text   string
	}{
		{"exit 0", Exit{}, "exit status 0"},
		{"exit 7", Exit{Code: 7}, "exit status 7"},
		{"kill -KILL $$", Exit{Signal: syscall.SIGKILL}, "ended by signal 9 (killed)"},
		{"kill -SEGV $$", Exit{Signal: syscall.SIGSEGV}, "ended by signal 11 (segmentation fault)"},
	} {
		p, err := l.Start(Command{Name: "t", Argv: sh(c.script)})
		require.NoError(t, err)
		<-p.Done()
		assert.Equal(t, c.want, p.Exit(), c.script)
		assert.Equal(t, c.text, p.Exit().String())
		assert.Equal(t, c.want == Exit{}, p.Exit().OK())
	}
	left, err := os.ReadDir(l.Dir)
	require.NoError(t, err)
	assert.Empty(t, left, "the ledger is empty when nothing runs")
}

func TestWhatAProgramGets(t *testing.T) {
	l, dir := launcher(t), t.TempDir()
	var out, errs buffer
	p, err := l.Start(Command{
		Name: "t", Argv: sh(`cat; pwd; echo "$A"; echo oops >&2; ls /proc/self/fd 2>/dev/null | tr '\n' ' '; test -t 0 || echo no terminal`),
		Dir: dir, Env: []string{"A=b c", "PATH=" + os.Getenv("PATH")},
		Stdin: strings.NewReader("input\n"), Stdout: &out, Stderr: &errs,
	})
	require.NoError(t, err)
	<-p.Done()
	real, err := filepath.EvalSymlinks(dir)
	require.NoError(t, err)
	assert.Equal(t, "oops\n", errs.String())
	assert.True(t, strings.HasPrefix(out.String(), "input\n"+real+"\nb c\n"), out.String())
	assert.NotContains(t, out.String(), " 4 5", "the shim's own files are not passed on")
}

func TestCannotStart(t *testing.T) {
	l := launcher(t)
	for _, c := range []struct {
		cmd  Command
		want string
	}{
		{Command{Argv: []string{"no-such-program-here"}}, "executable file not found"},
		{Command{Argv: []string{"/etc/passwd"}}, "permission denied"},
		{Command{Argv: sh("exit"), Dir: "/no/such/folder"}, "no such file or directory"},
		{Command{}, "there is no command"},
	} {
		_, err := l.Start(c.cmd)
		var se *StartError
		require.ErrorAs(t, err, &se)
		assert.ErrorContains(t, err, c.want)
	}
}

func TestStopEndsAllDescendants(t *testing.T) {
	needSetsid(t)
	l := launcher(t)
	var out buffer
	p, err := l.Start(Command{Name: "t", Argv: sh(family), Env: os.Environ(), Stdout: &out, Grace: 100 * time.Millisecond})
	require.NoError(t, err)
	all := pids(t, &out, 4)
	p.Stop()
	p.Stop() // twice does no harm
	<-p.Done()
	for _, pid := range all {
		assert.False(t, alive(pid), "when Done is closed nothing is left, and nothing has to be waited for")
	}
	assert.Equal(t, syscall.SIGKILL, p.Exit().Signal)
}

func TestStopAsksFirst(t *testing.T) {
	l := launcher(t)
	var out buffer
	p, err := l.Start(Command{Name: "t", Argv: sh(`trap 'echo bye; exit 3' TERM; echo up; while :; do sleep 0.01; done`), Env: os.Environ(), Stdout: &out, Grace: time.Minute})
	require.NoError(t, err)
	eventually(t, "up", func() bool { return strings.Contains(out.String(), "up") })
	p.Stop()
	<-p.Done()
	assert.Equal(t, Exit{Code: 3}, p.Exit())
	assert.Equal(t, "up\nbye\n", out.String())
}

func TestKillDoesNotAsk(t *testing.T) {
	l := launcher(t)
	var out buffer
	p, err := l.Start(Command{Name: "t", Argv: sh(`trap 'echo bye; exit 3' TERM; echo up; while :; do sleep 0.01; done`), Env: os.Environ(), Stdout: &out, Grace: time.Minute})
	require.NoError(t, err)
	eventually(t, "up", func() bool { return strings.Contains(out.String(), "up") })
	p.Kill()
	<-p.Done()
	assert.Equal(t, Exit{Signal: syscall.SIGKILL}, p.Exit())
	assert.Equal(t, "up\n", out.String())
}

// TestLeaderEndsFirst: what a program leaves behind when it ends is ended too.
func TestLeaderEndsFirst(t *testing.T) {
	needSetsid(t)
	l := launcher(t)
	var out buffer
	p, err := l.Start(Command{Name: "t", Env: os.Environ(), Stdout: &out, Argv: sh(`
		sleep 1000 & echo $!
		setsid sleep 1000 & echo $!
		exit 4`)})
	require.NoError(t, err)
	all := pids(t, &out, 2)
	<-p.Done()
	assert.Equal(t, Exit{Code: 4}, p.Exit())
	for _, pid := range all {
		assert.False(t, alive(pid))
	}
}

// TestShimKilled: a shim that somebody kills takes its program with it.
func TestShimKilled(t *testing.T) {
	l := launcher(t)
	var out buffer
	p, err := l.Start(Command{Name: "t", Argv: sh(`sleep 1000 & echo $!; echo $$; wait`), Env: os.Environ(), Stdout: &out})
	require.NoError(t, err)
	all := pids(t, &out, 2)
	require.NoError(t, p.cmd.Process.Kill())
	<-p.Done()
	assert.True(t, p.Exit().Lost)
	assert.False(t, p.Exit().OK())
	allGone(t, all)
}

// daemonInTest starts the family of this test and a listener, prints the pids,
// and waits to be killed.
func daemonInTest(args []string) int {
	l, err := NewLauncher(args[0])
	if err != nil {
		return 1
	}
	for _, script := range args[1:] {
		p, err := l.Start(Command{Name: "tools/a", Argv: sh(script), Env: os.Environ(), Stdout: os.Stdout, Grace: 200 * time.Millisecond})
		if err != nil {
			fmt.Println(err)
			return 1
		}
		fmt.Println(p.cmd.Process.Pid) // the shim
	}
	select {}
}

// TestKilledDaemonLeavesNothing: after kill -9 of the daemon every descendant
// ends, though none of them ends when asked.
func TestKilledDaemonLeavesNothing(t *testing.T) {
	needSetsid(t)
	for _, sig := range []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM} {
		t.Run(sig.String(), func(t *testing.T) {
			var out buffer
			d := exec.Command(os.Args[0], "daemon", t.TempDir(), family, family)
			d.Stdout = &out
			require.NoError(t, d.Start())
			all := pids(t, &out, 10)
			require.NoError(t, d.Process.Signal(sig))
			_ = d.Wait()
			allGone(t, all)
		})
	}
}

// TestSweep: when daemon and shims are killed at once, what is left is found by
// the ledger, wherever it went, and nothing else is touched.
func TestSweep(t *testing.T) {
	needSetsid(t)
	if runtime.GOOS != "linux" {
		t.Skip("elsewhere only the program itself is known")
	}
	dir := t.TempDir()
	var out buffer
	d := exec.Command(os.Args[0], "daemon", dir, family)
	d.Stdout = &out
	d.WaitDelay = 100 * time.Millisecond // the survivors hold its output
	require.NoError(t, d.Start())
	all := pids(t, &out, 5)
	l := &Launcher{Program: os.Args[0], Dir: dir}
	es, err := l.entries()
	require.NoError(t, err)
	require.Len(t, es, 1)

	// Both at once: neither can act. The program itself dies with its shim.
	require.NoError(t, syscall.Kill(d.Process.Pid, syscall.SIGSTOP))
	require.NoError(t, syscall.Kill(es[0].Shim, syscall.SIGKILL))
	require.NoError(t, d.Process.Kill())
	_ = d.Wait()
	allGone(t, []int{es[0].Shim, es[0].Child})
	left := 0
	for _, pid := range all {
		if alive(pid) {
			left++
		}
	}
	require.Equal(t, 3, left, "its descendants are left")
	// Somebody else's process with a number that is in the ledger.
	other := exec.Command("sleep", "1000")
	require.NoError(t, other.Start())
	defer func() { _ = other.Process.Kill(); _ = other.Wait() }()
	forged := fmt.Sprintf(`{"name":"x","boot":%q,"shim":%d,"shimStart":1,"child":%d,"childStart":1}`, bootID(), other.Process.Pid, other.Process.Pid)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "7.json"), []byte(forged), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "8.json"), []byte(`{"na`), 0o600))

	names, err := l.Sweep()
	require.NoError(t, err)
	assert.Equal(t, []string{"tools/a"}, names)
	allGone(t, all)
	assert.True(t, alive(other.Process.Pid))
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Empty(t, files)
	names, err = l.Sweep()
	require.NoError(t, err)
	assert.Empty(t, names)
}

// TestPortIsFree: a port is free as soon as Done is closed.
func TestPortIsFree(t *testing.T) {
	l := launcher(t)
	port := freePort(t)
	for range 3 {
		r, w, err := os.Pipe()
		require.NoError(t, err)
		p, err := l.Start(Command{Name: "t", Env: os.Environ(), Stdout: w, Grace: time.Second,
			Argv: []string{os.Args[0], "listen", strconv.Itoa(port)}})
		require.NoError(t, err)
		_ = w.Close()
		line, err := bufio.NewReader(r).ReadString('\n')
		require.NoError(t, err, "the port was not free")
		assert.Equal(t, "up\n", line)
		p.Stop()
		<-p.Done()
		_ = r.Close()
	}
}

func listenInTest(port string) int {
	ln, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	fmt.Println("up")
	_, _ = ln.Accept()
	return 0
}

func freePort(t *testing.T) int {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer ln.Close()
	return ln.Addr().(*net.TCPAddr).Port
}

func TestEnviron(t *testing.T) {
	ambient := []string{"PATH=/bin", "HOME=/h", "LC_ALL=C", "AWS_SECRET_ACCESS_KEY=hush", "BUTLER_HOME=/b", "XDG_RUNTIME_DIR=/run", "SSH_AUTH_SOCK=/s", "MY_TOKEN=tok", "HTTPS_PROXY=http://me:pw@proxy:1", "HTTP_PROXY=http://proxy:1", "odd"}
	got, err := Environ(ambient, map[string]string{"HOME": "/mine", "AUTH": "Bearer ${env:MY_TOKEN}!", "X": "$HOME ${HOME}"}, map[string]string{"BUTLER_HOST_URL": "u"})
	require.NoError(t, err)
	assert.Equal(t, []string{"AUTH=Bearer tok!", "BUTLER_HOST_URL=u", "HOME=/mine", "HTTP_PROXY=http://proxy:1", "LC_ALL=C", "PATH=/bin", "X=$HOME ${HOME}"}, got)
	_, err = Environ(ambient, map[string]string{"A": "${env:GONE}"}, nil)
	assert.ErrorContains(t, err, "procs: env A: GONE is not set in butler's environment")
}
