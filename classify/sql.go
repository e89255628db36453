package classify

import (
	"path"
	"strings"
)

// This file reads SQL well enough to tell what reads from what writes, what
// loses data, and what leaves the database: for files, programs, libraries.

// sql judges the text of a query. At a database of this machine, k.far unset,
// what loses data is discard; at another, every change is rewrite.
func (k *call) sql(f flow, row string) {
	k.stdin = true
	if f.secret() && k.far {
		k.foundWhy(Leak, row, f.from(), k.src)
	}
	switch {
	case f.download():
		k.foundWhy(RunDownload, row, f.from(), k.src)
	case f.known():
		k.statements(f.text(), row, 0)
	case f.file() != "":
		k.sqlFile(lit(f.file()), row)
	case f.text() != "" && !isVar(strings.Trim(f.text(), `"`)) && !strings.HasPrefix(f.text(), "$(") && !strings.HasPrefix(f.text(), "`"):
		// Parts cannot be told: values, most often, but who knows.
		k.effect(Unknown, row+" ("+cut(f.from(), 40)+" cannot be told)")
		k.statements(f.text(), row, 0)
	default:
		k.foundWhy(RunBuilt, row, f.from(), k.src)
	}
}

// sqlFile judges a file of SQL.
func (k *call) sqlFile(w Word, row string) {
	if w.Is("-") || w.Is("/dev/stdin") {
		if !k.emptyInput() {
			k.sql(k.in, row+" (standard input)")
		}
		k.stdin = true
		return
	}
	if w.pipe() {
		k.sql(w.flow(), row)
		return
	}
	k.touch(reads, w, row, k.src)
	ps := k.paths(w)
	if len(ps) == 0 {
		k.effect(RunUnseen, row)
	}
	for _, p := range ps {
		p = path.Clean(p)
		id := "sql:" + p
		if contains(k.funcs, id) {
			return
		}
		switch f := k.fileText(p); {
		case f.known():
			in := *k
			in.funcs = append(in.funcs[:len(in.funcs):len(in.funcs)], id)
			if _, own := k.files[p]; !own {
				in.file = p
			}
			in.statements(f.text(), row, 0)
			k.does |= in.does
		case f.download():
			k.foundWhy(RunDownload, row, f.from(), k.src)
		case f.built():
			k.foundWhy(RunBuilt, row, f.from(), k.src)
		case k.far:
			k.effect(Rewrite, row)
		case k.zone(p) == zoneProject && k.scene.kind(p) != KindNone:
			k.effect(RunProject, row)
		default:
			k.effect(RunUnseen, row)
		}
	}
}

// sqlToken is one word of SQL. Text is in upper case for plain words.
type sqlToken struct {
	text string
	raw  string
	gap  bool // a blank stands before it
	kind byte // 'w' word or number, 's' string, 'i' quoted name, '$' dollar quote, 'p' punctuation, '\\' a client's command
}

// lexSQL splits text into statements of tokens. MySQL and PostgreSQL differ in
// whether a backslash escapes a quote and # begins a comment; mysql says so.
func lexSQL(text string, mysql bool) [][]sqlToken {
	var out [][]sqlToken
	var cur []sqlToken
	blank, seen := false, 0
	mark := func() {
		if len(cur) > seen {
			cur[seen].gap, blank = blank, false
		}
		seen = len(cur)
	}
	flush := func() {
		mark()
		seen = 0
		if len(cur) > 0 {
			out = append(out, cur)
		}
		cur = nil
	}
	newline := true
	for i := 0; i < len(text); {
		mark()
		c := text[i]
		switch {
		case c == '\n':
			newline, blank = true, true
			i++
			continue
		case c == ' ' || c == '\t' || c == '\r':
			blank = true
			i++
			continue
		case c == '-' && strings.HasPrefix(text[i:], "--"), c == '#' && (newline || mysql):
			i = lineEnd(text, i)
			continue
		case c == '/' && strings.HasPrefix(text[i:], "/*!"): // MySQL runs what stands in it
			i += 3
			for i < len(text) && text[i] >= '0' && text[i] <= '9' {
				i++
			}
			continue
		case c == '*' && strings.HasPrefix(text[i:], "*/"):
			i += 2
			continue
		case c == '/' && strings.HasPrefix(text[i:], "/*"):
			depth, j := 1, i+2
			for j < len(text) && depth > 0 {
				switch {
				case strings.HasPrefix(text[j:], "*/"):
					depth--
					j += 2
				case strings.HasPrefix(text[j:], "/*"):
					depth++
					j += 2
				default:
					j++
				}
			}
			i = j
			continue
		case c == ';':
			flush()
			i++
		case c == '\\' && i+1 < len(text) && text[i+1] == ';', c == '\\' && i+1 < len(text) && text[i+1]|0x20 == 'g' && len(cur) > 0 && (i+2 == len(text) || text[i+2] == ';' || text[i+2] == '\n'):
			flush()
			i += 2
		case c == '\\': // a command of psql or mysql: to the end of the line
			end := lineEnd(text, i)
			if len(cur) > 0 && !newline { // "SELECT … \gset", "\g": it sends what stands before
				flush()
			}
			cur = append(cur, sqlToken{text: text[i:end], raw: text[i:end], kind: '\\'})
			flush()
			i = end
		case c == '\'' || c == '"' || c == '`':
			j := i + 1
			var b strings.Builder
			for j < len(text) {
				if text[j] == c {
					if j+1 < len(text) && text[j+1] == c {
						b.WriteByte(c)
						j += 2
						continue
					}
					break
				}
				if mysql && text[j] == '\\' && j+1 < len(text) {
					b.WriteByte(text[j+1])
					j += 2
					continue
				}
				b.WriteByte(text[j])
				j++
			}
			kind := byte('s')
			if c != '\'' {
				kind = 'i'
			}
			cur = append(cur, sqlToken{text: b.String(), raw: b.String(), kind: kind})
			i = min(j+1, len(text))
		case c == '$' && dollarTag(text[i:]) != "":
			tag := dollarTag(text[i:])
			body := text[i+len(tag):]
			end := strings.Index(body, tag)
			if end < 0 {
				end = len(body)
			}
			cur = append(cur, sqlToken{text: body[:end], raw: body[:end], kind: '$'})
			i = min(i+len(tag)+end+len(tag), len(text))
		case wordByte(c) || c == '$' || c == '@' || c >= 0x80:
			j := i + 1
			for j < len(text) && (wordByte(text[j]) || text[j] == '$' || text[j] == '.' || text[j] >= 0x80) {
				j++
			}
			cur = append(cur, sqlToken{text: strings.ToUpper(text[i:j]), raw: text[i:j], kind: 'w'})
			i = j
		case c == '.' && newline && len(cur) == 0: // a command of sqlite
			end := lineEnd(text, i)
			cur = append(cur, sqlToken{text: text[i:end], raw: text[i:end], kind: '\\'})
			flush()
			i = end
		default:
			cur = append(cur, sqlToken{text: string(c), raw: string(c), kind: 'p'})
			i++
		}
		newline = false
	}
	flush()
	return out
}

func lineEnd(text string, i int) int {
	if j := strings.IndexByte(text[i:], '\n'); j >= 0 {
		return i + j
	}
	return len(text)
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// dollarTag is the $tag$ that text begins with, "" for none.
func dollarTag(text string) string {
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '$':
			return text[:i+1]
		case !wordByte(c):
			return ""
		}
	}
	return ""
}

// statements judges each statement of text.
func (k *call) statements(text, row string, depth int) {
	if depth > 4 || len(text) > maxLine {
		k.effect(Unreadable, row)
		return
	}
	for _, st := range lexSQL(text, false) {
		if !k.step() {
			return
		}
		k.statement(st, row, depth)
	}
	if strings.ContainsAny(text, `#\`) { // which dialect it is cannot be told: both count
		for _, st := range lexSQL(text, true) {
			if !k.step() {
				return
			}
			k.statement(st, row, depth)
		}
	}
}

// changed adds what a write means, or with loss the loss of data.
func (k *call) changed(loss bool, row string, st []sqlToken) {
	switch {
	case k.far:
		k.effect(Rewrite, row+": "+sayStatement(st))
	case loss && !k.scratch:
		k.effect(Discard, row+": "+sayStatement(st))
	}
}

// sayStatement is the first words of a statement.
func sayStatement(st []sqlToken) string {
	var b strings.Builder
	for i, t := range st {
		if i == 4 {
			break
		}
		if i > 0 && t.kind != 'p' {
			b.WriteByte(' ')
		}
		b.WriteString(t.raw)
	}
	return cut(b.String(), 60)
}

func (k *call) read(row string) {
	if k.far {
		k.effect(ReadRemote, row)
	}
}

// hasToken reports whether a plain word of st, from place i on, is one of words.
func hasToken(st []sqlToken, i int, words string) bool {
	for ; i < len(st); i++ {
		if st[i].kind == 'w' && hasName(words, st[i].text) {
			return true
		}
	}
	return false
}

// whole reports whether a DELETE or UPDATE meets every row: it has no WHERE,
// or one that is always true.
func whole(st []sqlToken) bool {
	for i, t := range st {
		if t.kind != 'w' || t.text != "WHERE" {
			continue
		}
		rest := st[i+1:]
		for len(rest) > 0 && rest[0].kind == 'p' && rest[0].text == "(" {
			rest = rest[1:]
		}
		end := len(rest)
		for j, r := range rest {
			if r.kind == 'p' && r.text == ")" || r.kind == 'w' && hasName("RETURNING LIMIT ORDER", r.text) {
				end = j
				break
			}
			if r.kind == 'w' && r.text == "OR" && always(rest[j+1:]) {
				return true
			}
		}
		return always(rest[:end])
	}
	return true
}

// always reports whether a condition is plainly true: 1, true, 1=1, a=a.
func always(c []sqlToken) bool {
	switch {
	case len(c) == 0:
		return true
	case len(c) == 1:
		return c[0].text == "1" || c[0].text == "TRUE"
	case len(c) == 3 && c[1].text == "=":
		return c[0].text == c[2].text && c[0].kind == c[2].kind
	case len(c) == 3 && c[0].kind == 'w' && c[1].text == "IS":
		return false
	case len(c) == 4 && (c[1].text == "<" && c[2].text == ">" || c[1].text == "!" && c[2].text == "="):
		return c[0].kind != 'w' && c[3].kind != 'w' && c[0].text != c[3].text
	}
	return false
}

func (k *call) statement(st []sqlToken, row string, depth int) {
	if st[0].kind == '\\' {
		k.clientCommand(st[0].text, row)
		return
	}
	for len(st) > 0 && (st[0].kind == 'p' && st[0].text == "(") {
		st = st[1:]
	}
	if len(st) == 0 {
		return
	}
	k.functions(st, row)
	first := st[0].text
	if st[0].kind != 'w' {
		if st[0].kind == 'p' {
			return
		}
		k.effect(Unknown, row+": "+sayStatement(st))
		return
	}
	second := ""
	if len(st) > 1 && st[1].kind == 'w' {
		second = st[1].text
	}
	switch first {
	case "SELECT", "TABLE", "VALUES", "FROM":
		for i, t := range st {
			if t.kind == 'w' && t.text == "INTO" && i+1 < len(st) {
				if hasName("OUTFILE DUMPFILE", st[i+1].text) && i+2 < len(st) {
					k.write(lit(st[i+2].raw), row+": INTO "+st[i+1].text)
					return
				}
				if !strings.HasPrefix(st[i+1].text, "@") {
					k.changed(false, row, st)
				}
			}
		}
		k.read(row)
	case "SHOW", "DESCRIBE", "DESC", "USE", "BEGIN", "START", "COMMIT", "ROLLBACK", "END", "ABORT", "SAVEPOINT", "RELEASE", "SET", "RESET", "LISTEN", "UNLISTEN", "FETCH", "MOVE", "DECLARE", "CLOSE", "HELP", "STATUS", "DEALLOCATE", "DISCARD", "PRINT", "GO", "CHECKPOINT", "ANALYZE", "SUMMARIZE", "PIVOT", "EXISTS", "DELIMITER", "CONNECT", "TEE", "NOTEE", "PAGER", "EGO", "WARNINGS", "THEN", "LOOP", "CONSISTENCY", "EXPAND", "TRACING", "LIST", "WAITFOR":
		switch {
		case first == "RESET" && hasName("MASTER SLAVE REPLICA BINARY", second):
			k.changed(true, row, st)
		case first == "SET" && (hasName("GLOBAL PERSIST", second) || second == "PASSWORD"):
			k.effect(Machine, row+": "+sayStatement(st))
		case first == "DISCARD", first == "ROLLBACK", first == "DECLARE" && !hasToken(st, 1, "BEGIN EXECUTE EXEC"):
		case first == "TEE" && len(st) > 1:
			k.write(lit(st[1].raw), row+": tee")
		case first == "PAGER" && len(st) > 1:
			k.effect(Hijack, row+": pager")
		case (first == "BEGIN" || first == "DECLARE" || first == "LOOP" || first == "THEN" || first == "END") && len(st) > 1 && !hasName("TRANSACTION WORK ISOLATION READ TRY CATCH IF IMMEDIATE DEFERRED EXCLUSIVE LOOP CONCURRENT", second):
			k.statement(st[1:], row, depth)
		default:
			k.read(row)
		}
	case "EXPLAIN", "PROFILE":
		k.explain(st, row, depth)
	case "WITH":
		k.with(st, row)
	case "PRAGMA":
		if len(st) > 3 && strings.Contains(st[1].text, "WRITABLE_SCHEMA") {
			k.changed(true, row, st)
			return
		}
		k.read(row)
	case "INSERT", "MERGE", "UPSERT", "REPLACE", "IMPORT", "REFRESH", "COMMENT", "REINDEX", "VACUUM", "OPTIMIZE", "REPAIR", "CHECK", "CLUSTER", "LOCK", "UNLOCK", "NOTIFY", "SECURITY", "RENAME", "CALL", "FLUSH", "DETACH", "GENERATE", "ANNOTATE", "UNINSTALL", "HANDLER", "BATCH", "APPLY", "STOP", "CACHE", "REASSIGN", "ALLOW":
		if first == "INSERT" && hasToken(st, 1, "OVERWRITE") {
			k.changed(true, row, st)
			return
		}
		if first == "MERGE" && hasToken(st, 1, "DELETE") {
			k.changed(true, row, st)
			return
		}
		k.changed(false, row, st)
	case "CREATE":
		switch {
		case hasToken(st, 1, "SUPERUSER") || (hasName("USER ROLE LOGIN", second) && hasToken(st, 1, "ALL")):
			k.elevated(st, row)
		case hasToken(st, 1, "LANGUAGE") && hasToken(st, 1, "C INTERNAL PLPYTHONU PLPYTHON3U PLPERLU PLSH PLTCLU PLRUBY") || hasToken(st, 1, "SONAME") || hasToken(st, 1, "EXTENSION") && hasToken(st, 1, "PLPYTHON3U PLPYTHONU PLPERLU PLSH PLTCLU"), st[len(st)-1].kind == 's' && hasToken(st, 1, "FUNCTION") && hasName("C INTERNAL", strings.ToUpper(st[len(st)-1].text)):
			k.effect(Hijack, row+": "+sayStatement(st))
		case hasToken(st, 1, "REPLACE") && hasToken(st, 1, "TABLE") && hasName("OR", second):
			k.changed(true, row, st)
		case hasToken(st, 1, "EVENT SUBSCRIPTION SERVER"):
			k.effect(Machine, row+": "+sayStatement(st))
		default:
			k.changed(false, row, st)
		}
	case "GRANT":
		if hasToken(st, 1, "ALL SUPER SUPERUSER PG_EXECUTE_SERVER_PROGRAM PG_READ_SERVER_FILES PG_WRITE_SERVER_FILES FILE ADMIN DBA") || hasToken(st, 1, "OPTION") {
			k.elevated(st, row)
			return
		}
		k.changed(false, row, st)
	case "REVOKE":
		k.changed(false, row, st)
	case "ALTER":
		switch {
		case second == "SYSTEM":
			k.effect(Hijack, row+": "+sayStatement(st))
		case hasName("USER ROLE LOGIN", second) && (hasToken(st, 2, "SUPERUSER PASSWORD IDENTIFIED CREATEROLE BYPASSRLS")):
			k.elevated(st, row)
		case hasToken(st, 2, "DROP DELETE TRUNCATE"):
			k.changed(true, row, st)
		default:
			k.changed(false, row, st)
		}
	case "DROP", "TRUNCATE", "PURGE", "RESTORE", "UNDROP":
		if second == "TEMPORARY" || second == "TEMP" {
			return
		}
		k.changed(true, row, st)
	case "DELETE", "UPDATE":
		if first == "UPDATE" && hasName("STATISTICS", second) {
			return
		}
		k.changed(whole(st), row, st)
	case "COPY":
		k.copies(st, row)
	case "LOAD":
		if second == "DATA" || second == "XML" || second == "CSV" {
			for i, t := range st {
				if t.text == "INFILE" && i+1 < len(st) {
					k.touch(reads, lit(st[i+1].raw), row+": LOAD DATA", k.src)
				}
			}
			k.changed(false, row, st)
			return
		}
		if second == "DATABASE" {
			k.changed(true, row, st)
			return
		}
		k.effect(Hijack, row+": "+sayStatement(st))
	case "INSTALL":
		if second == "PLUGIN" || second == "COMPONENT" || second == "SONAME" {
			k.effect(Hijack, row+": "+sayStatement(st))
			return
		}
		k.effect(NewPackage, row+": "+sayStatement(st))
	case "ATTACH":
		for _, t := range st[1:] {
			if t.kind == 's' {
				if strings.Contains(t.raw, "://") || strings.Contains(t.raw, "host=") {
					k.far = true
					k.effect(ReadRemote, row+": ATTACH")
				} else {
					k.write(lit(t.raw), row+": ATTACH")
				}
				break
			}
		}
	case "EXPORT", "BACKUP", "UNLOAD":
		for _, t := range st[1:] {
			if t.kind == 's' {
				if strings.Contains(t.raw, "://") {
					k.effect(Send, row+": "+first)
				} else {
					k.write(lit(t.raw), row+": "+first)
				}
				break
			}
		}
	case "DO":
		for _, t := range st[1:] {
			if t.kind == '$' || t.kind == 's' {
				k.block(t.raw, row, depth)
			}
		}
	case "PREPARE":
		for i, t := range st {
			if (t.text == "AS" || t.text == "FROM") && i+1 < len(st) {
				switch n := st[i+1]; {
				case n.kind == 's':
					k.statements(n.raw, row, depth+1)
				case t.text == "AS":
					k.statement(st[i+1:], row, depth)
				default:
					k.effect(RunBuilt, row+": "+sayStatement(st))
				}
				return
			}
		}
	case "EXECUTE", "EXEC":
		k.executes(st, row, depth)
	case "IF", "WHILE", "ELSE", "ELSIF", "ELSEIF", "FOR", "FOREACH", "CASE", "RAISE", "RETURN", "PERFORM", "EXCEPTION", "WHEN", "NULL", "LEAVE", "ITERATE", "REPEAT":
		k.control(st, row)
	case "SHUTDOWN":
		k.effect(Machine, row+": shutdown")
	case "KILL":
		k.effect(Kill, row+": "+sayStatement(st))
	case "SYSTEM":
		if len(st) > 1 && hasName("RELOAD FLUSH SYNC STOP START RESTART DROP SHUTDOWN", second) {
			k.effect(Machine, row+": "+sayStatement(st))
			return
		}
		k.shellOut(joinTokens(st[1:]), row+": system")
	case "SOURCE":
		if len(st) > 1 {
			k.sqlFile(lit(joinTokens(st[1:])), row+": source")
		}
	default:
		if len(st) > 2 && st[1].text == ":" && st[2].text == "=" { // an assignment in a block
			return
		}
		k.effect(Unknown, row+": "+sayStatement(st))
	}
}

// joinTokens is the text of st as a line.
func joinTokens(st []sqlToken) string {
	var b strings.Builder
	for i, t := range st {
		if i > 0 && (t.gap || t.kind != 'p' && st[i-1].kind != 'p') {
			b.WriteByte(' ')
		}
		b.WriteString(t.raw)
	}
	return b.String()
}

func (k *call) elevated(st []sqlToken, row string) {
	if k.far {
		k.effect(Rewrite, row+": "+sayStatement(st))
		return
	}
	k.effect(Elevate, row+": "+sayStatement(st))
}

// explain: with ANALYZE the statement behind it runs.
func (k *call) explain(st []sqlToken, row string, depth int) {
	runs := false
	i := 1
	if i < len(st) && st[i].text == "(" {
		for i < len(st) && st[i].text != ")" {
			runs = runs || st[i].text == "ANALYZE" || st[i].text == "ANALYSE"
			i++
		}
		i++
	}
	for i < len(st) && st[i].kind == 'w' && hasName("ANALYZE ANALYSE VERBOSE EXTENDED QUERY PLAN PIPELINE SYNTAX AST ESTIMATE FORMAT JSON TREE TRADITIONAL FOR CONNECTION COSTS BUFFERS", st[i].text) {
		runs = runs || st[i].text == "ANALYZE" || st[i].text == "ANALYSE"
		i++
		for i+1 < len(st) && st[i].text == "=" {
			i += 2
		}
	}
	if runs && i < len(st) {
		k.statement(st[i:], row, depth+1)
		return
	}
	k.read(row)
}

// with: a part of it may change data, at any depth.
func (k *call) with(st []sqlToken, row string) {
	write := false
	for i, t := range st {
		if t.kind != 'w' {
			continue
		}
		begins := i > 0 && (st[i-1].text == "(" || st[i-1].text == ")")
		switch t.text {
		case "DELETE", "UPDATE":
			if begins {
				k.changed(whole(enclosed(st[i:])), row, st[i:])
				write = true
			}
		case "INSERT", "MERGE":
			if begins {
				k.changed(false, row, st[i:])
				write = true
			}
		}
	}
	if !write {
		k.read(row)
	}
}

// enclosed cuts st at the bracket that closes around it.
func enclosed(st []sqlToken) []sqlToken {
	depth := 0
	for i, t := range st {
		switch {
		case t.kind != 'p':
		case t.text == "(":
			depth++
		case t.text == ")":
			if depth--; depth < 0 {
				return st[:i]
			}
		}
	}
	return st
}

// copies is COPY: to or from a file of the server, or a program.
func (k *call) copies(st []sqlToken, row string) {
	for i, t := range st {
		if t.kind != 'w' || t.text != "TO" && t.text != "FROM" || i+1 >= len(st) {
			continue
		}
		next := st[i+1]
		switch {
		case next.text == "PROGRAM" && next.kind == 'w':
			if i+2 < len(st) {
				k.serverRuns(st[i+2].raw, row+": COPY … PROGRAM")
			}
		case next.kind != 's':
		case t.text == "TO" && k.far && !strings.Contains(row, `\copy`):
			k.effect(Rewrite, row+": COPY TO")
		case t.text == "TO":
			if strings.Contains(next.raw, "://") {
				k.effect(Send, row+": COPY TO")
				return
			}
			k.write(lit(next.raw), row+": COPY TO")
		default:
			k.touch(reads, lit(next.raw), row+": COPY FROM", k.src)
		}
		if t.text == "FROM" && i < 6 {
			k.changed(false, row, st)
		}
	}
	for i, t := range st {
		if t.text == "(" && i+1 < len(st) && hasName("DELETE UPDATE INSERT", st[i+1].text) {
			k.changed(whole(enclosed(st[i+1:])), row, st[i+1:])
		}
	}
	k.read(row)
}

// block is the body of DO: its statements, and what it builds and executes.
func (k *call) block(text, row string, depth int) {
	if depth > 4 {
		k.effect(Unreadable, row)
		return
	}
	k.statements(text, row, depth+1)
}

// executes is EXECUTE: text, text that is built, or a prepared statement.
func (k *call) executes(st []sqlToken, row string, depth int) {
	switch {
	case len(st) > 1 && (st[1].kind == 's' || st[1].kind == '$') && (len(st) == 2 || st[2].text != "|"):
		k.statements(st[1].raw, row, depth+1)
	case len(st) > 1 && st[1].kind == 'w' && strings.Contains(st[1].text, "XP_CMDSHELL"):
		for _, t := range st[2:] {
			if t.kind == 's' {
				k.serverRuns(t.raw, row+": xp_cmdshell")
				return
			}
		}
		k.effect(RunBuilt, row+": xp_cmdshell")
	case len(st) > 1 && st[1].kind == 'w' && hasName("SP_HELP SP_HELPTEXT SP_COLUMNS SP_TABLES SP_WHO SP_WHO2 SP_SPACEUSED", st[1].text):
		k.read(row)
	case st[0].text == "EXECUTE" && len(st) > 1 && st[1].kind == 'w' && st[1].text != "IMMEDIATE" && st[1].text != "FORMAT" && (len(st) == 2 || st[2].text == "("):
		k.changed(false, row, st)
	default:
		k.effect(RunBuilt, row+": "+sayStatement(st))
	}
}

// control finds what a control structure holds.
func (k *call) control(st []sqlToken, row string) {
	for i, t := range st {
		if t.kind != 'w' || i == 0 {
			continue
		}
		switch t.text {
		case "DROP", "TRUNCATE":
			k.changed(true, row, st[i:])
		case "DELETE", "UPDATE":
			k.changed(whole(st[i:]), row, st[i:])
		case "EXECUTE", "EXEC":
			k.executes(st[i:], row, 0)
		case "INSERT", "ALTER", "CREATE":
			k.changed(t.text == "ALTER" && hasToken(st, i, "DROP"), row, st[i:])
		}
	}
}

// functions finds calls that leave the database.
func (k *call) functions(st []sqlToken, row string) {
	for i, t := range st {
		if t.kind != 'w' || i+1 >= len(st) || st[i+1].text != "(" {
			continue
		}
		name := t.text[strings.LastIndexByte(t.text, '.')+1:]
		arg := unsure("…", &gap{hole: name + "(…)"})
		if i+2 < len(st) && st[i+2].kind == 's' {
			arg = lit(st[i+2].raw)
		}
		say := row + ": " + strings.ToLower(name)
		switch name {
		case "PG_READ_FILE", "PG_READ_BINARY_FILE", "LOAD_FILE", "READFILE", "LO_IMPORT", "READ_TEXT", "READ_BLOB", "FILE":
			if k.far && name != "READFILE" && !strings.HasPrefix(name, "READ_") {
				k.effect(Unknown, say)
			} else {
				k.touch(reads, arg, say, k.src)
			}
		case "READ_CSV", "READ_CSV_AUTO", "READ_PARQUET", "READ_JSON", "READ_JSON_AUTO", "S3", "URL", "REMOTE", "ICEBERG_SCAN", "DELTA_SCAN":
			if strings.Contains(arg.Text(), "://") {
				k.effect(Fetch, say)
			} else if arg.Known() {
				k.touch(reads, arg, say, k.src)
			}
		case "WRITEFILE", "LO_EXPORT", "PG_FILE_WRITE":
			if name == "LO_EXPORT" {
				for _, x := range st[i+2:] {
					if x.kind == 's' {
						arg = lit(x.raw)
					}
				}
			}
			k.write(arg, say)
		case "PG_FILE_UNLINK", "PG_FILE_RENAME":
			k.touch(deletes, arg, say, k.src)
		case "LOAD_EXTENSION":
			k.effect(Hijack, say)
		case "SYS_EXEC", "SYS_EVAL", "XP_CMDSHELL", "EDIT", "EVAL", "SHELL", "EXECUTABLE":
			if name == "EDIT" { // edit(text, editor)
				for _, x := range st[i+2:] {
					if x.kind == 's' {
						arg = lit(x.raw)
					}
				}
			}
			if arg.Known() {
				k.serverRuns(arg.Text(), say)
			} else {
				k.effect(RunBuilt, say)
			}
		case "PG_TERMINATE_BACKEND", "PG_CANCEL_BACKEND":
			k.effect(Kill, say)
		case "PG_RELOAD_CONF", "PG_ROTATE_LOGFILE", "PG_PROMOTE", "PG_SWITCH_WAL":
			k.effect(Machine, say)
		case "DBLINK", "DBLINK_EXEC", "DBLINK_CONNECT", "HTTP_GET", "HTTP_POST", "HTTP_DELETE", "HTTP_PUT", "UTL_HTTP", "OPENROWSET", "OPENDATASOURCE":
			k.effect(Send, say)
		case "PG_DROP_REPLICATION_SLOT", "DROPGEOMETRYCOLUMN", "DROP_CHUNKS", "PG_STAT_RESET", "SETVAL", "LO_UNLINK", "QUERY_TO_XML", "PG_ADVISORY_UNLOCK_ALL", "DROPGEOMETRYTABLE":
			if name != "SETVAL" && name != "QUERY_TO_XML" && name != "PG_ADVISORY_UNLOCK_ALL" && name != "PG_STAT_RESET" {
				k.changed(true, say, st[i:])
			} else if name == "QUERY_TO_XML" && arg.Known() {
				k.statements(arg.Text(), say, 3)
			}
		}
	}
}

// shellOut is a line that a database's client gives to a shell.
func (k *call) shellOut(text, row string) {
	text = strings.TrimSpace(text)
	if text == "" {
		k.interactive(row)
		return
	}
	in := k.child()
	in.in = flow{}
	in.script(text)
}

// queryInto gives what a query yields to a line of the shell.
func (k *call) queryInto(text, row string) {
	in := k.child()
	in.in, in.piped = comes(markBuilt, "what the query yields"), true
	in.script(strings.TrimSpace(text))
}

// serverRuns is a line that the database's server gives to a shell.
func (k *call) serverRuns(text, row string) {
	k.effect(Hijack, row)
	if k.far {
		k.effect(Remote, row)
	}
	in := k.child()
	in.away = in.away || k.far
	in.in = flow{}
	in.script(text)
}

// clientCommand is a line that the client keeps for itself: psql's \x, mysql's
// \! and sqlite's .x.
func (k *call) clientCommand(line, row string) {
	line = strings.TrimSpace(line)
	if line == "" {
		return
	}
	name, rest, _ := strings.Cut(line, " ")
	if strings.HasPrefix(line, `\!`) {
		name, rest = `\!`, line[2:]
	}
	rest = strings.TrimSpace(rest)
	arg := strings.Trim(rest, `'"`)
	say := row + ": " + name
	if strings.HasPrefix(name, `\`) {
		k.psqlCommand(name, rest, arg, say, row)
		if name != `\!` && name != `\copy` {
			if i := strings.IndexByte(rest, '\\'); i >= 0 { // the next command of the same line
				k.clientCommand(rest[i:], row)
			}
			if hasName(`\g \G \s \u`, name) && rest != "" && hasName("mysql mariadb", strings.SplitN(k.name, " ", 2)[0]) {
				k.statements(rest, row, 3)
			}
		}
		return
	}
	full := func(long string, least int) bool {
		return len(name) >= least+1 && strings.HasPrefix(long, name[1:])
	}
	switch {
	case full("shell", 2), full("system", 2):
		k.shellOut(rest, say)
	case full("read", 3):
		if pipe, ok := strings.CutPrefix(arg, "|"); ok {
			k.shellOut(pipe, say)
			return
		}
		k.sqlFile(lit(arg), say)
	case full("output", 1), full("once", 3), full("log", 3), full("excel", 1), full("www", 1):
		for strings.HasPrefix(arg, "-") {
			_, arg, _ = strings.Cut(arg, " ")
			arg = strings.TrimSpace(arg)
		}
		if pipe, ok := strings.CutPrefix(arg, "|"); ok {
			k.queryInto(pipe, say)
			return
		}
		if arg != "" && arg != "off" && arg != "stdout" {
			k.write(lit(arg), say)
		}
	case full("import", 2):
		if pipe, ok := strings.CutPrefix(arg, "|"); ok {
			i := strings.LastIndexByte(pipe, ' ')
			k.shellOut(strings.Trim(pipe[:max(i, 0)], `"'`), say)
			return
		}
		for f := range strings.FieldsSeq(arg) {
			if !strings.HasPrefix(f, "-") {
				k.touch(reads, lit(f), say, k.src)
				break
			}
		}
	case full("backup", 1), full("save", 2), full("clone", 2), full("archive", 2), full("trace", 2):
		fs := strings.Fields(arg)
		if len(fs) > 0 {
			k.write(lit(strings.Trim(fs[len(fs)-1], `'"`)), say)
		}
	case full("restore", 3):
		k.effect(Discard, say)
	case full("load", 3):
		k.effect(Hijack, say)
	case full("open", 2):
		if fs := strings.Fields(arg); len(fs) > 0 {
			k.write(lit(fs[len(fs)-1]), say)
		}
	case full("cd", 2):
	case full("dump", 2), full("schema", 2), full("tables", 2), full("databases", 2), full("indexes", 2), full("headers", 2), full("mode", 2), full("width", 1), full("separator", 2), full("nullvalue", 2), full("timer", 2), full("echo", 2), full("bail", 2), full("quit", 1), full("exit", 2), full("help", 1), full("print", 1), full("show", 2), full("stats", 2), full("changes", 2), full("eqp", 2), full("explain", 2), full("fullschema", 2), full("lint", 2), full("limit", 2), full("dbinfo", 2), full("dbconfig", 3), full("timeout", 5), full("version", 1), full("sha3sum", 3), full("selftest", 4), full("vfsinfo", 3), full("vfslist", 3), full("vfsname", 3), full("parameter", 2), full("prompt", 3), full("auth", 2), full("binary", 2), full("cols", 2), full("columns", 2), full("maxrows", 3), full("large_number_rendering", 2), full("recover", 4), full("filectrl", 2), full("nonce", 2), full("connection", 3), full("crlf", 2), full("expert", 3), full("intck", 2), full("progress", 3), full("testctrl", 3), full("scanstats", 2), full("unmodule", 2), full("session", 3), full("bash", 4), full("highlight", 3), full("keyword", 1), full("nullvalue", 2), full("rows", 2), full("startup_text", 4):
	default:
		k.effect(Unknown, say)
	}
}

// psqlCommand is a backslash command of psql, or of mysql.
func (k *call) psqlCommand(name, rest, arg, say, row string) {
	switch name {
	case `\!`:
		k.shellOut(rest, say)
	case `\copy`:
		low := strings.ToLower(rest)
		if i := strings.Index(low, "program"); i >= 0 {
			line := strings.Trim(strings.TrimSpace(rest[i+len("program"):]), `'"`)
			if strings.HasSuffix(strings.TrimSpace(low[:i]), "from") {
				k.shellOut(line, say)
			} else {
				k.queryInto(line, say)
			}
			return
		}
		toks := lexSQL("COPY "+rest, false)
		if len(toks) == 0 {
			return
		}
		st := toks[0]
		for i := range st { // a file's name may stand without quotes
			if (st[i].text == "TO" || st[i].text == "FROM") && i+1 < len(st) && st[i+1].kind != 's' && !hasName("STDIN STDOUT PSTDIN PSTDOUT", st[i+1].text) && !insideBrackets(st[:i]) {
				name := strings.Fields(rest[strings.LastIndex(low, strings.ToLower(st[i].raw))+len(st[i].raw):])
				if len(name) > 0 {
					st = append(st[:i+1:i+1], sqlToken{text: name[0], raw: name[0], kind: 's'})
				}
				break
			}
		}
		k.copies(st, row+`: \copy`)
	case `\i`, `\ir`, `\include`, `\include_relative`, `\.`:
		k.sqlFile(lit(arg), say)
	case `\o`, `\out`, `\g`, `\gx`, `\w`, `\write`, `\T`, `\s`:
		for strings.HasPrefix(arg, "(") {
			_, arg, _ = strings.Cut(arg, ")")
			arg = strings.TrimSpace(arg)
		}
		if pipe, ok := strings.CutPrefix(arg, "|"); ok {
			k.queryInto(pipe, say)
			return
		}
		if arg != "" && (name != `\g` || !strings.HasPrefix(arg, ";")) {
			k.write(lit(arg), say)
		}
	case `\e`, `\edit`, `\ef`, `\ev`, `\P`:
		k.effect(Hijack, say)
	case `\c`, `\connect`, `\r`, `\u`:
		if fs := strings.Fields(arg); len(fs) > 2 && !isLoopback(fs[2]) && fs[2] != "-" && !strings.HasPrefix(fs[2], "/") || strings.Contains(arg, "://") && !isLoopback(hostOf(arg)) {
			k.far = true
		}
	case `\lo_export`:
		if fs := strings.Fields(arg); len(fs) > 1 {
			k.write(lit(fs[1]), say)
		}
	case `\lo_import`:
		if fs := strings.Fields(arg); len(fs) > 0 {
			k.touch(reads, lit(fs[0]), say, k.src)
		}
	case `\lo_unlink`:
		k.changed(true, say, []sqlToken{{text: name, raw: name}})
	case `\gexec`:
		k.effect(RunBuilt, say)
	case `\setenv`:
		if n, v, ok := strings.Cut(arg, " "); ok {
			k.environment(n, lit(v), k.src)
		}
	case `\password`:
		k.effect(Secret, say)
	case `\set`, `\gset`:
		if i := strings.IndexByte(rest, '`'); i >= 0 {
			k.shellOut(strings.Trim(rest[i:], "`"), say)
		}
	case `\echo`, `\qecho`, `\warn`, `\prompt`:
		if i := strings.IndexByte(rest, '`'); i >= 0 {
			k.shellOut(strings.Trim(rest[i:], "`"), say)
		}
	case `\q`, `\quit`, `\x`, `\timing`, `\pset`, `\a`, `\t`, `\f`, `\H`, `\C`, `\?`, `\h`, `\help`, `\l`, `\l+`, `\list`, `\z`, `\conninfo`, `\encoding`, `\unset`, `\if`, `\elif`, `\else`, `\endif`, `\p`, `\crosstabview`, `\watch`, `\errverbose`, `\sf`, `\sf+`, `\sv`, `\sv+`, `\bind`, `\parse`, `\G`, `\lo_list`, `\cd`, `\copyright`, `\restrict`, `\unrestrict`:
		k.read(row)
	default:
		if strings.HasPrefix(name, `\d`) {
			k.read(row)
			return
		}
		k.effect(Unknown, say)
	}
}

// insideBrackets reports whether a bracket of st is still open.
func insideBrackets(st []sqlToken) bool {
	depth := 0
	for _, t := range st {
		if t.kind == 'p' && t.text == "(" {
			depth++
		}
		if t.kind == 'p' && t.text == ")" {
			depth--
		}
	}
	return depth > 0
}
