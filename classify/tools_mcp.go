package classify

import (
	"strings"
	"unicode"

	"github.com/tidwall/gjson"
)

// A tool that no row names is judged by its name and by what stands in its
// arguments. It is Unknown at least: guard does not see the program behind it.

// toolVerbs are the words in a tool's name, or in an argument that names an
// operation, that change what others see. Words that are not here, and those
// that read, are Unknown.
var toolVerbs = [...]struct {
	Does  Effect
	Words string
}{
	{Publish, " create add update edit write set push merge publish deploy apply share invite insert upsert put patch modify change save rename move copy replace assign unassign comment reply react approve reject submit close reopen archive unarchive enable disable start stop pause resume trigger dispatch schedule run rerun retry rebase release promote scale install uninstall upgrade migrate import sync fork transfer grant revoke rotate register subscribe unsubscribe label lock unlock transition link unlink attach detach pin ban kick block mute follow like vote complete mark generate execute-migration book accept decline request mutate mutation bulk "},
	{Send, " send post upload email notify broadcast forward message dm tweet sms "},
	{Rewrite, " delete remove drop truncate flush destroy restart reset purge clear wipe erase cancel terminate kill rollback revert restore empty prune deactivate expire evict drain cordon shutdown reboot discard unpublish yank abort del rm "},
	{Spend, " pay buy purchase order charge refund checkout payout subscribe-plan "},
}

// readVerbs are words in front of a tool's name that say it only looks.
const readVerbs = " get list read search find fetch query describe show view check count lookup resolve explain validate inspect analyze analyse preview status ping ls cat head tail tree diff log logs browse retrieve scan compare summarize suggest has is can what which select fetch monitor watch wait trace test dry lint parse examine visualize calculate estimate "

// fileVerbs are verbs of tools that put something into a file of this machine.
const fileVerbs = " download export save screenshot extract convert capture record clone "

// softVerbs are words of toolVerbs that stand in names as nouns or for what
// happens inside the client; they count only as the first word.
const softVerbs = " set run like start stop move copy label link block lock mark change request order message post log test release book pause resume complete comment generate import sync follow watch save close empty patch share clear bulk "

// localServers are servers that are known to work on this machine: their verbs
// are judged by paths, SQL, code and shell text alone.
const localServers = " filesystem fs files file commander serena git memory thinking time ide shell terminal iterm tmux sqlite duckdb bash powershell "

// toolName is a tool's name taken apart.
type toolName struct {
	server []string // words of the server's name
	words  []string // words of the tool's own name
}

// nameParts splits mcp__server__tool, and any other name, into words.
func nameParts(name string) toolName {
	rest, ok := strings.CutPrefix(name, "mcp__")
	if !ok {
		return toolName{words: wordsOf(name)}
	}
	server, tool, _ := strings.Cut(rest, "__")
	if server == "butler" {
		// Its hub puts the real server's name before each tool.
		if behind, name, ok := strings.Cut(tool, "__"); ok {
			server, tool = behind, name
		}
	}
	t := toolName{server: wordsOf(server), words: wordsOf(tool)}
	// Many servers say their own name in front of each tool: slack_post_message.
	for len(t.words) > 1 && (contains(t.server, t.words[0]) || t.words[0] == "api" || t.words[0] == "mcp") {
		t.words = t.words[1:]
	}
	return t
}

// cliTools are programs that servers name a tool for and take the rest of the line.
const cliTools = " kubectl oc helm git gh glab docker podman terraform tofu pulumi ansible aws az gcloud gsutil doctl heroku vercel flyctl wrangler supabase npm pnpm yarn pip uv cargo "

// program is the one of them that the tool is named for, "" for none: kubectl,
// run_git, aws_cli.
func (t toolName) program() string {
	name := ""
	if len(t.server) == 1 && listed(cliTools, t.server[0]) {
		name = t.server[0]
	}
	for _, w := range t.words {
		switch {
		case w == name:
		case listed(" run exec execute command cmd cli call raw generic tool ", w):
		case name == "" && listed(cliTools, w):
			name = w
		default:
			return ""
		}
	}
	return name
}

// typing are words of tools that give keys to a program that runs.
const typing = " type types typed keystroke keystrokes key keys press paste input write stdin interact "

// wordsOf splits at anything but letters and digits, and before a capital.
func wordsOf(s string) []string {
	var out []string
	start := 0
	flush := func(end int) {
		if end > start {
			out = append(out, strings.ToLower(s[start:end]))
		}
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		upper := c >= 'A' && c <= 'Z'
		switch {
		case upper && i > start && (s[i-1] >= 'a' && s[i-1] <= 'z' || i+1 < len(s) && s[i+1] >= 'a' && s[i+1] <= 'z'):
			flush(i)
			start = i
		case !upper && (c < 'a' || c > 'z') && (c < '0' || c > '9'):
			flush(i)
			start = i + 1
		}
	}
	flush(len(s))
	return out
}

// verb says what the words of a tool's name do: the strictest of its verbs.
func verb(words []string) (does Effect, how access, reading bool) {
	if len(words) == 0 {
		return 0, reads, false
	}
	reading = listed(readVerbs, words[0])
	for i, w := range words {
		if reading && i > 0 && words[i-1] != "or" && words[i-1] != "and" && words[i-1] != "then" {
			continue // a read verb in front makes nouns of the rest
		}
		if i > 0 && listed(softVerbs, w) && words[i-1] != "or" && words[i-1] != "and" && i < len(words)-1 {
			continue
		}
		for _, v := range toolVerbs {
			if listed(v.Words, w) {
				does |= v.Does
				how = max(how, writes)
				if v.Does == Rewrite && w != "restart" && w != "reset" && w != "restore" && w != "revert" {
					how = deletes
				}
			}
		}
		if listed(fileVerbs, w) {
			how = max(how, writes)
		}
	}
	return does, how, reading && does == 0
}

// listed reports whether w is one of the words of a list that begins and ends with
// a blank.
func listed(list, w string) bool { return w != "" && strings.Contains(list, " "+w+" ") }

func anyIn(list string, words []string) bool {
	for _, w := range words {
		if listed(list, w) {
			return true
		}
	}
	return false
}

// arguments is the judging of one tool's arguments.
type arguments struct {
	name    toolName
	how     access
	reading bool
	sends   bool // what a path names goes elsewhere
	local   bool
	remote  bool // an argument names another machine
	touched bool
	lang    string
	left    int
}

const (
	dbWords      = " postgres postgresql pg mysql mariadb sqlite sql db database databases supabase neon bigquery snowflake clickhouse duckdb mssql redshift d1 planetscale cockroach cockroachdb oracle athena trino presto databricks timescale dbhub execute_sql libsql turso "
	browserWords = " browser playwright puppeteer chrome chromium firefox page devtools selenium evaluate "
	boxWords     = " docker container containers pod pods kubernetes k8s kubectl podman sandbox e2b "
	sshWords     = " ssh remote "
)

// foreignTool judges a tool that no row names.
func (k *call) foreignTool(name string, input gjson.Result, lifts bool) {
	t := nameParts(name)
	told, where, known := k.policy.knows(name)
	if !known && !lifts {
		k.foundWhy(Unknown, name, "no row for this tool", k.src)
	}
	a := &arguments{name: t, left: maxCalls}
	all := append(append([]string(nil), t.server...), t.words...)
	a.local = len(t.server) == 0 || anyIn(localServers, t.server)
	does, how, reading := verb(t.words)
	if known {
		if does = 0; told&^(RunProject|Loopback|ReadRemote|Fetch) == 0 {
			how, reading = reads, true
		}
	}
	a.how, a.reading = how, reading
	a.remote = anyIn(sshWords, all)
	a.lang = languageOf(all)
	input.ForEach(func(key, v gjson.Result) bool {
		switch flat(key.String()) {
		case "operation", "action", "method", "op", "verb", "operationtype", "actiontype", "httpmethod", "command", "subcommand":
			ws := wordsOf(v.String())
			if len(ws) == 0 || len(v.String()) > 64 || strings.ContainsAny(v.String(), " \t\n/") {
				break
			}
			d, h, r := verb(ws)
			does |= d
			a.how = max(a.how, h)
			a.reading = a.reading && d == 0 || r && d == 0 && does == 0
		case "language", "lang", "runtime", "interpreter":
			if l := languageOf(wordsOf(v.String())); l != "" {
				a.lang = l
			}
		case "host", "hostname", "remotehost", "sshhost":
			if !isLoopback(strings.ToLower(v.String())) && v.String() != "" {
				a.remote = true
			}
		case "privileged":
			if v.Type == gjson.True {
				k.effect(Elevate, name+": privileged")
			}
		}
		return true
	})
	a.sends = (does|told)&(Send|Publish) != 0 && !a.local && ((does|told)&Send != 0 || anyIn(" share publish attach push put create add import sync ", t.words))
	k.argument("", input, a)
	if a.local {
		if does&Rewrite != 0 && !a.touched {
			k.effect(Discard, name)
		}
		does &= Send | Spend
		if anyIn(" push publish deploy share invite merge release ", t.words) {
			does |= Publish
		}
	}
	if known {
		k.byName(told, name+" ("+where+")", lifts)
	} else {
		k.byName(told, name, lifts)
	}
	k.byName(does, name, lifts)
	if anyIn(" guard butler ", t.server) && anyIn(" approve deny grant open stop init uninstall trust allow ", t.words) {
		k.effect(Tamper, name)
	}
	k.leaks(name)
}

// languageOf is the language that words name, "" where they name none.
func languageOf(words []string) string {
	for _, w := range words {
		switch w {
		case "python", "py", "python3", "jupyter", "ipython", "notebook":
			return "python"
		case "node", "javascript", "js", "typescript", "ts", "nodejs", "deno", "bun":
			return "node"
		case "applescript", "osascript", "macos", "jxa":
			return "osascript"
		case "powershell", "pwsh":
			return "pwsh"
		case "ruby", "perl", "php", "lua":
			return w
		case "bash", "shell", "sh", "zsh":
			return "sh"
		}
	}
	return ""
}

// flat is a key without case and without the marks between its words.
func flat(key string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("_-. ", r) {
			return -1
		}
		return unicode.ToLower(r)
	}, key)
}

// argument judges one value of a tool's input, and all below it.
func (k *call) argument(key string, v gjson.Result, a *arguments) {
	if a.left--; a.left < 0 || !k.step() {
		if a.left == -1 {
			k.foundWhy(Unreadable, k.name, "it has too many arguments", k.src)
		}
		return
	}
	switch {
	case v.IsObject():
		if words := commandAndArgs(v, a.name.program()); len(words) > 0 {
			k.src = cut(k.name+" "+texts(words), 200)
			k.toolShell(a, func(c *ctx) { c.call(words, texts(words)) })
		}
		v.ForEach(func(kk, vv gjson.Result) bool {
			k.argument(kk.String(), vv, a)
			return a.left >= 0
		})
	case v.IsArray():
		v.ForEach(func(_, e gjson.Result) bool {
			k.argument(key, e, a)
			return a.left >= 0
		})
	case v.Type == gjson.String:
		k.src = cut(k.name+" "+firstLine(v.String()), 200)
		k.argumentText(key, v.String(), a)
	}
}

// commandAndArgs is a program with its arguments in a list: the one that an argument
// names, else the one that the tool is named for.
func commandAndArgs(v gjson.Result, tool string) []Word {
	name := ""
	var rest []Word
	v.ForEach(func(kk, vv gjson.Result) bool {
		switch flat(kk.String()) {
		case "command", "cmd", "program", "executable", "binary":
			if vv.Type == gjson.String {
				name = vv.String()
			} else if vv.IsArray() && name == "" {
				vv.ForEach(func(_, e gjson.Result) bool {
					rest = append(rest, lit(e.String()))
					return len(rest) < maxFields
				})
			}
		case "args", "arguments", "argv", "parameters", "params":
			if vv.IsArray() {
				vv.ForEach(func(_, e gjson.Result) bool {
					if e.Type != gjson.String {
						rest = nil
						return false
					}
					rest = append(rest, lit(e.String()))
					return len(rest) < maxFields
				})
			}
		}
		return true
	})
	if len(rest) == 0 {
		return nil
	}
	if name != "" && !strings.ContainsAny(name, " \n") {
		rest = append([]Word{lit(name)}, rest...)
	}
	if tool != "" && !rest[0].Is(tool) {
		rest = append([]Word{lit(tool)}, rest...)
	}
	return rest
}

// toolShell runs shell text of a tool where the tool runs it.
func (k *call) toolShell(a *arguments, run func(c *ctx)) {
	in := k.child()
	all := append(append([]string(nil), a.name.server...), a.name.words...)
	if a.remote {
		in.away = true
		in.sh.dirs = nil
		k.effect(Remote, k.name)
	} else if anyIn(boxWords, all) {
		in.boxed = true
		in.sh.dirs = nil
	}
	run(in)
}

// argumentText judges one text by its key and its looks.
func (k *call) argumentText(key, text string, a *arguments) {
	row := k.name + ": " + key
	f := flat(key)
	all := append(append([]string(nil), a.name.server...), a.name.words...)
	if looksSecret(text[:min(len(text), maxLine)]) {
		k.effect(Secret, row)
	}
	oneWord := text != "" && len(text) < 4096 && !strings.ContainsAny(text, " \t\n\r")
	switch {
	case f == "command" || f == "cmd" || f == "commandline" || f == "commands" || f == "shellcommand" || f == "bash" || f == "shell" && strings.Contains(text, " ") || f == "script" || f == "shellscript" || f == "input" && anyIn(" process terminal shell ", all) || f == "keys" && anyIn(" tmux terminal ", all):
		switch {
		case f == "script" && anyIn(browserWords, all):
			k.scanCode("node", text, row)
		case f == "script" && a.lang != "" && a.lang != "sh":
			k.scanCode(a.lang, text, row)
		default:
			k.toolShell(a, func(c *ctx) { c.toplevel(text) })
			first, _, _ := strings.Cut(strings.TrimSpace(text), " ")
			if name := a.name.program(); name != "" && name != first {
				k.toolShell(a, func(c *ctx) { c.toplevel(name + " " + text) })
			}
		}
		return
	case (f == "text" || f == "keys" || f == "input" || f == "value" || f == "sequence") && anyIn(typing, a.name.words) && decides(text):
		k.toolShell(a, func(c *ctx) { c.toplevel(text) })
		return
	case f == "code" || f == "source" && strings.Contains(text, "\n") || f == "javascript" || f == "python" || f == "expression" || f == "function" || f == "applescript" || f == "codecontent" || f == "cell":
		lang := a.lang
		if l := languageOf([]string{f}); l != "" {
			lang = l
		}
		switch {
		case lang == "sh":
			k.toolShell(a, func(c *ctx) { c.toplevel(text) })
		case lang != "":
			k.scanCode(lang, text, row)
		default:
			k.scanCode("python", text, row)
			k.scanCode("node", text, row)
		}
		return
	case isSQL(f, text, all):
		k.sql(textFlow(text), row)
		if !a.local && !sqlReads(text) {
			k.effect(Publish, row)
		}
		return
	case (f == "query" || f == "mutation" || f == "graphql" || f == "body") && strings.HasPrefix(strings.TrimSpace(text), "mutation"):
		k.effect(Publish, row)
		return
	case strings.HasPrefix(f, "header") || f == "authorization" || f == "cookie":
		k.header(lit(text), row)
		return
	}
	if oneWord && (strings.Contains(text, "://") || strings.HasPrefix(text, "file:")) {
		if strings.HasPrefix(text, "file:") {
			k.pathArgument(text, row, a, true)
			return
		}
		k.url(lit(text), row)
		if carriesText(text) {
			k.foundWhy(Send, row, "the address carries a long text that cannot be read", k.src)
		}
		return
	}
	if len(text) >= 4096 || strings.ContainsAny(text, "\n\r") || text == "" {
		return
	}
	if f == "url" || f == "uri" || f == "endpoint" || f == "address" {
		k.url(lit(text), row)
		return
	}
	named := strings.Contains(f, "path") || strings.HasSuffix(f, "file") || strings.HasSuffix(f, "filename") || strings.HasSuffix(f, "files") || strings.HasSuffix(f, "dir") || strings.HasSuffix(f, "directory") || strings.HasSuffix(f, "folder") || f == "cwd" || f == "workdir"
	looks := strings.HasPrefix(text, "/") || strings.HasPrefix(text, "~/") || text == "~" || strings.HasPrefix(text, "./") || strings.HasPrefix(text, "../") || strings.HasPrefix(text, "$HOME") || len(text) > 2 && text[1] == ':' && (text[2] == '\\' || text[2] == '/')
	placed := f == "source" || f == "destination" || f == "src" || f == "dst" || f == "dest" || f == "from" || f == "to" || f == "target" || f == "output" || f == "input" || f == "root" || f == "location" || f == "attachment" || f == "attachments"
	switch {
	case named || placed && looks:
		k.pathArgument(text, row, a, true)
	case looks:
		k.pathArgument(text, row, a, false)
	}
}

// decides reports whether text that is typed somewhere starts guard or butler.
func decides(text string) bool {
	for w := range strings.FieldsSeq(text) {
		if base := w[strings.LastIndexByte(w, '/')+1:]; base == "guard" || base == "butler" {
			return true
		}
	}
	return false
}

// pathArgument judges a path. One that no key names as such counts only where
// it lies in a zone of its own.
func (k *call) pathArgument(text, row string, a *arguments, named bool) {
	w := k.toolPath(text)
	f := flat(row[strings.LastIndexByte(row, ' ')+1:])
	how := a.how
	special := false
	for _, p := range k.paths(w) {
		switch k.zoneAt(p, how) {
		case zoneGuard, zoneSecrets, zoneAutorun, zoneDevice:
			special = true
		}
	}
	if !named && !special && (how != deletes || !a.local) {
		return
	}
	if f == "cwd" || f == "workdir" || f == "workingdirectory" {
		how = reads
	}
	if a.sends && how != deletes {
		k.send(w, row)
		return
	}
	moving := anyIn(" move rename mv ", a.name.words)
	source := f == "source" || f == "src" || f == "from" || f == "oldpath" || f == "sourcepath" || f == "frompath"
	a.touched = true
	switch {
	case anyIn(" copy cp download export ", a.name.words) && source:
		k.touch(reads, w, row, k.src)
	case moving && source:
		k.move(w, row)
	case how == deletes && !a.local && !special:
		// what is deleted lies elsewhere; the verb says so
	case how == deletes:
		k.touch(deletes, w, row, k.src)
	case how == writes && (a.local || special):
		k.write(w, row)
	case how == writes:
	case !a.reading && special: // nobody knows what it does there
		k.write(w, row)
	default:
		k.touch(reads, w, row, k.src)
		if named && special {
			k.contentBelow(w, row)
		} else if a.reading && anyIn(" search find grep ", a.name.words) {
			k.contentBelow(w, row)
		}
	}
}

// isSQL reports whether text is a query of a database.
func isSQL(key, text string, words []string) bool {
	switch key {
	case "sql", "sqlquery", "statement", "statements", "sqlstatement", "sqltext":
		return true
	case "query", "queries", "querystring", "command", "text", "q":
		w, _, _ := strings.Cut(strings.TrimLeft(text, " \t\r\n(;"), " ")
		w = strings.ToLower(strings.TrimSpace(w))
		if i := strings.IndexAny(w, "\n\t("); i >= 0 {
			w = w[:i]
		}
		sql := listed(" select with insert update delete drop truncate alter create grant revoke explain merge replace vacuum call do show describe pragma begin copy ", w)
		return sql && (anyIn(dbWords, words) || strings.Contains(strings.ToLower(text), " from ") || strings.Contains(strings.ToLower(text), " table ") || strings.Contains(strings.ToLower(text), " into "))
	}
	return false
}

// sqlReads reports whether no word of a query changes anything.
func sqlReads(text string) bool {
	quote := byte(0)
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
			continue
		case c == '\'' || c == '"' || c == '`':
			quote = c
			continue
		case c == '-' && i+1 < len(text) && text[i+1] == '-':
			for i < len(text) && text[i] != '\n' {
				i++
			}
			b.WriteByte(' ')
			continue
		}
		b.WriteByte(c)
	}
	for _, w := range strings.FieldsFunc(strings.ToLower(b.String()), func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9') }) {
		if listed(" insert update delete drop truncate alter create grant revoke merge vacuum call do copy refresh reindex rename lock ", w) {
			return false
		}
	}
	return true
}
