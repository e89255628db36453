package classify

import "strings"

// otherCode is code of a language that guard does not read: it is not seen. If
// it names what deletes, writes, spawns or sends, it counts as built, and the
// shell text among its strings is judged as such.
func (k *call) otherCode(f flow, row string) {
	k.effect(RunUnseen, row)
	if !f.known {
		return
	}
	loud := false
	for _, name := range []string{"delete(", "delete!", "deleteIfExists", "deleteRecursively", "deleteOnExit", "rm_rf", "rm(", "rm!", "rmdir", "delete", "cmd(", ".!", "callCommand", "callProcess", "rmtree", "removeItem", "removeFile", "removeDirectory", "remove(", "unlink", "exec", "system", "System.cmd", "shell", "Runtime", "ProcessBuilder", "Process(", "run(", "pipeline(", "open(", "write", "Write", ":os.", "Port.open", "spawn", "popen", "run-program", "delete-file", "sh(", "Socket", "socket", "URL(", "http", "eval", "load(", "download("} {
		loud = loud || strings.Contains(f.text, name)
	}
	if !loud {
		return
	}
	k.foundWhy(RunBuilt, row, "guard does not read this language", k.src)
	var all []string
	for _, q := range "\"'`" {
		parts := strings.Split(f.text, string(q))
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
	if _, rest, ok := strings.Cut(f.text, "exec "); ok { // tcl: exec rm -rf /
		k.child().script(rest)
	}
}
