//go:build e2e

package e2e

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/stretchr/testify/require"

	"guard/audit"
	"guard/butler/inbox"
	"guard/grants"
)

// live fills the world as some weeks of work do.
func (w *world) live() {
	w.t.Helper()
	lines := []struct{ cmd, tier, verdict, answer, rule, reason string }{
		{"go test ./...", "safe", "allow", "allow", "go test", ""},
		{"git status --short", "safe", "allow", "allow", "git status", ""},
		{"rg -n TODO internal/", "safe", "allow", "allow", "rg", ""},
		{"npm run build", "safe", "allow", "allow", "npm run", ""},
		{"git commit -m 'cart: round totals to cents'", "safe", "allow", "allow", "git commit", ""},
		{"curl -s https://api.example.com/rates | jq .eur", "unknown", "defer", "none", "curl", "fetches from the network"},
		{"git push origin main", "outward", "approve", "ask", "git push", "changes what other people see"},
		{"npm publish", "outward", "approve", "ask", "npm publish", "changes what other people see"},
		{"rm -rf node_modules", "dangerous", "approve", "ask", "rm", "deletes node_modules, inside the project"},
		{"sudo rm -rf /usr/lib/python3", "forbidden", "refuse", "deny", "rm", "wipes a system folder, a home or a disk"},
		{"cat ~/.aws/credentials", "dangerous", "approve", "deny", "cat", "reads ~/.aws/credentials, which holds a credential"},
	}
	effects := map[string][]string{"git push": {"publish"}, "npm publish": {"publish"}, "rm": {"discard"}, "curl": {"fetch"}, "cat": {"secret"}, "go test": {"run-project"}, "npm run": {"run-project"}}
	chance := rand.New(rand.NewPCG(7, 7))
	l, err := w.at.Log("guard/1.0.0")
	require.NoError(w.t, err)
	sessions := []string{"0f3c9a52-77aa-4c1e-9c53-7b1f0a6d2e11", "a81d02fe-1c11-49aa-8a0e-5a6fd0c99f02", "77b0e1d4-92b2-4d7e-b7de-11d2b6fe3c55"}
	projects := []string{w.project, filepath.Join(w.at.Home, "work", "api"), filepath.Join(w.at.Home, "notes")}
	clients := []string{"claude", "claude", "codex"}
	for d := 20; d >= 0; d-- {
		var times []time.Time
		for range 4 + chance.IntN(14) {
			times = append(times, time.Now().AddDate(0, 0, -d).Add(-time.Duration(chance.IntN(3600*5))*time.Second))
		}
		slices.SortFunc(times, time.Time.Compare)
		for _, at := range times {
			x := lines[min(len(lines)-1, int(chance.ExpFloat64()*2.6))]
			s := chance.IntN(3)
			h, err := l.Append(w.t.Context(), audit.Entry{
				Time: at, Session: sessions[s], Client: clients[s], ClientVer: map[string]string{"claude": "2.1.332", "codex": "0.171.0"}[clients[s]], Event: "PreToolUse", Call: fmt.Sprint("c", chance.Uint32()), Tool: "Bash", Mode: "default",
				Verdict: x.verdict, Tier: x.tier, Answer: x.answer, Rule: x.rule, Reason: x.reason, Cmd: x.cmd, Cwd: projects[s], Project: projects[s], Effects: effects[x.rule],
			})
			require.NoError(w.t, err)
			if x.answer == "ask" {
				_, err = l.Append(w.t.Context(), audit.Entry{Type: audit.TypeRuling, Time: at.Add(time.Duration(8+chance.IntN(90)) * time.Second), Session: sessions[s], Client: clients[s], Ref: h.Seq, Answer: "allow", By: "uid 1000, /dev/pts/3"})
				require.NoError(w.t, err)
			}
		}
	}
	_, _, err = w.at.Grants().Mint(grants.Grant{By: "uid 1000, /dev/pts/3", Project: w.project, Tool: "Bash", Match: grants.Match{Argv: []string{"git", "push", "origin"}, Effects: []string{"publish"}}, Scope: grants.Until}, 8*time.Hour, func(grants.Grant) error { return nil })
	require.NoError(w.t, err)
	folder := filepath.Join(w.at.Home, ".claude", "projects", "-home-dev-work-shop")
	require.NoError(w.t, os.MkdirAll(folder, 0o700))
	require.NoError(w.t, os.WriteFile(filepath.Join(folder, sessions[0]+".jsonl"), []byte(`{"type":"user","message":{"content":"The release branch is behind; bring it up to date with main."}}
{"type":"assistant","message":{"content":[{"type":"text","text":"The release branch has two commits that main does not. I rebased it, so the remote has to be overwritten; --force-with-lease makes sure that nobody else's work is lost."}]}}
`), 0o600))
}

// calls puts some calls before the owner.
func (w *world) calls() (held inbox.Submitted) {
	w.t.Helper()
	held = w.submit("git push --force-with-lease origin release", "outward", true, func(s *inbox.Submission) {
		s.Content.Effects = []string{"publish", "rewrite"}
	})
	w.submit("rm -rf dist ../cache", "dangerous", false, func(s *inbox.Submission) {
		s.Content.Effects = []string{"discard"}
		s.Content.Needs = []grants.Need{{Argv: []string{"rm", "-rf", "dist", "../cache"}, Dirs: []string{w.project}, Effects: []string{"deletes project"}}}
	})
	w.submit("kubectl --context prod delete pod checkout-7d9f", "outward", false, func(s *inbox.Submission) {
		s.Content.Subject.Session, s.Content.Subject.Client = "77b0e1d4-92b2-4d7e-b7de-11d2b6fe3c55", "codex"
	})
	w.submit("sudo systemctl restart nginx", "dangerous", false)
	return held
}
