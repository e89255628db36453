package daemon

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"guard/coord"
	"guard/coord/serve"
)

// ErrRuns is that there is a butler already.
var ErrRuns = errors.New("butler runs already")

// takeLock takes the lock of the one butler of this state folder. The kernel
// gives it back when a process ends, however it ends; a lock that is held is
// told from one that hangs by asking.
func takeLock(ctx context.Context, p coord.Places) (*flock.Flock, error) {
	if err := os.MkdirAll(p.State, 0o700); err != nil {
		return nil, fmt.Errorf("daemon: %w", err)
	}
	l := flock.New(filepath.Join(p.State, "butler.lock"), flock.SetPermissions(0o600))
	ok, err := l.TryLock()
	if err != nil {
		return nil, fmt.Errorf("daemon: the lock: %w", err)
	}
	if ok {
		return l, nil
	}
	return nil, running(ctx, p, l.Path())
}

// running says who runs.
func running(ctx context.Context, p coord.Places, lock string) error {
	s, err := Ask(ctx, p)
	if err != nil {
		return fmt.Errorf("%w: a process holds %s and does not answer (%w)\nwait a moment; if it stays so, find it with: fuser %[2]s", ErrRuns, lock, err)
	}
	return fmt.Errorf("%w: process %d, version %s, since %s\nbutler status says more; end it with: kill %[2]d", ErrRuns, s.PID, s.Version, s.Started.Local().Format("01-02 15:04"))
}

// Ask asks the butler of p how it is.
func Ask(ctx context.Context, p coord.Places) (coord.Server, error) {
	ctx, stop := context.WithTimeout(ctx, 2*time.Second)
	defer stop()
	return coord.Client{Places: p, Timing: coord.Usual()}.Ping(ctx)
}

func taken(err error, p coord.Places) error {
	if errors.Is(err, serve.ErrTaken) {
		return fmt.Errorf("%w: another one, of another state folder than %s, answers in %s\ngive each its own XDG_RUNTIME_DIR", ErrRuns, p.State, p.Run)
	}
	return err
}
