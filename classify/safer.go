package classify

import "strings"

// safer names a safer way for an effect of a row, where one is known.
func safer(row string, e Effect) string {
	switch e {
	case RunDownload:
		return "download it to a file, read it, and run it yourself in another terminal"
	case SkipChecks:
		return "let the checks run, and mend what they find"
	case Elevate:
		return "run it without more power, or ask the person to run it"
	case Leak:
		return "leave the credential where it is; a service's own client signs in without showing it"
	case Rewrite:
		if strings.Contains(row, "force") || strings.HasPrefix(row, "git push") {
			return "git push without force, or to a branch of your own"
		}
	case Discard:
		switch {
		case strings.HasPrefix(row, "git reset"), strings.HasPrefix(row, "git checkout"), strings.HasPrefix(row, "git restore"):
			return "git stash keeps the changes"
		case strings.HasPrefix(row, "git clean"):
			return "git clean -n shows what would go; git stash -u keeps it"
		case strings.HasPrefix(row, "git branch"):
			return "git branch -d deletes only what is merged"
		}
	case Tamper:
		return "only the person changes guard: in another terminal"
	}
	return ""
}

// saferTouch names a safer way for a touch of a zone, where one is known.
func saferTouch(z zone, how access) string {
	switch {
	case z == zoneSecrets && how == reads:
		return "name the variable or the file to the program that needs it, without showing what it holds"
	case z == zoneProject && how == deletes:
		return "git rm keeps what is committed; name build output alone"
	case z == zoneNowhere && how == deletes:
		return "write the path out, so that it can be told"
	}
	return ""
}
