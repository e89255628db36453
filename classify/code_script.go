package classify

import "strings"

// scanAppleScript looks through AppleScript, or JavaScript for Automation, for
// shell text, for other programs that are driven, and for what they are told.
func (k *call) scanAppleScript(text, row string) {
	low := strings.ToLower(text)
	for _, l := range strings.Split(text, "\n") {
		if !k.codeStep() {
			return
		}
		k.appleLine(strings.TrimSpace(l), row)
	}
	if strings.Contains(text, "doShellScript") || strings.Contains(text, "$.system") || strings.Contains(text, "ObjC.import") || strings.Contains(text, "Application(") {
		k.scanCode("node", text, row)
	}
	tell := func(app string) bool {
		return strings.Contains(low, `application "`+app) || strings.Contains(low, `application('`+app) || strings.Contains(low, `application("`+app) || strings.Contains(low, `app "`+app)
	}
	has := func(words ...string) bool {
		for _, w := range words {
			if containsName(low, w) {
				return true
			}
		}
		return false
	}
	if tell("system events") {
		switch {
		case has("keystroke", "key code", "click", "perform action", "set value", "set the clipboard"):
			k.foundWhy(Elevate, row, "it types and clicks for the person", k.src)
		case has("shut down", "restart", "log out", "sleep"):
			k.effect(Machine, row)
		case has("delete", "move"):
			k.effect(Discard, row)
		case has("login item", "make"):
			k.effect(Hijack, row)
		}
	}
	if (tell("finder") || tell("loginwindow")) && has("shut down", "restart", "log out") {
		k.effect(Machine, row)
	}
	if tell("finder") && (has("empty", "delete", "erase", "move") || strings.Contains(low, ".delete(") || strings.Contains(low, ".move(")) {
		k.foundWhy(Discard, row, "Finder deletes", k.src)
	}
	if (tell("messages") || tell("mail") || tell("whatsapp") || tell("telegram") || tell("slack") || tell("microsoft outlook") || tell("facetime")) && has("send", "make", "reply", "forward") {
		k.effect(Send, row)
	}
	if (tell("mail") || tell("notes") || tell("reminders") || tell("calendar") || tell("contacts") || tell("photos")) && has("delete") {
		k.effect(Discard, row)
	}
	if strings.Contains(low, " quit") && strings.Contains(low, "tell app") || strings.HasPrefix(low, "quit app") {
		k.effect(Kill, row)
	}
	if has("administrator privileges") {
		k.effect(Elevate, row)
	}
	if strings.Contains(low, "the clipboard") && !strings.Contains(low, "set the clipboard") {
		k.foundWhy(Secret, row, "the clipboard", k.src)
	}
	if strings.Contains(low, "hidden answer") {
		k.foundWhy(Secret, row, "a password is asked for", k.src)
	}
}

// appleLine finds do shell script, do script and run script in a line.
func (k *call) appleLine(l, row string) {
	low := strings.ToLower(l)
	for _, verb := range []string{"do shell script", "do script", "run script", "load script", "read file", "write "} {
		at := strings.Index(low, verb)
		if at < 0 {
			continue
		}
		rest := strings.TrimSpace(l[at+len(verb):])
		text, whole := appleText(rest)
		switch verb {
		case "do shell script", "do script":
			if verb == "do script" && !strings.Contains(low, "terminal") && !strings.Contains(low, `do script "`) {
				continue
			}
			if !whole {
				k.foundWhy(RunBuilt, row, "the text is put together", k.src)
			}
			if text != "" {
				k.innerLine(text)
			}
		case "run script":
			if whole {
				k.scanAppleScript(text, row)
			} else {
				k.foundWhy(RunBuilt, row, "the script is put together", k.src)
			}
		case "load script":
			k.effect(RunUnseen, row)
		}
	}
}

// appleText reads a text in quotes; whole is false where something is joined
// to it.
func appleText(s string) (text string, whole bool) {
	if s == "" || s[0] != '"' && s[0] != '\'' && s[0] != '(' {
		return "", false
	}
	s = strings.TrimLeft(s, "( ")
	if s == "" || s[0] != '"' {
		return "", false
	}
	var b strings.Builder
	i := 1
	for i < len(s) && s[i] != '"' {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		b.WriteByte(s[i])
		i++
	}
	rest := strings.TrimLeft(s[min(i+1, len(s)):], " )")
	return b.String(), !strings.HasPrefix(rest, "&")
}

// pwshRows says what the cmdlets of PowerShell do, by their names and aliases:
// positional arguments in order, then what each named one means.
var pwshRows = [...]struct {
	Names string
	Args  string
	Does  Effect
}{
	{"remove-item ri rm del erase rd rmdir remove-itemproperty rp", "DELETE", 0},
	{"clear-content clc", "EMPTY", 0},
	{"move-item mi mv move rename-item rni ren", "MOVE WRITE", 0},
	{"copy-item cpi cp copy", "READ WRITE", 0},
	{"set-content sc add-content ac out-file new-item ni export-csv epcsv export-clixml tee-object tee", "WRITE", 0},
	{"get-content gc cat type import-csv ipcsv import-clixml select-string sls", "READ", 0},
	{"get-childitem gci ls dir test-path resolve-path get-item gi", "LIST", 0},
	{"set-location sl cd chdir push-location pushd", "CD", 0},
	{"stop-process spps kill", "", Kill},
	{"stop-service start-service restart-service set-service new-service remove-service suspend-service restart-computer stop-computer rename-computer set-date set-executionpolicy set-mppreference add-mppreference disable-windowsoptionalfeature enable-windowsoptionalfeature new-localuser remove-localuser set-localuser add-localgroupmember new-netfirewallrule set-netfirewallprofile disable-netfirewallrule register-scheduledtask unregister-scheduledtask new-scheduledtask set-itemproperty sp new-itemproperty disable-computerrestore checkpoint-computer uninstall-package install-package", "", Machine},
	{"format-volume clear-disk initialize-disk remove-partition", "", Wipe},
	{"invoke-command icm enter-pssession new-pssession etsn", "", Remote},
	{"send-mailmessage", "", Send},
	{"install-module install-script", "", NewPackage},
	{"import-module ipmo", "", RunUnseen},
	{"get-credential convertfrom-securestring get-clipboard gcb", "", Secret},
	{"invoke-pester invoke-scriptanalyzer invoke-formatter invoke-build invoke-psake", "", RunProject},
	{"write-host write-output echo write write-error write-verbose get-process gps get-service gsv get-date get-command gcm get-help select-object select where-object where ? foreach-object foreach % sort-object sort group-object group measure-object measure format-table ft format-list fl out-null out-string out-host convertto-json convertfrom-json convertto-csv get-location pwd gl join-path split-path get-member gm get-variable get-host compare-object diff start-sleep sleep get-random get-unique get-filehash get-alias get-history get-module get-psdrive set-variable new-object clear-host cls get-ciminstance get-wmiobject test-connection test-netconnection set-strictmode param if else try catch finally return throw break continue exit get-itemproperty gp pop-location popd get-acl get-culture get-uptime get-computerinfo get-hotfix get-netipaddress get-volume get-disk measure-command trap function switch while do", "", 0},
}

// scanPwsh looks through PowerShell for cmdlets and programs.
func (k *call) scanPwsh(text, row string) {
	if len(text) > maxLine {
		text = text[:maxLine]
	}
	low := strings.ToLower(text)
	fetched := strings.Contains(low, "downloadstring") || strings.Contains(low, "downloaddata") || strings.Contains(low, "downloadfile")
	if fetched {
		k.effect(Fetch, row)
	}
	for _, m := range []struct{ text, kind string }{{"]::delete(", "DELETE"}, {"]::writealltext(", "WRITE"}, {"]::appendalltext(", "WRITE"}, {"]::writeallbytes(", "WRITE"}, {"]::readalltext(", "READ"}, {"]::readallbytes(", "READ"}, {"]::move(", "MOVE"}} {
		for at := 0; ; {
			i := strings.Index(low[at:], m.text)
			if i < 0 || !k.codeStep() {
				break
			}
			at += i + len(m.text)
			arg, _, _ := strings.Cut(text[at:], ",")
			arg, _, _ = strings.Cut(arg, ")")
			k.values(row+": "+strings.Trim(m.text, "]:("), []value{{kind: m.kind, words: []Word{k.pwshWord(strings.Trim(strings.TrimSpace(arg), `"'`))}}})
		}
	}
	if bare := strings.NewReplacer(" ", "", "\t", "", "`", "").Replace(low); (fetched || strings.Contains(bare, "(irm") || strings.Contains(bare, "(iwr") || strings.Contains(bare, "(invoke-restmethod") || strings.Contains(bare, "(invoke-webrequest")) && (strings.Contains(bare, "iex(") || strings.Contains(bare, "invoke-expression(") || strings.Contains(bare, "[scriptblock]::create(")) {
		k.foundWhy(RunDownload, row, "what is fetched is run", k.src)
	}
	built := strings.Contains(low, "frombase64string") || strings.Contains(low, "-join") && strings.Contains(low, "[char]")
	if strings.Contains(low, "tcpclient") && (strings.Contains(low, "iex") || strings.Contains(low, "invoke-expression") || strings.Contains(low, "getstream")) {
		k.foundWhy(ReverseShell, row, "a connection that is given a shell", k.src)
	}
	if strings.Contains(low, "iex") || strings.Contains(low, "invoke-expression") {
		for _, f := range [...]string{"(iwr ", "(irm ", "(invoke-webrequest", "(invoke-restmethod", "downloadstring"} {
			if strings.Contains(low, f) {
				k.foundWhy(RunDownload, row+": iex", "what is fetched is run", k.src)
				break
			}
		}
	}
	for _, line := range pwshPipelines(text) {
		piped := false
		for _, words := range line {
			if len(words) == 0 || !k.codeStep() {
				continue
			}
			fetched = k.pwshCall(words, row, fetched, built, piped) || fetched
			piped = true
		}
	}
}

// pwshVerb is what a cmdlet without a row does by its verb. PowerShell approves
// verbs with a meaning: Get and its like change nothing (learn.microsoft.com,
// "Approved verbs", 2026-11-30).
func pwshVerb(verb, noun string) Effect {
	switch {
	case hasName("get find read show convertfrom unprotect receive export", verb) && (strings.Contains(noun, "secret") || strings.Contains(noun, "credential") || strings.Contains(noun, "password") || strings.Contains(noun, "token") || strings.Contains(noun, "cmsmessage") || strings.Contains(noun, "clipboard") || strings.Contains(noun, "bitlocker") || strings.Contains(noun, "certificate") && verb == "export"):
		return Secret
	case hasName("get test measure compare select format convertto convertfrom resolve search group sort where show join split", verb):
		return 0
	case hasName("remove clear uninstall reset", verb):
		return Discard | Machine
	case hasName("disable enable stop restart suspend set register unregister mount dismount repair grant revoke block unblock rename", verb):
		return Machine
	case hasName("send publish push submit", verb):
		return Publish
	}
	return Unknown
}

// pwshWord is one argument of PowerShell.
func (k *call) pwshWord(s string) Word {
	w := k.toolPath(s)
	if w.Known() && strings.Contains(w.Text(), "$") {
		i := strings.IndexByte(w.Text(), '$')
		return unsure(w.Text(), &gap{hole: w.Text()[i:], stem: w.Text()[:i]})
	}
	if w.Known() && strings.ContainsAny(w.Text(), "*?") {
		return unsure(w.Text(), &gap{glob: true, stem: w.Text()[:strings.IndexAny(w.Text(), "*?")], hole: w.Text()})
	}
	return w
}

// pwshPipelines splits code into pipelines of commands of words.
func pwshPipelines(text string) [][][]string {
	var out [][][]string
	var line [][]string
	var words []string
	var b strings.Builder
	open := false
	word := func() {
		if open {
			words = append(words, b.String())
		}
		b.Reset()
		open = false
	}
	command := func() {
		word()
		if len(words) > 0 {
			line = append(line, words)
		}
		words = nil
	}
	pipeline := func() {
		command()
		if len(line) > 0 {
			out = append(out, line)
		}
		line = nil
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\'' || c == '"':
			if !open && len(words) == 0 {
				b.WriteByte('[') // a text where a command could stand is a value
			}
			open = true
			for i++; i < len(text) && text[i] != c; i++ {
				if text[i] == '`' && c == '"' && i+1 < len(text) {
					i++
				}
				b.WriteByte(text[i])
			}
		case c == '`' && i+1 < len(text):
			i++
			if text[i] != '\n' {
				b.WriteByte(text[i])
				open = true
			}
		case c == '#' && !open:
			for i < len(text) && text[i] != '\n' {
				i++
			}
			pipeline()
		case c == ' ' || c == '\t' || c == '\r' || c == ',':
			word()
		case c == '\n' || c == ';' || c == '{' || c == '}' || c == '(' || c == ')' || c == '&' && i+1 < len(text) && text[i+1] == '&':
			if c == '(' && open && b.Len() > 0 {
				b.WriteByte(c)
				continue
			}
			pipeline()
		case c == '|':
			command()
		case c == '>' && !open:
			word()
			for i+1 < len(text) && text[i+1] == '>' {
				i++
			}
			words = append(words, ">")
		default:
			b.WriteByte(c)
			open = true
		}
	}
	pipeline()
	return out
}

// pwshCall judges one command and reports whether it fetches.
func (k *call) pwshCall(words []string, row string, fetched, built, piped bool) bool {
	k.scan.code += 5
	name := strings.ToLower(words[0])
	if name == "&" || name == "." || name == "=" {
		words = words[1:]
		if len(words) == 0 {
			return false
		}
		name = strings.ToLower(words[0])
	}
	if strings.HasPrefix(name, "$") && len(words) > 2 && words[1] == "=" {
		words = words[2:]
		name = strings.ToLower(words[0])
	}
	if name == "" || strings.HasPrefix(name, "$") || strings.HasPrefix(name, "[") || strings.HasPrefix(name, "-") || strings.HasPrefix(name, "@") || strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "./") {
		return false
	}
	row += ": " + name
	for i, w := range words {
		if w == ">" && i+1 < len(words) && words[i+1] != "$null" {
			k.values(row, []value{{kind: "WRITE", words: []Word{k.pwshWord(words[i+1])}}})
		}
	}
	switch name {
	case "invoke-expression", "iex":
		switch {
		case fetched:
			k.foundWhy(RunDownload, row, "what is fetched is run", k.src)
		case built || piped || len(words) < 2 || strings.Contains(words[1], "$"):
			k.foundWhy(RunBuilt, row, "the text is put together", k.src)
		default:
			k.scanPwsh(strings.Join(words[1:], " "), row)
		}
		return false
	case "invoke-webrequest", "iwr", "invoke-restmethod", "irm", "curl", "wget", "start-bitstransfer":
		method := ""
		url := false
		for i := 1; i < len(words); i++ {
			w := strings.ToLower(words[i])
			next := ""
			if i+1 < len(words) {
				next = words[i+1]
			}
			switch {
			case strings.HasPrefix(w, "-met"):
				method = strings.ToLower(next)
				i++
			case strings.HasPrefix(w, "-out") || strings.HasPrefix(w, "-dest"):
				k.values(row, []value{{kind: "WRITE", words: []Word{k.pwshWord(next)}}})
				i++
			case strings.HasPrefix(w, "-inf"):
				k.send(k.pwshWord(next), row)
				i++
			case strings.HasPrefix(w, "-bod") || strings.HasPrefix(w, "-form"):
				k.effect(Send, row)
				i++
			case strings.HasPrefix(w, "-hea"):
				i++
			case strings.Contains(w, "://") || !strings.HasPrefix(w, "-") && !url && w != ">":
				url = true
				k.url(k.pwshWord(words[i]), row)
			}
		}
		if method != "" && method != "get" && method != "head" {
			k.effect(Send, row)
		}
		return true
	case "start-process", "saps", "start":
		if len(words) > 1 {
			rest := words[1:]
			var ws []Word
			for _, w := range rest {
				if l := strings.ToLower(w); l == "-argumentlist" || l == "-filepath" || l == "-wait" || l == "-nonewwindow" || l == "-passthru" {
					continue
				} else if l == "runas" {
					k.effect(Elevate, row)
					continue
				} else if l == "-verb" {
					continue
				}
				for _, f := range strings.Fields(w) {
					ws = append(ws, k.pwshWord(f))
				}
			}
			if len(ws) > 0 {
				k.child().call(ws, k.src)
			}
		}
		return false
	}
	for i := range pwshRows {
		r := &pwshRows[i]
		if !hasName(r.Names, name) {
			continue
		}
		k.effect(r.Does, row)
		kinds := strings.Fields(r.Args)
		n := 0
		dry := false
		for _, w := range words[1:] {
			dry = dry || strings.EqualFold(w, "-WhatIf")
		}
		for j := 1; j < len(words) && len(kinds) > 0 && !dry; j++ {
			w := words[j]
			if w == ">" {
				break
			}
			if strings.HasPrefix(w, "-") {
				l := strings.ToLower(w)
				if strings.HasPrefix(l, "-val") || strings.HasPrefix(l, "-enc") || strings.HasPrefix(l, "-itemt") || strings.HasPrefix(l, "-fil") && !strings.HasPrefix(l, "-filep") || strings.HasPrefix(l, "-erroraction") || l == "-ea" || strings.HasPrefix(l, "-inc") || strings.HasPrefix(l, "-exc") || strings.HasPrefix(l, "-patt") || strings.HasPrefix(l, "-tot") || strings.HasPrefix(l, "-tail") || strings.HasPrefix(l, "-dep") {
					j++
				}
				continue
			}
			kind := kinds[min(n, len(kinds)-1)]
			if n >= len(kinds) && kind != "DELETE" && kind != "READ" {
				break
			}
			n++
			k.values(row, []value{{kind: kind, words: []Word{k.pwshWord(w)}}})
		}
		if n == 0 && piped && (r.Args == "DELETE" || r.Args == "EMPTY") {
			k.touch(deletes, unsure("$_", &gap{hole: "$_"}), row, k.src)
		}
		return false
	}
	if verb, noun, ok := strings.Cut(name, "-"); ok && isPlain(verb) && Lookup(name) == nil {
		k.effect(pwshVerb(verb, noun), row)
		return false
	}
	var ws []Word
	for _, w := range words {
		if w == ">" {
			break
		}
		ws = append(ws, k.pwshWord(w))
	}
	if Lookup(strings.TrimSuffix(name, ".exe")) == nil && (strings.Contains(name, "-") || !isPlain(name)) {
		k.found(Unknown, row, k.src)
		return false
	}
	k.scan.code += 20
	k.child().call(ws, k.src)
	return false
}
