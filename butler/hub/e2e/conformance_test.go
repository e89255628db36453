//go:build e2e

package e2e

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"guard/butler/hub"
)

// allKnown is a policy that knows every tool, so that the suite's calls run.
const allKnown = "[tools]\n\"mcp__*\" = \"safe\"\n"

// The official suite drives the view of one provider, whose tools have the names
// that it asks for. What may fail is listed in conformance.yml; an entry there
// that passes fails the run, so that the list can only shrink.
func TestConformance(t *testing.T) {
	d := newDesk(t, allKnown, hub.Provider{Namespace: "everything", ID: "everything", Argv: []string{lab.goSDK}, Dir: filepath.Dir(lab.goSDK)})
	expected, err := filepath.Abs("conformance.yml")
	assert.NoError(t, err)
	out, status := npm(t, 5*time.Minute, "conformance", "server", "--url", d.open()+hub.Path+"/p/everything", "--expected-failures", expected)
	assert.Zero(t, status, out)
	assert.Contains(t, out, "dns-rebinding-protection")
}
