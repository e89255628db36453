package main

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"guard/classify"
	"guard/hookio"
)

// TestReasons: what, the exact words, why, the true extent, through what, and a
// safer way; what is fine is not blamed.
func TestReasons(t *testing.T) {
	files := map[string]string{"/home/dev/project/deploy.sh": "#!/bin/sh\nset -e\n\nkubectl delete ns prod\n"}
	sc := &classify.Scene{Dir: "/home/dev/project", Project: "/home/dev/project", Home: "/home/dev", Temp: "/tmp",
		ReadFile: func(name string, _ int) ([]byte, error) {
			if text, ok := files[name]; ok {
				return []byte(text), nil
			}
			return nil, errors.New("not there")
		}}
	for _, c := range []struct {
		line string
		a    hookio.Answer
		want string
	}{
		{"rm -r a b c && echo done", hookio.Ask,
			"guard asks: `rm -r a b c` deletes 3 paths, all inside the project: a, b, c. Safer: git rm keeps what is committed; name build output alone."},
		{"rm a b c d e f", hookio.Ask,
			"guard asks: `rm a b c d e f` deletes 6 paths, all inside the project: a, b, c, d and 2 more. Safer: git rm keeps what is committed; name build output alone."},
		{"ls -la; git status; rm -r src", hookio.Ask,
			"guard asks: `rm -r src` deletes src, inside the project. Safer: git rm keeps what is committed; name build output alone."},
		{"echo x >> ~/.bashrc", hookio.Ask,
			"guard asks: `>> ~/.bashrc` writes ~/.bashrc, which runs later by itself."},
		{"git push -uf origin main", hookio.Ask,
			"guard asks: `git push -uf origin main` changes what other people see: it goes to main of origin [git push], and destroys or changes what other people rely on [git push -f]. Safer: git push without force, or to a branch of your own."},
		{"sudo env A=1 bash -c 'rm -rf /'", hookio.Deny,
			"guard refuses this call: `rm -rf /` wipes a system folder, a home or a disk: / [rm] via sudo, env, bash. Do not work around it. If it is really wanted, tell the person: they can run it themselves in another terminal."},
		{"./deploy.sh", hookio.Ask,
			"guard asks: `kubectl delete ns prod` destroys or changes what other people rely on [kubectl delete] (line 4 of deploy.sh)."},
	} {
		r := classify.Line(c.line, sc, nil)
		assert.Equal(t, c.want, reason(r, c.a), c.line)
	}
}
