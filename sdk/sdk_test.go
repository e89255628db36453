package sdk

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestObserve(t *testing.T) {
	require.ErrorIs(t, Observe(t.Context(), Observation{Text: "x"}), ErrNoHost)
	var got Observation
	var auth string
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		auth = r.Header.Get("Authorization")
		if r.URL.Path != "/api/observe" || json.NewDecoder(r.Body).Decode(&got) != nil {
			w.WriteHeader(http.StatusTeapot)
			return
		}
		switch got.Text {
		case "bad":
			w.WriteHeader(http.StatusBadRequest)
			_, _ = w.Write([]byte(`{"error":{"code":"invalid_observation","message":"text is bad"}}`))
		case "away":
			http.Redirect(w, r, "http://elsewhere.invalid/", http.StatusTemporaryRedirect)
		default:
			w.WriteHeader(http.StatusAccepted)
		}
	}))
	defer srv.Close()
	t.Setenv(HostURLVar, srv.URL+"/")
	t.Setenv(TokenVar, "tok")
	t.Setenv(IDVar, "clock")
	require.NoError(t, Observe(t.Context(), Observation{Text: "x", Tags: []string{"a"}}))
	assert.Equal(t, Observation{Source: "clock", Text: "x", Tags: []string{"a"}}, got)
	assert.Equal(t, "Bearer tok", auth)
	var ae *APIError
	require.ErrorAs(t, Observe(t.Context(), Observation{Text: "bad"}), &ae)
	assert.Equal(t, &APIError{400, "invalid_observation", "text is bad"}, ae)
	require.ErrorAs(t, Observe(t.Context(), Observation{Text: "away"}), &ae)
	assert.Equal(t, 307, ae.Status, "the token is not carried elsewhere")
	srv.Close()
	require.Error(t, Observe(t.Context(), Observation{Text: "x"}))
}

func TestServePort(t *testing.T) {
	_, err := ServePort()
	require.ErrorContains(t, err, "BUTLER_PORT is not set")
	t.Setenv(PortVar, "0")
	ln, err := ServePort()
	require.NoError(t, err)
	defer ln.Close()
	assert.Contains(t, ln.Addr().String(), "127.0.0.1:")
}

func TestParseMessage(t *testing.T) {
	for line, want := range map[string]*Message{
		`{"butler":"progress","done":1,"total":2,"text":"t"}`: {Butler: "progress", Done: 1, Total: 2, Text: "t"},
		` {"butler":"observe","type":"fact","text":"t"} `:     {Butler: "observe", Type: "fact", Text: "t"},
		`{"butler":"approve","text":"t"}`:                     nil,
		`{"butler":1}`:                                        nil,
		`{"text":"t","butler":"observe"}`:                     nil, // butler stands first
		`{"butler":"observe"`:                                 nil,
		`hello`:                                               nil,
		``:                                                    nil,
	} {
		m, ok := ParseMessage([]byte(line))
		if assert.Equal(t, want != nil, ok, line); ok && want != nil {
			assert.Equal(t, *want, m)
		}
	}
}

func FuzzParseMessage(f *testing.F) {
	f.Add([]byte(`{"butler":"progress","done":1}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		m, ok := ParseMessage(line)
		assert.Equal(t, ok, m.Butler == KindProgress || m.Butler == KindObserve)
	})
}
