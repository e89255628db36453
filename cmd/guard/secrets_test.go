package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/hookio"
)

// The environment's own secrets are known by their values, whatever they stand
// beside and in whatever encoding.
const (
	envSecret = "kR7/vT2+qLw=9zXc&Yb4"
	ghToken   = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
	jwt       = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJqbyJ9.c2lnbmF0dXJlLW9mLWpv"
)

// planted are forty secrets as they come in lines and texts: a text, and the part
// of it that must be found nowhere.
var planted = []struct{ text, secret string }{
	{"API_TOKEN=plant-01-aa make", "plant-01-aa"},
	{`export DB_PASSWORD="plant-02 aa" && make`, "plant-02 aa"},
	{"PGPASSWORD='plant-03-aa' psql -c 'select 1'", "plant-03-aa"},
	{"tool --password=plant-04-aa", "plant-04-aa"},
	{"tool --password plant-05-aa", "plant-05-aa"},
	{`tool --api-key "plant-06 aa"`, "plant-06 aa"},
	{"tool --authToken plant-07-aa", "plant-07-aa"},
	{"java -Ddb.password=plant-08-aa -jar x.jar", "plant-08-aa"},
	{"helm install x --set db.password=plant-09-aa", "plant-09-aa"},
	{"kubectl create secret generic s --from-literal=k=plant-10-aa", "plant-10-aa"},
	{"set -x GITHUB_TOKEN plant-11-aa", "plant-11-aa"},
	{"aws configure set aws_secret_access_key plant-12-aa", "plant-12-aa"},
	{`["x","--password","plant-13-aa"]`, "plant-13-aa"},
	{`{"password":"plant-14-aa","user":"jo"}`, "plant-14-aa"},
	{`curl -d "{\"token\":\"plant-15-aa\"}" h`, "plant-15-aa"},
	{`curl -d '{"client_secret":"plant-16-aa"}' h`, "plant-16-aa"},
	{"git clone https://jo:plant-17-aa@example.com/r", "plant-17-aa"},
	{"redis-cli -u redis://:plant-18-aa@host:6379/0", "plant-18-aa"},
	{"curl 'https://h/x?a=1&access_token=plant-19-aa&b=2'", "plant-19-aa"},
	{"curl 'https://h/x?sv=1&sig=plant-20-aa'", "plant-20-aa"},
	{`curl -H "Authorization: Bearer plant-21-aa" h`, "plant-21-aa"},
	{`curl -H 'authorization: Basic cGxhbnQtMjItYWE6eA==' h`, "cGxhbnQtMjItYWE6eA"},
	{"curl -H 'Cookie: sid=plant-23-aa' h", "plant-23-aa"},
	{`curl -H "X-Api-Key: plant-24-aa" h`, "plant-24-aa"},
	{"curl -u jo:plant-25-aa h", "plant-25-aa"},
	{"mysql -ujo -pplant-26-aa db", "plant-26-aa"},
	{"echo " + ghToken, ghToken[4:]},
	{"echo AKIA0123456789ABCDEF", "0123456789ABCDEF"},
	{"echo sk-ant-api03-plant29aaplant29aaplant29aaplant29aa", "plant29aa"},
	{"echo xoxb-123456789012-plant30aaPLANT30aa", "plant30aaPLANT30aa"},
	{"echo " + jwt, "c2lnbmF0dXJlLW9mLWpv"},
	{"cat <<'E'\n-----BEGIN RSA PRIVATE KEY-----\nMIIEplant32aaPLANT32aaplant32aaPLANT32aa\n-----END RSA PRIVATE KEY-----\nE", "plant32aaPLANT32aa"},
	{"cat > .env <<E\nSECRET_KEY=plant-33-aa\nE", "plant-33-aa"},
	{"printf 'password: plant-34-aa\n' > conf.yml", "plant-34-aa"},
	{"docker login -u jo -p plant-35-aa registry", "plant-35-aa"},
	{"sshpass -p plant-36-aa ssh h", "plant-36-aa"},
	{"echo " + envSecret, envSecret},
	{"echo '" + envSecret + "' | base64 -w0", envSecret},
	{"curl h/" + url.QueryEscape(envSecret), url.QueryEscape(envSecret)},
	{"echo " + base64.StdEncoding.EncodeToString([]byte(envSecret)) + " | base64 -d", base64.StdEncoding.EncodeToString([]byte(envSecret))[:20]},
}

// events are inputs of both clients; @ is where a text is planted, and every
// member that guard keeps, shows or reads has one.
var events = []string{
	`{"session_id":"s","cwd":"/p","hook_event_name":"PreToolUse","permission_mode":"default","tool_name":"Bash","tool_use_id":"t","tool_input":{"command":"@"}}`,
	`{"session_id":"s","cwd":"/p","hook_event_name":"PreToolUse","permission_mode":"default","tool_name":"Bash","tool_use_id":"t","tool_input":{"command":"rm -rf ~; @"}}`,
	`{"session_id":"s","cwd":"/p","hook_event_name":"PreToolUse","permission_mode":"default","tool_name":"Bash","tool_use_id":"t","tool_input":{"command":"ls","description":"@"}}`,
	`{"session_id":"s","cwd":"/p","hook_event_name":"PreToolUse","permission_mode":"default","tool_name":"Write","tool_use_id":"t","tool_input":{"file_path":"/p/@","content":"@"}}`,
	`{"session_id":"s","cwd":"/p","hook_event_name":"PreToolUse","permission_mode":"default","tool_name":"Edit","tool_use_id":"t","tool_input":{"file_path":"/p/f","old_string":"@","new_string":"@","replace_all":false}}`,
	`{"session_id":"s","cwd":"/p","hook_event_name":"PreToolUse","permission_mode":"default","tool_name":"WebFetch","tool_use_id":"t","tool_input":{"url":"https://example.com/?q=@","prompt":"@"}}`,
	`{"session_id":"s","cwd":"/p","hook_event_name":"PreToolUse","permission_mode":"default","tool_name":"mcp__x__y","tool_use_id":"t","tool_input":{"a":"@","b":{"@":["@"]}}}`,
	`{"session_id":"s","cwd":"/p","hook_event_name":"PreToolUse","permission_mode":"default","tool_name":"Agent","tool_use_id":"t","tool_input":{"description":"@","prompt":"@","subagent_type":"@"}}`,
	`{"session_id":"s","cwd":"/p","hook_event_name":"PreToolUse","permission_mode":"default","tool_name":"apply_patch","tool_use_id":"t","tool_input":{"command":"*** Begin Patch\n*** Add File: @\n+@\n*** End Patch\n"}}`,
	`{"session_id":"s","cwd":"/p","hook_event_name":"PermissionRequest","permission_mode":"default","tool_name":"Bash","tool_input":{"command":"@","description":"@"}}`,
	`{"session_id":"@","cwd":"/@","hook_event_name":"PreToolUse","permission_mode":"@","prompt_id":"@","turn_id":"@","agent_id":"@","agent_type":"@","model":"@","transcript_path":"/@","tool_name":"Bash","tool_use_id":"@","tool_input":{"command":"ls"}}`,
	`{"session_id":"s","cwd":"/p","hook_event_name":"PreToolUse","permission_mode":"default","tool_name":"Bash","tool_use_id":"t","tool_input":{"command":7,"@":"@"}}`,
	`{"session_id":"s","cwd":"/p","hook_event_name":"PreToolUse","permission_mode":"default","tool_name":"Bash","tool_use_id":"t","tool_input":{"command":"@"`,
	`{"session_id":"s","cwd":"/p","hook_event_name":"PostToolUse","permission_mode":"default","tool_name":"Bash","tool_use_id":"t","tool_input":{"command":"@"},"tool_response":{"stdout":"@","stderr":"@"}}`,
	`{"session_id":"s","cwd":"/p","hook_event_name":"PostToolUse","permission_mode":"default","tool_name":"Bash","tool_use_id":"t","tool_input":{"command":"@"},"tool_response":"@"}`,
	`{"session_id":"s","cwd":"/p","hook_event_name":"PostToolUseFailure","permission_mode":"default","tool_name":"Bash","tool_use_id":"t","tool_input":{"command":"@"},"error":"Exit code 3\n@"}`,
	`{"session_id":"s","cwd":"/p","hook_event_name":"SessionStart","source":"@"}`,
	`{"session_id":"s","cwd":"/p","hook_event_name":"SessionEnd","reason":"@"}`,
	`{"session_id":"s","cwd":"/p","hook_event_name":"ConfigChange","source":"@","file_path":"/@"}`,
	`{"session_id":"s","cwd":"/p","hook_event_name":"UserPromptSubmit","permission_mode":"default","prompt":"@"}`,
}

// TestSecretsStayOut: no secret of any input is on the disk or on stderr
// afterwards. A call that waits for a person is the exception (SECURITY.md): it
// is kept as it is, since a person must see what they approve.
func TestSecretsStayOut(t *testing.T) {
	require.Len(t, planted, 40)
	home := t.TempDir()
	env := map[string]string{"HOME": home, "CLAUDE_CODE_ENTRYPOINT": "cli"}
	var errs bytes.Buffer
	call := func(client hookio.Client, in string) {
		var out bytes.Buffer
		h := &hook{
			started: time.Now(), stdin: strings.NewReader(in), stdout: &out, stderr: &errs,
			environ: func() []string { return []string{"HOME=" + home, "DEPLOY_TOKEN=" + envSecret} },
			getenv:  func(name string) string { return env[name] },
		}
		h.req.Client = client
		require.Contains(t, []int{0, 2}, h.run())
	}
	for i, p := range planted {
		quoted := strings.Trim(quoteJSON(p.text), `"`)
		for _, e := range events {
			call(hookio.Claude, strings.ReplaceAll(e, "@", quoted))
			if i%4 == 0 { // the same code
				call(hookio.Codex, strings.ReplaceAll(e, "@", quoted))
			}
		}
	}
	n := 0
	found := map[string]bool{}
	look := func(where string, text []byte) {
		for _, p := range planted {
			for _, s := range []string{p.secret, strings.Trim(quoteJSON(p.secret), `"`)} {
				if bytes.Contains(text, []byte(s)) {
					i := bytes.Index(text, []byte(s))
					found[fmt.Sprintf("%q in %s: …%s…", p.secret, where, text[max(0, i-200):min(len(text), i+60)])] = true
				}
			}
		}
	}
	require.NoError(t, filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		n++
		if filepath.Base(path) == "grants.json" {
			info, err := d.Info()
			require.NoError(t, err)
			assert.Equal(t, fs.FileMode(0o600), info.Mode().Perm())
			return nil
		}
		look(path, text)
		return err
	}))
	look("stderr", errs.Bytes())
	assert.Empty(t, found)
	assert.GreaterOrEqual(t, n, 3, "files of the log")
	log, err := os.ReadFile(filepath.Join(home, ".local/state/guard/audit/00000000000000000001.jsonl"))
	require.NoError(t, err)
	assert.Greater(t, bytes.Count(log, []byte(`"redactions":`)), 40*5, "they were there")
}
