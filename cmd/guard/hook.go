package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tidwall/gjson"

	"guard/audit"
	"guard/classify"
	"guard/coord"
	"guard/hookio"
	"guard/hookio/setup"
	"guard/internal/card"
	"guard/internal/place"
)

// deadline is how long guard takes for an answer of its own. It must end
// before the client's: a client lets a call through whose hook is too slow.
const deadline = 5 * time.Second

// hookMain is one hook call of a client, and returns the exit status: 0 or 2.
func hookMain(clientName string) int {
	h := &hook{started: time.Now(), stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, getenv: os.Getenv, environ: os.Environ}
	client, err := hookio.ParseClient(clientName)
	if err != nil {
		return h.end(hookio.Failure("", "", err.Error(), false))
	}
	h.req.Client = client
	h.timer = time.AfterFunc(deadline, func() {
		os.Exit(h.end(hookio.Failure(client, h.event(), fmt.Sprintf("no answer within %s", deadline), false)))
	})
	return h.run()
}

// memory is the size at which garbage is collected after all, in bytes.
const memory = 256 << 20

// small is an input, in bytes, with which a call stays far below the 4 MiB at
// which Go first collects garbage.
const small = 2 << 10

// hook is one hook call.
type hook struct {
	started        time.Time
	stdin          io.Reader
	stdout, stderr io.Writer
	getenv         func(string) string
	environ        func() []string

	mu      sync.Mutex
	timer   *time.Timer // guard's own deadline; nil in tests
	req     hookio.Request
	ended   bool
	observe bool
}

func (h *hook) event() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.req.Event
}

// end writes the one answer of this call and returns the exit status. A second
// answer is not written: the first one counts.
func (h *hook) end(out hookio.Output) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ended {
		select {} // another goroutine is ending the process
	}
	h.ended = true
	return out.Write(h.stdout, h.stderr)
}

// run reads the call and answers it. A panic is a failure like any other.
func (h *hook) run() (status int) {
	defer func() {
		if p := recover(); p != nil {
			status = h.fail(fmt.Sprintf("internal error: %v", p))
		}
	}()
	req, err := hookio.Read(h.stdin, h.req.Client)
	h.mu.Lock()
	h.req = req
	h.mu.Unlock()
	if err != nil {
		return h.fail(err.Error())
	}
	if len(req.Input) > small {
		// A call is over before a collection of garbage would pay. What is
		// smaller ends before there is any; and to say so stops all threads.
		debug.SetGCPercent(-1)
		debug.SetMemoryLimit(memory)
	}
	out, err := h.answer(&req)
	if err != nil {
		return h.fail(err.Error())
	}
	return h.end(out)
}

// fail ends the call strictly, saying why.
func (h *hook) fail(why string) int {
	return h.end(hookio.Failure(h.req.Client, h.event(), why, h.observe))
}

// answer is the way of a hook call: place, policy, verdict, answer, log, out.
func (h *hook) answer(req *hookio.Request) (hookio.Output, error) {
	at, err := place.Find(h.getenv)
	if err != nil {
		return hookio.Output{}, err
	}
	dir, project := h.where(req, at)
	pol, err := place.Load(at, project)
	if err != nil {
		return hookio.Output{}, err
	}
	unattended := req.Unattended(h.getenv)
	pol.Posture = pol.For(unattended)
	h.observe = pol.Posture == classify.PostureObserve
	log, unwritable, err := place.OpenLog(at, pol, "guard/"+version(), h.environ())
	if err != nil {
		return hookio.Output{}, err
	}
	e := h.entry(req, dir, project)

	switch req.Event {
	case hookio.PreToolUse, hookio.PermissionRequest:
	case hookio.ConfigChange:
		return h.configChange(req, log, e)
	default:
		return h.other(req, at, log, e)
	}

	sc := place.NewScene(at, pol, string(req.Client), dir, project, place.TempDir(h.getenv))
	read := watch(sc)
	res, cmd, err := card.Judge(req, sc, &pol.Policy)
	if err != nil {
		return hookio.Output{}, err
	}
	var yes covered
	if res.Verdict == classify.Approve && !h.observe {
		sub, err := subjectOf(req, dir, project, pol.Digest, unattended, read)
		yes = useGrants(at.Grants(), req, sub, res, err)
	}
	now := situation{
		client:     req.Client,
		event:      req.Event,
		mode:       req.Mode,
		unattended: unattended,
		observe:    h.observe,
		autoAllow:  pol.AutoAllow,
		dialog:     isDialog(req.Tool),
		cover:      yes.cover,
		unsure:     unsure(res, pol.Posture),
		denied:     yes.denied != nil,
		leaves:     leavesSandbox(req),
	}
	askRule := func() bool { return setup.AskRule(req.Client, at.Home, project, h.getenv, req.Tool) }
	if decide(res, now) == hookio.Allow {
		now.askRule = askRule() // read only where it matters
	}
	worst := res.Strictest()
	e.Verdict, e.Tier, e.Effects = res.Verdict.String(), res.Tier.String(), res.Effects()
	e.Rule, e.Reason = worst.Row, card.Why(res)
	e.Observe = h.observe
	e.Cmd = cmd
	c := &call{req: req, res: res, now: now, yes: &yes, store: at.Grants(), entry: e, askRule: askRule}
	c.same = func() error { return unchanged(&yes, at, req, dir, project, read) }

	var messages []string
	if ask, dialog := c.holds(pol.Hold); ask {
		b, there, untrusted := h.butler()
		messages = append(messages, untrusted)
		if there {
			reply := h.hold(c, b, dialog, pol.Hold, log, unwritable)
			reply.Message = joined(append(messages, yes.warning(), warning(log), reply.Message))
			return hookio.Encode(req.Client, req.Event, reply), nil
		}
	}
	reply := c.alone()
	messages = append(messages, yes.warning())
	e.Answer = reply.Answer.String()
	e.Grant = strings.Join(yes.ids, ",")
	if err := logEvents(log, yes.events); err != nil {
		reply = unlogged(reply, res, unwritable, err)
	}
	messages = append(messages, warning(log))
	if _, err := log.Append(context.Background(), e); err != nil {
		reply = unlogged(reply, res, unwritable, err)
	}
	reply.Message = joined(append(messages, warning(log), reply.Message))
	return hookio.Encode(req.Client, req.Event, reply), nil
}

// warning is what a person should know of the log after the last record, "" where
// all is well.
func warning(log *audit.Log) string { return butWrote(log.Warning()) }

func butWrote(w string) string {
	if w == "" {
		return ""
	}
	return "guard wrote its log, but " + strings.TrimPrefix(w, "audit: ")
}

// joined is what the person is told, each thing once.
func joined(messages []string) string {
	var out []string
	for _, m := range messages {
		if m != "" && !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	return strings.Join(out, ". ")
}

// cannotLog is what a person is told where a record could not be written.
func cannotLog(err error) string {
	return fmt.Sprintf("guard cannot write its log (%v). Mend it: free space, check the folder's owner and mode; guard verify says more", err)
}

// unlogged is the answer to a call that could not be logged.
func unlogged(reply hookio.Reply, res classify.Result, rule audit.OnUnwritable, err error) hookio.Reply {
	why := cannotLog(err)
	if !rule.Pass(res.Tier.String(), reply.Answer.String()) {
		if reply.Answer != hookio.Deny {
			reply = hookio.Reply{Answer: hookio.Deny, Reason: why + ". What cannot be logged does not run: " + reason(res, hookio.Ask)}
		}
		return reply
	}
	reply.Message = why
	return reply
}

// leavesSandbox reports whether the call asks to run outside the client's
// sandbox.
func leavesSandbox(req *hookio.Request) bool {
	if req.Client == hookio.Codex {
		return req.Event == hookio.PermissionRequest && req.Shell()
	}
	return gjson.GetBytes(req.Input, "dangerouslyDisableSandbox").Bool()
}

// where is the folder of the call, and its project: below the git root of
// CLAUDE_PROJECT_DIR, or of the hook's own working folder; never of the input's
// cwd, which the model moves.
func (h *hook) where(req *hookio.Request, at place.Places) (dir, project string) {
	own, err := os.Getwd()
	if err != nil {
		own = ""
	}
	base := own
	if req.Client == hookio.Claude {
		if d := h.getenv("CLAUDE_PROJECT_DIR"); filepath.IsAbs(d) {
			base = d
		}
	}
	dir = req.Cwd
	if !filepath.IsAbs(dir) {
		dir = own
	}
	if dir != "" {
		dir = filepath.Clean(dir)
	}
	return dir, place.ProjectRoot(base, at.Home)
}

// entry is what the log keeps of any event.
func (h *hook) entry(req *hookio.Request, dir, project string) audit.Entry {
	agent := req.Agent
	return audit.Entry{
		Started: h.started,
		Session: req.Session, Client: string(req.Client), Agent: agent,
		Event: req.Event, Call: req.Call, Tool: req.Tool, Mode: req.Mode, Turn: req.Turn,
		Cwd: dir, Project: project,
	}
}

// other logs an event that decides nothing.
func (h *hook) other(req *hookio.Request, at place.Places, log *audit.Log, e audit.Entry) (hookio.Output, error) {
	e.Type = audit.TypeSession
	var tell *coord.Event // where butler may hold something that this ends
	switch req.Event {
	case hookio.PostToolUse, hookio.PostToolUseFailure:
		e.Type = audit.TypeResult
		exit := -1
		if req.Exited {
			exit = req.Exit
		}
		e.Outcome = &audit.Outcome{Failed: req.Failed, Exit: exit, Dur: time.Duration(req.DurMs) * time.Millisecond}
		d := decisionOf(log.Dir(), req.Call)
		e.Ref = d.Seq
		if d.Answer == "ask" || d.Answer == "hold" {
			tell = &coord.Event{Call: req.Call, Digest: coord.Digest(req.Tool, wireFields(fieldsOf(req))), Audit: d.Seq}
		}
	case hookio.SessionEnd:
		e.Reason = req.Source
		if heldOf(log.Dir(), req.Session) {
			tell = &coord.Event{}
		}
	default:
		e.Reason = req.Source
	}
	_, err := log.Append(context.Background(), e)
	message := warning(log)
	if err != nil {
		message = cannotLog(err)
	}
	if tell != nil && err == nil {
		tell.Event, tell.Client, tell.Session = req.Event, string(req.Client), req.Session
		h.tell(*tell)
	}
	if req.Event == hookio.SessionStart {
		if err == nil {
			message = butWrote(log.LowSpace()) // in each session once
		}
		return hookio.Notice(req.Client, req.Event, joined([]string{h.alarm(req, log.Dir()), message})), nil
	}
	out := hookio.Encode(req.Client, req.Event, hookio.Reply{Answer: hookio.None, Message: message})
	if req.Event == hookio.UserPromptSubmit {
		out.Stdout = hookio.Context(req.Client, req.Event, h.remind(req, e.Project, at, log.Dir())).Stdout
	}
	return out, nil
}

// recent is how many records are searched for the decision on a call.
const recent = 500

// decisionOf is the latest decision on the call, the zero Record where it is not
// among the recent ones.
func decisionOf(dir, call string) audit.Record {
	return latest(dir, call, recent, func(r audit.Record) bool { return r.Call == call })
}

// heldOf reports whether a call of the session was given to a person lately.
func heldOf(dir, session string) bool {
	r := latest(dir, session, recent, func(r audit.Record) bool {
		return r.Session == session && (r.Answer == "ask" || r.Answer == "hold")
	})
	return r.Seq > 0
}

// latest is the latest of the last records that is a decision, holds text and is
// wanted.
func latest(dir, text string, records int, wanted func(audit.Record) bool) audit.Record {
	if text == "" {
		return audit.Record{}
	}
	n := 0
	for line, err := range audit.Backward(dir) {
		if n++; err != nil || n > records {
			break
		}
		if !strings.Contains(string(line), text) {
			continue
		}
		if r, err := audit.ParseRecord(line); err == nil && r.Type == audit.TypeDecision && wanted(r) {
			return r
		}
	}
	return audit.Record{}
}

// configChange keeps a live edit of the settings from taking guard's hooks out.
func (h *hook) configChange(req *hookio.Request, log *audit.Log, e audit.Entry) (hookio.Output, error) {
	reply := hookio.Reply{Answer: hookio.None}
	why := setup.Disarms(req.Client, h.getenv, req.File)
	if why != "" && !h.observe {
		reply = hookio.Reply{Answer: hookio.Deny, Reason: "guard keeps this change of " + req.File + " out of the running session: " + why + ". If you, the person, want it: restart the session, or run guard uninstall and restart."}
	}
	e.Cmd, e.Answer, e.Reason = req.File, reply.Answer.String(), why
	e.Tier, e.Verdict = classify.TierSafe.String(), classify.Allow.String()
	if why != "" {
		e.Tier, e.Verdict, e.Effects = classify.TierForbidden.String(), classify.Refuse.String(), []string{classify.Tamper.String()}
	}
	e.Observe = h.observe
	if _, err := log.Append(context.Background(), e); err != nil {
		reply.Message = err.Error()
	} else {
		reply.Message = warning(log)
	}
	return hookio.Encode(req.Client, req.Event, reply), nil
}
