package procs

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// passed are the variables of butler's own environment that every program gets.
// None of them holds a secret or the place of a socket.
var passed = []string{
	"PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR",
	"SSL_CERT_FILE", "SSL_CERT_DIR",
	"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy",
}

// Environ builds the environment of a program: what is passed on of ambient
// (as os.Environ returns it), what the manifest declares, what butler tells it.
// The later wins. ${env:NAME} in a declared value stands for the variable NAME
// of ambient; one that is not set is an error.
//
// A proxy whose address holds a password is not passed on unless it is
// declared.
func Environ(ambient []string, declared, own map[string]string) ([]string, error) {
	from := map[string]string{}
	for _, e := range ambient {
		if name, value, ok := strings.Cut(e, "="); ok {
			from[name] = value
		}
	}
	out := map[string]string{}
	for name, value := range from {
		if (slices.Contains(passed, name) || strings.HasPrefix(name, "LC_")) && !holdsPassword(value) {
			out[name] = value
		}
	}
	for _, name := range slices.Sorted(maps.Keys(declared)) {
		value, err := expand(declared[name], from)
		if err != nil {
			return nil, fmt.Errorf("procs: env %s: %w", name, err)
		}
		out[name] = value
	}
	maps.Copy(out, own)
	list := make([]string, 0, len(out))
	for _, name := range slices.Sorted(maps.Keys(out)) {
		list = append(list, name+"="+out[name])
	}
	return list, nil
}

func holdsPassword(value string) bool {
	u, err := url.Parse(value)
	return err == nil && u.User != nil
}

func expand(value string, from map[string]string) (string, error) {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(value, "${env:")
		b.WriteString(before)
		if !ok {
			return b.String(), nil
		}
		name, after, ok := strings.Cut(rest, "}")
		v, set := from[name]
		if !ok || !set {
			return "", fmt.Errorf("%s is not set in butler's environment\nset it where butler is started, such as in its systemd unit", name)
		}
		b.WriteString(v)
		value = after
	}
}
