package scripted

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

func serve(t *testing.T, steps ...Step) *Model {
	if runtime.GOOS == "windows" {
		t.Skip("for Linux and macOS")
	}
	m, err := Serve(steps...)
	require.NoError(t, err)
	t.Cleanup(m.Close)
	return m
}

func post(t *testing.T, to string, body io.Reader) string {
	r, err := http.Post(to, "application/json", body)
	require.NoError(t, err)
	defer r.Body.Close()
	require.Equal(t, 200, r.StatusCode)
	text, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	return string(text)
}

// data are the events of a stream, as JSON.
func data(stream string) []gjson.Result {
	var out []gjson.Result
	for line := range strings.Lines(stream) {
		if text, ok := strings.CutPrefix(line, "data: "); ok {
			out = append(out, gjson.Parse(text))
		}
	}
	return out
}

var steps = []Step{
	{"Bash", map[string]any{"command": "echo a && echo b >c"}},
	{"Read", map[string]any{"file_path": "/x"}},
}

const (
	tools    = `"tools":[{"name":"a"},{"name":"b"}]`
	answered = `{"type":"tool_result","tool_use_id":"call_scripted_00","content":[{"type":"text","text":"refused"}],"is_error":true}`
)

func TestMessages(t *testing.T) {
	m := serve(t, steps...)
	to := m.URL + "/v1/messages?beta=true"
	first := `{"model":"m","stream":true,` + tools + `,"messages":[{"role":"user","content":"do it"}]}`
	for range 2 { // a repeated request gets the same answer
		got := data(post(t, to, strings.NewReader(first)))
		require.Len(t, got, 6)
		assert.Equal(t, "message_start", got[0].Get("type").String())
		assert.Equal(t, "Bash", got[1].Get("content_block.name").String())
		assert.JSONEq(t, `{"command":"echo a && echo b >c"}`, got[2].Get("delta.partial_json").String())
		assert.Equal(t, "tool_use", got[4].Get("delta.stop_reason").String())
	}
	_, ok := m.Told(0)
	assert.False(t, ok)

	second := `{"model":"m","stream":true,` + tools + `,"messages":[{"role":"user","content":"do it"},{"role":"user","content":[` + answered + `]}]}`
	got := data(post(t, to, strings.NewReader(second)))
	assert.Equal(t, "Read", got[1].Get("content_block.name").String())
	o, ok := m.Told(0)
	assert.True(t, ok)
	assert.Equal(t, Outcome{"refused", true}, o)
	assert.False(t, m.Ended())

	third := `{"model":"m",` + tools + `,"messages":[{"role":"user","content":[` + answered + `,{"type":"tool_result","tool_use_id":"call_scripted_01","content":"ok"}]}]}`
	last := gjson.Parse(post(t, to, io.MultiReader(strings.NewReader(third)))) // in chunks, not streamed back
	assert.Equal(t, done, last.Get("content.0.text").String())
	assert.Equal(t, "end_turn", last.Get("stop_reason").String())
	assert.True(t, m.Ended())

	title := gjson.Parse(post(t, to, strings.NewReader(`{"model":"m","messages":[{"role":"user","content":"a title"}]}`)))
	assert.Equal(t, side, title.Get("content.0.text").String())
	assert.Equal(t, 5, m.Requests())
}

func TestResponses(t *testing.T) {
	m := serve(t, steps...)
	to := m.URL + "/v1/responses"
	got := data(post(t, to, strings.NewReader(`{"model":"m","stream":true,`+tools+`,"input":[{"type":"message","role":"user","content":[]}]}`)))
	require.Len(t, got, 4)
	item := got[2].Get("item")
	assert.Equal(t, "function_call Bash", item.Get("type").String()+" "+item.Get("name").String())
	assert.JSONEq(t, `{"command":"echo a && echo b >c"}`, item.Get("arguments").String())
	assert.EqualValues(t, 3, got[3].Get("sequence_number").Int())

	got = data(post(t, to, strings.NewReader(`{"model":"m","stream":true,"input":[{"type":"additional_tools"},{"type":"function_call_output","call_id":"call_scripted_00","output":"blocked by PreToolUse hook"},{"type":"custom_tool_call_output","call_id":"call_scripted_01","output":[{"text":"ok"}]}]}`)))
	assert.Equal(t, done, got[2].Get("delta").String())
	o, _ := m.Told(0)
	assert.Equal(t, "blocked by PreToolUse hook", o.Text)
	o, _ = m.Told(1)
	assert.Equal(t, "ok", o.Text)
	assert.True(t, m.Ended())
}

// TestNoOutside: as a proxy it refuses; what it does not know it says so of.
func TestNoOutside(t *testing.T) {
	m := serve(t)
	at, err := url.Parse(m.URL)
	require.NoError(t, err)
	client := http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(at)}}
	r, err := client.Get("http://example.invalid/")
	require.NoError(t, err)
	assert.Equal(t, 403, r.StatusCode)
	require.NoError(t, r.Body.Close())
	_, err = client.Get("https://example.invalid/")
	assert.ErrorContains(t, err, "Forbidden")
	r, err = http.Get(m.URL + "/nothing")
	require.NoError(t, err)
	assert.Equal(t, 404, r.StatusCode)
	require.NoError(t, r.Body.Close())
	r, err = http.Post(m.URL+"/v1/messages", "", strings.NewReader("no JSON"))
	require.NoError(t, err)
	assert.Equal(t, 400, r.StatusCode)
	require.NoError(t, r.Body.Close())
}

// TestClose: the port is free afterwards.
func TestClose(t *testing.T) {
	m := serve(t)
	m.Close()
	_, err := net.Dial("tcp", strings.TrimPrefix(m.URL, "http://"))
	assert.Error(t, err)
}

func TestReadRequest(t *testing.T) {
	for _, tt := range []struct{ name, in, body, why string }{
		{"length", "POST /a HTTP/1.1\r\nContent-Length: 3\r\n\r\nabcd", "abc", ""},
		{"none", "GET /a HTTP/1.0\r\nHost: x\r\n\r\n", "", ""},
		{"chunks", "POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nTrailer: x\r\n\r\n", "abcde", ""},
		{"a chunk without its end", "POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcdef\r\n", "", "does not end"},
		{"a long chunk", "POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n", "", "not taken"},
		{"a long body", "POST /a HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n", "", "not taken"},
		{"a negative body", "POST /a HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "", "not taken"},
		{"a short body", "POST /a HTTP/1.1\r\nContent-Length: 9\r\n\r\nabc", "", "EOF"},
		{"another protocol", "hello\r\n\r\n", "", "no HTTP"},
		{"HTTP/2", "PRI * HTTP/2.0\r\n\r\n", "", "no HTTP"},
		{"a long header", "GET / HTTP/1.1\r\nX: " + strings.Repeat("x", maxHeader) + "\r\n\r\n", "", "too long"},
		{"nothing", "", "", "EOF"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, err := readRequest(bufio.NewReader(strings.NewReader(tt.in)), io.Discard)
			if tt.why != "" {
				assert.ErrorContains(t, err, tt.why)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.body, string(r.body))
			assert.Equal(t, "/a", r.target)
		})
	}
	var told bytes.Buffer
	_, err := readRequest(bufio.NewReader(strings.NewReader("POST /a HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 0\r\n\r\n")), &told)
	require.NoError(t, err)
	assert.Equal(t, "HTTP/1.1 100 Continue\r\n\r\n", told.String())
}

func FuzzReadRequest(f *testing.F) {
	f.Add([]byte("POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"))
	f.Add([]byte("POST /a HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc"))
	f.Fuzz(func(t *testing.T, in []byte) {
		r, err := readRequest(bufio.NewReader(bytes.NewReader(in)), io.Discard)
		if err == nil && len(r.body) > len(in) {
			t.Fatalf("%q has a body of %d bytes", in, len(r.body))
		}
	})
}
