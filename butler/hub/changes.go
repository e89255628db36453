package hub

import (
	"context"
	"fmt"
	"strings"
	"time"

	"guard/butler/inbox"
)

// A definition that has changed is put to the owner as any call is: as an item
// of the inbox that shows the difference.

// Key is what the item of a change is found by in the inbox.
func (c Change) Key() string {
	return fmt.Sprintf("mcp-definition:%s/%.32s/%s", c.Namespace, c.Tool, strings.TrimPrefix(c.Hash, "sha256:")[:16])
}

// WatchDefinitions puts each definition that changes to the owner, and does what
// they say, until ctx ends.
func (g *Guard) WatchDefinitions(ctx context.Context, h *Hub) {
	decided, stop := g.Inbox.Subscribe()
	defer stop()
	open := map[string]Change{} // by item
	look := time.NewTicker(lookAgain)
	defer look.Stop()
	for {
		for _, c := range h.Changes() {
			if err := g.propose(ctx, h, c, open); err != nil {
				h.log.Warn("hub: a changed definition could not be put to the owner", "namespace", c.Namespace, "tool", c.Tool, "err", err)
			}
		}
		select {
		case <-h.changed:
		case <-look.C:
		case ch := <-decided:
			if c, ok := open[ch.Item.ID]; ok && ch.Item.State != inbox.Pending {
				delete(open, ch.Item.ID)
				g.conclude(ctx, h, c, ch.Item.ID)
			}
		case <-ctx.Done():
			return
		}
	}
}

// lookAgain is how often changes are looked at besides when they are told of: an
// item may have expired.
const lookAgain = time.Minute

// propose puts one change to the owner, unless it waits already or was refused.
func (g *Guard) propose(ctx context.Context, h *Hub, c Change, open map[string]Change) error {
	if c.Refused {
		return nil
	}
	for _, o := range open {
		if o.Namespace == c.Namespace && o.Tool == c.Tool && o.Hash == c.Hash {
			return nil
		}
	}
	diff := c.Diff
	if len(diff) > maxDiff {
		diff = strings.ToValidUTF8(diff[:maxDiff], "") + "\n[the rest is left out; the page of the hub shows all of it]"
	}
	sub, err := g.Inbox.Submit(ctx, inbox.Submission{
		Source: inbox.MCP, Kind: inbox.Approval, Key: c.Key(), Tier: "unknown", Client: "mcp",
		Title: fmt.Sprintf("take the new definition of %s of %s", c.Tool, c.Namespace),
		Content: inbox.Content{
			Prompt:  fmt.Sprintf("The tool %s of %s is not what it was when it was first seen. It is held back until you take it as it is now.\n\n%s", c.Tool, c.Namespace, shownLines(diff)),
			Reasons: []inbox.Reason{{Rule: "definition", Why: "a changed description or schema can turn a known tool against you"}},
		},
	})
	if err != nil {
		return err
	}
	g.tell(ctx, sub)
	switch {
	case sub.Answer != nil && sub.Answer.Approved:
		return h.Accept(c.Namespace, c.Tool, c.Hash, sub.Answer.By.String())
	case sub.Answer != nil:
		return h.Refuse(c.Namespace, c.Tool, c.Hash)
	}
	open[sub.Item.ID] = c
	return nil
}

const maxDiff = 128 << 10 // bytes

// conclude does what the owner said of a change.
func (g *Guard) conclude(ctx context.Context, h *Hub, c Change, id string) {
	a, err := g.Inbox.Consume(ctx, id, "definition "+c.Hash)
	switch {
	case err != nil:
	case a.Approved:
		err = h.Accept(c.Namespace, c.Tool, c.Hash, a.By.String())
	case a.State == inbox.Denied:
		err = h.Refuse(c.Namespace, c.Tool, c.Hash)
	}
	if err != nil {
		h.log.Warn("hub: what the owner said of a definition could not be done", "namespace", c.Namespace, "tool", c.Tool, "err", err)
	}
}
