package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"guard/audit"
	"guard/internal/place"
)

type auditCmd struct {
	Head       auditHeadCmd       `cmd:"" help:"Print the state of the log, to be kept elsewhere."`
	Key        auditKeyCmd        `cmd:"" help:"Make a key pair for checkpoints."`
	Checkpoint auditCheckpointCmd `cmd:"" help:"Verify the log and sign its state."`
	Rotate     auditRotateCmd     `cmd:"" help:"End the current segment of the log and begin the next one."`
}

func (c *auditCmd) Help() string {
	return `A chain shows that nothing inside was changed. That its end is the real one, and that it was not
written anew, shows only a state that was kept where this user cannot write: in a repository, in
CI, with a teammate.

Examples:
  guard audit head --short             the state in one word, for guard verify --expect-head
  guard audit key guard.key            a key for signed states; keep it on another machine
  guard audit checkpoint --key guard.key --out log.note
  guard verify --checkpoint log.note --key guard.key.pub --require anchor`
}

// logFlag names the log of a verb.
type logFlag struct {
	Dir string `type:"path" placeholder:"DIR" help:"The log's folder (default: this user's log)."`
}

func (f *logFlag) dir() (string, error) {
	if f.Dir != "" {
		return f.Dir, nil
	}
	at, err := place.Find(os.Getenv)
	if err != nil {
		return "", err
	}
	return at.LogDir(), nil
}

type auditHeadCmd struct {
	logFlag
	Short bool `short:"s" help:"Print SIZE:ROOT in one word, as guard verify --expect-head takes it."`
}

func (c *auditHeadCmd) Help() string {
	return `Prints the body of a checkpoint (c2sp.org/tlog-checkpoint): the log's name, the number of its
records and the Merkle root over them. It is quick and checks nothing: it is not signed, and
worth what the place is worth where it is kept.

Examples:
  guard audit head
  git commit --trailer "Guard-Audit: $(guard audit head --short)"`
}

func (c *auditHeadCmd) Run() error {
	dir, err := c.dir()
	if err != nil {
		return err
	}
	h, err := audit.HeadNote(dir)
	if err != nil {
		return err
	}
	if c.Short {
		fmt.Println(h)
	} else {
		fmt.Print(h.Note())
	}
	return nil
}

type auditKeyCmd struct {
	logFlag
	File   string `arg:"" type:"path" help:"Where the private key goes; the public one goes beside it, as FILE.pub."`
	Origin string `placeholder:"ORIGIN" help:"The log whose states it signs (default: this user's log)."`
}

func (c *auditKeyCmd) Help() string {
	return `Makes an Ed25519 key pair for one log. A file that is there is never written over.

A key that this user can read proves nothing against this user, or against an agent that runs as
this user: keep it as a secret of CI, with a teammate, or on another machine.

Examples:
  guard audit key /media/stick/guard.key
  guard audit key --origin guard.audit/00112233445566778899aabbccddeeff guard.key`
}

func (c *auditKeyCmd) Run() error {
	origin := c.Origin
	if origin == "" {
		dir, err := c.dir()
		if err != nil {
			return err
		}
		h, err := audit.HeadNote(dir)
		if err != nil {
			return fmt.Errorf("%w\nname the log with --origin where it is on another machine", err)
		}
		origin = h.Origin
	}
	private, public, err := audit.GenerateKey(origin)
	if err != nil {
		return err
	}
	if err := writeNew(c.File, private+"\n", 0o600); err != nil {
		return err
	}
	if err := writeNew(c.File+".pub", public+"\n", 0o644); err != nil {
		return errors.Join(err, os.Remove(c.File))
	}
	fmt.Printf("private key  %s\npublic key   %s.pub\n%s\n", c.File, c.File, public)
	return nil
}

// writeNew writes a file that must not be there yet.
func writeNew(name, text string, mode os.FileMode) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = io.WriteString(f, text)
	return errors.Join(err, f.Sync(), f.Close())
}

type auditCheckpointCmd struct {
	logFlag
	Key         string   `required:"" placeholder:"FILE" help:"The private key; - reads it from standard input."`
	Out         string   `type:"path" placeholder:"FILE" help:"Write the checkpoint there (default: standard output)."`
	Checkpoint  []string `sep:"none" placeholder:"FILE" help:"An earlier checkpoint that the log must agree with. May be repeated."`
	AcceptReset bool     `help:"The log may have followed an older one that is gone."`
}

func (c *auditCheckpointCmd) Help() string {
	return `Verifies the whole log, then signs its state as a note (c2sp.org/signed-note) and keeps a copy
under checkpoints/ beside the log. Where FILE.pub lies beside the key, every copy that it signed
before must be a state of this log too: a key never signs two histories. The log gets a record
of what was signed; a copy (--dir) stays as it is.

The exit status is that of guard verify: 1 tampered with or 3 not to be verified, and then
nothing is signed; 4 is signed, with declared damage.

Examples:
  guard audit checkpoint --key guard.key --out log.note
  pass show guard | guard audit checkpoint --key -
  guard audit checkpoint --dir copy/ --key guard.key --checkpoint last-week.note`
}

func (c *auditCheckpointCmd) Run() error {
	dir, err := c.dir()
	if err != nil {
		return err
	}
	private, err := c.private()
	if err != nil {
		return err
	}
	var keys []string
	if c.Key != "-" {
		if text, err := place.ReadFile(c.Key+".pub", keysLimit); err == nil {
			keys = append(keys, strings.TrimSpace(string(text)))
		}
	}
	notes := slices.Clone(c.Checkpoint)
	if len(notes) > 0 && len(keys) == 0 {
		return usageOf("audit checkpoint", "earlier checkpoints need the public key, as FILE.pub beside the private one")
	}
	var kept []string
	entries, err := os.ReadDir(filepath.Join(dir, "checkpoints"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".note") {
			kept = append(kept, filepath.Join(dir, "checkpoints", e.Name()))
		}
	}
	o := audit.VerifyOptions{AcceptReset: c.AcceptReset}
	for i, name := range append(notes, kept...) {
		if len(keys) == 0 {
			break
		}
		h, err := openNote(name, keys)
		if err != nil && i >= len(notes) {
			continue // a copy that another key signed
		}
		if err != nil {
			return err
		}
		o.Anchors = append(o.Anchors, h)
	}
	if terminal(os.Stderr) {
		o.Progress = progress(os.Stderr)
	}
	r := audit.Verify([]string{dir}, o)
	if o.Progress != nil {
		fmt.Fprint(os.Stderr, "\r\033[K")
	}
	if r.Exit != audit.Verified {
		printReport(os.Stderr, r, colored(os.Stderr))
	}
	if r.Exit != audit.Verified && r.Exit != audit.Damaged {
		fmt.Fprintln(os.Stderr, "guard: nothing was signed")
		return status(r.Exit)
	}
	msg, err := audit.Sign(r.TreeHead(), private)
	if err != nil {
		return err
	}
	if c.Out != "" {
		if err := os.WriteFile(c.Out, msg, 0o644); err != nil {
			return err
		}
	} else if _, err := os.Stdout.Write(msg); err != nil {
		return err
	}
	if copied, err := audit.SaveCheckpoint(dir, r, msg); err != nil {
		fmt.Fprintf(os.Stderr, "guard: no copy was kept beside the log: %s\n", plain(err))
	} else if c.Out != "" {
		fmt.Printf("%s signed: %s, and a copy in %s\n", count(int(r.Records), "record"), c.Out, copied)
	}
	if c.Dir == "" {
		if err := recordCheckpoint(r.TreeHead(), private); err != nil {
			return fmt.Errorf("the checkpoint is made, and the log does not tell of it: %w", err)
		}
	}
	return status(r.Exit)
}

// recordCheckpoint tells in this user's log what was signed, and by which key.
func recordCheckpoint(h audit.TreeHead, key string) error {
	at, err := place.Find(os.Getenv)
	if err != nil {
		return err
	}
	log, err := at.Log("guard/" + version())
	if err != nil {
		return err
	}
	_, err = log.Append(context.Background(), audit.Entry{Type: audit.TypeCheckpoint, State: h, By: "key " + audit.KeyName(key)})
	return err
}

func (c *auditCheckpointCmd) private() (string, error) {
	if c.Key == "-" {
		text, err := io.ReadAll(io.LimitReader(os.Stdin, keysLimit))
		return string(text), err
	}
	text, err := place.ReadFile(c.Key, keysLimit)
	return string(text), err
}

type auditRotateCmd struct{}

func (c *auditRotateCmd) Help() string {
	return `Ends the current segment and begins the next one, as guard does by itself at 64 MiB or 30 days.
The chain goes on. A segment that has ended never changes again, so that it can be copied away.

Example:
  guard audit rotate && cp ~/.local/state/guard/audit/*.jsonl /mnt/backup/`
}

func (c *auditRotateCmd) Run() error {
	at, err := place.Find(os.Getenv)
	if err != nil {
		return err
	}
	if err := thereIsALog(at); err != nil {
		return err
	}
	log, err := at.Log("guard/" + version())
	if err != nil {
		return err
	}
	h, err := log.Rotate(context.Background())
	if err != nil {
		return err
	}
	fmt.Printf("a new segment begins at seq %d: %s\n", h.Segment, filepath.Join(at.LogDir(), fmt.Sprintf("%020d.jsonl", h.Segment)))
	return nil
}
