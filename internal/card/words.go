package card

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"guard/classify"
)

// Why is the first thing that a person is told about a call, for the log.
func Why(r classify.Result) string {
	if parts := Blames(Blamed(r)); len(parts) > 0 && r.Tier != classify.TierSafe {
		return parts[0]
	}
	return ""
}

// Blames says what the findings are, in one part for each command that
// deserves it: all that it does, by which words, through which wrappers.
func Blames(fs []classify.Finding) []string {
	var out []string
	for len(fs) > 0 {
		first := fs[0]
		var here, rest []classify.Finding
		for _, f := range fs {
			if f.Call == first.Call && slices.Equal(f.Via, first.Via) && f.File == first.File {
				here = append(here, f)
			} else {
				rest = append(rest, f)
			}
		}
		fs = rest
		s := strings.Join(deeds(here), ", and ")
		if first.Call != "" {
			s = "`" + first.Call + "` " + s
		}
		if first.File != "" {
			s += " (" + scriptPlace(first) + ")"
		}
		via := slices.DeleteFunc(slices.Clone(first.Via), func(v string) bool { return first.File != "" && v == filepath.Base(first.File) })
		if len(via) > 0 {
			s += " via " + strings.Join(via, ", ")
		}
		out = append(out, s)
	}
	return out
}

// deeds says what one command does: touches of one kind together, with their
// true extent, and each effect with the words that bring it about.
func deeds(fs []classify.Finding) []string {
	var out []string
	told := map[string]bool{}
	for _, f := range fs {
		var s string
		switch {
		case f.Zone != "":
			kind := f.Access + " " + f.Zone
			if told[kind] {
				continue
			}
			told[kind] = true
			var paths []string
			for _, g := range fs {
				if g.Access == f.Access && g.Zone == f.Zone && !slices.Contains(paths, g.Path) {
					paths = append(paths, g.Path)
				}
			}
			s = touched(f.Access, f.Zone, paths)
		case f.Rule != "":
			s = f.Does + " [" + f.Row + "]"
		default:
			if told[f.Does] {
				continue
			}
			told[f.Does] = true
			does, detail, more := strings.Cut(f.Does, ": ")
			if more && !told[detail] { // where it goes is said once
				told[detail] = true
				does = f.Does
			}
			s = does + " [" + shortRow(f) + "]"
		}
		out = append(out, s)
	}
	return out
}

// placed says where the paths of a zone are.
func placed(zone string, one bool) string {
	switch zone {
	case "guard":
		return "part of guard or of what keeps it in place"
	case "secrets":
		if one {
			return "which holds a credential"
		}
		return "which hold credentials"
	case "autorun":
		if one {
			return "which runs later by itself"
		}
		return "which run later by themselves"
	case "device":
		if one {
			return "which is a disk"
		}
		return "which are disks"
	case "output":
		return "inside the project's build output"
	case "project":
		return "inside the project"
	case "temp":
		return "in the temp folder"
	case "system":
		return "of the operating system"
	case "home":
		return "in the home folder, outside the project"
	case "nowhere":
		return "whose place cannot be told"
	case "another machine":
		return "on another machine"
	}
	return "outside the project"
}

// touched says what is done to paths of one zone: "deletes 3 paths, all inside
// the project: a, b, c".
func touched(how, zone string, paths []string) string {
	where := placed(zone, len(paths) == 1)
	if len(paths) == 1 {
		return fmt.Sprintf("%s %s, %s", how, paths[0], where)
	}
	shown := paths
	more := ""
	if len(paths) > 4 {
		shown, more = paths[:4], fmt.Sprintf(" and %d more", len(paths)-4)
	}
	return fmt.Sprintf("%s %d paths, all %s: %s%s", how, len(paths), where, strings.Join(shown, ", "), more)
}

// scriptPlace is the place of a finding in a script.
func scriptPlace(f classify.Finding) string {
	if f.Line > 0 {
		return fmt.Sprintf("line %d of %s", f.Line, filepath.Base(f.File))
	}
	return "in " + filepath.Base(f.File)
}

// shortRow is the row of a finding, of its flags only those that the call has.
func shortRow(f classify.Finding) string {
	row := strings.TrimSuffix(f.Row, " (in "+filepath.Base(f.File)+")")
	name, flags, ok := strings.Cut(row, ": ")
	flags, in, also := strings.Cut(flags, " (")
	if !ok || !strings.HasPrefix(flags, "-") || strings.Count(flags, " ") == 0 && len(flags) < 24 {
		return row
	}
	if also {
		in = " (" + in
	}
	for w := range strings.FieldsSeq(f.Call) {
		w = strings.Trim(w, `"'`)
		word, _, _ := strings.Cut(w, "=")
		for sp := range strings.FieldsSeq(flags) {
			flag, _, _ := strings.Cut(strings.TrimSuffix(sp, "]"), "=")
			flag = strings.TrimSuffix(flag, "[")
			switch {
			case flag == word,
				len(flag) == 2 && strings.HasPrefix(w, "-") && !strings.HasPrefix(w, "--") && strings.Contains(w, flag[1:]),
				len(word) > 3 && strings.HasPrefix(word, "--") && strings.HasPrefix(flag, word):
				return name + " " + flag + in
			}
		}
	}
	first, _, _ := strings.Cut(flags, " ")
	return name + ": " + first + " …" + in
}

// Blamed are the findings that make the verdict: those of its strictness.
func Blamed(r classify.Result) []classify.Finding {
	var out []classify.Finding
	for _, f := range r.Findings {
		if f.Tier == r.Tier || f.Tier == classify.TierForbidden || f.Tier >= classify.TierDangerous && r.Tier >= classify.TierDangerous && r.Tier != classify.TierForbidden {
			out = append(out, f)
		}
	}
	return out
}

// Sentence is one finding in words: what, in which words of the line, by which
// row, through which wrappers.
func Sentence(f classify.Finding) string {
	s := f.Does
	if f.Call != "" {
		s += " in `" + f.Call + "`"
	}
	s += " [" + shortRow(f) + "]"
	if f.File != "" {
		s += " (" + scriptPlace(f) + ")"
	}
	if len(f.Via) > 0 {
		s += " via " + strings.Join(f.Via, ", ")
	}
	return s
}
