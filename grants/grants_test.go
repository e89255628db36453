package grants

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// clock is a clock that a test moves.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func (c *clock) add(d time.Duration) { c.at = c.at.Add(d) }

func newStore(t *testing.T) (*Store, *clock) {
	s := Open(filepath.Join(t.TempDir(), "guard"))
	c := &clock{time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)}
	s.now = c.now
	return s, c
}

// push is a call of an attended session.
func push() Subject {
	return Subject{
		Client: "claude", Session: "s1", Project: "/home/dev/p", Tool: "Bash", Dir: "/home/dev/p", Policy: "sha256:0011",
		Fields: []Field{{"command", `"git push origin main"`}},
	}
}

// alone is the same call of a client that nobody watches.
func alone() Subject {
	s := push()
	s.Unattended = true
	return s
}

func logged[T any](T) error { return nil }

// approve parks sub and approves it.
func approve(t *testing.T, s *Store, sub Subject) Grant {
	p, _, err := s.Park(sub, "t1", "changes what others see")
	require.NoError(t, err)
	g, _, err := s.Approve(p.Ref, p.Fingerprint, "uid 1000", "", logged)
	require.NoError(t, err)
	return g
}

func take(t *testing.T, s *Store, r Request) Cover {
	got, err := s.Take(r)
	require.NoError(t, err)
	return got.Cover
}

// prefix is a grant for a command, in the project of push.
func prefix(argv string, effects ...string) Grant {
	return Grant{By: "uid 1000", Project: "/home/dev/p", Tool: "Bash", Scope: Until, Match: Match{Argv: strings.Fields(argv), Effects: effects}}
}

func need(argv string, effects ...string) Need {
	return Need{Argv: strings.Fields(argv), Dirs: []string{"/home/dev/p"}, Effects: effects}
}

func TestOnceIsUsedOnce(t *testing.T) {
	s, _ := newStore(t)
	require.Equal(t, None, take(t, s, Request{Subject: push()}), "nothing was granted")
	g := approve(t, s, push())
	assert.Equal(t, 1, g.Uses)
	got, err := s.Take(Request{Subject: push()})
	require.NoError(t, err)
	assert.Equal(t, Taken{Cover: Exact, IDs: []string{g.ID}}, got)
	assert.Equal(t, None, take(t, s, Request{Subject: push()}), "the retry of the retry needs a new yes")

	l, err := s.List()
	require.NoError(t, err)
	assert.Equal(t, "used", l.Grants[0].Ended(l.Now))
	assert.Empty(t, l.Pending, "the waiting call is gone")
}

// TestAnythingChangedIsAnotherCall changes one part after the other.
func TestAnythingChangedIsAnotherCall(t *testing.T) {
	for name, change := range map[string]func(*Subject){
		"client":         func(s *Subject) { s.Client = "codex" },
		"session":        func(s *Subject) { s.Session = "s2" },
		"tool":           func(s *Subject) { s.Tool = "PowerShell" },
		"folder":         func(s *Subject) { s.Dir = "/home/dev/p/sub" },
		"policy":         func(s *Subject) { s.Policy = "sha256:0012" },
		"command":        func(s *Subject) { s.Fields = []Field{{"command", `"git push origin main "`}} },
		"spelling":       func(s *Subject) { s.Fields = []Field{{"command", `"git push origin m\u0061in"`}} },
		"another field":  func(s *Subject) { s.Fields = append(s.Fields, Field{"run_in_background", "true"}) },
		"a script":       func(s *Subject) { s.Files = []File{{"/home/dev/p/x.sh", "00"}} },
		"unattended":     func(s *Subject) { s.Unattended = true },
		"field and name": func(s *Subject) { s.Fields = []Field{{"comman", `d"git push origin main"`}} },
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := newStore(t)
			approve(t, s, push())
			other := push()
			change(&other)
			assert.Equal(t, None, take(t, s, Request{Subject: other}))
			assert.Equal(t, Exact, take(t, s, Request{Subject: push()}), "the call itself still has its grant")
		})
	}
}

// TestFingerprintIsInjective moves bytes between neighbours.
func TestFingerprintIsInjective(t *testing.T) {
	seen := map[string]Subject{}
	words := []string{"", "a", "b", "ab", "ba", "aa"}
	for _, client := range words {
		for _, session := range words {
			for _, tool := range words {
				for _, raw := range words {
					for _, files := range [][]File{nil, {{"a", "b"}}, {{"ab", ""}}, {{"a", ""}, {"b", ""}}} {
						s := Subject{Client: client, Session: session, Tool: tool, Fields: []Field{{"", raw}}, Files: files}
						fp := s.Fingerprint()
						if other, ok := seen[fp]; ok {
							t.Fatalf("%+v and %+v have one fingerprint", s, other)
						}
						seen[fp] = s
					}
				}
			}
		}
	}
	a, b := push(), push()
	a.Fields = []Field{{"x", "1"}, {"y", "2"}}
	b.Fields = []Field{{"y", "2"}, {"x", "1"}}
	assert.Equal(t, a.Fingerprint(), b.Fingerprint(), "the order in which a client writes its fields does not count")
}

func TestUnattendedHoldsForTheNextSession(t *testing.T) {
	s, c := newStore(t)
	approve(t, s, alone())
	c.add(23 * time.Hour)
	retry := alone()
	retry.Session = "s2"
	other := retry
	other.Project = "/home/dev/q"
	assert.Equal(t, None, take(t, s, Request{Subject: other}), "another project")
	assert.Equal(t, Exact, take(t, s, Request{Subject: retry}))
}

func TestLife(t *testing.T) {
	for _, c := range []struct {
		sub    Subject
		after  time.Duration
		covers Cover
	}{
		{push(), OnceAttended - time.Second, Exact},
		{push(), OnceAttended, None},
		{alone(), OnceUnattended - time.Second, Exact},
		{alone(), OnceUnattended, None},
	} {
		s, clock := newStore(t)
		approve(t, s, c.sub)
		clock.add(c.after)
		got, err := s.Take(Request{Subject: c.sub})
		require.NoError(t, err)
		assert.Equal(t, c.covers, got.Cover, "%v", c.after)
		if c.covers == None {
			require.Len(t, got.Events, 1, "the expiry is for the log")
			assert.Equal(t, "expired", got.Events[0].What)
			again, err := s.Take(Request{Subject: c.sub})
			require.NoError(t, err)
			assert.Empty(t, again.Events, "it is noted once")
		}
	}
}

// TestClockSetBack: what has expired stays so, and what could live longer by it
// is not in force.
func TestClockSetBack(t *testing.T) {
	s, c := newStore(t)
	approve(t, s, push())
	c.add(OnceAttended + time.Minute)
	require.Equal(t, None, take(t, s, Request{Subject: push()}), "it has expired, which is noted")
	c.add(-OnceAttended)
	_, err := s.Take(Request{Subject: push()})
	require.ErrorIs(t, err, ErrClock)

	// One that has not expired is not in force either, until a person says yes
	// under the new clock; and that ends the old ones.
	s, c = newStore(t)
	old := approve(t, s, alone())
	c.add(-time.Hour)
	_, err = s.Take(Request{Subject: alone()})
	require.ErrorIs(t, err, ErrClock)
	_, err = s.Take(Request{Subject: alone(), Prompt: true})
	require.ErrorIs(t, err, ErrClock)
	_, events, err := s.Mint(prefix("git push", "publish"), time.Hour, logged)
	require.NoError(t, err)
	require.Len(t, events, 1)
	assert.Equal(t, old.ID, events[0].Grant.ID)
	require.Equal(t, None, take(t, s, Request{Subject: alone()}))
	require.Equal(t, Prefix, take(t, s, Request{Subject: push(), Needs: []Need{need("git push origin", "publish")}}))

	// A little is what time servers do.
	s, c = newStore(t)
	approve(t, s, push())
	c.add(-30 * time.Second)
	require.Equal(t, Exact, take(t, s, Request{Subject: push()}))
}

// TestMark: the PermissionRequest of a call that was let through is let
// through, once, and no other.
func TestMark(t *testing.T) {
	prompt := Request{Subject: push(), Prompt: true}
	t.Run("once", func(t *testing.T) {
		s, _ := newStore(t)
		g := approve(t, s, push())
		require.Equal(t, Exact, take(t, s, Request{Subject: push()}))
		got, err := s.Take(prompt)
		require.NoError(t, err)
		require.Equal(t, Exact, got.Cover)
		require.Equal(t, []string{g.ID}, got.IDs)
		require.Equal(t, None, take(t, s, prompt))
	})
	t.Run("not after a minute", func(t *testing.T) {
		s, c := newStore(t)
		approve(t, s, push())
		require.Equal(t, Exact, take(t, s, Request{Subject: push()}))
		c.add(MarkLife)
		require.Equal(t, None, take(t, s, prompt))
	})
	t.Run("not for another call", func(t *testing.T) {
		s, _ := newStore(t)
		approve(t, s, push())
		require.Equal(t, Exact, take(t, s, Request{Subject: push()}))
		other := push()
		other.Session = "s2"
		require.Equal(t, None, take(t, s, Request{Subject: other, Prompt: true}))
	})
	// The first call needed no dialog, so its mark is left. The second try of
	// the same call is asked about, and must not find it.
	t.Run("not for the next try", func(t *testing.T) {
		s, _ := newStore(t)
		approve(t, s, push())
		require.Equal(t, Exact, take(t, s, Request{Subject: push()}))
		require.Equal(t, None, take(t, s, Request{Subject: push()}))
		require.Equal(t, None, take(t, s, prompt))
	})
	t.Run("a dialog alone uses the grant", func(t *testing.T) {
		s, _ := newStore(t)
		approve(t, s, push())
		require.Equal(t, Exact, take(t, s, prompt))
		require.Equal(t, None, take(t, s, prompt))
		require.Equal(t, None, take(t, s, Request{Subject: push()}))
	})
}

func TestPrefixCovers(t *testing.T) {
	origin := prefix("git push origin", "publish")
	for _, c := range []struct {
		says  string
		grant func(*Grant)
		sub   func(*Subject)
		needs []Need
		want  Cover
	}{
		{says: "the command", needs: []Need{need("git push origin", "publish")}, want: Prefix},
		{says: "with more words", needs: []Need{need("git push origin main", "publish")}, want: Prefix},
		{says: "in a folder below", needs: []Need{{Argv: []string{"git", "push", "origin"}, Dirs: []string{"/home/dev/p/a"}, Effects: []string{"publish"}}}, want: Prefix},
		{says: "twice", needs: []Need{need("git push origin a", "publish"), need("git push origin b", "publish")}, want: Prefix},

		{says: "an effect that it does not name", needs: []Need{need("git push origin main --force", "publish", "rewrite")}},
		{says: "a flag before the remote", needs: []Need{need("git push --force origin main", "publish", "rewrite")}},
		{says: "another remote", needs: []Need{need("git push evil main", "publish")}},
		{says: "half a word", needs: []Need{need("git push origin2", "publish")}},
		{says: "fewer words", needs: []Need{need("git push", "publish")}},
		{says: "one of two commands", needs: []Need{need("git push origin a", "publish"), need("npm publish", "publish")}},
		{says: "nothing that a command stands for", needs: nil},
		{says: "a need without effects", needs: []Need{need("git push origin")}},
		{says: "a folder that cannot be told", needs: []Need{{Argv: []string{"git", "push", "origin"}, Effects: []string{"publish"}}}},
		{says: "a folder outside", needs: []Need{{Argv: []string{"git", "push", "origin"}, Dirs: []string{"/home/dev/pq"}, Effects: []string{"publish"}}}},
		{says: "perhaps a folder outside", needs: []Need{{Argv: []string{"git", "push", "origin"}, Dirs: []string{"/home/dev/p", "/"}, Effects: []string{"publish"}}}},
		{says: "another project", sub: func(s *Subject) { s.Project = "/home/dev/q" }, needs: []Need{need("git push origin", "publish")}},
		{says: "no project", sub: func(s *Subject) { s.Project = "" }, needs: []Need{need("git push origin", "publish")}},
		{says: "another tool", sub: func(s *Subject) { s.Tool = "PowerShell" }, needs: []Need{need("git push origin", "publish")}},
		{says: "another client", grant: func(g *Grant) { g.Client = "codex" }, needs: []Need{need("git push origin", "publish")}},
		{says: "another session", grant: func(g *Grant) { g.Scope, g.Session = Session, "s9" }, needs: []Need{need("git push origin", "publish")}},
		{says: "its session", grant: func(g *Grant) { g.Scope, g.Session = Session, "s1" }, needs: []Need{need("git push origin", "publish")}, want: Prefix},
	} {
		t.Run(c.says, func(t *testing.T) {
			s, _ := newStore(t)
			g, sub := origin, push()
			if c.grant != nil {
				c.grant(&g)
			}
			if c.sub != nil {
				c.sub(&sub)
			}
			_, _, err := s.Mint(g, time.Hour, logged)
			require.NoError(t, err)
			assert.Equal(t, c.want, take(t, s, Request{Subject: sub, Needs: c.needs}))
		})
	}
}

// TestAllOrNone: a line that is covered in part uses nothing up.
func TestAllOrNone(t *testing.T) {
	s, _ := newStore(t)
	g := prefix("git push", "publish")
	g.Uses = 2
	g, _, err := s.Mint(g, time.Hour, logged)
	require.NoError(t, err)
	used := func() int {
		l, err := s.List()
		require.NoError(t, err)
		return l.Grants[0].Used
	}
	three := []Need{need("git push a", "publish"), need("git push b", "publish"), need("git push c", "publish")}
	require.Equal(t, None, take(t, s, Request{Subject: push(), Needs: three}))
	require.Equal(t, 0, used())
	require.Equal(t, None, take(t, s, Request{Subject: push(), Needs: []Need{three[0], need("npm publish", "publish")}}))
	require.Equal(t, 0, used())
	require.Equal(t, Prefix, take(t, s, Request{Subject: push(), Needs: three[:2]}))
	require.Equal(t, 2, used())
	require.Equal(t, None, take(t, s, Request{Subject: push(), Needs: three[:1]}))
}

func TestRevoke(t *testing.T) {
	s, _ := newStore(t)
	g, _, err := s.Mint(prefix("git push", "publish"), time.Hour, logged)
	require.NoError(t, err)
	_, _, err = s.Revoke(g.ID, logged)
	require.NoError(t, err)
	require.Equal(t, None, take(t, s, Request{Subject: push(), Needs: []Need{need("git push", "publish")}}))
	_, _, err = s.Revoke(g.ID, logged)
	require.ErrorIs(t, err, ErrNotFound)
}

func TestDenyAnswersTheSameCall(t *testing.T) {
	s, c := newStore(t)
	p, _, err := s.Park(push(), "t1", "why")
	require.NoError(t, err)
	_, _, err = s.Deny(p.Ref, p.Fingerprint, "uid 1000", "not on a Friday", logged)
	require.NoError(t, err)
	got, err := s.Take(Request{Subject: push()})
	require.NoError(t, err)
	require.NotNil(t, got.Denied)
	assert.Equal(t, "not on a Friday", got.Denied.Reason)
	_, _, err = s.Approve(p.Ref, p.Fingerprint, "uid 1000", "", logged)
	require.ErrorIs(t, err, ErrNotFound, "it does not wait any more")
	c.add(DeniedLife)
	got, err = s.Take(Request{Subject: push()})
	require.NoError(t, err)
	assert.Nil(t, got.Denied)
	assert.Equal(t, None, got.Cover)
}

func TestParkKeepsOneNameForOneCall(t *testing.T) {
	s, c := newStore(t)
	a, _, err := s.Park(push(), "t1", "why")
	require.NoError(t, err)
	require.Regexp(t, `^G-[0-9A-HJKMNP-TV-Z]{4}$`, a.Ref)
	b, _, err := s.Park(push(), "t2", "why")
	require.NoError(t, err)
	assert.Equal(t, a.Ref, b.Ref)
	assert.Equal(t, 2, b.Tries)

	c.add(PendingLife)
	_, err = s.Take(Request{Subject: push()})
	require.NoError(t, err)
	_, _, err = s.Approve(a.Ref, a.Fingerprint, "x", "", logged)
	require.ErrorIs(t, err, ErrNotFound, "silence is no yes, and ends")
}

func TestParkIsBounded(t *testing.T) {
	s, _ := newStore(t)
	for i := range maxPendingSession + 1 {
		sub := push()
		sub.Fields[0].Raw = fmt.Sprintf("%q", fmt.Sprint("git push ", i))
		_, _, err := s.Park(sub, "t", "why")
		if i < maxPendingSession {
			require.NoError(t, err)
		} else {
			require.ErrorIs(t, err, ErrFull)
		}
	}
	other := push()
	other.Session = "s2"
	_, _, err := s.Park(other, "t", "why")
	require.NoError(t, err, "another session still may")
	other.Fields = []Field{{"command", strings.Repeat("x", maxPendingSize)}}
	_, _, err = s.Park(other, "t", "why")
	require.ErrorIs(t, err, ErrTooLarge)
	other.Session, other.Fields = "", []Field{{"command", "x"}}
	_, _, err = s.Park(other, "t", "why")
	require.Error(t, err, "nothing would bind it")
	other.Session, other.Dir = "s3", "/tmp/\xff"
	_, _, err = s.Park(other, "t", "why")
	require.Error(t, err, "what cannot be shown as it is cannot wait")
}

// TestApproveBindsWhatWasShown: between the showing and the yes the waiting
// call may have become another.
func TestApproveBindsWhatWasShown(t *testing.T) {
	s, _ := newStore(t)
	p, _, err := s.Park(push(), "t1", "why")
	require.NoError(t, err)
	_, _, err = s.Approve(p.Ref, alone().Fingerprint(), "x", "", logged)
	require.ErrorIs(t, err, ErrChanged)
	require.Equal(t, None, take(t, s, Request{Subject: push()}))
}

// TestNoGrantWithoutItsRecord: where the log does not take it there is none.
func TestNoGrantWithoutItsRecord(t *testing.T) {
	s, _ := newStore(t)
	full := errors.New("no space left on device")
	p, _, err := s.Park(push(), "t1", "why")
	require.NoError(t, err)
	_, _, err = s.Approve(p.Ref, p.Fingerprint, "x", "", func(Grant) error { return full })
	require.ErrorIs(t, err, full)
	_, _, err = s.Mint(prefix("git push", "publish"), time.Hour, func(Grant) error { return full })
	require.ErrorIs(t, err, full)
	require.Equal(t, None, take(t, s, Request{Subject: push(), Needs: []Need{need("git push", "publish")}}))
	l, err := s.List()
	require.NoError(t, err)
	assert.Len(t, l.Pending, 1, "the call still waits")
}

func TestMintIsBounded(t *testing.T) {
	s, _ := newStore(t)
	for name, bad := range map[string]func(*Grant){
		"no command":     func(g *Grant) { g.Match.Argv = nil },
		"empty command":  func(g *Grant) { g.Match.Argv = []string{""} },
		"no effect":      func(g *Grant) { g.Match.Effects = nil },
		"no project":     func(g *Grant) { g.Project = "" },
		"the whole disk": func(g *Grant) { g.Project = "/" },
		"no tool":        func(g *Grant) { g.Tool = "" },
		"once":           func(g *Grant) { g.Scope = Once },
		"no scope":       func(g *Grant) { g.Scope = "" },
		"no session":     func(g *Grant) { g.Scope = Session },
		"negative uses":  func(g *Grant) { g.Uses = -1 },
	} {
		g := prefix("git push", "publish")
		bad(&g)
		_, _, err := s.Mint(g, time.Hour, logged)
		require.Error(t, err, name)
	}
	for _, life := range []time.Duration{0, -time.Hour, MaxLife + time.Second} {
		_, _, err := s.Mint(prefix("git push", "publish"), life, logged)
		require.Error(t, err)
	}
}

func TestNames(t *testing.T) {
	l := List{
		Grants:  []Grant{{ID: "7F3KAAAAAA"}, {ID: "7F3KBBBBBB"}, {ID: "0123456789"}},
		Pending: []Pending{{Ref: "G-0AB1"}, {Ref: "G-0AB2", Denied: &Denial{}}},
	}
	_, err := l.Grant("7f3k")
	require.ErrorIs(t, err, ErrAmbiguous)
	assert.Contains(t, err.Error(), "7F3KAAAAAA, 7F3KBBBBBB")
	g, err := l.Grant("7f3kb")
	require.NoError(t, err)
	assert.Equal(t, "7F3KBBBBBB", g.ID)
	_, err = l.Grant("7f3")
	require.ErrorIs(t, err, ErrNotFound)
	assert.Contains(t, err.Error(), "at least 4")
	g, err = l.Grant("OI23")
	require.NoError(t, err, "O is taken for 0 and I for 1")
	assert.Equal(t, "0123456789", g.ID)
	for _, typed := range []string{"G-0AB1", "g-0ab1", "0AB1", " oabl "} {
		p, err := l.Waiting(typed)
		require.NoError(t, err, typed)
		assert.Equal(t, "G-0AB1", p.Ref)
	}
	_, err = l.Waiting("G-0AB2")
	require.ErrorIs(t, err, ErrNotFound, "it was denied")
	_, err = l.Waiting("B-7F3K")
	require.ErrorContains(t, err, "butler approve B-7F3K")
}

// TestCorruptIsSetAside: nothing is granted, the bytes stay, and it is said.
func TestCorruptIsSetAside(t *testing.T) {
	whole := func(t *testing.T, s *Store) string {
		approve(t, s, push())
		_, _, err := s.Park(alone(), "t", "why")
		require.NoError(t, err)
		text, err := os.ReadFile(filepath.Join(s.dir, fileName))
		require.NoError(t, err)
		return string(text)
	}
	for name, damage := range map[string]func(string) string{
		"empty":             func(string) string { return "" },
		"cut off":           func(s string) string { return s[:len(s)/2] },
		"garbage":           func(string) string { return "\x00\x01" },
		"behind its end":    func(s string) string { return s + "{}" },
		"unknown member":    func(s string) string { return strings.Replace(s, `"v"`, `"w"`, 1) },
		"another command":   func(s string) string { return strings.Replace(s, "push origin main", "push evil main", 1) },
		"never expires":     func(s string) string { return strings.Replace(s, `"expires": "2026`, `"expires": "2036`, 1) },
		"a scope of no one": func(s string) string { return strings.Replace(s, `"once"`, `"forever"`, 1) },
		"many uses":         func(s string) string { return strings.Replace(s, `"uses": 1`, `"uses": 0`, 1) },
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := newStore(t)
			bad := damage(whole(t, s))
			require.NoError(t, os.WriteFile(filepath.Join(s.dir, fileName), []byte(bad), 0o600))
			_, err := s.List()
			require.Error(t, err)
			got, err := s.Take(Request{Subject: push()})
			require.NoError(t, err)
			require.Equal(t, None, got.Cover)
			require.Len(t, got.Events, 1)
			require.Equal(t, "set aside", got.Events[0].What)
			kept, err := os.ReadFile(got.Events[0].File)
			require.NoError(t, err)
			require.Equal(t, bad, string(kept))
			// and the store works again
			approve(t, s, push())
			require.Equal(t, Exact, take(t, s, Request{Subject: push()}))
		})
	}
}

// TestFilesOfOthers: a file that another could have put there is not believed,
// and not touched either.
func TestFilesOfOthers(t *testing.T) {
	for name, harm := range map[string]func(t *testing.T, dir string){
		"readable by others": func(t *testing.T, dir string) { require.NoError(t, os.Chmod(filepath.Join(dir, fileName), 0o644)) },
		"a link": func(t *testing.T, dir string) {
			require.NoError(t, os.Rename(filepath.Join(dir, fileName), filepath.Join(dir, "x")))
			require.NoError(t, os.Symlink("x", filepath.Join(dir, fileName)))
		},
		"a second name": func(t *testing.T, dir string) {
			require.NoError(t, os.Link(filepath.Join(dir, fileName), filepath.Join(dir, "x")))
		},
		"an open folder":  func(t *testing.T, dir string) { require.NoError(t, os.Chmod(dir, 0o777)) },
		"a linked lock":   func(t *testing.T, dir string) { relink(t, dir, lockName) },
		"a lock for all":  func(t *testing.T, dir string) { require.NoError(t, os.Chmod(filepath.Join(dir, lockName), 0o666)) },
		"a folder for it": func(t *testing.T, dir string) { refolder(t, dir, fileName) },
		"a later version": func(t *testing.T, dir string) {
			require.NoError(t, os.WriteFile(filepath.Join(dir, fileName), []byte(`{"v":2,"more":[]}`), 0o600))
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := newStore(t)
			approve(t, s, push())
			harm(t, s.dir)
			before := names(t, s.dir)
			got, err := s.Take(Request{Subject: push()})
			require.Error(t, err)
			require.Equal(t, None, got.Cover)
			_, _, err = s.Park(alone(), "t", "why")
			require.Error(t, err)
			require.Equal(t, before, names(t, s.dir))
		})
	}
}

func relink(t *testing.T, dir, name string) {
	require.NoError(t, os.Rename(filepath.Join(dir, name), filepath.Join(dir, "x")))
	require.NoError(t, os.Symlink("x", filepath.Join(dir, name)))
}

func refolder(t *testing.T, dir, name string) {
	require.NoError(t, os.Remove(filepath.Join(dir, name)))
	require.NoError(t, os.Mkdir(filepath.Join(dir, name), 0o700))
}

func names(t *testing.T, dir string) []string {
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func TestModes(t *testing.T) {
	s, _ := newStore(t)
	approve(t, s, push())
	for name, want := range map[string]os.FileMode{"": 0o700, fileName: 0o600, lockName: 0o600} {
		fi, err := os.Stat(filepath.Join(s.dir, name))
		require.NoError(t, err)
		assert.Equal(t, want, fi.Mode().Perm(), name)
	}
}

// TestLockedIsNoGrant: a lock that is not free in time is no reason to run.
func TestLockedIsNoGrant(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits for the limit of 2 s")
	}
	s, _ := newStore(t)
	approve(t, s, push())
	unlock, err := acquire(filepath.Join(s.dir, lockName), lockWait)
	require.NoError(t, err)
	got, err := s.Take(Request{Subject: push()})
	require.ErrorIs(t, err, ErrLocked)
	require.Equal(t, None, got.Cover)
	unlock()
	require.Equal(t, Exact, take(t, s, Request{Subject: push()}), "it was not used up")
}

// TestListNeedsNoLock: reading verbs do not wait for a hook.
func TestListNeedsNoLock(t *testing.T) {
	s, _ := newStore(t)
	approve(t, s, push())
	unlock, err := acquire(filepath.Join(s.dir, lockName), lockWait)
	require.NoError(t, err)
	defer unlock()
	l, err := s.List()
	require.NoError(t, err)
	require.Len(t, l.Grants, 1)
	require.False(t, slices.ContainsFunc(l.Grants, func(g Grant) bool { return g.Ended(l.Now) != "" }))
}

// TestMarkOfButler: a call that butler's owner let through leaves the mark that a grant
// would have left, for one question of the client, for a minute.
func TestMarkOfButler(t *testing.T) {
	s, c := newStore(t)
	_, err := s.Mark(push(), "B-7F3K")
	require.NoError(t, err)
	require.Equal(t, None, take(t, s, Request{Subject: alone(), Prompt: true}), "another call")
	got, err := s.Take(Request{Subject: push(), Prompt: true})
	require.NoError(t, err)
	assert.Equal(t, Exact, got.Cover)
	assert.Equal(t, []string{"B-7F3K"}, got.IDs)
	require.Equal(t, None, take(t, s, Request{Subject: push(), Prompt: true}), "once")

	_, err = s.Mark(push(), "B-7F3K")
	require.NoError(t, err)
	require.Equal(t, None, take(t, s, Request{Subject: push()}), "a new call rides on no mark")
	require.Equal(t, None, take(t, s, Request{Subject: push(), Prompt: true}), "and takes it away")

	_, err = s.Mark(push(), "B-7F3K")
	require.NoError(t, err)
	c.add(MarkLife)
	require.Equal(t, None, take(t, s, Request{Subject: push(), Prompt: true}), "too late")

	loose := push()
	loose.Session = ""
	_, err = s.Mark(loose, "B-7F3K")
	assert.Error(t, err)
	c.add(-time.Hour)
	_, err = s.Mark(push(), "B-7F3K")
	assert.ErrorIs(t, err, ErrClock)
}
