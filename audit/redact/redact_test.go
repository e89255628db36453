package redact

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// masked is written as ### in the table.
func TestString(t *testing.T) {
	const ghp = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
	for _, c := range []struct{ name, in, want string }{
		// Assignments and options.
		{"environment", `TOKEN=abc FOO=1 make`, `TOKEN=### FOO=1 make`},
		{"quoted", `export DB_PASSWORD="a b" && x`, `export DB_PASSWORD="###" && x`},
		{"single quoted", `PGPASSWORD='it is' psql`, `PGPASSWORD='###' psql`},
		{"ANSI-C quoted", `PASSWORD=$'a\'b' x`, `PASSWORD=$'###' x`},
		{"quote inside a word", `SECRET=ab"c d"e x`, `SECRET=### x`},
		{"word behind a quote", `SECRET="ab"cd x`, `SECRET="### x`},
		{"escaped space", `SECRET=a\ b x`, `SECRET=### x`},
		{"flag and equals", `x --password=hunter2 y`, `x --password=### y`},
		{"flag and word", `x --password hunter2 y`, `x --password ### y`},
		{"flag and quoted word", `x --api-key "k 1" y`, `x --api-key "###" y`},
		{"flag over two lines", "x --token \\\n abc", "x --token ### abc"},
		{"camel case flag", `x --authToken abc`, `x --authToken ###`},
		{"system property", `java -Ddb.password=abc -jar x`, `java -Ddb.password=### -jar x`},
		{"positional", `helm install x --set db.password=abc,a=b`, `helm install x --set db.password=###`},
		{"kubernetes literal", `kubectl create secret generic s --from-literal=a=hunter2`, `kubectl create secret generic s --from-literal=a=###`},
		{"upper case run", `APIKey=abc`, `APIKey=###`},
		{"number at the end", `API_KEY_2=abc`, `API_KEY_2=###`},
		{"ini", "password = hunter2\nuser = jo", "password = ###\nuser = jo"},
		{"yaml", "password: hunter2\nuser: jo", "password: ###\nuser: jo"},
		{"toml", `api_key = "abc"`, `api_key = "###"`},
		{"fish and csh", `set -x GITHUB_TOKEN abc`, `set -x GITHUB_TOKEN ###`},
		{"config", `git config --global x.token abc && ls`, `git config --global x.token ### && ls`},
		{"aws configure", `aws configure set aws_secret_access_key abc`, `aws configure set aws_secret_access_key ###`},
		{"argv as JSON", `["x","--password","hunter2","-v"]`, `["x","--password","###","-v"]`},

		// JSON, in every depth of quoting.
		{"JSON", `{"password":"hunter2","user":"jo"}`, `{"password":"###","user":"jo"}`},
		{"JSON with blanks", `{"api_key" : "k", "n": 1}`, `{"api_key" : "###", "n": 1}`},
		{"JSON in double quotes", `curl -d "{\"token\":\"abc\",\"a\":1}"`, `curl -d "{\"token\":\"###\",\"a\":1}"`},
		{"JSON in single quotes", `curl -d '{"client_secret":"abc"}' x`, `curl -d '{"client_secret":"###"}' x`},
		{"escaped quote inside", `{"password":"a\"b","x":1}`, `{"password":"###","x":1}`},
		{"number", `{"pin_password":1234,"a":1}`, `{"pin_password":"###","a":1}`},
		{"number in quotes", `{"a":"{\"pin_password\":1234}"}`, `{"a":"{\"pin_password\":\"###\"}"}`},

		{"line in a member", `{"a":"curl -d \"{\\\"token\\\":\\\"abc\\\"}\" h","b":"x"}`, `{"a":"curl -d \"{\\\"token\\\":\\\"###\\\"}\" h","b":"x"}`},
		{"lines in a member", `["a\nghp_0123456789abcdefghij","\ttool --password 'x y'"]`, `["a\nghp_###","\ttool --password '###'"]`},
		{"key in a member", `{"k":"-\n-----BEGIN PRIVATE KEY-----\nMII\n-----END PRIVATE KEY-----"}`, `{"k":"-\n-----BEGIN PRIVATE KEY-----###-----END PRIVATE KEY-----"}`},
		{"member that is cut off", `{"k":"x\n-----BEGIN PRIVATE KEY-----\nMII`, `{"k":"x\n-----BEGIN PRIVATE KEY-----###`},
		{"key over several members", `["-----BEGIN PRIVATE KEY-----","MIIa","b==","-----END PRIVATE KEY-----","x"]`, `["-----BEGIN PRIVATE KEY-----","###","###","-----END PRIVATE KEY-----","x"]`},
		{"list without its quotes", `[x,--password,hunter2]`, `[x,--password,###`},

		// URLs.
		{"cleaned as a path", `writes /p/https:/jo:pw@host/r here`, `writes /p/https:/jo:###@host/r here`},
		{"password in a URL", `git clone https://jo:pw@host/r`, `git clone https://jo:###@host/r`},
		{"password without user", `redis://:pw@host:6379/0`, `redis://:###@host:6379/0`},
		{"password with an at sign", `ftp://u:a@b@host/`, `ftp://u:###@host/`},
		{"password with a slash", `postgres://u:a/b@host/db`, `postgres://u:###@host/db`},
		{"token as user", `https://abcdef0123456789@host/r`, `https://###@host/r`},
		{"query", `https://h/x?a=1&access_token=abc&b=2#f`, `https://h/x?a=1&access_token=###&b=2#f`},
		{"Azure signature", `https://h/x?sv=1&sig=a%2Fb%3D`, `https://h/x?sv=1&sig=###`},

		// Headers.
		{"bearer", `curl -H "Authorization: Bearer abc" h`, `curl -H "Authorization: Bearer ###" h`},
		{"basic", `curl -H 'authorization: Basic YTpi' h`, `curl -H 'authorization: Basic ###' h`},
		{"no scheme", `-H "Authorization: abc"`, `-H "Authorization: ###"`},
		{"cookie", `-H 'Cookie: a=1; b=2' h`, `-H 'Cookie: ###' h`},
		{"curl cookie", `curl -b 'sid=1' --cookie x=y h`, `curl -b '###' --cookie ### h`},
		{"own header", `-H "X-Api-Key: abc"`, `-H "X-Api-Key: ###"`},
		{"GitLab's header", `--header "PRIVATE-TOKEN: abc"`, `--header "PRIVATE-TOKEN: ###"`},
		{"header as a member", `{"Authorization": "Bearer abc"}`, `{"Authorization": "Bearer ###"}`},
		{"raw request", "GET / HTTP/1.1\nAuthorization: Bearer a b\nHost: h", "GET / HTTP/1.1\nAuthorization: Bearer ###\nHost: h"},
		{"bearer alone", `token is Bearer 0123456789abcdef.x`, `token is Bearer ###`},

		// Programs whose options do not say so.
		{"curl user", `curl -u jo:pw h`, `curl -u jo:### h`},
		{"curl user, long", `curl --user "jo:p w" h`, `curl --user "jo:###" h`},
		{"curl user, joined", `curl -ujo:pw h`, `curl -ujo:### h`},
		{"mysql", `mysql -ujo -ppw db`, `mysql -ujo -p### db`},
		{"mysql, quoted", `mysql -ujo -p'p w' db`, `mysql -ujo -p'###' db`},
		{"mysql, quoted later", `mysql -pa"b c"d db`, `mysql -p### db`},
		{"mysql in a string", `sh -c "mysql -ppw db"`, `sh -c "mysql -p### db"`},
		{"curl user, quoted", `curl -u'jo:p w' h`, `curl -u'jo:###' h`},
		{"sshpass, joined", `sshpass -ppw ssh h`, `sshpass -p### ssh h`},
		{"openssl input", `openssl rsa -passin pass:hunter2`, `openssl rsa -passin ###`},
		{"zip", `zip -P pw a.zip b`, `zip -P ### a.zip b`},
		{"7z", `7z a -ppw a.7z b`, `7z a -p### a.7z b`},
		{"Telegram", `curl https://api.telegram.org/bot123456:AAabcdef/getMe`, `curl https://api.telegram.org/bot###/getMe`},
		{"Discord", `curl https://discord.com/api/webhooks/123/abcdefgh`, `curl https://discord.com/api/webhooks/###`},
		{"Rails", `SECRET_KEY_BASE=abc rails s`, `SECRET_KEY_BASE=### rails s`},
		{"sshpass", `sshpass -p pw ssh h`, `sshpass -p ### ssh h`},
		{"docker login", `docker login -u jo -p pw`, `docker login -u jo -p ###`},
		{"openssl", `openssl enc -pass pass:hunter2 -in x`, `openssl enc -pass ### -in x`},
		{"netrc", "machine h login jo password pw", "machine h login jo password ###"},
		{"expect", `redis-cli -a hunter2 ping`, `redis-cli -a ### ping`},

		// Known forms.
		{"GitHub", `echo ` + ghp + ` x`, `echo ghp_### x`},
		{"GitHub, fine-grained", `github_pat_11ABCDEFG0123456789_abcdef`, `github_pat_###`},
		{"AWS", `aws AKIAIOSFODNN7EXAMPLE x`, `aws AKIA### x`},
		{"OpenAI", `sk-proj-abcdefghijklmnop0123`, `sk-###`},
		{"Slack", `xoxb-123456789012-abc`, `xoxb-###`},
		{"Slack hook", `curl https://hooks.slack.com/services/T0/B0/abcdef`, `curl https://hooks.slack.com/services/###`},
		{"GitLab", `glpat-abcdefghijklmnop`, `glpat-###`},
		{"npm", `//r/:_authToken=npm_abcdefghijklmnopqrstuvwxyz0123456789`, `//r/:_authToken=###`},
		{"Google", `AIzaSyA0123456789abcdefghijklmnopqrstuv`, `AIza###`},
		{"JWT", `x eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_1 y`, `x ### y`},
		{"key block", "-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\nx", "-----BEGIN RSA PRIVATE KEY-----###-----END RSA PRIVATE KEY-----\nx"},
		{"key block without end", "echo '-----BEGIN OPENSSH PRIVATE KEY-----\nabc", "echo '-----BEGIN OPENSSH PRIVATE KEY-----###"},
		{"in a heredoc", "cat > .env <<E\nA=1\nSTRIPE_SECRET=abc\nE\n", "cat > .env <<E\nA=1\nSTRIPE_SECRET=###\nE\n"},
		{"in the middle of a path", `/x/` + ghp + `/y`, `/x/ghp_###/y`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, n := String(c.in)
			want := strings.ReplaceAll(c.want, "###", Mark)
			assert.Equal(t, want, got)
			assert.Equal(t, strings.Count(want, Mark), n)
			again, n := String(got)
			assert.Equal(t, got, again, "a second time changes nothing")
			assert.Zero(t, n)
		})
	}
}

// What only points at a secret, or is an ordinary word, stays readable.
func TestStringLeaves(t *testing.T) {
	for _, s := range []string{
		``, `git status -s`, `ls -la --color=auto`, `make test && go build ./...`,
		`TOKEN=$TOKEN make`, `TOKEN="$OTHER" make`, `TOKEN=${OTHER} make`, `TOKEN=$(cat f) make`, `curl -H "Authorization: Bearer $TOKEN" h`,
		`Authorization: Bearer ${{ secrets.TOKEN }}`, `TOKEN= make`, `TOKEN='' make`, `password=<password>`, `password: {{ pw }}`,
		`PASSWORD_FILE=/run/x`, `--password-stdin`, `--token-file /x`, `AWS_ACCESS_KEY_ID_FILE=x`, `max_tokens=5`, `--max-tokens 5`, `tokenizer=bpe`,
		`PWD=/home/jo`, `cd "$OLDPWD"`, `key=value`, `author: jo`, `git log --author=jo`, `path: /x`, `compass=north`, `feat(auth): login`,
		`docker run -u 1000:1000 -p 8080:80 x`, `curl -u "$USER:$PW" h`, `ssh://git@host/r`, `git@host:r.git`, `C:/Users/jo@work/a:b`, `PATH=/a:/b:/c@d`, `-,x`, `a:/b:c/d@e`, `https://host:8080/x`, `https://jo@host/r`,
		`kubectl get secret db -o yaml`, `grep -r password .`, `git commit -m "remove the password prompt"`, `sk-short`, `eyJ`, `-----BEGIN CERTIFICATE-----`,
		`pytest -p no:cacheprovider`, `mkdir -p a/b`, `tests pass: 10`, `sort -u f`, `require_auth=true`, `go test -run Token`, `unset GITHUB_TOKEN OTHER`, `set -e; grep -r GITHUB_TOKEN src`,
	} {
		got, n := String(s)
		assert.Equal(t, s, got)
		assert.Zero(t, n, s)
	}
}

func TestKnownValues(t *testing.T) {
	const secret = "correct horse/battery+staple"
	r := Environ([]string{"HOME=/home/jo", "DB_PASSWORD=" + secret, "SSH_KEY_TOKEN=/a/path/to/it", "X_TOKEN=short", "EDITOR=vi-is-my-editor"})
	require.NotNil(t, r)
	for _, in := range []string{
		"x " + secret + " y", url.QueryEscape(secret), url.PathEscape(secret),
		base64.StdEncoding.EncodeToString([]byte(secret)), base64.URLEncoding.EncodeToString([]byte("u:" + secret)),
		base64.StdEncoding.EncodeToString([]byte("a" + secret + "b")), base64.StdEncoding.EncodeToString([]byte("abc" + secret)),
	} {
		out, n := r.String("echo '" + in + "'")
		assert.Positive(t, n, in)
		for _, form := range []string{"horse", "battery", base64.RawStdEncoding.EncodeToString([]byte(secret))[6:20]} {
			assert.NotContains(t, out, form)
		}
	}
	for _, in := range []string{"/a/path/to/it", "short", "vi-is-my-editor", "/home/jo"} {
		out, n := r.String(in)
		assert.Equal(t, in, out)
		assert.Zero(t, n)
	}
	assert.Nil(t, Environ([]string{"HOME=/home/jo"}))
}

func TestJSONStaysJSON(t *testing.T) {
	in := `{"a":{"password":"p\"q","url":"https://u:p@h/"},"headers":["Authorization: Bearer abc","Cookie: a=b"],"token":-1.5e3,"ok":true}`
	out, n := String(in)
	assert.True(t, json.Valid([]byte(out)), out)
	assert.Equal(t, 5, n)
}

func FuzzString(f *testing.F) {
	for _, s := range []string{
		`TOKEN=a"b c"d`, `--password 'x`, `Authorization: Bearer \"`, `://a:b@`, "-----BEGIN PRIVATE KEY-----", `-u a:b curl`, `{"token":"\\"}`, `password=$(`, `"=":`, `secret=""x`, "-,", `{"a-token":"x \" ghp_0123456789abcdefghij","b":"\\"}`, `["\n-----BEGIN PRIVATE KEY-----\n"]`, `{"a":"{\"password\":\"x\\\"y\"}"}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		out, n := String(s)
		if n == 0 && out != s {
			t.Fatalf("%q became %q without a count", s, out)
		}
		if n != strings.Count(out, Mark)-strings.Count(s, Mark) && !strings.Contains(s, "[redac") {
			t.Fatalf("%q became %q: %d", s, out, n)
		}
		if isJSON(s) && !json.Valid([]byte(out)) {
			t.Fatalf("%q is JSON, and %q is not", s, out)
		}
		if len(out) > 6*len(s)+n*(len(Mark)+2) {
			t.Fatalf("%q grew to %q", s, out)
		}
	})
}

func BenchmarkString(b *testing.B) {
	for name, s := range map[string]string{
		"usual":   `git -C /srv/app commit --amend -m "fix: the parser reads a:b=c now" && go test ./... -run TestX -count=1`,
		"secrets": `curl -H "Authorization: Bearer abc" -u jo:pw https://u:p@h/x?token=abc`,
		"4K":      strings.Repeat("echo hello world; ", 230),
		"colons":  strings.Repeat("://", 20000),
		"dashes":  strings.Repeat("-p ", 20000),
		"joined":  "mysql " + strings.Repeat("-u\"x", 15000),
		"equals":  strings.Repeat("token=", 10000),
		"quotes":  strings.Repeat(`token="`, 10000),
		"begins":  strings.Repeat("-----BEGIN PRIVATE KEY-----", 2000),
		"headers": strings.Repeat("cookie:", 9000),
		"ticks":   strings.Repeat("token=`x`", 7000),
		"names":   strings.Repeat("a", 60000) + "=",
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				String(s)
			}
		})
	}
}
