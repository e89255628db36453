package daemon

import (
	"context"
	"fmt"
	"strings"

	"guard/butler/inbox"
	"guard/coord"
)

// recentItems is how many of a session's items are looked at, the newest first. No
// more than inbox.MaxSession of them wait.
const recentItems = 200

// remind tells a session of what was decided in its name and had no effect yet,
// and of what waits: [coord.MaxNamed] items at most, and how many more there are.
// The first to be told is what the agent can act on. What the model wrote is not
// told to it as butler's word.
func (d *Daemon) remind(ctx context.Context, r *coord.Context) string {
	list, err := d.inbox.List(ctx, inbox.Filter{All: true, Session: r.Session, Limit: recentItems})
	if err != nil {
		d.report(err)
		return ""
	}
	var decided, waiting []string
	now := d.conf.Now()
	for _, x := range list {
		switch {
		case x.Client != r.Client:
		case x.State == inbox.Approved && now.Before(x.Expires):
			decided = append(decided, fmt.Sprintf("%s was approved: the same call, unchanged, runs once until %s", x.Ref, x.Expires.Local().Format("15:04")))
		case x.State == inbox.Denied && now.Before(x.Ended.Add(inbox.Cooldown)):
			decided = append(decided, x.Ref+" was denied"+d.saidTo(ctx, x))
		case x.State == inbox.Pending && now.Before(x.Expires):
			waiting = append(waiting, x.Ref+" still waits for the person")
		}
	}
	all := append(decided, waiting...)
	most := max(coord.MaxNamed-r.Named, 0)
	text := strings.Join(all[:min(len(all), most)], "; ")
	if more := len(all) - most; more > 0 {
		text = strings.TrimPrefix(fmt.Sprintf("%s; and %d more", text, more), "; ")
	}
	if len(text) > r.Budget {
		return ""
	}
	return text
}

// saidTo is what the owner said with a no, as the end of a sentence.
func (d *Daemon) saidTo(ctx context.Context, x inbox.Brief) string {
	it, err := d.inbox.Get(ctx, x.ID)
	if err != nil || it.Ruling == nil || it.Ruling.Comment == "" {
		return ""
	}
	if it.Ruling.Changes {
		return ", changes are requested: " + clip(it.Ruling.Comment, 200)
	}
	return ": " + clip(it.Ruling.Comment, 200)
}

func clip(text string, n int) string {
	if len(text) <= n {
		return text
	}
	return strings.ToValidUTF8(text[:n], "") + "…"
}
