package place

import (
	"bytes"
	"os"
	"slices"
	"sync"

	"guard/audit"
	"guard/audit/redact"
	"guard/classify/policyfile"
)

// Kept is Load and OpenLog for a program that judges many calls: what it takes
// long to make of the files is kept as long as they say the same. The zero Kept
// works; its methods may be called at once.
//
// The files themselves are read each time and compared byte for byte. Their times
// and sizes would say less: a file can be written twice within one tick of the
// clock. To read them is a sixth of the work (2026-11-30).
type Kept struct {
	mu       sync.Mutex
	policies map[string]policyOf // by project
	masks    *redact.Redactor
	masked   sync.Once
}

type policyOf struct {
	layers []layer
	policy Policy
}

// maxKept is how many projects' policies are kept.
const maxKept = 64

// Load is the policy that the files make now. What it points to is shared and
// must not be changed.
func (k *Kept) Load(p Places, project string) (Policy, error) {
	layers, err := readLayers(p, project)
	if err != nil {
		return Policy{Settings: policyfile.Default()}, err
	}
	k.mu.Lock()
	had, ok := k.policies[project]
	k.mu.Unlock()
	if ok && slices.EqualFunc(had.layers, layers, layer.same) {
		return had.policy, nil
	}
	pol, err := compose(layers)
	if err != nil {
		return pol, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.policies) >= maxKept || k.policies == nil {
		k.policies = map[string]policyOf{}
	}
	k.policies[project] = policyOf{layers, pol}
	return pol, nil
}

func (l layer) same(m layer) bool {
	return l.name == m.name && l.layer == m.layer && l.trusted == m.trusted && bytes.Equal(l.text, m.text)
}

// OpenLog is the log as it is to be written under a policy. The secrets of this
// process' environment are looked for once. Whose the log's files are is looked
// at with each record, as ever.
func (k *Kept) OpenLog(p Places, pol Policy, bin string) (*audit.Log, audit.OnUnwritable, error) {
	k.masked.Do(func() { k.masks = redact.Environ(os.Environ()) })
	return openLog(p, pol, bin, k.masks)
}
