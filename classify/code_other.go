package classify

import "strings"

// otherCode is code of a language that guard does not read: it is not seen. If
// it names what deletes, writes, spawns or sends, it counts as built, and the
// shell text among its strings is judged as such.
func (k *call) otherCode(f flow, row string) {
	if f.known() && quietCode(f.text()) {
		k.effect(RunProject, row)
		return
	}
	k.effect(RunUnseen, row)
	if !f.known() {
		return
	}
	loud := false
	for _, name := range []string{"!", "Delete(", "delete(", "delete!", "deleteIfExists", "deleteRecursively", "deleteOnExit", "rm_rf", "rm(", "rm!", "rmdir", "delete", "cmd(", ".!", "command", "callCommand", "callProcess", "rmtree", "removeItem", "removeFile", "removeDirectory", "remove(", "unlink", "exec", "system", "System.cmd", "shell", "Runtime", "ProcessBuilder", "Process(", "run(`", "run(c", "pipeline(", "open(", "write", "Write", ":os.", "Port.open", "spawn", "popen", "run-program", "delete-file", "sh(", "Socket", "socket", "URL(", "http", "eval", "load(", "download("} {
		loud = loud || strings.Contains(f.text(), name)
	}
	if !loud {
		return
	}
	k.foundWhy(RunBuilt, row, "guard does not read this language", k.src)
	if line, ok := strings.CutPrefix(strings.TrimSpace(f.text()), "!"); ok { // gnuplot
		k.child().script(line)
	}
	var all []string
	for _, q := range "\"'`" {
		parts := strings.Split(f.text(), string(q))
		for i := 1; i < len(parts); i += 2 {
			text := strings.TrimSpace(parts[i])
			if name, _, ok := strings.Cut(text, " "); ok && Lookup(name) != nil {
				k.child().script(text)
			}
			if q == '"' {
				all = append(all, text)
			}
		}
	}
	if len(all) > 1 && Lookup(all[0]) != nil { // ("rm", ["-rf", "/"])
		words := make([]Word, len(all))
		for i, t := range all {
			words[i] = lit(t)
		}
		k.child().call(words, k.src)
	}
	if _, rest, ok := strings.Cut(f.text(), "exec "); ok { // tcl: exec rm -rf /
		k.child().script(rest)
	}
}

// quietNames are words of other languages that print, count and test, and do
// nothing else.
const quietNames = " display disp displayln newline write-line fprintf num2str print println printf puts inspect putStrLn show IO io format erlang system_info otp_release halt System version VERSION VersionInfo versioninfo length sum map filter sort max min abs sqrt string String to_string let in using import Pkg test status Base Test true false nil null pi e main Sys ARGS Int Float List range Enum "

// quietCode reports whether code of another language has nothing but numbers,
// texts that are not evaluated, and quietNames.
func quietCode(text string) bool {
	if len(text) > 400 || strings.ContainsAny(text, "`$#\\@&|<!") {
		return false
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"' || c == '\'':
			end := strings.IndexByte(text[i+1:], c)
			if end < 0 {
				return false
			}
			i += end + 1
		case nameChar(c) && (c < '0' || c > '9'):
			from := i
			for i+1 < len(text) && nameChar(text[i+1]) {
				i++
			}
			if !strings.Contains(quietNames, " "+text[from:i+1]+" ") {
				return false
			}
		}
	}
	return true
}
