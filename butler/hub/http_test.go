//go:build unix

package hub

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What is looked at before a request of HTTP is served: the name, where it comes
// from, the token, the way, the method.
func TestDoors(t *testing.T) {
	h := newHub(t, Options{}, program(t, "one", "tools"))
	srv := httptest.NewServer(h.Handler(testToken))
	defer srv.Close()
	const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	for _, tt := range []struct {
		name   string
		method string
		path   string
		set    map[string]string
		want   int
	}{
		{"all is right", "POST", Path, nil, 200},
		{"an alias", "POST", "/myspace-butler/api/mcp", nil, 200},
		{"one provider", "POST", Path + "/p/one", nil, 200},
		{"no such provider", "POST", Path + "/p/two", nil, 404},
		{"something else", "POST", Path + "x", nil, 404},
		{"no token", "POST", Path, map[string]string{"Authorization": ""}, 401},
		{"a wrong token", "POST", Path, map[string]string{"Authorization": "Bearer " + testToken + "x"}, 401},
		{"another scheme", "POST", Path, map[string]string{"Authorization": testToken}, 401},
		{"a foreign name", "POST", Path, map[string]string{"Host": "evil.example"}, 403},
		{"a foreign name with a good beginning", "POST", Path, map[string]string{"Host": "localhost.evil.example"}, 403},
		{"a page of another site", "POST", Path, map[string]string{"Origin": "http://evil.example"}, 403},
		{"another site, as browsers say it", "POST", Path, map[string]string{"Sec-Fetch-Site": "cross-site"}, 403},
		{"a page of another port", "POST", Path, map[string]string{"Sec-Fetch-Site": "same-site"}, 403},
		{"to look", "GET", Path, nil, 405},
		{"to end a session", "DELETE", Path, nil, 405},
		{"no JSON", "POST", Path, map[string]string{"Content-Type": "text/plain"}, 415},
		{"an unknown protocol", "POST", Path, map[string]string{"Mcp-Protocol-Version": "1999-01-01"}, 400},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, err := http.NewRequest(tt.method, srv.URL+tt.path, strings.NewReader(ping))
			require.NoError(t, err)
			r.Header.Set("Authorization", "Bearer "+testToken)
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Accept", "application/json, text/event-stream")
			for k, v := range tt.set {
				r.Header.Set(k, v)
				if k == "Host" {
					r.Host = v
				}
			}
			res, err := http.DefaultClient.Do(r)
			require.NoError(t, err)
			res.Body.Close()
			assert.Equal(t, tt.want, res.StatusCode)
		})
	}
	large, err := http.NewRequest("POST", srv.URL+Path, strings.NewReader(`{"x":"`+strings.Repeat("x", maxBody)+`"}`))
	require.NoError(t, err)
	large.Header.Set("Authorization", "Bearer "+testToken)
	large.Header.Set("Content-Type", "application/json")
	large.Header.Set("Accept", "application/json, text/event-stream")
	res, err := http.DefaultClient.Do(large)
	require.NoError(t, err)
	res.Body.Close()
	assert.Equal(t, http.StatusRequestEntityTooLarge, res.StatusCode)
}

// A hub without a token serves nobody.
func TestNoTokenIsNoKey(t *testing.T) {
	h := newHub(t, Options{})
	r := httptest.NewRequest("POST", "http://localhost"+Path, nil)
	r.Header.Set("Authorization", "Bearer ")
	w := httptest.NewRecorder()
	h.Handler("").ServeHTTP(w, r)
	assert.Equal(t, http.StatusUnauthorized, w.Code)
}

func TestToken(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state", "mcp.token")
	a, err := Token(file)
	require.NoError(t, err)
	assert.Len(t, a, tokenSize)
	b, err := Token(file)
	require.NoError(t, err)
	assert.Equal(t, a, b)
	st, err := os.Stat(file)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), st.Mode().Perm())

	require.NoError(t, os.Chmod(file, 0o644))
	_, err = Token(file)
	assert.ErrorContains(t, err, "others can read")
	require.NoError(t, os.Chmod(file, 0o600))
	require.NoError(t, os.WriteFile(file, []byte("short\n"), 0o600))
	_, err = Token(file)
	assert.ErrorContains(t, err, "holds no token")
}
