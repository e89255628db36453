// Package complete makes completion scripts for bash, zsh and fish out of the
// verbs of a command line.
//
// Promise: the scripts need nothing but their shell, run the program for nothing,
// and hold every verb, flag and fixed value that is not hidden.
//
// Limit: they are of the program that printed them; after an update they are
// printed again.
package complete

import (
	"fmt"
	"strings"

	"guard/internal/cli"
)

// Script is the completion of the program called name, whose verbs are below root,
// for the shell bash, zsh or fish.
func Script(shell, name string, root cli.Verb) string {
	words := completions(root)
	switch shell {
	case "bash":
		return bash(name, words)
	case "zsh":
		return zsh(name, words)
	}
	return fish(name, words)
}

// completable is one verb with what may follow it. The first has no name: it is
// the program itself.
type completable struct {
	path  string // its words with blanks between them: "policy show"
	help  string
	verbs []completable
	flags []completableFlag
	args  []string // the fixed values of its operands
	files bool     // an operand is a path
}

type completableFlag struct {
	names  []string // with their dashes
	help   string
	takes  bool     // a value follows
	values []string // the fixed ones
	files  bool     // the value is a path
}

// completions collects what follows each verb, the program itself first.
func completions(v cli.Verb) []completable {
	out := []completable{{path: v.Path, help: v.Help, flags: []completableFlag{{names: []string{"--help", "-h"}, help: "Show help."}}}}
	self := &out[0]
	for _, f := range v.Flags {
		self.flags = append(self.flags, flag(f))
	}
	for _, arg := range v.Args {
		self.args = append(self.args, arg.Fixed...)
		self.files = self.files || arg.Path
	}
	var below []completable
	for _, child := range v.Verbs {
		more := completions(child)
		self.verbs = append(self.verbs, more[0])
		below = append(below, more...)
	}
	return append(out, below...)
}

func flag(f cli.Flag) completableFlag {
	c := completableFlag{names: []string{"--" + f.Name}, help: f.Help, takes: f.Takes, files: f.Path}
	if f.Short != "" {
		c.names = append(c.names, "-"+f.Short)
	}
	if f.Negates {
		c.names = append(c.names, "--no-"+f.Name)
	}
	if c.takes {
		c.values = f.Fixed
	}
	return c
}

func (c completable) name() string { return c.path[strings.LastIndexByte(c.path, ' ')+1:] }

// single puts s between single quotes of a POSIX shell.
func single(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// bash needs bash 3.2 or later, and no other package.
func bash(name string, all []completable) string {
	var b strings.Builder
	fmt.Fprintf(&b, `# Completion of %[1]s for bash. Made by: %[1]s completion bash
_%[1]s() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} path= i w
	COMPREPLY=()
	# bash splits --flag=value into three words
	if [ "$cur" = "=" ]; then cur=; elif [ "$prev" = "=" ]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi
	for ((i = 1; i < COMP_CWORD; i++)); do
		w=${COMP_WORDS[i]}
		case "${path:+$path }$w" in
`, name)
	for _, c := range all {
		if c.path != "" {
			fmt.Fprintf(&b, "\t\t%s) path=%s ;;\n", single(c.path), single(c.path))
		}
	}
	b.WriteString("\t\tesac\n\tdone\n\tcase \"$path:$prev\" in\n")
	for _, c := range all {
		for _, f := range c.flags {
			if !f.takes {
				continue
			}
			var pats []string
			for _, n := range f.names {
				pats = append(pats, single(c.path+":"+n))
			}
			do := "return"
			switch {
			case len(f.values) > 0:
				do = "COMPREPLY=($(compgen -W " + single(strings.Join(f.values, " ")) + ` -- "$cur")); return`
			case f.files:
				do = "compopt -o filenames 2>/dev/null; " + `while IFS= read -r w; do COMPREPLY+=("$w"); done < <(compgen -f -- "$cur"); return`
			}
			fmt.Fprintf(&b, "\t%s) %s ;;\n", strings.Join(pats, "|"), do)
		}
	}
	b.WriteString("\tesac\n\tcase \"$path\" in\n")
	for _, c := range all {
		var flags, words []string
		for _, f := range c.flags {
			flags = append(flags, f.names...)
		}
		for _, v := range c.verbs {
			words = append(words, v.name())
		}
		words = append(words, c.args...)
		fmt.Fprintf(&b, "\t%s)\n\t\tcase \"$cur\" in\n\t\t-*) COMPREPLY=($(compgen -W %s -- \"$cur\")) ;;\n\t\t*) COMPREPLY=($(compgen -W %s -- \"$cur\"))\n",
			single(c.path), single(strings.Join(flags, " ")), single(strings.Join(words, " ")))
		if c.files {
			b.WriteString("\t\t\tcompopt -o filenames 2>/dev/null\n\t\t\twhile IFS= read -r w; do COMPREPLY+=(\"$w\"); done < <(compgen -f -- \"$cur\")\n")
		}
		b.WriteString("\t\t\t;;\n\t\tesac ;;\n")
	}
	fmt.Fprintf(&b, "\tesac\n}\ncomplete -F _%[1]s %[1]s\n", name)
	return b.String()
}

// zshText is text between brackets and colons of _arguments, in single quotes.
func zshText(s string) string {
	return strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, ":", `\:`, "'", `'\''`).Replace(s)
}

func zsh(program string, all []completable) string {
	var b strings.Builder
	fmt.Fprintf(&b, "#compdef %[1]s\n# Completion of %[1]s for zsh. Made by: %[1]s completion zsh\n", program)
	function := func(c completable) string {
		return "_" + program + strings.NewReplacer(" ", "_", "-", "_").Replace(" "+c.path)
	}
	for i := len(all) - 1; i >= 0; i-- {
		c := all[i]
		name := function(c)
		if c.path == "" {
			name = "_" + program
		}
		fmt.Fprintf(&b, "\n%s() {\n\tlocal line state\n\t_arguments -C", name)
		for _, f := range c.flags {
			value := ""
			switch {
			case len(f.values) > 0:
				value = ":value:(" + strings.Join(f.values, " ") + ")"
			case f.files:
				value = ":path:_files"
			case f.takes:
				value = ":value: "
			}
			for _, n := range f.names {
				eq := ""
				if f.takes && strings.HasPrefix(n, "--") {
					eq = "="
				}
				fmt.Fprintf(&b, " \\\n\t\t'%s%s[%s]%s'", n, eq, zshText(f.help), value)
			}
		}
		if len(c.verbs) > 0 {
			b.WriteString(" \\\n\t\t'1: :->verb' '*:: :->rest'\n\tcase $state in\n\tverb)\n\t\tlocal -a verbs=(\n")
			for _, v := range c.verbs {
				fmt.Fprintf(&b, "\t\t\t'%s:%s'\n", v.name(), strings.ReplaceAll(v.help, "'", `'\''`))
			}
			b.WriteString("\t\t)\n\t\t_describe verb verbs ;;\n\trest)\n\t\tcase $line[1] in\n")
			for _, v := range c.verbs {
				fmt.Fprintf(&b, "\t\t%s) %s ;;\n", v.name(), function(v))
			}
			b.WriteString("\t\tesac ;;\n\tesac\n}\n")
			continue
		}
		switch {
		case len(c.args) > 0:
			fmt.Fprintf(&b, " \\\n\t\t'*:value:(%s)'", strings.Join(c.args, " "))
		case c.files:
			b.WriteString(" \\\n\t\t'*:path:_files'")
		}
		b.WriteString("\n}\n")
	}
	fmt.Fprintf(&b, "\nif [ \"$funcstack[1]\" = _%[1]s ]; then _%[1]s \"$@\"; else compdef _%[1]s %[1]s; fi\n", program)
	return b.String()
}

// fishText is s between single quotes of fish.
func fishText(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'"
}

func fish(name string, all []completable) string {
	var b strings.Builder
	fmt.Fprintf(&b, `# Completion of %[1]s for fish. Made by: %[1]s completion fish
function __%[1]s_at
	set -l path
	for w in (commandline -opc)[2..-1]
		switch (string join ' ' -- $path $w)
`, name)
	var paths []string
	for _, c := range all {
		if c.path != "" {
			paths = append(paths, fishText(c.path))
		}
	}
	fmt.Fprintf(&b, "\t\tcase %s\n\t\t\tset -a path $w\n\t\tend\n\tend\n\ttest \"$path\" = \"$argv\"\nend\ncomplete -c %s -f\n", strings.Join(paths, " "), name)
	for _, c := range all {
		at := fmt.Sprintf("complete -c %s -n %s", name, fishText("__"+name+"_at "+c.path))
		for _, v := range c.verbs {
			fmt.Fprintf(&b, "%s -a %s -d %s\n", at, v.name(), fishText(v.help))
		}
		if len(c.args) > 0 {
			fmt.Fprintf(&b, "%s -a %s\n", at, fishText(strings.Join(c.args, " ")))
		}
		if c.files {
			fmt.Fprintf(&b, "%s -F\n", at)
		}
		for _, f := range c.flags {
			for i, n := range f.names {
				line := at
				if i > 0 && strings.HasPrefix(n, "--no-") {
					fmt.Fprintf(&b, "%s -l %s -d %s\n", at, strings.TrimPrefix(n, "--"), fishText("Not: "+f.help))
					continue
				}
				if strings.HasPrefix(n, "--") {
					line += " -l " + strings.TrimPrefix(n, "--")
				} else {
					line += " -s " + strings.TrimPrefix(n, "-")
				}
				switch {
				case len(f.values) > 0:
					line += " -x -a " + fishText(strings.Join(f.values, " "))
				case f.files:
					line += " -r -F"
				case f.takes:
					line += " -x"
				}
				fmt.Fprintf(&b, "%s -d %s\n", line, fishText(f.help))
			}
		}
	}
	return b.String()
}
