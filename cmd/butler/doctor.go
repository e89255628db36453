package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"guard/audit"
	"guard/butler/daemon"
	"guard/butler/db"
	"guard/butler/host"
	"guard/butler/workdir"
	"guard/coord"
	"guard/hookio/setup"
	"guard/internal/place"
)

type doctorCmd struct {
	JSON bool `name:"json" help:"Print the findings as one JSON array."`
}

func (c doctorCmd) Help() string {
	return `Looks at the sockets, the key, the database, guard's log and policy, the settings of the instance
and the notification program. Each finding that is not ok says what mends it. The exit status is 1
where something keeps butler from working, and 0 otherwise. Nothing is changed.

guard doctor says whether the clients' hooks are on.`
}

// diagnosis is one thing that was looked at.
type diagnosis struct {
	What string `json:"what"`
	Is   string `json:"is"` // ok, note, warning, fault
	Says string `json:"says"`
	Mend string `json:"mend,omitempty"`
}

func (c doctorCmd) Run() error {
	conf, err := config()
	if err != nil {
		return err
	}
	ctx := context.Background()
	all := []diagnosis{
		running(ctx), keyOf(conf.Wire), databaseOf(ctx, conf.Wire), policyOf(conf.Places), logOf(conf.Places), grantsOf(conf.Places),
	}
	all = append(all, instance(conf.Home)...)
	all = append(all, extensions(ctx)...)
	all = append(all, registrations()...)
	all = append(all, boundary())
	bad := false
	for _, d := range all {
		bad = bad || d.Is == "fault"
	}
	if c.JSON {
		if err := printJSON(all); err != nil {
			return err
		}
	} else {
		i := inkFor(os.Stdout)
		for _, d := range all {
			word := fmt.Sprintf("%-8s", d.Is)
			switch d.Is {
			case "fault":
				word = i.in("31", word)
			case "warning":
				word = i.in("33", word)
			}
			fmt.Printf("%s %-9s %s\n", word, d.What, strings.ReplaceAll(d.Says, "\n", "; "))
			if d.Mend != "" {
				fmt.Printf("%19s%s\n", "", d.Mend)
			}
		}
	}
	if bad {
		return status(exitFailed)
	}
	return nil
}

func running(ctx context.Context) diagnosis {
	var s daemon.Status
	err := ask(ctx, coord.TStatus, &coord.Status{}, &s, nil)
	switch {
	case errors.Is(err, errStopped):
		return diagnosis{"butler", "fault", "it is not running: guard denies what it would have asked", "butler serve, or butler install-service"}
	case err != nil:
		return diagnosis{"butler", "fault", err.Error(), "stop it, look at its log, start it again"}
	case s.Version != version():
		return diagnosis{"butler", "warning", fmt.Sprintf("version %s runs, and this is %s", s.Version, version()), "restart it"}
	case s.Faults > 0:
		return diagnosis{"butler", "warning", fmt.Sprintf("it runs as process %d, with %s since it began", s.PID, plural(int(s.Faults), "fault", "faults")), "look at " + s.LogFile}
	}
	return diagnosis{"butler", "ok", fmt.Sprintf("version %s runs as process %d; %s", s.Version, s.PID, plural(s.Waiting, "item waits", "items wait")), ""}
}

// extensions says what waits for the owner's word or cannot be used; nothing
// where butler does not run, which was said already.
func extensions(ctx context.Context) []diagnosis {
	var h host.Health
	if err := askHost(ctx, "health", host.Args{}, &h, nil); err != nil {
		return nil
	}
	var out []diagnosis
	if h.Waiting > 0 {
		out = append(out, diagnosis{"extension", "warning", plural(h.Waiting, "extension waits", "extensions wait") + " for your word; nothing of it starts before", "butler accept --all"})
	}
	if h.Invalid > 0 {
		out = append(out, diagnosis{"extension", "warning", plural(h.Invalid, "extension", "extensions") + " cannot be used", "butler catalog says why"})
	}
	if h.Down > 0 {
		out = append(out, diagnosis{"extension", "warning", plural(h.Down, "program is", "programs are") + " down", "butler ps, butler logs"})
	}
	return out
}

func keyOf(p coord.Places) diagnosis {
	if _, err := coord.LoadKey(p.Key()); errors.Is(err, os.ErrNotExist) {
		return diagnosis{"key", "note", "there is none yet; butler makes it when it first runs", ""}
	} else if err != nil {
		return diagnosis{"key", "fault", err.Error(), "stop butler, remove " + p.Key() + ", start it again"}
	}
	if err := coord.CheckSocket(p.Guard()); err != nil && !errors.Is(err, coord.ErrAbsent) {
		return diagnosis{"sockets", "fault", err.Error(), "stop butler, remove " + p.Run + ", start it again"}
	}
	return diagnosis{"key", "ok", "guard.key and the sockets are this user's alone", ""}
}

func databaseOf(ctx context.Context, p coord.Places) diagnosis {
	name := daemon.Database(p)
	d, err := db.Look(ctx, name, daemon.Rooms()...)
	if errors.Is(err, os.ErrNotExist) {
		return diagnosis{"database", "note", "there is none yet", ""}
	}
	if err != nil {
		return diagnosis{"database", "fault", err.Error(), "put a copy from butler db backup in its place"}
	}
	defer d.Close()
	found, err := d.Check(ctx)
	switch {
	case err != nil:
		return diagnosis{"database", "fault", err.Error(), "put a copy from butler db backup in its place"}
	case len(found) > 0:
		return diagnosis{"database", "warning", fmt.Sprintf("%s: %s", name, found[0]), "butler db check says all of it"}
	}
	return diagnosis{"database", "ok", name, ""}
}

func policyOf(at place.Places) diagnosis {
	if _, err := place.Load(at, ""); err != nil {
		return diagnosis{"policy", "fault", err.Error(), "guard policy check"}
	}
	return diagnosis{"policy", "ok", "it can be read; butler judges as guard does only where both see the same HOME and XDG folders", ""}
}

func logOf(at place.Places) diagnosis {
	head, err := audit.ReadHead(at.LogDir())
	if errors.Is(err, os.ErrNotExist) {
		return diagnosis{"log", "note", "guard has no log yet", ""}
	}
	if err != nil {
		return diagnosis{"log", "fault", err.Error(), "guard verify"}
	}
	return diagnosis{"log", "ok", fmt.Sprintf("%s, %d records", at.LogDir(), head.Seq), ""}
}

func grantsOf(at place.Places) diagnosis {
	l, err := at.Grants().List()
	switch {
	case err != nil:
		return diagnosis{"grants", "fault", err.Error(), "guard grants"}
	case l.Behind:
		return diagnosis{"grants", "warning", "the clock was set back: no grant is in force until the next yes", "set the clock"}
	}
	return diagnosis{"grants", "ok", plural(len(l.Grants), "grant is kept", "grants are kept"), ""}
}

func instance(home string) []diagnosis {
	c, err := workdir.Load(home)
	if errors.Is(err, workdir.ErrNone) {
		return []diagnosis{{"instance", "note", "there is no " + filepath.Join(home, workdir.FileName) + ": nobody is notified of what waits", "butler init"}}
	}
	if err != nil {
		return []diagnosis{{"instance", "fault", err.Error(), "mend the file"}}
	}
	out := []diagnosis{{"instance", "ok", home, ""}}
	for _, w := range c.Warnings {
		out = append(out, diagnosis{"instance", "warning", w.String(), "mend the file"})
	}
	switch argv := c.Notification.Command; {
	case !c.Notification.Enabled || len(argv) == 0:
		out = append(out, diagnosis{"notify", "note", "no program is told of what waits", "set notification.command"})
	default:
		if _, err := exec.LookPath(argv[0]); err != nil {
			out = append(out, diagnosis{"notify", "warning", err.Error(), "mend notification.command"})
		} else {
			out = append(out, diagnosis{"notify", "ok", strings.Join(argv, " "), ""})
		}
	}
	return out
}

// registrations say which clients have butler's tools.
func registrations() []diagnosis {
	env, err := setup.System()
	if err != nil {
		return []diagnosis{{"tools", "warning", err.Error(), ""}}
	}
	exe, err := os.Executable()
	if err != nil {
		return []diagnosis{{"tools", "warning", err.Error(), ""}}
	}
	var out []diagnosis
	for _, f := range setup.Detect(env) {
		path, err := setup.MCPRegistered(f.Client, env)
		switch {
		case err != nil:
			out = append(out, diagnosis{"tools", "warning", strings.TrimPrefix(err.Error(), "setup: "), "mend the file"})
		case path == "":
			out = append(out, diagnosis{"tools", "note", f.Title + " does not have butler's tools", "butler connect " + string(f.Client)})
		case path != exe:
			out = append(out, diagnosis{"tools", "warning", fmt.Sprintf("%s starts another butler: %s", f.Title, path), "butler connect " + string(f.Client)})
		default:
			out = append(out, diagnosis{"tools", "ok", f.Title + " has butler's tools", ""})
		}
	}
	return out
}

// boundary says plainly what stands between an agent and a yes.
func boundary() diagnosis {
	return diagnosis{"boundary", "note", fmt.Sprintf("butler runs as user %d, as your agents do: what they run can read its database and key, and guard's grants. guard refuses the commands that try; code that guard never sees is not held by it", os.Getuid()), "SECURITY.md says what was tried"}
}
