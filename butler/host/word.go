package host

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"slices"
	"sync"
	"time"

	"guard/butler/ext"
	"guard/butler/procs"
	"guard/butler/workdir"
	"guard/internal/atomicfile"
)

// Nothing of an extension runs before the owner has accepted what it does, as it
// does it. What they accepted is kept in butler's state folder, where guard lets
// no agent write.

// accepted is what the owner accepted of one extension.
type accepted struct {
	Effect ext.Effect `json:"effect"`
	At     time.Time  `json:"at"`
	By     string     `json:"by"`
}

// words are all that the owner accepted, by key: tools/clock.
type words struct {
	file string

	mu   sync.Mutex
	said map[string]accepted
}

// maxWords is how many extensions are remembered that are not there any more.
const maxWords = 2000

type wordsFile struct {
	V          int                 `json:"v"`
	Extensions map[string]accepted `json:"extensions"`
}

// openWords reads what was accepted. With an error nothing is.
func openWords(file string) (*words, error) {
	w := &words{file: file, said: map[string]accepted{}}
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return w, nil
	}
	if err != nil {
		return w, fmt.Errorf("host: %w", err)
	}
	var f wordsFile
	if err := json.Unmarshal(text, &f); err != nil || f.V != 1 {
		return w, fmt.Errorf("host: %s cannot be understood, so that no extension counts as accepted\nremove it and run butler accept --all", file)
	}
	maps.Copy(w.said, f.Extensions)
	return w, nil
}

// waits says whether an extension waits for the owner's word.
func (w *words) waits(key string, effect ext.Effect) ext.Waits {
	w.mu.Lock()
	defer w.mu.Unlock()
	was, ok := w.said[key]
	switch {
	case !ok:
		return ext.New
	case len(effect) == 0 || was.Effect.Digest() != effect.Digest():
		return ext.Changed
	}
	return ""
}

// before is what was accepted of an extension last.
func (w *words) before(key string) ext.Effect {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.said[key].Effect)
}

// add keeps what was accepted now. there are the keys of what there is: others
// are forgotten once there are many.
func (w *words) add(now map[string]accepted, there map[string]bool) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	next := maps.Clone(w.said)
	maps.Copy(next, now)
	if len(next) > maxWords+len(there) {
		maps.DeleteFunc(next, func(key string, _ accepted) bool { return !there[key] })
	}
	text, err := json.MarshalIndent(wordsFile{1, next}, "", "  ")
	if err == nil {
		err = atomicfile.Write(w.file, append(text, '\n'), 0o600)
	}
	if err != nil {
		return fmt.Errorf("host: what was accepted cannot be kept: %w", err)
	}
	w.said = next
	return nil
}

// inForce is an extension as the owner accepted it, with the settings of that
// time: they say what its first words mean.
type inForce struct {
	*ext.Extension
	config *workdir.Config
}

// judged marks what of a catalog waits for the owner's word, and returns what is
// in force. Of what has changed since it was accepted, the form that was in force
// stays so while butler runs.
func (h *Host) judged(c *workdir.Config, cat *ext.Catalog, was map[string]inForce) map[string]inForce {
	out := map[string]inForce{}
	for _, e := range cat.Valid() {
		key := e.Key()
		e.Waits = h.words.waits(key, e.Effect(c))
		if e.Waits == "" {
			out[key] = inForce{e, c}
		} else if old, ok := was[key]; ok {
			out[key] = old
		}
	}
	return out
}

// Waiting is an extension that waits for the owner's word, with everything that
// a yes covers. It is for the owner alone: it holds commands and environments.
type Waiting struct {
	Kind   ext.Kind   `json:"kind"`
	ID     string     `json:"id"`
	Name   string     `json:"name"`
	Waits  ext.Waits  `json:"waits"`
	Effect ext.Effect `json:"effect"`
	Before ext.Effect `json:"before,omitempty"` // what was accepted, of one that changed
	Digest string     `json:"digest"`           // of Effect; a yes names it
}

// Waiting lists what waits, in the order of the catalog.
func (h *Host) Waiting() []Waiting {
	h.mu.RLock()
	c, cat := h.config, h.catalog
	h.mu.RUnlock()
	out := []Waiting{}
	for _, e := range cat.Valid() {
		if e.Waits == "" {
			continue
		}
		effect := e.Effect(c)
		out = append(out, Waiting{e.Kind, e.ID, e.Manifest.Name, e.Waits, effect, h.words.before(e.Key()), effect.Digest()})
	}
	return out
}

// Word is a yes to one extension as it was shown.
type Word struct {
	Key    string `json:"key"` // tools/clock
	Digest string `json:"digest"`
}

// Accept puts extensions in force that wait, by the owner's word; by says who
// they are. All that is named must wait, and be as it was shown, or nothing is
// accepted (409). Those that are to run from the beginning and were new are
// started. It returns their keys.
func (h *Host) Accept(said []Word, by string) ([]string, error) {
	if len(said) == 0 {
		return nil, bad("nothing was named to accept")
	}
	<-h.swept
	h.scanning.Lock()
	defer h.scanning.Unlock()
	waiting := map[string]Waiting{}
	for _, w := range h.Waiting() {
		waiting[ext.Key(w.Kind, w.ID)] = w
	}
	now, keys := map[string]accepted{}, []string{}
	for _, s := range said {
		w, ok := waiting[s.Key]
		switch {
		case !ok:
			return nil, &Error{http.StatusConflict, "conflict", s.Key + " does not wait for a word", nil}
		case w.Digest != s.Digest:
			return nil, &Error{http.StatusConflict, "conflict", s.Key + " is not what it was when it was shown; look at it again", nil}
		}
		now[s.Key] = accepted{w.Effect, time.Now().UTC(), by}
		keys = append(keys, s.Key)
	}
	there := map[string]bool{}
	for _, e := range h.Found().Valid() {
		there[e.Key()] = true
	}
	if err := h.words.add(now, there); err != nil {
		return nil, err
	}
	h.opts.Logger.Info("the owner accepted extensions", "keys", keys, "by", by)
	h.rescan()
	for _, key := range keys {
		h.startAccepted(key, waiting[key])
	}
	h.tell(Event{What: "catalog"})
	return keys, nil
}

// startAccepted starts what starts by itself, now that it may.
func (h *Host) startAccepted(key string, w Waiting) {
	h.mu.RLock()
	e, ok := h.force[key]
	h.mu.RUnlock()
	if !ok || !e.Manifest.Hosted.AutoStart {
		return
	}
	if s, ok := h.sup.One(key); !ok || s.State != procs.Stopped || w.Waits != ext.New && s.Exit != "" {
		return // it runs as it was, or somebody stopped it
	}
	if err := h.sup.Start(key); err != nil && !errors.Is(err, procs.ErrAlready) {
		h.opts.Logger.Warn("what was accepted did not start", "key", key, "error", err)
	}
}

// notAccepted says that something waits for the owner's word.
func notAccepted(e *ext.Extension) *Error {
	what := "is new"
	if e.Waits == ext.Changed {
		what = "has changed"
	}
	return &Error{http.StatusConflict, "not_accepted", fmt.Sprintf("the %s %s %s and waits for the owner's word\nbutler accept %s shows what it does and asks", e.Kind.One(), e.ID, what, e.Key()), nil}
}
