package grants

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Store is the grants of one user: the file grants.json in a folder that is
// theirs. Its methods may be called by any number of processes at once.
type Store struct {
	dir string
	now func() time.Time
}

// Open names the store in dir, guard's state folder. Nothing is read or made
// before it is needed.
func Open(dir string) *Store { return &Store{dir: dir, now: time.Now} }

// Event is something that happened to the file without the caller asking for
// it, and that belongs in the log.
type Event struct {
	What    string  // expired (Grant), lapsed (Pending), revoked (Grant) or set aside (File)
	Grant   Grant   //
	Pending Pending // a call that nobody decided about in time
	File    string  // where the file that could not be read is now
	Why     string
}

const (
	fileName = "grants.json"
	lockName = "grants.lock"
	newName  = "grants.json.new" // written under the lock, so that one name is enough

	version   = 1
	fileLimit = 32 << 20 // bytes; what is larger was not written here
)

// state is the content of the file.
type state struct {
	V       int       `json:"v"`
	Latest  time.Time `json:"latest"` // the latest time at which it was changed
	Grants  []Grant   `json:"grants"`
	Pending []Pending `json:"pending"`
	Marks   []mark    `json:"marks"`
}

// step is called before each step of a change. Tests end the process there.
var step = func(string) {}

// clockSlack is how far the clock may go back and still be believed: time
// servers correct it by so little.
const clockSlack = time.Minute

// txn is one change under the lock.
type txn struct {
	now    time.Time // never before the latest change
	behind time.Time // the clock's own time where it was set back, else zero
	events []Event
}

// change runs do on the state under the lock, and writes the state where do
// reports a change. Where change gives an error nothing that do found may be
// used; the events still happened.
func (s *Store) change(do func(st *state, t *txn) (changed bool, err error)) ([]Event, error) {
	if err := s.folder(); err != nil {
		return nil, wrap(err)
	}
	unlock, err := acquire(filepath.Join(s.dir, lockName), lockWait)
	if err != nil {
		return nil, wrap(err)
	}
	defer unlock()
	step("locked")
	var before []Event
	st, err := s.load()
	var bad *corruptError
	if errors.As(err, &bad) {
		st = state{V: version}
		var aside string
		if aside, err = s.setAside(); err == nil {
			before = append(before, Event{What: "set aside", File: aside, Why: bad.Error()})
		}
	}
	if err != nil {
		return nil, wrap(err)
	}
	t := txn{now: s.now().UTC()}
	if t.now.Before(st.Latest) {
		if t.now.Before(st.Latest.Add(-clockSlack)) {
			t.behind = t.now
		}
		t.now = st.Latest
	}
	swept := st.sweep(&t)
	changed, err := do(&st, &t)
	if err != nil {
		return before, wrap(err)
	}
	if changed || swept {
		st.Latest = t.now
		if err := s.write(&st); err != nil {
			return before, wrap(err)
		}
	}
	step("done")
	return append(before, t.events...), nil
}

// restart begins anew under a clock that was set back. It is called only for a
// person's yes: nothing that was granted under the other clock stays in force,
// since its end cannot be told any more.
func (st *state) restart(t *txn) {
	if t.behind.IsZero() {
		return
	}
	for i := range st.Grants {
		g := &st.Grants[i]
		if g.Ended(t.now) == "" {
			at := t.behind
			g.Revoked = &at
			t.events = append(t.events, Event{What: "revoked", Grant: *g, Why: "the clock was set back"})
		}
	}
	st.Marks = nil
	t.now, t.behind = t.behind, time.Time{}
}

// sweep takes out what is over and notes what has expired.
func (st *state) sweep(t *txn) bool {
	n := len(st.Grants) + len(st.Pending) + len(st.Marks)
	noted := false
	for i := range st.Grants {
		g := &st.Grants[i]
		if g.Expired == nil && g.Ended(t.now) == "expired" {
			at := t.now
			g.Expired, noted = &at, true
			t.events = append(t.events, Event{What: "expired", Grant: *g})
		}
	}
	st.Grants = slices.DeleteFunc(st.Grants, func(g Grant) bool {
		return g.Ended(t.now) != "" && t.now.Sub(g.endedAt()) > keepEnded
	})
	st.Pending = slices.DeleteFunc(st.Pending, func(p Pending) bool {
		if t.now.Before(p.Expires) {
			return false
		}
		if p.Denied == nil {
			t.events = append(t.events, Event{What: "lapsed", Pending: p})
		}
		return true
	})
	st.Marks = slices.DeleteFunc(st.Marks, func(m mark) bool { return !t.now.Before(m.Until) })
	return noted || n != len(st.Grants)+len(st.Pending)+len(st.Marks)
}

// folder makes the folder and refuses one that others can write in.
func (s *Store) folder() error {
	if !filepath.IsAbs(s.dir) {
		return fmt.Errorf("the state folder %q is no absolute path", s.dir)
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return err
	}
	fi, err := os.Stat(s.dir) // a person may keep the folder behind a link
	if err != nil {
		return err
	}
	return ownFolder(fi, s.dir)
}

// corruptError is a file whose content is not understood. It is set aside; any
// other fault of the file leaves it where it is.
type corruptError struct{ err error }

func (e *corruptError) Error() string { return e.err.Error() }

// load reads the file. One that is not there is an empty state.
func (s *Store) load() (state, error) {
	st := state{V: version}
	name := filepath.Join(s.dir, fileName)
	f, err := os.OpenFile(name, os.O_RDONLY|noFollow, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return st, nil
	}
	if err != nil {
		return st, err
	}
	defer f.Close()
	fi, err := f.Stat()
	if err != nil {
		return st, err
	}
	if err := private(fi, name); err != nil {
		return st, err
	}
	text, err := io.ReadAll(io.LimitReader(f, fileLimit+1))
	if err != nil {
		return st, err
	}
	if len(text) > fileLimit {
		return st, &corruptError{fmt.Errorf("it is larger than %d MiB", fileLimit>>20)}
	}
	return parse(text)
}

// parse reads the content of the file. What is not exactly as it is written
// here is corrupt; a later version is not, but grants nothing.
func parse(text []byte) (state, error) {
	var v struct {
		V int `json:"v"`
	}
	if err := json.Unmarshal(text, &v); err == nil && v.V > version {
		return state{}, fmt.Errorf("it was written by a later guard (version %d of the file): update this one", v.V)
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	var st state
	if err := dec.Decode(&st); err != nil {
		return state{}, &corruptError{err}
	}
	if _, err := dec.Token(); err != io.EOF {
		return state{}, &corruptError{errors.New("something stands behind its end")}
	}
	if err := st.valid(); err != nil {
		return state{}, &corruptError{err}
	}
	return st, nil
}

func (st *state) valid() error {
	if st.V != version {
		return fmt.Errorf("version %d", st.V)
	}
	ids := map[string]bool{}
	for i := range st.Grants {
		g := &st.Grants[i]
		if err := g.valid(); err != nil {
			return err
		}
		if ids[g.ID] {
			return fmt.Errorf("grant %s stands twice", g.ID)
		}
		ids[g.ID] = true
	}
	for i := range st.Pending {
		p := &st.Pending[i]
		if err := p.valid(); err != nil {
			return err
		}
		if ids[p.Ref] || ids[p.Fingerprint] {
			return fmt.Errorf("waiting call %s stands twice", p.Ref)
		}
		ids[p.Ref], ids[p.Fingerprint] = true, true
	}
	for _, m := range st.Marks {
		if !validFingerprint(m.Fingerprint) || m.Until.IsZero() {
			return errors.New("a mark is not whole")
		}
	}
	return nil
}

// setAside renames a file that is not understood. Its bytes are kept: they may
// be all there is to say what happened.
func (s *Store) setAside() (string, error) {
	name := filepath.Join(s.dir, fileName)
	aside := name + ".corrupt-" + s.now().UTC().Format("20060102T150405.000000000Z")
	if _, err := os.Lstat(aside); err == nil {
		return "", fmt.Errorf("%s is there already", aside)
	}
	step("set aside")
	if err := os.Rename(name, aside); err != nil {
		return "", err
	}
	return aside, syncDir(s.dir)
}

// write replaces the file in one step that a crash cannot halve.
func (s *Store) write(st *state) error {
	if st.Grants == nil {
		st.Grants = []Grant{}
	}
	if st.Pending == nil {
		st.Pending = []Pending{}
	}
	if st.Marks == nil {
		st.Marks = []mark{}
	}
	if err := st.valid(); err != nil {
		return err // better no change than a file that the next reader sets aside
	}
	text, err := json.MarshalIndent(st, "", "  ")
	if err != nil {
		return err
	}
	if back, err := parse(text); err != nil || len(back.Pending) != len(st.Pending) {
		return fmt.Errorf("the change cannot be written as text: %w", err) // a path that is not UTF-8
	}
	fresh := filepath.Join(s.dir, newName)
	if err := os.Remove(fresh); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	step("begin")
	f, err := os.OpenFile(fresh, os.O_CREATE|os.O_EXCL|os.O_WRONLY|noFollow, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(append(text, '\n'))
	step("written")
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	step("synced")
	if err == nil {
		err = os.Rename(fresh, filepath.Join(s.dir, fileName))
	}
	if err != nil {
		_ = os.Remove(fresh)
		return err
	}
	step("renamed")
	return syncDir(s.dir)
}

// wrap gives an error the package's name.
func wrap(err error) error {
	if err == nil || strings.HasPrefix(err.Error(), "grants: ") {
		return err
	}
	return fmt.Errorf("grants: %w", err)
}
