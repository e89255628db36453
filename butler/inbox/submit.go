package inbox

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"

	"guard/audit/redact"
	"guard/grants"
)

// Submission is something that needs the owner.
type Submission struct {
	Source Source
	Kind   Kind

	// Key is the fingerprint of the call for a hook; it is computed again. The
	// others may name what their item is about, or leave it out: then the
	// content is the key.
	Key string

	Tier    string
	Session string // of a hook: taken from the call
	Client  string
	Project string
	Alone   bool   // nobody is at the client
	Title   string // what is wanted; "" makes one of the content
	Content Content
	Try     Try
}

// Try is one attempt to get the answer. The same ID comes again where its
// connection broke, and never for anything else.
type Try struct {
	ID     string // the asker's own; "" makes one
	Call   string // the client's id of the call
	Digest string // of the tool and its input, to find a call that has no id
	Audit  uint64 // seq of the decision record
	Hold   bool   // somebody waits for the answer
}

// Submitted is what became of a submission.
type Submitted struct {
	Item *Item
	New  bool // the owner has not been told of it

	// Answer is set where there is one at once: a no a short while ago, a yes
	// that waits for this call, or what this very try was told already.
	Answer *Answer

	// Hold is set where the try holds and there is no answer yet.
	Hold *Hold
}

// Submit puts s before the owner. When it returns without an error, the item is
// on the disk. What asks for the same as an item that waits becomes another
// attempt of that one.
func (b *Inbox) Submit(ctx context.Context, s Submission) (Submitted, error) {
	if err := s.prepare(); err != nil {
		return Submitted{}, err
	}
	// A yes that waits is used outside of the transaction. It may be gone when
	// it is looked at, and then there is no item any more: look again, once.
	for range 2 {
		out, claim, err := b.submit(ctx, s)
		if err != nil || claim == "" {
			return out, err
		}
		if out.Item, out.Answer, err = b.claim(ctx, claim, s.Try); err != nil || out.Answer != nil {
			return out, err
		}
	}
	return Submitted{}, fmt.Errorf("inbox: %s changes too quickly; try it again", s.Key)
}

// submit also returns the id of an item whose yes waits for this call.
func (b *Inbox) submit(ctx context.Context, s Submission) (out Submitted, claim string, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var bad *unreadable
	for range 3 { // a row that cannot be read is flagged, and does not count after that
		out, claim = Submitted{}, ""
		err = b.write(ctx, func(tx *change, now time.Time) error {
			out, claim, err = b.place(ctx, tx, now, &s)
			return err
		})
		if !errors.As(err, &bad) {
			break
		}
		if ferr := b.flag(ctx, bad); ferr != nil {
			return Submitted{}, "", ferr
		}
	}
	if err != nil {
		return Submitted{}, "", err
	}
	if claim != "" {
		return out, claim, nil
	}
	if s.Try.Hold && out.Answer == nil {
		out.Hold = b.hold(out.Item.ID, s.Try.ID)
	}
	b.publish(out.Item)
	return out, "", nil
}

// place finds the item of s, or makes it.
func (b *Inbox) place(ctx context.Context, tx *change, now time.Time, s *Submission) (out Submitted, claim string, err error) {
	var before, same sql.NullString // the item of this very try, and the latest of the same call that counts
	err = tx.QueryRow(`SELECT (SELECT item FROM inbox_tries WHERE id = ?),
		(SELECT id FROM inbox_items WHERE key = ? AND corrupt = '' AND (state IN ('PENDING', 'APPROVED') OR state = 'DENIED' AND ended > ?) ORDER BY id DESC LIMIT 1)`,
		s.Try.ID, s.Key, us(now.Add(-Cooldown))).Scan(&before, &same)
	if err != nil {
		return out, "", err
	}
	if before.Valid {
		it, err := item(ctx, tx, "id = ?", before.String)
		if err != nil {
			return out, "", err
		}
		return b.again(tx, now, it, s)
	}
	it, err := (*Item)(nil), error(ErrNotFound)
	if same.Valid {
		it, err = item(ctx, tx, "id = ?", same.String)
	}
	switch {
	case errors.Is(err, ErrNotFound):
	case err != nil:
		return out, "", err
	case it.State == Pending && !now.Before(it.Expires):
		if err := arrow(tx, now, it, Expired, butler, "nobody decided in time", nil); err != nil {
			return out, "", err
		}
	case it.State == Pending || it.State == Denied:
		if err := b.tried(tx, now, it, s); err != nil {
			return out, "", err
		}
		out.Item = it
		if it.State == Denied {
			out.Answer = answerOf(it)
		}
		return out, "", nil
	case it.State == Approved:
		return out, it.ID, nil
	}
	it, err = b.make(tx, now, s)
	return Submitted{Item: it, New: true}, "", err
}

// again is a try that was here before.
func (b *Inbox) again(tx *change, now time.Time, it *Item, s *Submission) (Submitted, string, error) {
	if it.Key != s.Key {
		return Submitted{}, "", fmt.Errorf("%w: its try %s was another call's", ErrPayload, s.Try.ID)
	}
	out := Submitted{Item: it}
	switch {
	case it.State == Pending:
		return out, "", b.attach(tx, it, s.Try.Hold)
	case it.State == Approved:
		return out, it.ID, nil
	case it.State == Consumed && it.consumer == s.Try.ID && now.Sub(it.Ended) < redeliver:
		out.Answer = answerOf(it)
		out.Answer.Approved = true
	default:
		out.Answer = answerOf(it)
	}
	return out, "", nil
}

// tried adds an attempt to an item.
func (b *Inbox) tried(tx *change, now time.Time, it *Item, s *Submission) error {
	if _, err := tx.Exec("UPDATE inbox_items SET attempts = attempts + 1, audit = ?, call = ? WHERE id = ?", s.Try.Audit, s.Try.Call, it.ID); err != nil {
		return err
	}
	it.Attempts, it.audit, it.call = it.Attempts+1, s.Try.Audit, s.Try.Call
	tx.touch(it)
	if err := addTry(tx, now, it.ID, s.Try); err != nil {
		return err
	}
	// An agent in a loop must not fill the disk.
	if _, err := tx.Exec("DELETE FROM inbox_tries WHERE item = ? AND id NOT IN (SELECT id FROM inbox_tries WHERE item = ? ORDER BY at DESC, id DESC LIMIT 50)", it.ID, it.ID); err != nil {
		return err
	}
	if it.State != Pending {
		return nil
	}
	return b.attach(tx, it, s.Try.Hold)
}

func (b *Inbox) attach(tx *change, it *Item, hold bool) error {
	if !hold || it.Attached {
		return nil
	}
	it.Attached = true
	tx.touch(it)
	_, err := tx.Exec("UPDATE inbox_items SET attached = 1 WHERE id = ?", it.ID)
	return err
}

func addTry(tx *change, now time.Time, id string, t Try) error {
	_, err := tx.Exec("INSERT OR IGNORE INTO inbox_tries (id, item, at, call, digest, audit) VALUES (?, ?, ?, ?, ?, ?)", t.ID, id, us(now), t.Call, t.Digest, t.Audit)
	return err
}

// make is a new item.
func (b *Inbox) make(tx *change, now time.Time, s *Submission) (*Item, error) {
	switch all, same := b.book.crowd(s.Client, s.Session); {
	case all >= MaxOpen:
		return nil, fmt.Errorf("%w: %d items", ErrFull, all)
	case s.Session != "" && same >= MaxSession:
		return nil, fmt.Errorf("%w: %d items of this session wait for the owner", ErrFull, same)
	}
	life := PendingLife
	if s.Alone {
		life = UnattendedLife
	}
	it := &Item{Brief: Brief{
		ID: ulid.MustNew(ulid.Timestamp(now), ulid.DefaultEntropy()).String(), Source: s.Source, Kind: s.Kind, State: Pending, Rev: 1,
		Attached: s.Try.Hold, Attempts: 1, Tier: s.Tier, Client: s.Client, Session: s.Session, Project: s.Project, Alone: s.Alone,
		Title: s.Title, Created: now, Expires: now.Add(life),
	}, Key: s.Key, Content: s.Content, audit: s.Try.Audit, call: s.Try.Call}
	if len(s.Content.Reasons) > 0 {
		it.Reason, it.Rule = safe(s.Content.Reasons[0].Why, 300), safe(s.Content.Reasons[0].Rule, 120)
	}
	body, err := json.Marshal(s.Content)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPayload, err)
	}
	if len(body) > MaxBody {
		return nil, fmt.Errorf("%w: it is larger than %d KiB", ErrPayload, MaxBody>>10)
	}
	if err := insert(tx, it, string(body)); err != nil {
		return nil, err
	}
	if _, err := tx.Exec("INSERT INTO inbox_contents (item, body) VALUES (?, ?)", it.ID, string(body)); err != nil {
		return nil, err
	}
	if err := addTry(tx, now, it.ID, s.Try); err != nil {
		return nil, err
	}
	it.Scopes = Offered(it.Kind, it.Tier, it.Content)
	tx.touch(it)
	tx.kept++
	return it, event(tx, now, it, "submitted", Actor{Principal: string(s.Source), Via: FromHook}, "", nil)
}

// insert writes the row of a new item, under a name that no kept item has: a grant
// that was made for one of them must never be taken for another's.
func insert(tx *change, it *Item, body string) error {
	for n := range 200 {
		it.Ref = "B-" + grants.Letters(4+n/50) // the names become longer before they run out
		it.Hash = contentHash(it, body)
		res, err := tx.Exec(`INSERT INTO inbox_items (id, ref, key, source, kind, state, rev, hash, attached, attempts, tier, client, session, project, alone, title, reason, rule, created, expires, audit, call)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (ref) DO NOTHING`,
			it.ID, it.Ref, it.Key, it.Source, it.Kind, it.State, it.Rev, it.Hash, it.Attached, it.Attempts, it.Tier, it.Client, it.Session, it.Project, it.Alone,
			it.Title, it.Reason, it.Rule, us(it.Created), us(it.Expires), it.audit, it.call)
		if err != nil {
			return err
		}
		if made, err := res.RowsAffected(); err != nil || made == 1 {
			return err
		}
	}
	return fmt.Errorf("%w: no name is free", ErrFull)
}

// prepare checks s and fills in what follows from it.
func (s *Submission) prepare() error {
	bad := func(why string) error { return fmt.Errorf("%w: %s", ErrPayload, why) }
	switch s.Source {
	case Hook, MCP, Loop, Delegation, CardSource:
	default:
		return bad("its source is none")
	}
	c := &s.Content
	if s.Source == Hook {
		switch {
		case c.Subject == nil || s.Kind != Approval:
			return bad("a hook asks for the approval of a call")
		case c.Subject.Fingerprint() != s.Key:
			return bad("its key is not the fingerprint of its call")
		case c.Subject.Client == "" || c.Subject.Tool == "" || len(c.Subject.Fields) == 0 || c.Subject.Session == "" && !c.Subject.Unattended:
			return bad("its call is not whole")
		}
		s.Client, s.Session, s.Project, s.Alone = c.Subject.Client, c.Subject.Session, c.Subject.Project, c.Subject.Unattended
	} else if c.Subject != nil {
		return bad("only a hook's item has a call that a grant can bind")
	}
	switch s.Kind {
	case Approval:
		if s.Source != Hook && c.Prompt == "" {
			return bad("it has no prompt")
		}
	case Choice:
		if len(c.Options) == 0 || len(c.Options) > MaxOptions {
			return bad(fmt.Sprintf("a choice has between 1 and %d options", MaxOptions))
		}
		for i, o := range c.Options {
			if o.Value == "" || offers(c.Options[:i], o.Value) {
				return bad("an option is empty, or stands twice")
			}
		}
	case Edit:
		if c.Field == "" || len(c.Text) > MaxValue {
			return bad("an edit names its field, and its text is not too long")
		}
	default:
		return bad("its kind is none")
	}
	if s.Key == "" {
		s.Key = "item:" + hash(string(s.Source), string(s.Kind), s.Session, asJSON(c))
	}
	if s.Try.ID == "" {
		s.Try.ID = ulid.Make().String()
	}
	if len(s.Key) > 128 || len(s.Try.ID) > 64 || len(s.Try.Call) > 256 || len(s.Try.Digest) > 128 || len(s.Session) > 256 || len(s.Client) > 64 || len(s.Project) > 4096 || len(s.Tier) > 32 {
		return bad("a member is too long")
	}
	if s.Title == "" {
		s.Title = Title(*c)
	}
	s.Title = safe(s.Title, 200)
	return nil
}

// Title names an item by its content: the prompt, or the tool with the bytes of
// its input, cut after 120.
func Title(c Content) string {
	if c.Subject == nil {
		return c.Prompt
	}
	input := ""
	for _, f := range c.Subject.Fields {
		if f.Name != "" {
			input += f.Name + ": "
		}
		input += f.Raw + " "
	}
	return c.Subject.Tool + "(" + cut(strings.TrimSpace(input), 120) + ")"
}

// safe is text for a list: without secrets, on one line, without what a terminal
// obeys, and at most n bytes.
func safe(text string, n int) string {
	masked, _ := (*redact.Redactor)(nil).String(cut(text, 4*n))
	clean := strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			return ' '
		case !printable(r):
			return '\uFFFD'
		}
		return r
	}, masked)
	return cut(strings.TrimSpace(clean), n)
}

func cut(text string, n int) string {
	if len(text) <= n {
		return strings.ToValidUTF8(text, "\uFFFD")
	}
	return strings.ToValidUTF8(text[:n], "") + "…"
}

func hash(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d %s ", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil))
}
